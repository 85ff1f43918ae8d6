import heapq
from heapq import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(heapq.__all__)
data, x = [], 12345
for i in range(200):
    x = (x * 1103515245 + 12345) % 2**31
    data.append(x % 1000)
h = data[:]
heapify(h)
print(h)
out = [heappop(h) for _ in range(200)]
print(out == sorted(data))
h = []
for v in data:
    heappush(h, v)
print(h)
print([heappushpop(h, v) for v in (0, 500, 2000)], [heapreplace(h, v) for v in (0, 5, 2000)], h[:20])
print(heappushpop([], 5))
show(heappop, [])
show(heapreplace, [], 1)
show(heappush, (), 1)
show(heapify, "abc")
show(heappop, None)
show(heappush, [1], "a")
for n in (-1, 0, 1, 2, 5, 199, 200, 500):
    print(n, nsmallest(n, data)[:8], nlargest(n, data)[:8],
          nsmallest(n, data) == sorted(data)[:max(n, 0)],
          nlargest(n, iter(data)) == sorted(data, reverse=True)[:max(n, 0)])
recs = [(v % 7, i) for i, v in enumerate(data)]
key = lambda r: r[0]
print(nsmallest(9, recs, key=key), nlargest(9, recs, key=key))
print(nsmallest(1, recs, key), nlargest(1, recs, key), nsmallest(1, []), nlargest(1, []))
print(nsmallest(3, iter(recs), key=key), nlargest(3, iter(recs), key=key))
print(list(merge([1, 4, 7], [2, 5, 8], [0, 9], [])))
print(list(merge([7, 4, 1], [8, 5], reverse=True)))
print(list(merge(["a", "ccc"], ["bb", "dddd"], key=len)))
print(list(merge(["ccc", "a"], ["dddd", "bb"], key=len, reverse=True)))
print(list(merge()), list(merge([1])), list(merge([], [])))
print(list(merge([(1, "a")], [(1, "b")], key=key)))


class Item:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        log.append((self.v, o.v))
        return self.v < o.v


log = []
h = [Item(v) for v in (5, 3, 8, 1, 9, 2)]
heapify(h)
print([i.v for i in h], log)
log = []
print(heappop(h).v, log)
log = []
heappush(h, Item(0))
print(log, [i.v for i in h])
tasks = []
for prio, name in [(3, "c"), (1, "a"), (2, "b")]:
    heappush(tasks, (prio, name))
while tasks:
    print(heappop(tasks))
