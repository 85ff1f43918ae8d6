# genexpr.py: Generator expressions: laziness, scoping, first iterable.
# SPDX-License-Identifier: Apache-2.0

log = []


def src(n, seq):
    log.append(('src', n))
    return seq


g = ((x, y) for x in src(1, [1, 2]) for y in src(2, 'ab'))
print(log)
print(next(g), log)
print(list(g), log)
try:
    g = (x for x in undefined_name)
except NameError as e:
    print('eager', e)
g = (undefined_name2 for x in [1])
try:
    next(g)
except NameError as e:
    print('lazy', e)
try:
    (x for x in 5)
except TypeError as e:
    print(e)
g = (y for x in [1] for y in 5)
try:
    next(g)
except TypeError as e:
    print(e)
n = 10
g = (n + i for i in range(3))
n = 100
print(list(g))


def f():
    k = 1
    g = (k * i for i in range(3))
    k = 5
    return list(g)


print(f())
print(list(i for i in range(5) if i % 2), list((i, j) for i in range(3) for j in range(i) if i + j > 1))
print(sum(x * x for x in range(4)), sorted(c for c in 'cab'), any(x > 2 for x in [1, 3]), tuple(x for x in 'ab'))
print(max((len(w), w) for w in ['a', 'bbb', 'cc']), set(x // 2 for x in range(4)) == {0, 1}, dict((i, i) for i in range(2)))
g = (print('evaluated', i) for i in range(3))
next(g)
print('pause')
list(g)
g = (i for i in range(3))
print(type(g).__name__, g.__name__, 2 in g, list(g))
print(list(list(x for x in y) for y in ['ab', 'c']))
gs = [(i for _ in range(1)) for i in range(3)]
print([list(q) for q in gs])
gs = [(lambda: i) for i in range(3)]
print([q() for q in gs])
print(*(i for i in range(3)), sep=',')


def take(it, n): return [next(it) for _ in range(n)]


print(take((i * i for i in iter(int, 1)), 3))
g = (1 / x for x in (1, 0, 2))
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(e)
print(list(g))
it = iter([1, 2, 3, 4])
print(list((a, b) for a, b in zip(it, it)))
g = (x for x in [1, 2])
print(g.send(None), g.send('ignored'), g.gi_frame is None)
try:
    g.send(1)
except StopIteration as e:
    print(e.value)
print(((yield_) for yield_ in [1]).__next__())
