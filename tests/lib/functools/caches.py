import functools
from functools import lru_cache, cache, cached_property


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


@lru_cache(maxsize=3)
def f(x, y=0):
    "doc f"
    print("call", x, y)
    return x, y


for a in (1, 2, 1, 3, 1, 4, 2, 1):
    f(a)
print(f.cache_info(), f.cache_parameters(), f.__name__, f.__doc__, f.__wrapped__(7))
f(1, y=2)
f(y=2, x=1)
f(1, 2)
print(f.cache_info())
f.cache_clear()
print(f.cache_info())


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info(), fib.cache_parameters())


@lru_cache
def plain(x):
    return type(x).__name__


print(plain(1), plain(1.0), plain(True), plain("1"), plain((1,)), plain(2.5), plain.cache_info())


@lru_cache(maxsize=None, typed=True)
def typed(x, **k):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed(x=1) if False else "", typed(1, a=1),
      typed(1, a=1.0), typed.cache_info())


@lru_cache(maxsize=0)
def none(x):
    return x


none(1)
none(1)
print(none.cache_info())


@lru_cache(-5)
def neg(x):
    return x


neg(1)
print(neg.cache_info())
show(f, [1])
show(fib, {})
show(lru_cache, "a")
show(lru_cache, 2.5)
show(lru_cache(3), 5)


@lru_cache(2)
def boom(x):
    if x:
        raise ValueError(x)
    return None


show(boom, 1)
show(boom, 1)
boom(0)
boom(0)
print(boom.cache_info())


class C:
    def __init__(self):
        self.n = 0

    @lru_cache(maxsize=10)
    def m(self, x):
        self.n += 1
        return x * 2

    @cached_property
    def slow(self):
        "slow doc"
        print("computing")
        return 42

    @staticmethod
    @cache
    def s(x):
        return x + 1


c = C()
print(c.m(2), c.m(2), c.n, C.m.cache_info(), C.s(1), C.s(1), C.s.cache_info())
print(c.slow, c.slow, vars(c), C.slow.__doc__, C.slow.attrname)
del c.slow
c.slow
c.slow = 5
print(c.slow)


class S:
    __slots__ = ()

    @cached_property
    def x(self):
        return 1


show(lambda: S().x)
show(lambda: type("T", (), {})() and cached_property(len).__get__(c))
try:
    class Two:
        a = b = cached_property(len)
except Exception as e:
    print(type(e).__name__, e.__cause__ or e)


class Meta(type):
    @cached_property
    def cp(cls):
        return 1


show(lambda: Meta("K", (), {}).cp)


@lru_cache(maxsize=2)
def order(x):
    print("miss", x)
    return x


for x in "abacbab":
    order(x)


@lru_cache(maxsize=5)
def rec(n):
    return 1 if n == 0 else n * rec(n - 1)


print(rec(20), rec.cache_info(), rec(18), rec.cache_info())
