# for_loops.py: For with else, target kinds, mutation and leftovers.
# SPDX-License-Identifier: Apache-2.0

for i in range(3):
    print(i, end=' ')
else:
    print('else')
print(i)
for i in []:
    pass
else:
    print('empty else', i)
for i in 'abc':
    if i == 'b':
        break
else:
    print('never')
print(i)
for a, b in [(1, 2), [3, 4], 'xy']:
    print(a, b)
for a, *b in [(1, 2, 3), 'z']:
    print(a, b)
for (a, (b, c)), d in [((1, (2, 3)), 4)]:
    print(a, b, c, d)
d = {}
for d['k'] in range(3):
    pass
print(d)


class O:
    pass


o = O()
for o.x in 'pq':
    pass
print(o.x)
lst = [0, 0]
for lst[0], lst[1] in [(1, 2), (3, 4)]:
    print(lst)
x = [1, 2, 3]
for v in x:
    if len(x) < 6:
        x.append(v * 10)
print(x)
x = [1, 2, 3, 4]
for v in x:
    x.remove(v)
print(x)
for i in range(3):
    i = 10
    print(i)
for i in range(5):
    if i == 1:
        continue
    for j in range(i):
        if j == 1:
            break
        print((i, j), end='')
    else:
        print('no break', i)
print()
for _ in range(2): print('one'); print('line')
for x in 1, 2, *[3]: print(x, end=',')
print()
for x in {1: 'a', 2: 'b'}.items(): print(x)
for i, (k, v) in enumerate({'a': 1}.items()): print(i, k, v)
for c in (c.upper() for c in 'ab'): print(c)
for i in iter([1, 2].pop, 0):
    print(i)
    break


def f():
    for i in range(3):
        for j in range(3):
            if i * j == 2:
                return i, j


print(f())


def g():
    try:
        for never in []:
            pass
        print(never)
    except UnboundLocalError as e:
        print(e)


g()
for src in (5, None, 1.5, O(), len, O):
    try:
        for _ in src:
            pass
    except TypeError as e:
        print(e)
