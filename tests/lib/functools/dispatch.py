from functools import singledispatch, singledispatchmethod
from abc import ABC
from collections.abc import Sequence, Sized, Mapping, Iterable, Container
import collections


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


@singledispatch
def fun(arg, verbose=False):
    "doc"
    return "default", type(arg).__name__


@fun.register
def _(arg: int, verbose=False):
    return "int", verbose


@fun.register(list)
def on_list(arg, verbose=False):
    return "list"


@fun.register
def _(arg: float | complex):
    return "number"


@fun.register
def _(arg: "dict"):
    return "dict"


@fun.register
def _(arg: None):
    return "none"


fun.register(str, lambda arg: "str!")
for v in (1, True, [1], 1.5, 2j, {}, None, "s", (), object(), collections.OrderedDict()):
    show(fun, v)
print(fun(1, verbose=True), fun.dispatch(bool) is fun.dispatch(int), fun.__name__, fun.__doc__,
      len(fun.registry), sorted(c.__name__ for c in fun.registry), fun.registry[list] is on_list)
show(fun)
show(fun, arg=1)
show(fun.register, 3)
show(fun.register, list[int], print)
show(fun.register, int | list[int], print)


def bad(x: list[int]): ...
def bad2(x: int | list[int]): ...
def bad3(x): ...
def bad4(x: "int | 3"): ...


show(fun.register, bad)
show(fun.register, bad2)
show(fun.register, bad3)


@singledispatch
def g(x):
    return "base"


@g.register(Sized)
def _(x):
    return "sized"


print(g([]), g(5), g({}))


@g.register(Sequence)
def _(x):
    return "sequence"


print(g([]), g("a"), g({}), g(set()))


@g.register(Mapping)
def _(x):
    return "mapping"


print(g({}), g(collections.ChainMap()), g(collections.UserList()))


class X:
    pass


class Y(ABC):
    pass


g.register(Y, lambda x: "Y")
print(g(X()))
Y.register(X)
print(g(X()))


@singledispatch
def h(x):
    return "base"


h.register(Iterable, lambda x: "iter")
h.register(Container, lambda x: "cont")


class Both:
    def __iter__(self): ...
    def __contains__(self, x): ...


show(h, Both())


class A: pass
class B(A): pass
class C(B): pass
class D(A): pass
class E(C, D): pass


@singledispatch
def m(x):
    return "base"


m.register(A, lambda x: "A")
m.register(D, lambda x: "D")
print(m(A()), m(B()), m(C()), m(E()))
m.register(B, lambda x: "B")
print(m(E()))


class N:
    @singledispatchmethod
    def neg(self, arg):
        raise NotImplementedError(f"cannot negate {type(arg).__name__}")

    @neg.register
    def _(self, arg: int):
        return -arg

    @neg.register
    def _(self, arg: bool):
        return not arg

    @singledispatchmethod
    @classmethod
    def make(cls, arg):
        return cls.__name__, "any"

    @make.register(str)
    @classmethod
    def _(cls, arg):
        return cls.__name__, "str"

    @singledispatchmethod
    @staticmethod
    def st(arg):
        return "any"

    @st.register(int)
    @staticmethod
    def _(arg):
        return "int"


n = N()
print(n.neg(5), n.neg(True), N.make(1), N.make("x"), n.make("y"), N.st(1), n.st("z"), N.neg.__name__)
show(n.neg, "x")
show(singledispatchmethod, 5)
