# Inline caches survive collections and class changes: what they remember of a
# class, a shape or a piece of code must not outlive it.
import gc


def churn():
    junk = [[i, [i]] for i in range(2000)]
    del junk
    gc.collect()


# --- classes that die and others that take their place ---------------------
def read(o):
    return o.x


def call(o):
    return o.m()


def make(i):
    if i % 3 == 0:
        class A:
            x = i

            def m(self):
                return ('A', self.x)
        return A()
    if i % 3 == 1:
        class B:
            def __init__(self):
                self.y = 0
                self.x = -i

            def m(self):
                return ('B', self.x)
        return B()

    class C:
        __slots__ = ('w', 'x')

        def __init__(self):
            self.x = i * 2

        @staticmethod
        def m():
            return 'C'
    return C()


out = []
for i in range(60):
    o = make(i)
    out.append((read(o), call(o)))
    del o
    if i % 7 == 0:
        churn()
print(out)


# --- code that dies and other code in its place ----------------------------
class P:
    def __init__(self):
        self.a, self.b, self.c = 1, 2, 3


p = P()
got = []
for i in range(200):
    ns = {}
    exec(f"def f(o):\n    return o.{'abc'[i % 3]}, len('{'x' * (i % 5)}')", ns)
    got.append(ns['f'](p))
    if i % 50 == 0:
        churn()
print(got[:9], sum(a for a, _ in got), sum(b for _, b in got))


# --- a base class changes under cached subclasses --------------------------
class Base:
    def who(self):
        return 'base'

    kind = 'data'


class Mid(Base):
    pass


class Leaf(Mid):
    pass


def ask(o):
    return o.who(), o.kind, type(o).kind


leaf, seen = Leaf(), []
for step in range(8):
    seen.append(ask(leaf))
    seen.append(ask(leaf))
    if step == 0:
        Base.who = lambda self: 'base2'
    elif step == 1:
        Mid.who = lambda self: 'mid'
    elif step == 2:
        Mid.kind = property(lambda self: 'property')
    elif step == 3:
        del Mid.who, Mid.kind
    elif step == 4:
        Leaf.who = staticmethod(lambda: 'static')
    elif step == 5:
        leaf.who = lambda: 'own'
    elif step == 6:
        del leaf.who
        Leaf.__bases__ = (Base,)
    churn()
print([s if not isinstance(s[2], property) else s[:2] for s in seen])


# --- a metaclass changes -----------------------------------------------------
class Meta(type):
    pass


class M(metaclass=Meta):
    pass


def level(c):
    try:
        return c.level
    except AttributeError:
        return None


levels = [level(M), level(M)]
Meta.level = 1
levels += [level(M), level(M)]
Meta.level = property(lambda cls: 2)
levels += [level(M), level(M)]
M.level = 3
levels += [level(M), level(M)]
del Meta.level
levels += [level(M), level(M)]
print(levels)


# --- special methods appear and disappear -----------------------------------
class V:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return ('add', self.n)


class W(V):
    pass


def plus(a, b):
    try:
        return a + b
    except TypeError:
        return 'no'


v, w, sums = V(1), W(2), []
for step in range(5):
    for _ in range(2):
        sums.append((plus(v, w), plus(w, v), plus(1, w), plus(v, v)))
    if step == 0:
        W.__radd__ = lambda self, other: ('radd', self.n)
    elif step == 1:
        W.__add__ = lambda self, other: ('wadd', self.n)
    elif step == 2:
        del V.__add__
    elif step == 3:
        del W.__radd__
    churn()
print(sums)


# --- many sites, more than any first table has places for --------------------
class Many:
    pass


many = Many()
for i in range(40):
    setattr(many, f'a{i}', i)
functions = []
for k in range(60):
    body = '\n'.join(f'    s += o.a{(i * 7 + k) % 40}' for i in range(100))
    ns = {}
    exec(f'def f(o):\n    s = 0\n{body}\n    return s', ns)
    functions.append(ns['f'])
first = [f(many) for f in functions]
many.a3 = 1000
second = [f(many) for f in functions]
Many.a3 = property(lambda self: 5)
third = [f(many) for f in functions]
print(sum(first), sum(second), sum(third))

# --- classes in a loop beside hot code ---------------------------------------
class Hot:
    def __init__(self):
        self.v = 1

    def get(self):
        return self.v


hot, total = Hot(), 0
for i in range(300):
    T = type(f'T{i}', (Hot,), {'get': lambda self, i=i: i})
    total += hot.get() + T().get() + T().v
    if i == 150:
        Hot.get = lambda self: self.v * 10
print(total)
