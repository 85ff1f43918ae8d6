"""inspect: source blocks, frames and the tuples they come as."""

import inspect
import sys


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Place:
    kept = 1

    def method(self, a, *rest, k=2, **kw):
        here = sys._getframe()
        return inspect.getargvalues(here), inspect.getlineno(here), here.f_lineno

    @staticmethod
    def static():
        pass


info, line, also = Place().method(1, 2, k=3, z=4)
print(
    type(info) is inspect.ArgInfo,
    info.args,
    info.varargs,
    info.keywords,
    info.locals["rest"],
    info.locals["kw"],
    line == also,
)
code = inspect.getargs(Place.method.__code__)
print(code, isinstance(code, inspect.Arguments), attempt(inspect.getargs, 5))
for a in inspect.classify_class_attrs(Place):
    if not a.name.startswith("__"):
        print(
            isinstance(a, inspect.Attribute), a.name, a.kind, a.defining_class.__name__
        )
lines, at = inspect.findsource(Place.method)
print(
    lines[at],
    len(lines) > 30,
    inspect.findsource(Place)[1] < at,
    attempt(inspect.findsource, len),
    attempt(inspect.findsource, 5),
)
print(
    inspect.getabsfile(Place).endswith("inspect_frames.py"),
    attempt(inspect.getabsfile, 5),
)
for block in (
    ["def f():\n", "    if 1:\n", "        pass\n", "\n", "# after\n", "x = 1\n"],
    ["f = lambda: (1,\n", "  2)\n", "y\n"],
    ["@deco\n", "class A:\n", "    pass\n", "z\n"],
    [],
):
    print(inspect.getblock(block))
print(
    issubclass(inspect.ClassFoundException, Exception),
    attempt(inspect.getsource, type("Made", (), {"__module__": "__main__"})),
)


def outer():
    return inner()


def inner():
    return inspect.getouterframes(sys._getframe(), 3)


frames = outer()
for f in frames:
    print(
        isinstance(f, inspect.FrameInfo),
        f.function,
        len(f),
        f.index,
        len(f.code_context),
        f.code_context[f.index].strip(),
        f.lineno == f[2],
    )
try:
    raise KeyError
except KeyError as e:
    t = inspect.getframeinfo(e.__traceback__)
    print(
        isinstance(t, inspect.Traceback), t.function, t.code_context, t.index, t._fields
    )
print(attempt(inspect.getframeinfo, 5))
