# What a cmp function may return, in sorts, heaps and comparisons.
import heapq
from functools import cmp_to_key


class Odd:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return [] if self.v >= other else ['yes']


items = [5, 3, 9, 1, 5, 7, 2, 8, 0, 6, 4] * 3
ways = {
    'int': lambda a, b: a - b,
    'falling': lambda a, b: b - a,
    'float': lambda a, b: (a - b) / 10,
    'big': lambda a, b: (a - b) * 10 ** 30,
    'bool': lambda a, b: a > b,
    'odd': lambda a, b: Odd(a - b),
    'parity': lambda a, b: (a % 2 - b % 2) or a - b,
}
for name, cmp in ways.items():
    key = cmp_to_key(cmp)
    print(name, sorted(items, key=key), sorted(items, key=key, reverse=True))
    heap = [key(v) for v in items]
    heapq.heapify(heap)
    print([heapq.heappop(heap).obj for _ in range(4)])
    print(min(items, key=key), max(items, key=key), key(1) < key(2))


def broken(a, b):
    if a == 9 or b == 9:
        raise ValueError('nine')
    return a - b


for cmp in (broken, lambda a, b: None, lambda a, b: 'x', lambda a: 0):
    try:
        print(sorted(items, key=cmp_to_key(cmp)))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, str(e)[-60:])
one, two = cmp_to_key(lambda a, b: a - b), cmp_to_key(lambda a, b: b - a)
print(sorted([one(1), two(2), one(3)])[0].obj, one(1) < two(2))
try:
    one(1) < 3
except TypeError as e:
    print(e)
try:
    sorted([one(1), 3])
except TypeError as e:
    print(e)
