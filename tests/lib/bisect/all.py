import bisect
from bisect import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


a = [1, 2, 2, 2, 5, 8]
for x in (0, 1, 2, 3, 5, 8, 9, 2.5):
    print(x, bisect_left(a, x), bisect_right(a, x), bisect.bisect(a, x),
          bisect_left(a, x, 2), bisect_right(a, x, 1, 3), bisect_left(a, x, lo=1, hi=4))
b = []
for x in (5, 1, 3, 3.0, True, 9):
    insort(b, x)
print(b)
b = []
for x in (5, 1, 3, 3.0, True, 9):
    insort_left(b, x)
print(b)
rows = [("a", 1), ("b", 3), ("c", 5)]
key = lambda r: r[1]
print(bisect_left(rows, 3, key=key), bisect_right(rows, 3, key=key))
insort(rows, ("d", 3), key=key)
insort_left(rows, ("e", 3), key=key)
insort_right(rows, ("f", 9), key=key)
print(rows)
show(bisect_left, a, 3, -1)
show(bisect_right, a, 3, lo=-2)
show(bisect_left, a, "x")
show(bisect_left, a, 3, 0, 100)
show(insort, (1, 2), 3)
print(bisect.insort is bisect.insort_right, bisect.bisect is bisect.bisect_right)
grade = lambda s: "FDCBA"[bisect.bisect([60, 70, 80, 90], s)]
print([grade(s) for s in (33, 99, 77, 70, 89, 90, 100)])
