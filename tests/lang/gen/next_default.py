"""next(generator, default), unpacking of generators, zip of three."""

import copy
from itertools import tee


def count(n):
    for i in range(n):
        yield i


g = count(2)
print(next(g, 'd'), next(g, 'd'), next(g, 'd'), next(g, 'd'))
print(next((x for x in [1, 2, 3] if x > 1), None), next((x for x in [1] if x > 1), [0]))


def inside(n):
    it = count(n)
    while True:
        x = next(it, None)
        yield x, next(it, x), max(next(it, 7), next(it, 8))
        if x is None:
            return


print(list(inside(5)))


def fails():
    yield 1
    raise KeyError('k')


it = fails()
print(next(it, None))
try:
    it = next(it, None)
except KeyError as e:
    print(e, type(it).__name__, next(it, 'over'))


def returns():
    return 5
    yield


print(next(returns(), 6))


def stops():
    raise StopIteration(3)
    yield


try:
    next(stops(), 0)
except RuntimeError as e:
    print(e)


def itself():
    yield next(me, 'x')


me = itself()
try:
    next(me, 1)
except ValueError as e:
    print(e)


async def coroutine():
    pass


c = coroutine()
for call in (lambda: next(c, 1), lambda: next([], 1), lambda: next(count(1), 1, 2), lambda: next(count(0))):
    try:
        print(call())
    except (TypeError, StopIteration) as e:
        print(type(e).__name__, e)
c.close()


class It:
    def __next__(self):
        raise StopIteration


print(next(It(), 'end'), next(iter([]), 'none'))

# unpacking
a, b = count(2)
(c, d), *e = [count(2), 1, 2]
print(a, b, c, d, e)
for n in (1, 4):
    try:
        a, b, c = count(n)
    except ValueError as e:
        print(e)
try:
    a, b = fails()
except KeyError as e:
    print('left', e, a, b)


async def agen():
    yield 1

for wrong in (5, agen()):
    try:
        a, b = wrong
    except TypeError as e:
        print(e)

# zip
print(list(zip(count(3), count(2), count(4))), list(zip(count(0), count(1), [1])))
x = count(9)
print(list(zip(x, x, x)), list(zip(*[count(8)] * 3)), list(zip(count(3), 'ab', count(5), 'xyz')))
one, two, three = count(5), count(2), count(5)
print(list(zip(one, two, three)), next(one), next(two, 'end'), next(three))

# tee
p, q = tee(count(200))
print(sum(p), [next(q) for _ in range(70)][-1])
r = copy.copy(q)
print(next(q), next(r), sum(q), sum(r), list(copy.copy(r)))
p, q, r = tee(count(3), 3)
print(list(zip(p, q, r)), type(p).__name__, iter(p) is p)
s, t = tee(p)
print(list(s), list(t))


def noisy():
    for i in range(3):
        print('made', i)
        yield i


p, q = tee(noisy())
print(next(p), next(p), next(q), next(p), next(q), next(q), next(p, 'end'))
