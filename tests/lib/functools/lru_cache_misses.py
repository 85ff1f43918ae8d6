"""Calls that the cache does not know: counts, limits, keywords."""
from functools import lru_cache

@lru_cache(None)
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(60), fib.cache_info())
@lru_cache(maxsize=2)
def g(a, b=3): return a*b
print(g(1), g(1,2), g(2,2), g(1,2), g(b=5,a=1), g.cache_info())
@lru_cache(0)
def h(a): return a
print(h(1), h(1), h.cache_info())
@lru_cache()
def z(*a): return a
print(z(), z(1), z(1,2), z(1,2,3), z(), z.cache_info())
@lru_cache(None)
def fails(x):
    raise KeyError(x)
for _ in range(2):
    try:
        fails(3)
    except KeyError as error:
        print(repr(error))
print(fails.cache_info())
@lru_cache(maxsize=3)
def own(n):
    return own(n - 1) + 1 if n else 0
print(own(10), own.cache_info(), own(9), own(3), own.cache_info())
@lru_cache(None)
def pair(a, b=0, *, c=0):
    return a, b, c
print(pair(1, 2), pair((1,), ('b', 2)), pair(1, b=2), pair(1, c=2), pair(a=1))
print(pair(1, 2), pair(1, b=2), pair.cache_info())
