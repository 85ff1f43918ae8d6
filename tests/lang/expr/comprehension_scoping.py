# comprehension_scoping.py: Names inside comprehensions and what they see.
# SPDX-License-Identifier: Apache-2.0

x = 'outer'
print([x for x in range(3)], x)
print({x: y for x, y in zip('ab', 'cd')}, x)
print(sorted({x * 2 for x in range(3)}), x)
print(list(x for x in 'pq'), x)
y = [1, 2]
print([y for y in y], y)
print([a for a in [b for b in range(3)] if a])
print([(i, j) for i in range(3) for j in range(i)])
print([[i * j for j in range(3)] for i in range(3)])
print([i for i in range(10) if i % 2 if i % 3])
print([a + b for a, b in [(1, 2), (3, 4)]])
print([a for a, *b in ['abc', 'de']], [b for a, *b in ['abc', 'de']])
print([v for row in [[1, 2], [3]] for v in row])
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
fs = {i: (lambda: i) for i in range(3)}
print([fs[k]() for k in fs])


class C:
    n = 3
    items = [1, 2]
    try:
        bad = [n for _ in items]
    except NameError as e:
        print(e)
    ok = [i for i in items]
    first = [i for i in range(n)]


print(C.ok, C.first, hasattr(C, 'i'))


def f():
    z = 5
    r = [z + i for i in range(3)]
    try:
        print(i)
    except NameError as e:
        print(type(e).__name__, e)
    return r


print(f())


def g():
    r = [k for k in [1, 2]]
    k = 'local'
    return r, k, [k for k in [7]], k


print(g())


def h(seq):
    try:
        return [1 / q for q in seq]
    except ZeroDivisionError as e:
        return str(e)


print(h([1, 2]), h([1, 0]))
o = []
print([o[0] for o[:] in ['ab', 'cd']], o)
d = {}
print([d for d['k'] in range(2)], d)
