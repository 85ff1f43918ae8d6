"""Sorts and heaps ask the function of cmp_to_key() itself."""

import heapq
from functools import cmp_to_key


class Odd:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other


numbers = [i * 37 % 23 for i in range(30)]
for compare in (
    lambda a, b: a - b,
    lambda a, b: (a - b) * 0.5,
    lambda a, b: (a - b) * 10**30,
    lambda a, b: a > b,
    lambda a, b: Odd(b - a),
    lambda a, b: "text",
    lambda a, b: 1 // (a - b),
    lambda a: 0,
):
    try:
        print(sorted(numbers, key=cmp_to_key(compare)))
    except (TypeError, ZeroDivisionError) as error:
        print(type(error).__name__, error)

down = cmp_to_key(lambda a, b: b - a)
heap = [down(n) for n in numbers]
heapq.heapify(heap)
print([heapq.heappop(heap).obj for _ in range(6)])
print(max(numbers, key=down), min(numbers, key=down))
print(down(1) < down(2), down(2) < down(1), down(1) == down(1), down(1) >= down(0))
try:
    down(1) < 3
except TypeError as error:
    print(error)
