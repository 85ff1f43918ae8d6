# Keywords, keys and attributes that are written twice: the message and its place.


def told(text):
    try:
        compile(text, "f", "exec")
        print("fine")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, e.end_offset)


many = ",".join(f"k{i}=1" for i in range(50))
told("f(a=1, b=2, b=3, a=4)")
told("f(a=1, **x, **y, b=2)")
told(f"f({many})")
told(f"f({many}, k7=2, k3=1)")
told(f"f({many}, **x, k49=2, **y)")
told(f"class A({many}, k3=1, k3=1): pass")
told(f"f({many}, __debug__=1)")
told("match x:\n case A(a=1, b=2, b=3, a=4): pass")
told("match x:\n case {1: 1, 2: 2, 2: 3, 1: 4}: pass")
told("match x:\n case {'a': 1, b'a': 2, 'b': 3, 'a': 4}: pass")
told("match x:\n case {None: 1, True: 1, False: 2, None: 3}: pass")
told("match x:\n case {1.5: 1, x.y: 1, x.y: 2, 2j: 3, 0: 4}: pass")

# Chains that are deeper than a tree may be.
import ast

for n in (300, 3100, 50000):
    for text in ("a+" * n + "a", "x" + ".a" * n, "x" + "[0]" * n):
        try:
            ast.parse(text)
            print(n, "fine")
        except RecursionError as e:
            print(n, e)
    for text in ("x: " + "a." * n + "a", "def f(x: " + "a|" * n + "a): pass"):
        try:
            compile("from __future__ import annotations\n" + text, "f", "exec")
            print(n, "fine")
        except RecursionError as e:
            print(n, e)
