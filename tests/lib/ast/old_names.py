# Num, Str and the other names that Constant replaced.
import ast
import re
def show(*f):
    for g in f:
        try: print(re.sub('0x[0-9a-f]+', '0x', repr(g())))
        except Exception as e: print(type(e).__name__, e)
print(ast.Num.__mro__, type(ast.Num), ast.Num.__doc__, ast.Num._fields, ast.Num.__module__,ast.Num.__qualname__)
for c in ("Num","Str","Bytes","NameConstant","Ellipsis"):
    C=getattr(ast,c); print(c, C._fields, type(C), C.__mro__)
    for v in (1,1.5,2j,True,None,"s",b"b",...,(1,)):
        print(isinstance(ast.Constant(v),C), end=" ")
    print(isinstance(3,C), isinstance(ast.Name("x"),C), issubclass(ast.Constant,C))
show(lambda: ast.dump(ast.Num(3)), lambda: ast.dump(ast.Num(n=3)), lambda: ast.dump(ast.Str(s="x")), lambda: ast.dump(ast.Bytes(b"x")), lambda: ast.dump(ast.NameConstant(value=None)),lambda: ast.dump(ast.Ellipsis()),lambda:ast.Num(), lambda: ast.Num(1,2), lambda: ast.Str(3), lambda: type(ast.Num(1)), lambda: ast.Num(1,lineno=3).lineno, lambda: ast.Num(1, n=2),lambda: ast.Ellipsis(3))
c=ast.Constant(5); print(c.n,c.s); c.n=7; print(c.value); c.s="q"; print(c.value)
print(ast.dump(ast.Index(ast.Name("x"))), ast.dump(ast.ExtSlice([ast.Name("x"), ast.Name("y")])), ast.Index.__mro__, ast.ExtSlice.__mro__)
show(lambda: ast.Index(), lambda: ast.Index(value=ast.Name("k")), lambda: ast.ExtSlice())
print(ast.AugLoad.__mro__, type(ast.AugStore()), type(ast.Param()), ast.Suite.__mro__, ast.slice.__mro__)
class V(ast.NodeVisitor):
    def visit_Num(self,n): print('num',n.n)
    def visit_Str(self,n): print('str',n.s)
    def visit_NameConstant(self,n): print('nc',n.value)
    def visit_Ellipsis(self,n): print('ell',n.value)
    def visit_Bytes(self,n): print('bytes',n.s)
V().visit(ast.parse("f(1,'a',b'b',None,True,...,2.5)"))
class W(V):
    def visit_Constant(self,n): print("C",n.value)
W().visit(ast.parse("f(1,'a')"))
class X(ast.NodeTransformer):
    def visit_Num(self,n): return ast.Num(n.n+1)
print(ast.unparse(X().visit(ast.parse("1+'s'"))))
class MyNum(ast.Num): pass
show(lambda: MyNum(3), lambda: isinstance(ast.Constant(3),MyNum), lambda: isinstance(MyNum(3),ast.Num), lambda: ast.dump(MyNum(3)))
print(hasattr(ast.Constant(1),'n'))
t=ast.parse("x[1:2,3]").body[0].value.slice; print(isinstance(t,ast.ExtSlice),isinstance(t,ast.Index), isinstance(ast.Tuple([]),ast.slice))
