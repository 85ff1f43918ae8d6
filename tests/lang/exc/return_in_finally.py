# return_in_finally.py: Return, break and continue inside finally.
# SPDX-License-Identifier: Apache-2.0

def a():
    try:
        return 1
    finally:
        return 2


def b():
    try:
        raise ValueError
    finally:
        return 'swallowed'


def c():
    for i in range(3):
        try:
            raise ValueError
        finally:
            if i == 1:
                break
            continue
    return i


def d():
    try:
        try:
            raise ValueError('inner')
        finally:
            raise KeyError('replaces')
    except KeyError as e:
        return str(e), repr(e.__context__)


def e():
    x = 'before'
    try:
        return x
    finally:
        x = 'after'


def f():
    while True:
        try:
            return 'ret'
        finally:
            break
    return 'broke out'


def g():
    try:
        1 / 0
    except ZeroDivisionError:
        return 'except'
    finally:
        print('g finally')


def h():
    try:
        return (lambda: print('evaluated first'))()
    finally:
        print('then finally')


def i():
    try:
        try:
            return 'x'
        finally:
            print('one')
    finally:
        print('two')


def j(n):
    try:
        if n == 0:
            return 'zero'
        if n == 1:
            raise IndexError
        if n == 2:
            return 1 / 0
    except IndexError:
        return 'index'
    except ZeroDivisionError:
        n = 'zd'
    else:
        return 'else'
    finally:
        print('j', n)
    return 'end'


for fn in (a, b, c, d, e, f, g, h, i):
    print(fn.__name__, fn())
for n in range(4):
    print(j(n))


def k():
    out = []
    for x in range(4):
        try:
            if x == 0:
                continue
            if x == 3:
                break
            out.append(x)
        finally:
            out.append(f'f{x}')
    return out


print(k())


def nested():
    try:
        return 'outer'
    finally:
        try:
            raise ValueError
        except ValueError:
            print('handled in finally')


print(nested())


def gen():
    try:
        yield 1
    finally:
        return 'gen ret'


it = gen()
next(it)
try:
    it.throw(ValueError)
except StopIteration as ex:
    print(ex.value)
