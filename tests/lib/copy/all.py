import copy
import collections
from copy import copy as cp, deepcopy as dp


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(copy.__all__, copy.error is copy.Error)
for v in (1, "s", None, 1.5, (1, 2), frozenset([1]), len, int, Ellipsis, range(3), b"x", 2j, True, NotImplemented, print, type, slice(1, 2)):
    print(v, cp(v) is v, dp(v) is v or dp(v) == v)
for v in ([1, [2]], {"a": [1]}, {1, 2}, bytearray(b"ab"), collections.OrderedDict(a=[1]), collections.defaultdict(list, a=[1]),
          collections.Counter("aab"), collections.deque([[1]], 3)):
    a, b = cp(v), dp(v)
    print(a, b, a is v, b is v, a == v, type(a).__name__)
x = [1, [2, 3]]
y, z = cp(x), dp(x)
x[1].append(4)
print(x, y, z)
x.append(x)
d = dp(x)
print(d, d[2] is d)
t = ([1],)
print(cp(t) is t, dp(t) is t, dp(t))
shared = [1]
pair = dp([shared, shared])
print(pair[0] is pair[1])
rt = ([],)
rt[0].append(rt)
c = dp(rt)
print(c[0][0] is c)


class P:
    def __init__(self, a):
        self.a = a


p = P([1])
p.me = p
c, d = cp(p), dp(p)
print(c.a is p.a, d.a is p.a, d.a, d.me is d, c.me is p, type(d).__name__)


class S:
    __slots__ = ("x", "y")


s = S()
s.x = [1]
print(cp(s).x is s.x, dp(s).x, hasattr(cp(s), "y"))


class SD(S):
    pass


s = SD()
s.x, s.q = [1], [2]
print(dp(s).x, dp(s).q, dp(s).q is s.q)


class C:
    def __copy__(self):
        return "copied"

    def __deepcopy__(self, memo):
        return "deep", type(memo).__name__


print(cp(C()), dp(C()), dp([C()]))


class R:
    def __reduce__(self):
        return (R.make, (5,), {"extra": [1]})

    @staticmethod
    def make(n):
        r = R()
        r.n = n
        return r


r = cp(R())
print(r.n, r.extra, dp(R()).extra)


class RS:
    def __reduce__(self):
        return "name"


rs = RS()
print(cp(rs) is rs, dp(rs) is rs)


class St:
    def __getstate__(self):
        return {"got": 1}

    def __setstate__(self, state):
        self.state = state


print(cp(St()).state, dp(St()).state)


class NA:
    def __new__(cls, a, b=2):
        self = object.__new__(cls)
        self.args = (a, b)
        return self

    def __getnewargs__(self):
        return (7, 8)


print(cp(NA(1)).args)


class NX:
    def __new__(cls, *a, k=0):
        self = object.__new__(cls)
        self.k0 = k
        return self

    def __getnewargs_ex__(self):
        return (), {"k": 9}


n = NX()
print(cp(n).k0, dp(n).k0)


class L(list):
    pass


l = L([1, [2]])
l.tag = [3]
print(cp(l), cp(l).tag is l.tag, dp(l), dp(l).tag is l.tag, type(dp(l)).__name__)


class D(dict):
    pass


d = D(a=[1])
d.z = 1
print(cp(d), dp(d), dp(d)["a"] is d["a"], dp(d).z)


class I(int):
    pass


i = I(5)
i.t = [1]
print(cp(i), dp(i).t, type(cp(i)).__name__)


class M:
    def m(self):
        return self


m = M()
m.meth = m.m
dm = dp(m)
print(dm.meth() is dm)
show(cp, (x for x in []))
show(dp, (x for x in []))
show(dp, [(x for x in [])])
memo = {}
a = [1]
b = dp(a, memo)
print(memo[id(a)] is b, dp(a, memo) is b)
e = ValueError("x", 1)
e.extra = 5
print(repr(cp(e)), cp(e).extra, repr(dp(e)))
print(cp(P), dp(P) is P, cp(len) is len, dp({"k": (1, [2])}))
big = cur = []
for _ in range(100):
    nxt = []
    cur.append(nxt)
    cur = nxt
print(str(dp(big)) == str(big))
o = object()
print(dp([o])[0] is o, type(cp(o)).__name__)
