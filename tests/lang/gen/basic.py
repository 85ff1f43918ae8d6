# basic.py: Generators: laziness, exhaustion, return value, state attributes.
# SPDX-License-Identifier: Apache-2.0

def g(n):
    print('start')
    for i in range(n):
        print('yield', i)
        x = yield i
        print('got', x)
    print('end')
    return 'result'


it = g(2)
print(type(it).__name__, iter(it) is it, it.gi_running, it.gi_frame is not None, it.gi_yieldfrom)
print(next(it))
print(next(it))
try:
    next(it)
except StopIteration as e:
    print('StopIteration', e.value, e.args)
for _ in range(2):
    try:
        next(it)
    except StopIteration as e:
        print('again', e.value)
print(it.gi_frame, it.gi_running, list(it), it.gi_code.co_name)
print(list(g(0)))
print(next(g(0), 'default'))


def empty():
    return
    yield


def bare():
    yield
    yield


def only_if(c):
    if c:
        yield 1


def infinite():
    n = 0
    while True:
        yield n
        n += 1


print(list(empty()), list(bare()), list(only_if(0)), list(only_if(1)))
inf = infinite()
print([next(inf) for _ in range(5)], next(inf))
print([x for x, _ in zip(infinite(), range(3))])
a, b, c = (i * 2 for i in range(3))
print(a, b, c)


def tree(t):
    if t:
        l, v, r = t
        yield from tree(l)
        yield v
        yield from tree(r)


print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))


def args(a, b=2, *c, d, **e):
    yield a, b, c, d, e


print(next(args(1, d=4, z=5)))
for bad in ((), (1,), (1, 2)):
    try:
        args(*bad)
    except TypeError as e:
        print(e)
try:
    g()
except TypeError as e:
    print(e)
print(sum(i for i in range(5)), max(x * x for x in (-3, 2)), ''.join(c for c in 'abc'), dict((k, 1) for k in 'ab'))
x = g(1)
print(x.__name__, bool(x), x == x, repr(x).split(' at ')[0])
try:
    len(x)
except TypeError as e:
    print(e)
try:
    x[0]
except TypeError as e:
    print(e)
x.close()
