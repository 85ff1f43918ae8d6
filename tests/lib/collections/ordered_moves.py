"""OrderedDict: moving and popping at both ends, with all kinds of keys."""
from collections import Counter, OrderedDict, defaultdict, namedtuple


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


d = OrderedDict((k, i) for i, k in enumerate("abcde"))
d.move_to_end("b")
d.move_to_end("d", last=False)
d.move_to_end("e", True)
d.move_to_end("e")
print(list(d.items()))
show(d.move_to_end, "x")
show(d.move_to_end, [])
show(d.move_to_end)
print(d.pop("a"), d.pop("a", None), d.pop("a", default=7))
show(d.pop, "a")
show(d.pop, {})
print(d.popitem(), d.popitem(last=False), d.popitem(False), list(d))
d.clear()
show(d.popitem)
show(d.popitem, last=False)

# a queue that is used for long
q = OrderedDict()
for i in range(3000):
    q[i % 97] = i
    q.move_to_end(i % 97)
    if i % 5 == 0:
        q.popitem(last=False)
    if i % 7 == 0 and len(q) > 3:
        q.popitem()
print(len(q), list(q.items())[:3], list(q.items())[-3:])
for i in range(400):
    q.move_to_end(next(iter(q)))
print(len(q), list(q)[:4])


class K:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n & 1

    def __eq__(self, other):
        return isinstance(other, K) and self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


k = OrderedDict((K(i), i) for i in range(5))
k.move_to_end(K(1))
k.move_to_end(K(4), last=False)
print(list(k), k.pop(K(2)), k.pop(K(9), "none"), k.popitem(), list(k))
show(k.move_to_end, K(77))
show(k.pop, K(78))


class Sub(OrderedDict):
    def __getitem__(self, key):
        return "got", super().__getitem__(key)


s = Sub(a=1, b=2)
s.move_to_end("a")
print(list(s), s.pop("a"), s.popitem(), s)

# instances whose class leaves __iter__ alone, inside natives
P = namedtuple("P", "x y z")
p = P(1, 2, 3)
print(dict(zip(p._fields, p)), list(zip(p, p)), list(enumerate(p, 1)))
print(p._replace(y=9), p._asdict(), list(map(str, p)), sum(p), max(p))
print(p.x, p.y + p.z, [q.x for q in (p, P(4, 5, 6), P("a", 0, 0))])
show(lambda: p.w)
show(lambda: setattr(p, "x", 1))
show(lambda: P(1, 2))
short = tuple.__new__(P, (1, 2))
show(lambda: (short.x, short.y))
show(lambda: short.z)


class Named(P):
    @property
    def x(self):
        return "own " + str(P.x.__get__(self))


n = Named(1, 2, 3)
print(n.x, n.y, n.x, [t.x for t in (p, n, p, n)])
P.y = property(lambda self: "patched")
print(p.y, [t.y for t in (p, n)])

c = Counter("abracadabra")
print(list(zip(c, c.values())), sorted(c), list(enumerate(c))[:2], sorted(set(c)))
dd = defaultdict(list, a=[1], b=[2])
print(list(zip(dd, "xy")), ",".join(dd), tuple(dd), list(map(len, dd.values())))


class Own(list):
    def __iter__(self):
        return iter(["own"])


class OwnStr(str):
    def __iter__(self):
        return iter([1, 2])


o = Own([1, 2, 3])
print(list(zip(o, "ab")), list(o), sorted(o), list(enumerate(o)), len(o))
print(list(zip(OwnStr("ab"), "cd")), list(OwnStr("xy")), Counter(o))
