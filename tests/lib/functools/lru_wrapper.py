"""lru_cache: what the wrapper is, its keys, its order, and what it binds."""
from functools import cache, lru_cache
import functools


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


@lru_cache(maxsize=3)
def f(*args, **kw):
    "doc of f"
    print("call", args, kw)
    return args, kw


f.note = 5
print(type(f).__name__, type(f).__module__, f.__name__, f.__doc__, f.note)
print(callable(f), f.__wrapped__.__name__, f.cache_parameters())
for args in [(1,), (1.0,), (True,), ("1",), (1, 2), ((1, 2),), ()]:
    f(*args)
    f(*args)
print(f.cache_info())
f(x=1, y=2)
f(y=2, x=1)
f(x=1, y=2)
print(f.cache_info())
show(f, [])
show(f, {}, 1)
f.cache_clear()
print(f.cache_info())

# order of use decides who goes
seen = []


@lru_cache(2)
def g(x):
    seen.append(x)
    return x * 2


for x in [1, 2, 1, 3, 1, 2, 3, 1, 1, 2]:
    assert g(x) == x * 2
print(seen, g.cache_info())


# many keys, many hits: the order survives tables that are built anew
@lru_cache(maxsize=50)
def h(x):
    return -x


for i in range(2000):
    h(i % 70 if i % 3 else i % 7)
print(h.cache_info())
print(sum(1 for i in range(70) if h.__wrapped__(i) == h(i)))


# keys that hash and compare by Python code
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n


@cache
def by_key(k, other=None):
    return k.n


print([by_key(Key(i % 5)) for i in range(12)], by_key.cache_info())
print(by_key(Key(1), other=Key(2)), by_key(Key(1), other=Key(2)),
      by_key.cache_info())


@lru_cache(maxsize=2)
def bounded_key(k):
    return k.n


print([bounded_key(Key(i % 3)) for i in (0, 1, 0, 2, 0, 1)],
      bounded_key.cache_info())


class Broken:
    def __hash__(self):
        raise ValueError("no hash")


show(by_key, Broken())


# typed
@lru_cache(typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed(1), typed.cache_info())


# no cache at all
@lru_cache(maxsize=0)
def none(x):
    return x


print(none(1), none(1), none.cache_info())
print(lru_cache(maxsize=-5)(len).cache_parameters())


# an exception is not a result; None is one
calls = 0


@cache
def odd(x):
    global calls
    calls += 1
    if x % 2:
        raise ValueError(x)


show(odd, 1)
show(odd, 1)
odd(2)
odd(2)
print(calls, odd.cache_info())


# methods, class methods, static methods
class C:
    k = 3

    @lru_cache(maxsize=None)
    def m(self, x, y=1):
        return self.k * x + y

    @classmethod
    @cache
    def c(cls, x):
        return cls.__name__, x

    @staticmethod
    @cache
    def s(x):
        return x


o, p = C(), C()
print(o.m(1), o.m(1), p.m(1), o.m(1, y=2), C.m(o, 1), C.m.cache_info())
print(o.c(1), C.c(1), C.c.cache_info() if hasattr(C.c, "cache_info") else None)
print(o.s(4), C.s(4), C.s.cache_info())
bound = o.m
print(bound(7), bound.__self__ is o, bound.__func__ is C.m)
print(list(map(o.m, [1, 2, 1])), sorted([3, 1, 2], key=cache(lambda v: -v)))


# recursion, and a call that fills its own place
@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), fib.cache_info())


@lru_cache(maxsize=4)
def deep(n):
    return 0 if n == 0 else deep(n - 1) + 1


print(deep(60), deep.cache_info())


@lru_cache(maxsize=2)
def again(n, inner=[True]):
    if inner:
        inner.pop()
        again(n)
    return n


print(again(5), again.cache_info())

import copy
print(copy.copy(fib) is fib, copy.deepcopy(fib) is fib)
show(lambda: functools.lru_cache(5)(3))
show(lambda: functools.lru_cache("a"))
print(fib.cache_clear(), fib.cache_info())
