import io
import sys
import traceback
from traceback import *


def clean(text):
    return text.replace(__file__, "FILE")


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


def caught(f, *args):
    try:
        f(*args)
    except BaseException as e:
        return e


def fails(x):
    return 1 / x


def outer(x):
    y = fails(x)
    return y


def deep(n):
    if n == 0:
        raise RuntimeError("deep")
    deep(n - 1)


def subscript(d):
    return d["a"]["b"]["c"] + 1


def binop(a, b):
    return (a + 1) * (b + a)


def call(a):
    return len(a.foo.bar) + [1, 2][a]


def chained():
    try:
        fails(0)
    except ZeroDivisionError as e:
        raise ValueError("second") from e


def context():
    try:
        fails(0)
    except ZeroDivisionError:
        {}["missing"]


def suppressed():
    try:
        fails(0)
    except ZeroDivisionError:
        raise KeyError("only") from None


def noted():
    e = ValueError("with notes")
    e.add_note("note 1")
    e.add_note("note 2\nsecond line")
    raise e


def multiline():
    return fails(
        0,
    )


def group():
    raise ExceptionGroup("eg", [ValueError(1), caught(fails, 0), ExceptionGroup("inner", [KeyError("k")])])


class Custom(Exception):
    pass


class BadStr(Exception):
    def __str__(self):
        raise ValueError


def custom():
    raise Custom("a", 1)


print(traceback.__all__)
for f, args in ((fails, (0,)), (outer, (0,)), (deep, (10,)), (subscript, ({"a": {}},)), (binop, (1, "x")), (call, (5,)), (chained, ()), (context, ()),
                (suppressed, ()), (noted, ()), (multiline, ()), (group, ()), (custom, ()), (exec, ("1 +",)), (exec, ("if x:\npass",)), (int, ("x",)), (next, (iter(()),))):
    e = caught(f, *args)
    print(clean("".join(format_exception(e))))
    print(format_exception_only(e), format_exception_only(type(e), e))
e = caught(outer, 0)
tb = e.__traceback__
for fs in extract_tb(tb):
    print(fs.name, fs.line, fs.lineno > 0, fs.filename == __file__, list(fs)[2:], len(fs), fs[2])
print(clean("".join(format_tb(tb))), clean("".join(format_tb(tb, limit=1))), clean("".join(format_tb(tb, limit=-1))))
out = io.StringIO()
print_exception(e, file=out)
print_tb(tb, file=out)
print_exception(type(e), e, tb, file=out, limit=1, chain=False)
print(clean(out.getvalue()))
try:
    outer(0)
except ZeroDivisionError:
    print(clean(format_exc()))
    out = io.StringIO()
    print_exc(file=out, limit=1)
    print(clean(out.getvalue()))
print(repr(format_exc()))
te = TracebackException.from_exception(caught(chained))
print(te, te.exc_type, type(te.__cause__).__name__, te.__cause__.exc_type, len(te.stack), te.__suppress_context__)
print(clean("".join(te.format(chain=False))), list(te.format_exception_only()))
s = StackSummary.from_list([("f.py", 1, "name", "the line"), ("g.py", 2, "other", None)])
print(s, s.format(), format_list([("f.py", 1, "n", "code")]))
print(FrameSummary("f", 1, "n", line="x") == ("f", 1, "n", "x"), FrameSummary("f", 1, "n", line="x") == FrameSummary("f", 1, "n", line="y"))


def here():
    return extract_stack(limit=1)[0], [f.f_code.co_name for f, _ in walk_stack(sys._getframe())][:2], format_stack(limit=1)


st, names, text = here()
print(st.name, st.line, names, clean("".join(text)))
print([f.f_code.co_name for f, _ in walk_tb(tb)])
show(format_exception, 5)
show(format_exception, ValueError, ValueError("x"))
print(format_exception(None), format_exception_only(None), format_exception_only(BadStr()), format_exception_only(ValueError()), format_exception_only(ValueError("")))
print(format_exception(ValueError, ValueError("v"), None))
big = caught(lambda: (_ for _ in ()).throw(ExceptionGroup("many", [ValueError(i) for i in range(20)])))
print(clean("".join(format_exception(big)))[-300:])
se = SyntaxError("msg", ("file.py", 3, 5, "  x = = 1\n", 3, 6))
print("".join(format_exception_only(se)), format_exception_only(SyntaxError("plain")))
ctx = ValueError("a")
ctx.__context__ = TypeError("b")
ctx.__context__.__context__ = ctx
print("".join(format_exception(ctx)))
clear_frames(tb)
print(repr(extract_tb(None)), isinstance(extract_tb(tb), list))
