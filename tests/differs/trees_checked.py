# trees_checked.py: compile() refuses trees that no parser makes.
# SPDX-License-Identifier: Apache-2.0
#
# CPython's check is less strict: it compiles an empty import, or reports an error
# of its own (SystemError) later.
import ast

for node in (ast.Import([]), ast.ImportFrom(None, [ast.alias("a")], 0),
             ast.Expr(ast.NamedExpr(ast.Attribute(ast.Name("a", ast.Load()), "b", ast.Store()),
                                    ast.Constant(1)))):
    try:
        compile(ast.fix_missing_locations(ast.Module([node], [])), "t", "exec")
    except (TypeError, ValueError) as e:
        print(e)
#> empty list on Import
#> ImportFrom has no module
#> a node of type Attribute cannot be here
