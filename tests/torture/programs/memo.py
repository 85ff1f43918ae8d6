"""Caches, the order of OrderedDict, iteration over instances in natives."""
from collections import Counter, OrderedDict, namedtuple
from functools import cache, lru_cache


@lru_cache(maxsize=3)
def f(x, y=0):
    return x + y


print([f(i % 5) for i in range(14)], f(1, 2), f(1, y=2), f.cache_info())


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(20), fib.cache_info())
d = OrderedDict((c, i) for i, c in enumerate("abcdef"))
for c in "acebda":
    d.move_to_end(c)
print(list(d.items()), d.pop("c"), d.popitem(last=False), d.popitem(), list(d))
P = namedtuple("P", "x y")
p = P(1, 2)
print(p.x + p.y, p._replace(x=5), p._asdict(), list(zip(p, "ab")))
print(sorted(Counter("banana")), list(enumerate(Counter("aab"))))
print(f"{3.14159:>12,.2f}|{1234567.891:+,.1f}|{'ab':^9}|{42:08d}|{0.25:.1%}")
