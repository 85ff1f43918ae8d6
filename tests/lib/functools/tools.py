import functools
from functools import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(functools.__all__, WRAPPER_ASSIGNMENTS, WRAPPER_UPDATES)


def deco(f):
    @wraps(f)
    def inner(*a, **k):
        "inner doc"
        return f(*a, **k)
    return inner


@deco
def target(x: int) -> str:
    "target doc"
    return str(x)


target.attr = 1
w = deco(target)
print(w.__name__, w.__doc__, w.__qualname__, w.__annotations__, w.attr, w.__wrapped__ is target, w(3))


class Call:
    def __call__(self):
        return 1


print(deco(Call())(), hasattr(deco(Call()), "__name__"), deco(len)([1]), deco(len).__name__)
show(update_wrapper, 5, len)
print(reduce(lambda a, b: a * b, range(1, 6)), reduce(lambda a, b: a + b, [], "z"),
      reduce(lambda a, b: [a, b], "abcd"), reduce(max, iter([3, 9, 2]), 5), reduce(None, [7]))
show(reduce, max, [])
show(reduce, max, 5)
show(reduce, 5, [1, 2])
p = partial(int, base=2)
print(p("101"), p.func, p.args, p.keywords, p("77", base=8))
q = partial(print, 1, 2, sep="-")
q(3, end="!\n")
q2 = partial(q, 9, sep="+")
q2()
print(q2.args, q2.keywords, q2.func is print)
print(partial(max, 1, key=abs), repr(partial(len)))
show(partial)
show(partial, 5)
show(partial(len), 1, 2)
p.note = "x"
print(p.__dict__, partial(p).func is p, isinstance(p, partial))


class Sub(partial):
    pass


print(repr(Sub(len, 1)), Sub(len)([1, 2]), type(Sub(Sub(len))).__name__)


class Light:
    def __init__(self):
        self.on = 0

    def set(self, v, *, extra=None):
        self.on = v
        return self.on, extra

    turn_on = partialmethod(set, 1)
    turn_off = partialmethod(set, 0, extra="bye")
    nested = partialmethod(turn_off, extra="again")

    @classmethod
    def make(cls, n):
        return cls.__name__, n

    make5 = partialmethod(make, 5)
    st = partialmethod(staticmethod(lambda x: x * 2), 21)


l = Light()
print(l.turn_on(), l.turn_off(), l.nested(), l.on, Light.make5(), l.make5(), l.st(),
      Light.turn_on(l))
print(repr(Light.__dict__["make5"]).startswith("functools.partialmethod(<classmethod("),
      partialmethod(len, 1, k=2))
show(partialmethod, 5)
show(partialmethod)
cmp = lambda a, b: (a > b) - (a < b)
print(sorted([3, 1, 2], key=cmp_to_key(cmp)), sorted("bca", key=cmp_to_key(lambda a, b: cmp(b, a))),
      max([3, 9, 2], key=cmp_to_key(cmp)))
K = cmp_to_key(cmp)
print(K(1) < K(2), K(1) == K(1), K(2) >= K(3), K(2) != K(3), K(1).obj, K(2) > K(1), K(2) <= K(1))
show(lambda: K(1) < 2)


@total_ordering
class V:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v if isinstance(o, V) else NotImplemented

    def __lt__(self, o):
        return self.v < o.v if isinstance(o, V) else NotImplemented


print(V(1) < V(2), V(1) <= V(1), V(2) > V(1), V(2) >= V(3), V(1) != V(2), V.__ge__.__name__)
show(lambda: V(1) < 3)
show(lambda: V(1) >= 3)
show(total_ordering, type("N", (), {}))
for base in ("__le__", "__gt__", "__ge__"):
    ops = {"__le__": lambda a, b: a.v <= b.v, "__gt__": lambda a, b: a.v > b.v,
           "__ge__": lambda a, b: a.v >= b.v}
    T = total_ordering(type("T", (), {"__init__": V.__init__, base: ops[base],
                                      "__eq__": lambda a, b: a.v == b.v}))
    print(base, [(T(a) < T(b), T(a) <= T(b), T(a) > T(b), T(a) >= T(b))
                 for a, b in ((1, 2), (2, 2), (3, 2))])
