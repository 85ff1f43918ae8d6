import collections
from collections import namedtuple
import copy


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(collections.__all__)
P = namedtuple("P", "x y")
p = P(1, y=2)
print(p, p.x, p[1], p._asdict(), p._replace(x=9), P._make([5, 6]), P._fields,
      P._field_defaults, P.__doc__, P.__name__, P.__module__, P.__qualname__,
      P.__match_args__, P.__slots__, P.x.__doc__, P.__new__.__doc__)
print(p == (1, 2), hash(p) == hash((1, 2)), p + (3,), list(p), len(p), p < P(2, 0),
      isinstance(p, tuple), P.__bases__, p.index(2), {p: 1}[(1, 2)])
x, y = p
print(x, y)
show(P)
show(P, 1)
show(P, 1, 2, 3)
show(P, 1, z=2)
show(P, 1, 2, y=3)
show(p._replace, z=1)
show(p._replace, z=1, w=2)
show(P._make, [1])
show(P._make, [1, 2, 3])
show(setattr, p, "x", 5)
show(setattr, p, "q", 5)
D = namedtuple("D", ["a", "b", "c"], defaults=[10, 20])
print(D(1), D(1, 2), D._field_defaults, D.__new__.__defaults__)
show(namedtuple, "D", "a", defaults=[1, 2])
R = namedtuple("R", "class def a a _b 1x", rename=True)
print(R._fields, R(1, 2, 3, 4, 5, 6))
for bad in ("class", "a a", "_x", "1a", "a-b", "a,b,c,a"):
    show(namedtuple, "B", bad)
show(namedtuple, "class", "a")
show(namedtuple, "1x", "a")
show(namedtuple, "X", 5)
show(namedtuple, "X")
print(namedtuple("E", "")(), namedtuple("E", ())._fields, namedtuple("O", "a")(1))
M = namedtuple("M", "a", module="mod.ule")
print(M.__module__, M)


class Point(namedtuple("Point", "x y")):
    __slots__ = ()

    @property
    def norm(self):
        return self.x + self.y

    def __str__(self):
        return f"<{self.x},{self.y}>"


q = Point(3, 4)
print(q, repr(q), q.norm, q._replace(y=0), type(q._replace(y=0)).__name__,
      copy.copy(q), copy.deepcopy(q), q.__getnewargs__())
match q:
    case Point(x=3, y=yy):
        print("kw", yy)
match p:
    case P(a, b):
        print("pos", a, b)
big = namedtuple("Big", [f"f{i}" for i in range(300)])
v = big(*range(300))
print(v.f299, sum(v), v[150])
print(namedtuple("Comma", "a, b,c")._fields, namedtuple("T", ("x", "y"))(1, 2))
rows = [P(2, "b"), P(1, "z"), P(1, "a")]
print(sorted(rows), sorted(rows, key=lambda r: r.y), max(rows))
print("%s %s" % p, "{0.x} {0.y}".format(p), f"{p.x!r}")
print(sorted(n for n in dir(P) if not n.startswith("__")))
