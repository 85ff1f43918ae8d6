"""Misses of caches: any function, any number of arguments, any key."""
from functools import cache, lru_cache


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"Key({self.n})"


@lru_cache(maxsize=3)
def of_key(key, more=0):
    return f"{key} {more}"


for n in (1, 3, 1, 5, 7, 3, 1):
    print(of_key(Key(n)), of_key((Key(n), 1)), of_key(Key(n), n))
print(of_key.cache_info())


@cache
def many(*args, **kwargs):
    return args, sorted(kwargs.items())


for n in range(8):
    for _ in range(2):
        print(many(*range(n)), many(*range(n), last=n))
print(many.cache_info())
many.cache_clear()
print(many.cache_info(), many.__wrapped__(1), many.cache_clear.__name__)


@cache
def steps(n):
    yield from range(n)


print(list(steps(3)), list(steps(3)), list(steps(2)))
sizes = lru_cache(maxsize=2)(len)
print(sizes("ab"), sizes("ab"), sizes("abc"), sizes("abcd"), sizes("ab"), sizes.cache_info())
made = cache(dict)
print(made() is made(), made(), made.cache_info())


class Grid:
    def __init__(self, n):
        self.n = n

    @lru_cache(maxsize=None)
    def paths(self, x, y):
        if x == self.n or y == self.n:
            return 1
        return self.paths(x + 1, y) + self.paths(x, y + 1)

    @staticmethod
    @cache
    def square(n):
        return n * n

    @classmethod
    @cache
    def name(cls, n):
        return cls.__name__ * n


grid = Grid(12)
print(grid.paths(0, 0), Grid.paths.cache_info(), Grid(3).paths(0, 0), Grid.paths(grid, 0, 0))
print(Grid.square(7), grid.square(7), Grid.name(2), grid.name(2))


@lru_cache(maxsize=4)
def fails(n):
    if n > 2:
        raise ValueError(n)
    return fails(n + 1) if n < 0 else n


for n in (-3, 3, 3, 0, 1, 2, -1):
    try:
        print(fails(n))
    except ValueError as error:
        print("ValueError", error)
print(fails.cache_info())
try:
    fails([])
except TypeError as error:
    print(error)
try:
    fails()
except TypeError as error:
    print(error)
print(fails.cache_info())


@lru_cache(maxsize=2)
def clears(n):
    if n == 3:
        clears.cache_clear()
    return n


print([clears(n) for n in (1, 2, 3, 1, 2, 3, 2)], clears.cache_info())
