# ranges.py: range: arithmetic, membership, slicing, equality, huge ranges.
# SPDX-License-Identifier: Apache-2.0

for r in (range(0), range(5), range(2, 8), range(0, 10, 3), range(10, 0, -3), range(5, 5), range(5, 0), range(0, -5, -1), range(-3, 3), range(1, 10, 100), range(10 ** 20, 10 ** 20 + 3), range(0, 2 ** 70, 2 ** 68), range(True), range(2 ** 49 - 1, 2 ** 49 + 2), range(-(2 ** 63), -(2 ** 63) + 3)):
    print(r, list(r), len(r), bool(r), r.start, r.stop, r.step, list(reversed(r)), r[1:], r[::-1], r[::2], r[-2:], r[5:1:-2], hash(r) == hash(range(r.start, r.stop, r.step)))
r = range(0, 20, 3)
print(r[0], r[-1], r[2], 9 in r, 10 in r, 9.0 in r, 9.5 in r, '9' in r, None in r, True in range(2), -3 in r, 21 in r, r.index(9), r.count(9), r.count(10), r.index(9.0), r.count('x'), r.index(True) if 1 in r else 'no')
print(range(3) == range(0, 3, 1), range(0) == range(5, 5), range(0, 3, 2) == range(0, 4, 2), range(1, 2, 5) == range(1, 3, 9), range(3) == [0, 1, 2], range(3) != range(4), hash(range(0)) == hash(range(2, 2)), len({range(3), range(0, 3), range(3, 0)}))
print(min(r), max(r), sum(r), sorted(r, reverse=True)[:2], list(map(str, range(3))), [*range(2)], list(zip(range(3), range(10, 0, -1))), tuple(range(3)), set(range(3)), 5 in range(10 ** 30), 10 ** 29 in range(0, 10 ** 30, 10), sum(range(1, 101)))
for src in ('range()', 'range("a")', 'range(1.0)', 'range(1, 2, 0)', 'range(1, 2, 3, 4)', 'range(None)', 'range(1, None)', 'range(start=1)', 'r[7]', 'r[-8]', 'r["a"]', 'r[1.0]', 'r[::0]', 'r.index(10)', 'r.index("x")', 'r.index()', 'r < r', 'r + r', 'r * 2', 'r()', 'r.start + 1', 'len(range(2 ** 70))', 'range(2 ** 70)[2 ** 69]', 'range(2 ** 70)[-1]', 'range(10)[2 ** 70]', 'hash(r) == hash(range(0, 21, 3))', '-r', 'r.foo', 'range(10)[::2 ** 70]', 'range(3).__contains__(2)', 'range(2 ** 70).index(5)', 'range(10, 0, -2).index(4)', 'range(0, 10 ** 30, 3).count(9)', 'range(I())', 'range(I(), 10, I())', 'r[I()]'):
    class I:
        def __index__(self): return 3
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
for stmt in ('r.start = 5', 'r[0] = 1', 'del r[0]', 'r.x = 1', 'class R(range): pass'):
    try:
        exec(stmt)
    except Exception as e:
        print(stmt, type(e).__name__, e)
it = iter(range(5))
print(next(it), it.__length_hint__(), list(it), next(it, 'end'), type(it).__name__, type(iter(range(2 ** 70))).__name__, next(iter(range(2 ** 70, 2 ** 71))))
it = reversed(range(0, 10, 4))
print(list(it), list(reversed(range(2 ** 65, 2 ** 65 + 3))), repr(range(1, 2)), repr(range(1, 2, 1)), repr(range(0, 5, -1)), str(range(-1)))
total = 0
for i in range(10, -11, -5):
    total += i
    print(i, end=' ')
print(total)
for i in range(3):
    for j in range(i):
        print(i, j, end=';')
print()
x = range(3)
for i in x:
    for j in x:
        pass
print(i, j, range(5)[1:4][1], range(10)[2:8:3], range(10)[::-1][2:4], range(0, 100, 7)[3:-3:2], range(5)[10:], range(5)[-100:2])
