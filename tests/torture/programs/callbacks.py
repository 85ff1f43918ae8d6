"""Short functions that C calls: keys, comparisons, hashes."""

import bisect
import heapq
from functools import cmp_to_key, reduce


class Task:
    limit = 3

    def __init__(self, rank, name):
        self.rank = rank
        self.name = name

    def __lt__(self, other):
        return self.rank < other.rank

    def __eq__(self, other):
        return isinstance(other, Task) and (self.rank, self.name) == (other.rank, other.name)

    def __hash__(self):
        return hash((self.rank, self.name))

    def weight(self):
        return -self.rank * Task.limit

    def late(self):
        return self.rank > self.limit and "late" or self.name.upper()


def far(task):
    distance = task.rank - 3
    if distance < 0:
        distance = -distance
    return distance, task.name


tasks = [Task(rank, "t%d" % i) for i, rank in enumerate((5, 1, 4, 1, 3, 9, 2, 6))]
heap = []
for task in tasks:
    heapq.heappush(heap, task)
print([heapq.heappop(heap).name for _ in range(len(heap))])
print([t.name for t in sorted(tasks)], min(tasks).name, max(tasks).name)
print([t.name for t in sorted(tasks, key=Task.weight)])
print([t.name for t in sorted(tasks, key=far)], max(tasks, key=far).name)
print(list(map(Task.late, tasks)), list(filter(lambda t: t.rank & 1, tasks))[1].name)
print([t.rank for t in sorted(tasks, key=cmp_to_key(lambda a, b: b.rank - a.rank))])
where = {task: task.rank for task in tasks}
print([where[Task(t.rank, t.name)] for t in tasks], Task(0, "") in where)
print(len({*tasks, Task(5, "t0")}), where.get(Task(9, "t5")), tasks.index(Task(3, "t4")))
print({(task, 1): 2 for task in tasks}[Task(4, "t2"), 1], (tasks[0], 1) == (Task(5, "t0"), 1))
order = sorted(tasks)
bisect.insort(order, Task(7, "new"))
print([t.rank for t in order], reduce(lambda a, b: a + b, [1, 2, 3]))
