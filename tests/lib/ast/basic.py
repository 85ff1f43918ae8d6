import ast

def show(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, str(e).split(" object at ")[0])

for s in ("1", "-1", "+2.5", "1+2j", "'a'", "b'x'", "[1, (2, 'b'), {3: None}, {True}]", "set()", "...", "  5", "{}", "()", "-1-2j", "x", "1+2", "f()", "[x]", "'a' 'b'", "{**a}", "--1", "not 1", "1j+1", "(1,)", "f'x'", "1 if 1 else 2", "", "1;2", "a=1", "0x10", "1_000", "[1,2"):
    show(lambda: repr(ast.literal_eval(s)))
srcs = ["x = 1", "def f(a, b: int = 2, /, c=3, *args, d, e=5, **kw) -> str:\n    '''doc'''\n    return a + b * c ** -d", "class A(B, metaclass=M):\n    x: int = 5\n    def m(self): pass",
        "for i, j in x:\n    print(i)\nelse:\n    pass", "while a < b <= c:\n    break\nelse:\n    continue", "try:\n    f()\nexcept (A, B) as e:\n    raise X from e\nexcept:\n    raise\nelse:\n    g()\nfinally:\n    h()",
        "with a as b, c:\n    pass", "if a:\n    b\nelif c:\n    d\nelse:\n    e", "import a.b as c, d\nfrom . import x\nfrom ..y import z as w", "x = [i for i in range(10) if i % 2 if i > 3]\ny = {k: v for k, v in z}\nw = (a async for a in b)\nv = {q for q in r}",
        "lambda x, *y, z=1, **k: (yield)", "a[1:2, ::3, ...]\na[b]\na[1:]\na[(1,)]", "f(*a, **b, c=1)\nf(x for x in y)", "async def g():\n    await h()\n    async with a: pass\n    async for b in c: pass\n    return (yield x)", "(a := 5)\nx = y = z\na, *b = c\n(a, b) = c",
        "global a, b\nnonlocal c" if False else "def q():\n    global a, b", "del a, b[0]\nassert x, 'm'\nassert y", "f'{a!r:>{w}} {{}} {b}'\nf'''{x}\n'''\n'it\\'s' \"q\"\n'a\\nb'", "not a and b or c\n-a ** b\n(-a) ** b\na ** -b\n(a ** b) ** c\na ** b ** c\na - (b - c)\n(a, b)\na if b else c\n(a if b else c) if d else e",
        "match x:\n    case 1 | 2: pass\n    case [a, *b] if c: pass\n    case {'k': v, **r}: pass\n    case P(1, y=2) as z: pass\n    case None: pass\n    case _: pass", "x: int\n(y): str = 1\nx += 1\nx @= y\nx //= 2", "@dec(1)\n@other\ndef f(): ...", "try:\n    pass\nexcept* E:\n    pass", "a < b == c != d is e is not f in g not in h", "1 .real\n1.5.real\n'x'.y\n(yield)\n(lambda: 1)()\n~a\nnot (a or b)\n(a and b) or c\na and (b or c)", "print(1, 2, sep='')", "x = 1e400; y = -1e400; z = 1j", "return_ = {**a, 'b': 1, **c}\n{*a, b}\n[*a]\n()\n(1,)\n{}", "type_ = u'x'\nr = rb'\\n'", "def f():\n    '''multi\n    line'''\n    x = 'a\\tb\"'"]
for s in srcs:
    t = ast.parse(s)
    print(ast.dump(t))
    print(ast.unparse(t))
    assert ast.dump(ast.parse(ast.unparse(t))) == ast.dump(t), s
t = ast.parse(srcs[1])
print(ast.dump(t, indent=2))
print(ast.dump(t, annotate_fields=False), ast.dump(t, include_attributes=True))
print([type(n).__name__ for n in ast.walk(t)], [type(n).__name__ for n in ast.iter_child_nodes(t.body[0])], [f for f, _ in ast.iter_fields(t.body[0])])
print(ast.get_docstring(t.body[0]), ast.get_docstring(ast.parse("'''\n  a\n    b\n  '''")), ast.get_docstring(ast.parse("1")))
class V(ast.NodeVisitor):
    def __init__(self):
        self.names = []
    def visit_Name(self, node):
        self.names.append((node.id, type(node.ctx).__name__, node.lineno, node.col_offset))
        self.generic_visit(node)
v = V(); v.visit(ast.parse("a = b + c\nd(e)")); print(v.names)
class T(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node)
    def visit_Pass(self, node):
        return None
    def visit_Expr(self, node):
        return [self.generic_visit(node), ast.Expr(ast.Name("added", ast.Load()))]
t = T().visit(ast.parse("x = 1\npass\nf(2)"))
print(ast.unparse(ast.fix_missing_locations(t)))
n = ast.BinOp(ast.Constant(1), ast.Add(), right=ast.Name("x", ast.Load()))
print(ast.unparse(n), ast.dump(n), n._fields, ast.BinOp._fields, ast.Name("q", ast.Load()).id, isinstance(n, ast.expr), issubclass(ast.If, ast.stmt))
show(ast.Name, 1, 2, 3)
show(ast.Name, "a", id="b")
show(ast.dump, 5)
show(ast.get_docstring, ast.Name("x"))
show(ast.parse, "x = = 1")
show(ast.parse, "x", mode="zz")
src = "x = (1 +\n   2)\ny"
t = ast.parse(src)
print(ast.get_source_segment(src, t.body[0].value), repr(ast.get_source_segment(src, t.body[1])))
ast.increment_lineno(t, 5); print(t.body[0].lineno, t.body[1].end_lineno)
print(ast.dump(ast.parse("a + b", mode="eval")), ast.unparse(ast.parse("a+b", mode="eval")))
match ast.parse("f(1)").body[0]:
    case ast.Expr(ast.Call(ast.Name(name), [ast.Constant(v)])):
        print(name, v)
