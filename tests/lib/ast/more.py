# more.py: compile of trees, unparse of every statement, error places.
# SPDX-License-Identifier: Apache-2.0

import ast
for src in ('', '#c', '\n', '1 +', '(', 'a b'):
    for f in (lambda: compile(src,'s','eval'), lambda: ast.parse(src, mode='eval'), lambda: eval(src)):
        try: f()
        except SyntaxError as e: print(repr(src), e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text), e.msg)
tree = ast.parse('x = 1 + 2\ndef f(a, *, b=2): return a*b\nprint(x, f(3))\n')
exec(compile(tree, 'f', 'exec'))
class V(ast.NodeTransformer):
    def visit_Constant(self, n): return ast.Constant(n.value * 10)
exec(compile(ast.fix_missing_locations(V().visit(tree)), 'f', 'exec'))
print(ast.unparse(ast.parse("""
@d(1)
class A(B, metaclass=M):
    '''doc'''
    x: int = 5
    async def f(self, a, /, b: int=1, *args, c, d=2, **kw) -> str:
        async with a as b, c: pass
        async for x in y: await z
        else: pass
        return f'{a!r:>{w}} {b=} {{}}' + "it's" + b'x'.decode()
try:
    raise E from e
except* (A, B) as g: pass
match x:
    case {'a': [1, *_], **r} if r: pass
    case A(b=1) | None | -1 | 'x.y' as z: pass
lambda *a, k=1: (yield)
del a[1:2, ::3], b.c
with (a as b, c): global_ = 1; x += 1; y @= 2
while not a and (b or c): break
for a, *b in c: continue
import a.b as c, d
from .. import x as y
from .m import *
assert a, 'b'
print(*a, **b, c=d)
[x async for x in y if z if w]
{**a, 'b': 1}; {*a}; (a, ); ()
a if b else c; a < b <= c is not d not in e
(a := 1); x[a, b]; -x ** -y; (-x) ** y; not (a == b); 1 .real; 1.5e300 * 1e400
nonlocal_ = ~a // b % c << d >> e & f ^ g | h
""")))
print(ast.dump(ast.parse("def f[T](x: T): pass\ntype A = int") if 0 else ast.parse('1'), indent=2))
print(ast.get_source_segment('x = foo(1)', ast.parse('x = foo(1)').body[0].value))
