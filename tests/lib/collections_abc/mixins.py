import collections.abc as ca
from collections.abc import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e, e.args)


print(ca.__all__)
samples = [0, "s", b"b", bytearray(), (), [], {}, set(), frozenset(), range(1),
           {}.keys(), {}.values(), {}.items(), iter([]), iter(()), iter({}),
           iter(""), iter(range(1)), iter(set()), zip(), map(len, []),
           (x for x in []), len, lambda: 0, int, None, object(), 1.5,
           memoryview(b""), reversed([]), type.__dict__, slice(1), ...]
names = [n for n in ca.__all__]
for s in samples:
    print(type(s).__name__, [n for n in names if isinstance(s, getattr(ca, n))])
for n in names:
    cls = getattr(ca, n)
    print(n, cls, cls.__module__, sorted(cls.__abstractmethods__),
          [b.__name__ for b in cls.__mro__], cls.__slots__)
    show(cls)


class MySet(Set):
    def __init__(self, it=()):
        self.d = list(dict.fromkeys(it))

    def __contains__(self, x):
        return x in self.d

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return f"MySet({self.d})"

    __hash__ = Set._hash


a, b = MySet([1, 2, 3]), MySet([2, 3, 4])
print(a & b, a | b, a - b, b - a, a ^ b, a <= b, a < b, a >= b, a > b, a == b)
print(a & {1}, {1, 9} | a, [1, 5] - a if False else None, a | [8], a ^ [1, 9])
print({1, 2, 3} == a, a == {1, 2, 3}, MySet([1]) < a, a.isdisjoint([9]),
      a.isdisjoint([1]), a != b)
print(hash(a) == hash(frozenset([1, 2, 3])), hash(MySet()) == hash(frozenset()))
show(lambda: a & 5)
show(lambda: a < 5)
show(lambda: {1, 2} - a)
show(lambda: [2, 7] - a)


class MyMSet(MutableSet):
    def __init__(self, it=()):
        self.d = dict.fromkeys(it)

    def __contains__(self, x):
        return x in self.d

    def __iter__(self):
        return iter(list(self.d))

    def __len__(self):
        return len(self.d)

    def add(self, x):
        self.d[x] = None

    def discard(self, x):
        self.d.pop(x, None)

    def __repr__(self):
        return f"MyMSet({list(self.d)})"


m = MyMSet("abc")
m.remove("a")
show(m.remove, "z")
m |= "xy"
print(m)
m &= set("bx")
print(m)
m ^= "bq"
print(m)
m -= "q"
print(m, m.pop(), m)
show(m.pop)
m |= "abc"
m.clear()
print(m)
m |= "abc"
m ^= m
print(m)
m |= "abc"
m -= m
print(m)


class MyMap(MutableMapping):
    def __init__(self, *a, **k):
        self.d = {}
        self.update(*a, **k)

    def __getitem__(self, k):
        return self.d[k]

    def __setitem__(self, k, v):
        self.d[k] = v

    def __delitem__(self, k):
        del self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return f"MyMap({self.d})"


m = MyMap([("a", 1)], b=2)
print(m, m.keys(), m.values(), m.items(), list(m.items()), len(m.keys()))
print("a" in m, "z" in m, m.get("z"), m.get("z", 3), m.pop("a"), m.pop("q", 9))
show(m.pop, "q")
print(m.setdefault("k", 5), m.setdefault("b", 7), m)
print(m == {"b": 2, "k": 5}, m != {}, m == 3, {"b": 2, "k": 5} == m)
print(m.popitem(), m)
m.update({"x": 1}, y=2)
print(m, 1 in m.values(), ("x", 1) in m.items(), ("x", 2) in m.items(),
      "x" in m.keys())
print(m.keys() & {"x"}, m.keys() - {"x", "y"}, m.items() & [("x", 1)],
      m.keys() == {"x", "y", "b"}, sorted(m.keys() | "q"))
show(reversed, m)
show(m.update, 5)
show(m.update, 1, 2)
show(hash, m)
m.clear()
print(m)
show(m.popitem)


class Rows(Sequence):
    def __init__(self, xs):
        self.xs = xs

    def __getitem__(self, i):
        return self.xs[i]

    def __len__(self):
        return len(self.xs)


r = Rows([3, 1, 3, 2])
print(list(r), list(reversed(r)), 3 in r, 9 in r, r.index(3), r.index(3, 1),
      r.index(2, -2), r.count(3))
show(r.index, 3, 3)
show(r.index, 9)
show(r.index, 3, 0, 0)


class MyList(MutableSequence):
    def __init__(self, xs=()):
        self.xs = list(xs)

    def __getitem__(self, i):
        return self.xs[i]

    def __setitem__(self, i, v):
        self.xs[i] = v

    def __delitem__(self, i):
        del self.xs[i]

    def __len__(self):
        return len(self.xs)

    def insert(self, i, v):
        self.xs.insert(i, v)


x = MyList("abc")
x.append("d")
x.extend("ef")
x += "g"
x.extend(x)
x.reverse()
x.remove("a")
print(list(x), x.pop(), x.pop(0), list(x))
show(x.remove, "zz")
x.clear()
show(x.pop)


class G(Generator):
    def __init__(self):
        self.n = 0

    def send(self, v):
        self.n += 1
        if self.n > 3:
            raise StopIteration
        return v, self.n

    def throw(self, typ, val=None, tb=None):
        super().throw(typ, val, tb)


g = G()
print(next(g), g.send(5), list(g))
show(g.throw, ValueError("x"))
show(g.throw, ValueError, ValueError("y"))
print(g.close())


class Stubborn(G):
    def throw(self, *a):
        return 1


show(Stubborn().close)


class NoHash:
    __hash__ = None


class NoIter:
    __iter__ = None


print(isinstance(NoHash(), Hashable), isinstance([], Hashable),
      isinstance(NoIter(), Iterable))
print(Callable[[int, str], bool], Callable[..., int], Callable[[], None],
      Iterable[int], Mapping[str, int])
show(lambda: Callable[int])
show(lambda: Callable[int, str])
print(Callable[[int, str], bool].__args__, Callable[..., int].__args__)


class Pos(MutableMapping):
    pass


show(Pos)
MutableMapping.register(MyList)
print(isinstance(MyList(), MutableMapping), isinstance(MyList(), Mapping))
