# Attributes of classes and modules, asked for again and again while they
# change.
import math
import types


class Meta(type):
    @property
    def shown(cls):
        return "of the metaclass"

    def method(cls):
        return "of the metaclass"


class A(metaclass=Meta):
    count = 0
    shown = "hidden by a data descriptor"
    method = "before the metaclass's function"

    @classmethod
    def make(cls):
        return cls.__name__

    @staticmethod
    def static():
        return "static"

    def plain(self):
        return self


class B(A):
    pass


def ask(cls):
    return cls.count, cls.shown, cls.method, cls.make(), cls.static(), cls.plain(5)


for cls in (A, B, A, B):
    A.count += 1
    print(ask(cls))
B.count = "own"
B.make = classmethod(lambda cls: "other " + cls.__name__)
B.plain = lambda x: -x
print(ask(A), ask(B))
del B.count
A.static = staticmethod(lambda: "changed")
A.count = property(lambda self: "bound")
print(type(ask(A)[0]).__name__, ask(B)[1:])
Meta.count = property(lambda cls: "data of the metaclass")
print(ask(A)[0], ask(B)[0])

m = types.ModuleType("m")
m.f = lambda: 1
n = types.ModuleType("n")
n.f = lambda: 2


def of_modules(modules):
    out = []
    for module in modules:
        out.append(module.f())
        out.append(module.__name__)
    return out


print(of_modules([m, n, m, n]))
m.f = lambda: 3
n.extra = 1
print(of_modules([m, n]), math.floor(2.5), [math.sqrt(x) for x in (4, 9)])
del n.f
try:
    of_modules([m, n])
except AttributeError as e:
    print(e)
n.__getattr__ = lambda name: lambda: "from __getattr__ " + name
print(of_modules([m, n]))


class Frozen:
    __slots__ = ("x",)

    def __init__(self, x):
        object.__setattr__(self, "x", x)

    def __setattr__(self, name, value):
        raise AttributeError("frozen")


print([Frozen(i).x for i in range(3)])
try:
    Frozen(1).x = 2
except AttributeError as e:
    print(e)

a = set(range(10))
b = a
a -= {1, 3, 5, 99}
a -= set()
print(sorted(a), b is a)
big = set(range(1000))
big -= set(range(0, 1000, 2))
big -= set(range(1, 900, 2))
print(sorted(big)[:3], len(big), list(big)[:5])
big -= big
print(big)


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        return self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


keys = {Key(i) for i in range(6)}
keys -= {Key(2), Key(4), Key(9)}
print(sorted(keys, key=lambda k: k.n))
