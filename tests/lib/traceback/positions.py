"""Where assertions, f-strings, stars and comprehensions say that they failed."""
import linecache
import re
import traceback

CASES = '''assert x == 2
assert x
assert not x == 1
assert y == 1 and y == 2
assert y and not y
assert not (y == 1 or y == 2)
assert x == 2 or f(1)
assert f(1) or x == 2
assert y > 1 > 5, "z"
assert f(1) if y else 1
assert x == 2 if y else 1
assert f(x == 1)
assert y == 1 and f(2), f"m {y}"
assert isinstance("a", int), "msg"
assert all(v > 1 for v in [1]), "z" + str(1)
assert (f(1)
   == 2), "z"
assert f(
   1), "x"
assert (y == 1 and
   y == 2)
assert y == 1 and \\
   y == 2, \\
   "msg"
z = f"{5:s}"
z = f"ab {y:.2f} cd {None:.2f} e"
print("a", f"{y}: {f:>5}" + "z")
z = f"pre {Bad()!r} post" + "z"
z = f"{y}{Bad()!s:>4}{y}"
z = "a" f"{None:d}" "b"
z = f"{y!r:>{Bad()}}"
z = f"{y!r:>{y.nope}}"
z = f"{f(y).nope}"
z = f\'{f"{None:d}"}\'
z = [*5]
z = [1, *y, 2]
z = (*5, 1)
z = {1, *y}
z = {"a": 1, **y}
f(*5)
f(1, *y, k=2)
f(1, **y)
f(k=1, **{"k": 2})
z = f(*y)(1)
z = [a for a in 5]
z = {a for a in y}
z = sum(a for a in 5)
z = [
    1,
    *5,
]
z = f(1,
      *y)
z = """a
""" f"""{None:d}
b"""'''


class Bad:
    def __str__(self): raise ValueError('str')
    __repr__ = __str__


def f(*args, k=1):
    return 0


for number, source in enumerate(re.split(r'\n(?=assert|z =|f\(|print)', CASES)):
    name = f'<case {number}>'
    linecache.cache[name] = (len(source), None, [line + '\n' for line in source.splitlines()], name)
    try:
        exec(compile(source, name, 'exec'), {'f': f, 'Bad': Bad, 'x': 0, 'y': 1})
    except Exception as e:
        print(''.join(traceback.format_exception(e)[2:]))
