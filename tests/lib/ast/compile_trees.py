# compile() of trees: the same results as of their text, names that no text can
# have, positions of the nodes, and trees that no parser would make.
import ast
import sys
import traceback

PROGRAM = '''
"""doc"""
from __future__ import annotations
import math, os.path as p
from math import (floor as fl, ceil)
x: int = 1
y = z = [1, -2, 3.5, -0.0, 2j, -3j, 1 << 70, "s\\ud800", b"b", None, True, ..., ()]
(a, *b), c = (1, 2, 3), 4
del c
a += 2
@staticmethod
def deco(p, /, q=1, *args, r, s=2, **kw) -> int:
    "doc of deco"
    global G
    G = 5
    def inner():
        nonlocal q
        q += 1
        return q
    return [inner(), p, args, r, s, sorted(kw)]
class C(list, metaclass=type):
    attr: int = 3
    def m(self):
        return super().__len__() + self.attr
    async def n(self):
        async with self as w:
            return [i async for i in w]
try:
    1 / 0
except (ZeroDivisionError, ValueError) as e:
    caught = type(e).__name__
else:
    caught = 0
finally:
    done = True
try:
    raise ExceptionGroup("g", [ValueError(1)])
except* ValueError as g:
    group = len(g.exceptions)
for i in range(5):
    if i == 1: continue
    elif i == 3: break
    else: pass
else:
    i = -1
while a < 10: a += 1
with open_it() as f, open_it(): pass
assert x, "no"
lam = lambda *a, k=3, **kw: (a, k, kw)
comp = [i * j for i in range(3) if i for j in range(2)], {k: v for k, v in [(1, 2)]}, {1, *y[:1]}, (*b,)
gen = sum(i for i in range(4))
text = f"{x!r:>{a}} {{}} {y[0]:.2f} {x=}"
cond = (1 if x else 2) and not x or x is not None in [None]
sub = y[1:3], y[::2], y[-1]
chain = 1 < 2 <= 3 != 4
(w := 7)
def gen_f():
    r = yield 1
    yield from [2, 3]
    return r
got = list(gen_f())
def shape(v):
    match v:
        case 0 | -1: return "n"
        case 1 + 2j | "s": return "c"
        case [q, *rest] if q: return q, rest
        case {"k": val, **more}: return val, more
        case C(attr=at): return at
        case None | True: return "s"
        case math.pi: return "pi"
        case str() as t: return t
        case _: return "?"
shapes = [shape(v) for v in (0, -1, 1+2j, [1, 2], {"k": 1, "l": 2}, C(), None, math.pi, "t", 9)]
'''


class Opened:
    def __enter__(self): return self
    def __exit__(self, *a): return None


def run(code):
    space = {"open_it": Opened, "__name__": "m"}
    exec(code, space)
    return {k: repr(v) for k, v in space.items()
            if not callable(v) and k not in ("__builtins__", "math", "p", "f")}


one = run(compile(PROGRAM, "text", "exec"))
two = run(compile(ast.parse(PROGRAM), "tree", "exec"))
print(one == two, len(one))
print(two["shapes"], two["text"], two["y"])
for text in ("1 + 2 * 3", "[x for x in 'ab']", "(lambda: 4)()"):
    print(eval(compile(ast.parse(text, mode="eval"), "e", "eval")))
exec(compile(ast.parse("6 * 7", mode="single"), "s", "single"))

tree = ast.parse("x = 1\nx + 1")
tree.body[0].targets[0].id = "@py_x"
tree.body[1].value.left.id = "@py_x"
space = {}
exec(compile(tree, "names", "exec"), space)
print(space["@py_x"])

tree = ast.parse("def f():\n    return 1 / 0\nf()")
ast.increment_lineno(tree, 40)
try:
    exec(compile(tree, "moved.py", "exec"))
except ZeroDivisionError as e:
    print([(f.filename, f.lineno, f.name) for f in traceback.extract_tb(e.__traceback__)][1:])

for value in (-5, 2.5, -2.5, 1 + 2j, -1 - 2j, (1, (2, "a")), 1 << 50,
              1 << 62, 1 << 63, -(1 << 90), 1 << 200, "x", b"x", None, ..., float("inf")):
    made = ast.fix_missing_locations(ast.Expression(ast.Constant(value)))
    print(repr(eval(compile(made, "c", "eval"))))

B = ast.Name("b", ast.Load())
WRONG = [
    ast.Name("a", ast.Store()), ast.Name("None", ast.Load()), ast.Name(3, ast.Load()),
    ast.BinOp(B, ast.And(), B), ast.BoolOp(ast.And(), [B]), ast.Compare(B, [ast.Eq()], []),
    ast.Dict([B], []), ast.Constant(object()), ast.Pass(), ast.Call(B, None, []),
    ast.Attribute(B, "x", ast.Del()),
    ast.Lambda(ast.arguments([], [], None, [], [B], None, []), B),
    ast.Lambda(ast.arguments([], [], None, [], [], None, [B]), B),
    ast.ListComp(B, []), ast.UnaryOp(ast.Add(), B),
    ast.Starred(B, ast.Load()), ast.Yield(B), ast.Await(B), ast.Set([]), None, 3, "x",
    ast.IfExp(B, B, None),
]
for node in WRONG:
    try:
        made = ast.Expression(node)
        ast.fix_missing_locations(made)
        compile(made, "w", "eval")
        print("compiled", type(node).__name__)
    except (TypeError, ValueError, SyntaxError) as e:
        print(type(node).__name__, type(e).__name__ != "")
STATEMENTS = [
    ast.Assign([], B), ast.Assign([ast.Constant(1)], B), ast.Delete([ast.Constant(1)]),
    ast.Try([ast.Pass()], [], [], []), ast.Try([], [], [], [ast.Pass()]),
    ast.If(B, [], []), ast.For(ast.Name("i", ast.Load()), B, [ast.Pass()], []),
    ast.Global([]), ast.Return(B), ast.Break(), ast.Expr(None),
    ast.With([], [ast.Pass()]),
    ast.Match(B, []), ast.Match(B, [ast.match_case(ast.MatchOr([]), None, [ast.Pass()])]),
    ast.Match(B, [ast.match_case(ast.MatchStar("a"), None, [ast.Pass()])]),
    ast.Match(B, [ast.match_case(ast.MatchValue(B), None, [ast.Pass()])]),
    ast.Match(B, [ast.match_case(ast.MatchSingleton(3), None, [ast.Pass()])]),
    ast.Match(B, [ast.match_case(ast.MatchMapping([ast.Constant(1)], []), None, [ast.Pass()])]),
    ast.Match(B, [ast.match_case(ast.MatchClass(B, [], ["a"], []), None, [ast.Pass()])]),
    ast.Match(B, [ast.match_case(ast.MatchAs(ast.MatchAs(), None), None, [ast.Pass()])]),
    ast.FunctionDef("f", None, [ast.Pass()], []), B,
    ast.Raise(None, B),
]
for node in STATEMENTS:
    try:
        made = ast.Module([node], [])
        ast.fix_missing_locations(made)
        compile(made, "w", "exec")
        print("compiled", type(node).__name__)
    except (TypeError, ValueError, SyntaxError) as e:
        print(type(node).__name__, True)
for mode in ("exec", "eval", "single"):
    try:
        compile(ast.parse("1"), "m", mode)
        print(mode, "fine")
    except TypeError as e:
        print(e)
try:
    compile(ast.Expression(ast.Constant(1)), "p", "eval")
except TypeError as e:
    print(e)
