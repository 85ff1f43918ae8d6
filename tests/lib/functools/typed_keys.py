# Caches that tell apart arguments of different types.
from functools import lru_cache


@lru_cache(maxsize=3, typed=True)
def show(*args):
    return [type(arg).__name__ for arg in args]


class Number(int):
    pass


class Odd:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return isinstance(other, Odd)


for args in ((1,), (1.0,), (True,), (1,), ("a",), ("a", "a"), ("a", 1), ("a", 1.0), ("a", True)):
    print(args, show(*args), show(*args), show.cache_info())
print(show(Number(1)), show(1), show(Odd(), 1), show(Odd(), 1.0), show(Odd(), 1))
print(show(), show(), show.cache_info())
print(show(*range(8)), show(*range(8)), show(*range(9)), show(*range(9)), show.cache_info())


@lru_cache(None, typed=True)
def pair(a, b=2):
    return a, b


print(pair(1), pair(1.0), pair(1, b=2), pair(1, 2.0), pair(a=1), pair(a=1.0), pair.cache_info())
print(pair(1), pair(1.0), pair(1, b=2), pair(1, 2.0), pair(a=1), pair(a=1.0), pair.cache_info())
pair.cache_clear()
print(pair.cache_info())
try:
    pair([])
except TypeError as error:
    print(error)


@lru_cache(maxsize=None, typed=True)
def down(n):
    return n if n < 2 else down(n - 1) + down(n - 2)


print(down(50), down(50.0), down.cache_info())


@lru_cache(maxsize=0, typed=True)
def never(n):
    return n


print(never(1), never(1), never.cache_info())


class Holder:
    @lru_cache(maxsize=8, typed=True)
    def method(self, n):
        return n, type(n).__name__


h = Holder()
print(h.method(1), h.method(1.0), h.method(1), Holder.method.cache_info().hits)
