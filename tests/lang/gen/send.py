# send.py: send() values and errors.
# SPDX-License-Identifier: Apache-2.0

def echo():
    got = []
    while True:
        v = yield list(got)
        if v == 'stop':
            return got
        got.append(v)


e = echo()
try:
    e.send(1)
except TypeError as ex:
    print(ex)
print(e.send(None), e.send(1), e.send('two'), next(e))
try:
    e.send('stop')
except StopIteration as s:
    print(s.value)
try:
    e.send(5)
except StopIteration as s:
    print('exhausted', s.value)


def avg():
    total = n = 0
    a = None
    while True:
        x = yield a
        total += x
        n += 1
        a = total / n


a = avg()
next(a)
print([a.send(x) for x in (10, 20, 60)])


def multi():
    x = (yield 1) + (yield 2)
    y = [(yield 3), (yield 4)]
    z = {(yield 5): (yield 6)}
    print(x, y, z)
    w = yield (yield 7)
    print('w', w)
    return f'{(yield 8)}-{(yield 9)}'


m = multi()
v = next(m)
out = [v]
try:
    while True:
        v = m.send(v * 10)
        out.append(v)
except StopIteration as s:
    print(out, s.value)


def cond():
    while (x := (yield)) is not None:
        print('item', x)
    print('done')


c = cond()
next(c)
c.send(1)
c.send('b')
try:
    c.send(None)
except StopIteration:
    print('stopped')


def running():
    try:
        me.send(None)
    except ValueError as ex:
        print(ex)
    try:
        next(me)
    except ValueError as ex:
        print(ex)
    print(me.gi_running)
    yield


me = running()
next(me)
for args in ((), (1, 2)):
    try:
        echo().send(*args)
    except TypeError as ex:
        print(ex)


def lam():
    f = lambda: (yield 'inner')
    r = yield list(f())
    print(r)


l = lam()
print(next(l))
