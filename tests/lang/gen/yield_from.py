# yield_from.py: Delegation: values, send, throw, close and return values.
# SPDX-License-Identifier: Apache-2.0

def inner(n):
    total = 0
    for _ in range(n):
        x = yield total
        total += x or 1
    return total


def outer():
    a = yield from inner(2)
    print('inner returned', a)
    b = yield from [10, 20]
    print('list returned', b)
    c = yield from inner(1)
    return a, b, c


o = outer()
print(next(o), o.send(5), o.send(7), next(o), next(o))
try:
    o.send(3)
except StopIteration as e:
    print(e.value)
print(list(outer()))


def chain(*its):
    for it in its:
        yield from it


print(list(chain('ab', [1], (), {3: 0}, range(2), (x for x in 'z'))))


def catcher():
    try:
        yield 1
    except ValueError as e:
        yield 'caught ' + str(e)
    return 'r'


def d():
    r = yield from catcher()
    yield r


x = d()
print(next(x), x.gi_yieldfrom is not None, x.throw(ValueError('v')), next(x), x.gi_yieldfrom)


def nosend():
    r = yield from iter([1, 2])
    print('r', r)


n = nosend()
next(n)
try:
    n.send('x')
except AttributeError as e:
    print(e)


class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration('it value')
        return self.n
    def send(self, v):
        print('send', v)
        return next(self)
    def throw(self, *a):
        print('throw', a[0].__class__.__name__, len(a))
        return 'thrown'
    def close(self):
        print('close')


def viait():
    r = yield from It()
    yield ('returned', r)


v = viait()
print(next(v), v.send('hey'), next(v))
v = viait()
print(next(v), v.throw(ValueError('q')))
v.close()


def err(fn):
    try:
        print(fn())
    except Exception as e:
        print(type(e).__name__, e)


def bad(x):
    yield from x


for b in (5, None, 1.5, object):
    err(lambda: list(bad(b)))


def rec(n):
    if n:
        yield n
        yield from rec(n - 1)


print(list(rec(5)), sum(rec(100)))


def self_del():
    yield from me


me = self_del()
err(lambda: next(me))


def deep(n):
    return (yield from deep(n - 1)) if n else (yield 'bottom')


dd = deep(50)
print(next(dd))
try:
    dd.send('up')
except StopIteration as e:
    print(e.value)
