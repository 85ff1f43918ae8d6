# newer_names.py: Some names of Python 3.12 are known.
# SPDX-License-Identifier: Apache-2.0
#
# The syntax of 3.12 is read, so ast has its nodes; itertools.batched is often
# asked for.

import ast
import itertools

tree = ast.parse("type A[T: int, *Ts, **P] = T")
print(ast.dump(tree.body[0]))
print([issubclass(kind, ast.type_param) for kind in (ast.TypeVar, ast.TypeVarTuple, ast.ParamSpec, ast.TypeAlias)])
print([*itertools.batched("abcde", 2)], [*itertools.batched([], 3)])
for n in (0, -1, "x"):
    try:
        itertools.batched("abc", n)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
#> TypeAlias(name=Name(id='A', ctx=Store()), type_params=[TypeVar(name='T', bound=Name(id='int', ctx=Load())), TypeVarTuple(name='Ts'), ParamSpec(name='P')], value=Name(id='T', ctx=Load()))
#> [True, True, True, False]
#> [('a', 'b'), ('c', 'd'), ('e',)] []
#> ValueError n must be at least one
#> ValueError n must be at least one
#> TypeError 'str' object cannot be interpreted as an integer
