# Calls whose arguments are arranged without the general way, and those that
# must still find it.


def f(a, b=2, *, c=3, d):
    return a, b, c, d


def g(a, /, b=5, *rest, k=1, **more):
    return a, b, rest, k, sorted(more.items())


def h():
    return "h"


def attempt(call):
    try:
        print(call())
    except TypeError as e:
        print("TypeError:", e)


print(f(1, d=4), f(1, c=9, d=4), f(b=7, a=1, d=4), f(1, 2, c=3, d=4))
attempt(lambda: f(1))
attempt(lambda: f(1, 2, 3, d=4))
attempt(lambda: f(1, a=2, d=4))
attempt(lambda: f(1, e=2, d=4))
attempt(lambda: f(d=4))
attempt(lambda: h(1))
attempt(lambda: h(x=1))
print(g(1), g(1, 2, 3, 4), g(1, z=1, b=2), g(1, a=3), g(1, k=2, y=4, x=3))
attempt(lambda: g(b=1))
attempt(lambda: g(1, 2, b=3))
t, d = (1, 2, 3), {"k": 4, "q": 5}
print(g(*t, **d), g(*[1]), g(*"ab"), g(0, *t), g(*t, *t), g(*t, **{"k": 1}))
attempt(lambda: g(*5))
attempt(lambda: g(*t, **5))
attempt(lambda: g(*t, **{1: 2}))
attempt(lambda: g(*t, **{"b": 2}))
attempt(lambda: f(*t, **d))


class Keys:
    def keys(self):
        return ["k", "w"]

    def __getitem__(self, key):
        return key * 2


print(g(1, **Keys()), g(1, **{"".join(["a", "b"]): 7}), g(*(i for i in t)))


def wrap(function):
    def wrapper(*args, **kwargs):
        kwargs["seen"] = len(args)
        return function(*args, **kwargs)

    return wrapper


passed = {"x": 1}
print(wrap(g)(1, 2, **passed), passed, wrap(lambda **kw: kw)(z=0))
f.__kwdefaults__ = {"d": "new"}
attempt(lambda: f(1))
f.__defaults__ = None
attempt(lambda: f(1, c=1))


def gen(a, *, b=2):
    yield a
    yield b


print(list(gen(1)), list(gen(1, b=3)), list(gen(*[4], **{"b": 5})))


class Point:
    def __init__(self, x, y=0, *, tag=None):
        self.x, self.y, self.tag = x, y, tag


class Plain:
    def __init__(self, x, y=0):
        self.x = x
        self.y = y

    @property
    def sum(self):
        return self.x + self.y

    def again(self):
        return type(self)(self.y, self.x)


class Bad:
    def __init__(self, value):
        return value


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


def make(cls, *args):
    return [cls(*args) for _ in range(3)]


for cls in (Plain, Point, Plain, Point):
    for _ in range(2):
        o = cls(1)
        p = cls(3, 4)
        print(o.x, o.y, p.x, p.y, end=" ")
print()
print([o.sum for o in make(Plain, 5, 6)], Plain(1, 2).again().x)
attempt(lambda: Plain())
attempt(lambda: Plain(1, 2, 3))
attempt(lambda: Bad(None) is not None)
attempt(lambda: Bad(1))
print([s.a + s.b for s in make(Slotted, 1, 2)])
print([c(3) for c in (int, str, float, bool, complex, range)], [c() for c in (list, dict, set)])
for text in ("12", "x"):
    try:
        print(int(text), int(text, 16))
    except ValueError as e:
        print(e)


class Num:
    def __index__(self):
        return 7

    def __iter__(self):
        return iter("it")

    def __str__(self):
        return "num"


print(int(Num()), list(Num()), str(Num()), tuple(Num()), range(Num()), bool(Num()))


# What a call site or attribute site remembered must not outlive a change.
class Base:
    def who(self):
        return "base"

    @property
    def name(self):
        return "property"


class One(Base):
    def who(self):
        return "one " + super().who()


class Two(Base):
    name = "two"

    def who(self):
        return "two " + super().who()


class Three(One, Two):
    def who(self):
        return "three " + super().who()


def ask(objects):
    return [(o.who(), o.name) for o in objects]


mixed = [One(), Two(), Three(), One(), Two()]
print(ask(mixed))
Base.who = lambda self: "changed"
One.name = property(lambda self: "other")
Plain.__init__ = lambda self, x: setattr(self, "x", x * 2) or setattr(self, "y", 1)
print(ask(mixed), [Plain(n).sum for n in range(3)])
Plain.sum = 5
print(Plain(1).sum)
mixed[1].who = lambda: "own"
print(ask(mixed))
del Base.name
try:
    mixed[0].name
    Base().name
except AttributeError as e:
    print(e)


class Wide:
    def __init__(self, n):
        self.a = self.b = self.c = self.d = self.e = self.f = self.g = n
        self.h = n + 1


wide = [Wide(n) for n in range(3)]
for w in wide:
    w.h += w.g
    w.i = w.h * 2
    w.a += 1
print([(w.a, w.h, w.i) for w in wide])
del wide[0].h
for w in wide:
    print(getattr(w, "h", None), w.i)
    try:
        print(w.h)
    except AttributeError as e:
        print(e)


def deep(n):
    return Plain(n).x if n == 0 else deep(n - 1)


print(deep(300))


class Loop:
    def __init__(self, n=0):
        self.next = Loop(n + 1)


try:
    Loop()
except RecursionError as e:
    print("RecursionError", e)
