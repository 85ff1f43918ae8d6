# user_keys.py: keys with __hash__ and __eq__, sorts and heaps by __lt__.
# SPDX-License-Identifier: Apache-2.0
import heapq


class Cell:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __hash__(self):
        return hash((self.x, self.y))

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __lt__(self, other):
        return (self.x, self.y) < (other.x, other.y)


def around(cell):
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                yield Cell(cell.x + dx, cell.y + dy)


alive = {Cell(x * x % 29, x * 5 % 23) for x in range(300)}
for _ in range(6):
    counts = {}
    for cell in alive:
        for near in around(cell):
            counts[near] = counts.get(near, 0) + 1
    alive = {c for c, n in counts.items() if n == 3 or (n == 2 and c in alive)}
heap = []
for cell in sorted(alive, reverse=True):
    heapq.heappush(heap, cell)
first = heapq.heappop(heap)
print(len(alive), first.x, first.y, len(heap))
