# Functions short enough to be evaluated where C calls them: they must behave
# as if they had been called.
import heapq
import math
import traceback
from collections import namedtuple


def show(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class V:
    scale = 2

    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"V({self.n})"


class Slotted:
    __slots__ = ("n",)

    def __init__(self, n):
        self.n = n


Pair = namedtuple("Pair", "left right")

# --- what a key function may be made of ---------------------------------------

vs = [V(3), V(1), V(2)]
ss = [Slotted(3), Slotted(1), Slotted(2)]
ps = [Pair(2, "b"), Pair(1, "c"), Pair(2, "a")]
limit = 2


def by(offset):
    return lambda v: (v.n + offset) % 3


def steps(v):
    a = v.n * 2
    b = a - 3 if a > 3 else 3 - a
    return b, -a


def ends(v):
    if v.n == 2:
        return
    return v.n


for f in (lambda v: v.n, lambda v: -v.n, lambda v: v.n * v.scale, by(1), steps,
          lambda v: (v.n > limit, v.n), lambda v: V.scale - v.n,
          lambda v: not v.n > 2, lambda v: v.n if v.n in (1, 2) else 0,
          lambda v: math.sqrt(v.n) - math.pi, lambda v: str(v.n).zfill(3),
          lambda v: abs(2 - v.n), lambda v: {1: "x", 2: "y"}.get(v.n, "z"),
          lambda v: "abc"[v.n - 1], lambda v: [5, 7, 6][v.n - 1],
          lambda v: float(v.n) / 2, lambda v: v.n << 60, lambda v: v.n ** 2,
          lambda v: v.n is limit, lambda v: min(v.n, 2), lambda v: max(v.n, 2, 0),
          lambda v: hash(v.n), lambda v: isinstance(v, V) + v.n,
          lambda v: round(v.n / 3, 1), lambda v: "%d" % v.n, lambda v: int(str(v.n)),
          lambda v: [v.n], lambda v: (v.n, [v.n]), lambda v: f"{v.n}"):
    show(sorted, map(f, vs))
    print(sorted(vs, key=f), max(vs, key=f), list(map(f, vs)))
print([s.n for s in sorted(ss, key=lambda s: s.n)])
print(sorted(ps, key=lambda p: p.left), sorted(ps, key=lambda p: (p[0], p.right)))
print(sorted(ps, key=lambda p: p.right, reverse=True), list(map(ends, vs)))
print(list(filter(lambda v: v.n - 1, vs)), list(filter(ends, vs)))


class Owner:
    def __init__(self):
        self.order = {1: 2, 2: 0, 3: 1}

    def rank(self, v):
        return self.order[v.n]

    def sorted(self):
        return sorted(vs, key=self.rank)


print(Owner().sorted())

# --- errors come from the function, once, with its lines -----------------------


def broken(v):
    return v.n + v.absent


def deep(v):
    return v.n.real.absent


def unbound(v):
    if v.n > 5:
        x = 1
    return x


for f in (broken, deep, unbound, lambda v: v.n // 0, lambda v: v[0], lambda v: nothing,
          lambda v: v.n + "", lambda v: "ab"[v.n], lambda v: {}[v.n], lambda v: len(v.n),
          lambda v: [].index(v.n), lambda v: v.n < "a", lambda v: -"a", lambda: 1):
    show(lambda: sorted(vs, key=f))
    show(lambda: list(map(f, vs)))
try:
    sorted(vs, key=broken)
except AttributeError:
    print([(t.name, t.line) for t in traceback.extract_tb(__import__("sys").exc_info()[2])])

# --- nothing happens twice -------------------------------------------------------

log = []


def appends(v):
    log.append(v.n)
    return v.absent if v.n == 2 else v.n


show(lambda: sorted(vs, key=appends))
print(log)
box = [0]


def grows(v):
    b = box
    b += [v.n]
    return len(b)


print(list(map(grows, vs)), box)
it = iter([5, 4, 3, 2, 1])
print(sorted(vs, key=lambda v: next(it)), list(it))
it = iter("abc")
print(list(map(lambda v: "-".join(it), vs)))
it = iter([9, 8, 7])
print(list(map(lambda v: max(it, default=v.n), vs)))
it = (n for n in (1, 2, 3))
print(list(map(lambda v: v.n in it, vs)))

# --- what is looked up changes -----------------------------------------------------


def key(v):
    return v.n * factor


factor = 1
print(sorted(vs, key=key))
factor = -1
print(sorted(vs, key=key))
V.n = property(lambda self: 7)
print(list(map(key, vs)))
del V.n
print(list(map(key, vs)))
V.__getattr__ = lambda self, name: len(name)
print(list(map(lambda v: v.other, vs)), list(map(key, vs)))
del V.__getattr__
V.__getattribute__ = lambda self, name: 11
print(list(map(key, vs)))
del V.__getattribute__
saved, len_ = len, []


def length(v):
    return len(v)


def len(v):
    len_.append(v)
    return 0


print(list(map(length, ["a", "bb"])), len_)
del len
print(list(map(length, ["a", "bb"])))

# --- special methods -----------------------------------------------------------------


def make(**methods):
    return type("X", (V,), {**methods, "__hash__": methods.get("__hash__", V.__hash__)})


answers = (lambda a, b: a.n == b.n, lambda a, b: NotImplemented, lambda a, b: 1,
           lambda a, b: [], lambda a, b: None, lambda a, b: a.absent,
           lambda a, b: "yes" if a.n == b.n else "")
for eq in answers:
    X = make(__eq__=eq)
    xs = [X(1), X(2), X(3)]
    show(xs.index, X(3))
    show(lambda: X(2) in xs)
    show(xs.count, X(2))
    show(lambda: xs == [X(1), X(2), X(3)])
    show(lambda: (X(1), 1) == (X(1), 1))
    show(lambda: X(1) == X(1))
    show(lambda: X(1) != X(1))
    show(lambda: X(1) == 1)
    show(lambda: 1 in xs)
for lt in (lambda a, b: a.n < b.n, lambda a, b: NotImplemented, lambda a, b: a.n - b.n,
           lambda a, b: [], lambda a, b: a.absent, lambda a, b: b.n < a.n):
    X = make(__lt__=lt)
    xs = [X(2), X(3), X(1)]
    show(sorted, xs)
    show(min, xs)
    show(max, xs)
    show(lambda: [heapq.heappop(xs) for _ in range(2)])
    show(lambda: sorted([(1, X(2)), (1, X(1))]))
    show(lambda: X(1) < 1)
    show(lambda: X(1) > X(2))
for h in (lambda a: a.n, lambda a: -1, lambda a: 1 << 70, lambda a: "x", lambda a: a.absent,
          lambda a: True, lambda a: hash((a.n, "a")) and a.n, lambda a: hash([]),
          lambda a: 1.5, lambda a: None):
    X = make(__hash__=h, __eq__=lambda a, b: a.n == b.n)
    show(lambda: hash(X(1)))
    show(lambda: {X(1): "one", X(2): "two"}[X(2)])
    show(lambda: X(3) in {X(1), X(3)})
    show(lambda: {(X(1), 1): 5}[X(1), 1])
    show(lambda: {X(1): 1}.get(X(2), "none"))
    show(lambda: {}.setdefault(X(1), 3))
    show(lambda: sorted({X(2), X(1), X(2)}, key=lambda x: x.n))
    show(lambda: {X(1): 1, X(2): 2}.pop(X(1)))
    show(lambda: {X(1): 1} == {X(1): 1})
    show(lambda: len({X(1)} & {X(1), X(2)}))


class Base:
    def __eq__(self, other):
        return True

    __hash__ = None


class Derived(Base):
    def __eq__(self, other):
        return False


print(Base() == Derived(), Base() in [Derived()], [Base()] == [Derived()], [Derived()].count(Base()))
show(lambda: {Base(): 1})


class Chain:
    def __init__(self, n, next):
        self.n = n
        self.next = next

    def __eq__(self, other):
        return self.n == other.n and self.next == other.next

    def __hash__(self):
        return hash((self.n, self.next))

    def __lt__(self, other):
        return self.next < other.next if self.n == other.n else self.n < other.n


def chain(length, last):
    c = last
    for i in range(length):
        c = Chain(i, c)
    return c


for length in (1, 2, 3, 4, 5, 50):
    a, b = chain(length, 7), chain(length, 7)
    print(a in [b], {a: length}[b], a == b, hash(a) == hash(b), [a] == [chain(length, 8)],
          a < chain(length, 8), sorted([chain(length, 8), a])[0] is a)
show(lambda: hash(chain(2000, 1)))
show(lambda: chain(2000, 1) in [chain(2000, 1)])


def again(x):
    return max([x], key=again)


try:
    sorted([1, 2], key=again)
except RecursionError:
    print("too deep")
