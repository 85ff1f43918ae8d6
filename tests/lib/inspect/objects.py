import inspect
from inspect import *
import types
import functools
import abc


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


# comment about f
# more
def f(a, b=2):
    """Doc of f.

        indented
    end
    """
    x = [1,
         2]
    return x


def gen():
    y = 1
    yield y


async def coro(): ...
async def agen(): yield


class A(abc.ABC):
    "A doc"

    @abc.abstractmethod
    def m(self):
        "m doc"

    @property
    def p(self): "p doc"

    @classmethod
    def c(cls): ...

    @staticmethod
    def s(): ...

    attr = 5

    class Inner:
        def deep(self):
            return 1


class B(A):
    def m(self):
        return 1

    @property
    def p(self): ...


b = B()
g, c, ag = gen(), coro(), agen()
objs = {"f": f, "gen": gen, "coro": coro, "agen": agen, "g": g, "c": c, "ag": ag, "A": A, "b": b, "b.m": b.m, "A.m": A.m, "len": len, "str.join": str.join,
        "''.join": "".join, "object.__init__": object.__init__, "mod": inspect, "code": f.__code__, "A.p": A.p, "A.c": A.c, "A.s": A.s, "partial": functools.partial(coro), "lambda": lambda: 0, "5": 5}
preds = [n for n in ("ismodule", "isclass", "ismethod", "isfunction", "isgeneratorfunction", "isgenerator", "iscoroutinefunction", "iscoroutine", "isawaitable",
                     "isasyncgenfunction", "isasyncgen", "iscode", "isbuiltin", "isroutine", "isabstract", "ismethoddescriptor", "isdatadescriptor", "istraceback",
                     "isframe", "ismethodwrapper")]
for n, o in objs.items():
    print(n, [p for p in preds if getattr(inspect, p)(o)])
c.close()
print(getdoc(f), getdoc(A), getdoc(B), getdoc(B.m), getdoc(b.m), getdoc(B.p), sep="|")
print(repr(cleandoc("  first\n    second\n      third\n\n")), repr(cleandoc("\n\n   x\n  y\n")), repr(cleandoc("")))
print([n for n, v in getmembers(A) if not n.startswith("_")], [n for n, v in getmembers(b, ismethod)], getmembers(A, lambda x: x == 5))
print([(a.name, a.kind, a.defining_class.__name__) for a in classify_class_attrs(B) if not a.name.startswith("_")])
print(getsource(f))
print(getsource(A.Inner.deep), getsource(A.Inner), getsource(B), getsource(gen), sep="---\n")
print(getsourcelines(f)[1], getcomments(f), getsourcefile(f).endswith("objects.py"), getfile(A).endswith("objects.py"), getmodule(f).__name__)
sq = lambda x: x * 2
print(getsource(sq))
show(getsource, len)
show(getfile, len)
show(getfile, 5)
show(getfile, int)
print(getmro(B), getclasstree([A, B]), unwrap(functools.wraps(f)(lambda: 0)) is f)
print(getattr_static(b, "p") is B.__dict__["p"], getattr_static(b, "zz", 7), getattr_static(B, "attr"))
show(getattr_static, b, "zz")


class Dyn:
    def __getattr__(self, n):
        return "dynamic"


show(getattr_static, Dyn(), "x")
print(getgeneratorstate(g), next(g), getgeneratorstate(g), getgeneratorlocals(g), list(g), getgeneratorstate(g), getgeneratorlocals(g))
c2 = coro()
print(getcoroutinestate(c2))
c2.close()
print(getcoroutinestate(c2))


def outer():
    z = 10

    def inner():
        return z
    return inner


print(getclosurevars(outer()).nonlocals)


def here(arg, *va, **kw):
    fr = currentframe()
    info = getframeinfo(fr)
    av = getargvalues(fr)
    return fr.f_code.co_name, info.function, info.lineno > 100, av.args, av.varargs, av.keywords, formatargvalues(["arg"], None, None, {"arg": 5}), stack()[0].function


print(here(1, 2, k=3))
try:
    1 / 0
except ZeroDivisionError as e:
    tr = trace()
    print(len(tr), tr[0].function, tr[0].code_context, getinnerframes(e.__traceback__)[0].index)
print(indentsize("    x"), indentsize("\tx"), getmodulename("/a/b/c.py"), getmodulename("x"), getargs(f.__code__))
print(CO_GENERATOR, CO_COROUTINE, CO_VARARGS, GEN_CREATED, CORO_CLOSED)


@functools.lru_cache
def decorated(
    a,
    b="""multi
line""",
):
    # comment inside

    return {
        "a": a,
    }
    # trailing comment


print(getsource(decorated))
if True:
    def conditional(): return 1

    def after(): pass
print(getsource(conditional), getsource(after))
