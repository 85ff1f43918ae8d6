from collections import deque
from collections.abc import MutableSequence
import copy


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


d = deque([1, 2, 3])
print(d, len(d), bool(d), bool(deque()), list(d), d[0], d[-1], d.maxlen)
d.append(4)
d.appendleft(0)
d.extend([5, 6])
d.extendleft([-1, -2])
print(d, d.pop(), d.popleft(), d)
for n in (1, -1, 3, -3, 100, 0, 7):
    d.rotate(n)
    print(n, d)
d.reverse()
print(d, list(reversed(d)))
d.insert(2, "x")
d.insert(-1, "y")
d.insert(100, "z")
d.insert(-100, "w")
print(d, d.index("y"), d.count("x"))
d.remove("x")
show(d.remove, "nope")
show(d.index, "nope")
show(d.index, "y", 0, 2)
del d[1]
del d[-1]
d[0] = "first"
print(d, "y" in d, "n" in d)
for i in (99, -99):
    show(lambda: d[i])
show(lambda: d["a"])
show(lambda: d[1:2])
show(lambda: d.__setitem__(50, 1))
show(lambda: d.__delitem__(50))
show(deque().pop)
show(deque().popleft)
m = deque(range(10), maxlen=3)
print(m, m.maxlen)
m.append(10)
m.appendleft(1)
m.extend([7, 8])
m.extendleft("ab")
print(m)
show(m.insert, 0, 1)
z = deque([1, 2], maxlen=0)
z.append(1)
z.appendleft(1)
print(z, len(z))
show(deque, [1], -1)
show(deque, [1], "a")
show(deque, 5)
print(deque([1], maxlen=None), deque(iterable="ab", maxlen=5), deque("abc", 2))
print(deque([1, 2]) + deque([3]), deque([1, 2]) * 2, 2 * deque([1]),
      deque([1, 2, 3], 4) * 2, deque([1, 2, 3], 4) + deque([4, 5]))
show(lambda: d + [1])
show(lambda: d * "a")
e = deque([1])
e += [2, 3]
e += e
e *= 2
print(e)
e *= 0
print(e)
print(deque([1, 2]) == deque([1, 2]), deque([1, 2]) != deque([1]),
      deque([1, 2]) < deque([1, 3]), deque([2]) > deque([1, 5]),
      deque([1]) <= deque([1]), deque([1]) >= deque([2]), deque([1]) == [1])
c = deque([[1], 2], 5)
c2, c3, c4 = c.copy(), copy.copy(c), copy.deepcopy(c)
c[0].append(9)
print(c, c2, c3, c4)
r = deque()
r.append(r)
print(r)


def mutate():
    q = deque([1, 2, 3])
    for x in q:
        q.append(x)


def mutate_end():
    q = deque([1, 2, 3])
    for x in q:
        if x == 3:
            q.pop()


def mutate_rev():
    q = deque([1, 2, 3])
    for x in reversed(q):
        q.popleft()


def set_during():
    q = deque([1, 2, 3])
    for i, x in enumerate(q):
        q[i] = x * 2
    return q


show(mutate)
show(mutate_end)
show(mutate_rev)
show(set_during)


class Loud(deque):
    def append(self, x):
        print("append", x)
        super().append(x)


x = Loud([1, 2])
x.append(3)
x.extend([4])
x.tag = 1
print(x, type(x.copy()).__name__, isinstance(x, MutableSequence))
print(deque[int], deque.__name__, deque.__module__, deque)
q = deque()
for i in range(1000):
    q.append(i)
    if i % 3 == 0:
        q.popleft()
print(len(q), q[0], q[-1], sum(q))
for i in range(500):
    q.rotate(i)
    q.appendleft(q.pop())
print(list(q)[:5], sum(q))
q.clear()
print(q)


class Evil:
    def __eq__(self, other):
        ev.append(1)
        return False


ev = deque([Evil(), Evil()])
show(ev.index, 5)
show(ev.remove, 5)
show(lambda: hash(deque()) and 0 if False else "skip")
