# return_values.py: Return forms and implicit None.
# SPDX-License-Identifier: Apache-2.0

def none(): pass
def bare(): return
def tup(): return 1, 2
def star(x): return *x, 0
def trail(): return 1,
def cond(x):
    if x: return 'yes'
def loop():
    for i in range(5):
        if i == 3: return i
def nest():
    while True:
        for x in [1]:
            with C():
                try:
                    return 'deep'
                finally:
                    print('fin')
class C:
    def __enter__(self): print('in')
    def __exit__(self, *a): print('out', a)


print(none(), bare(), tup(), star([5]), trail(), cond(1), cond(0), loop(), nest())
print((lambda: None)(), (lambda: ())(), print())


def multi(n):
    match n:
        case 0: return 'zero'
        case 1: return
        case _: return ('other', n)


print([multi(i) for i in range(3)])


def fin():
    try:
        return 'try'
    finally:
        return 'finally'


def fin2():
    x = 1
    try:
        return x
    finally:
        x = 2


def fin3():
    x = []
    try:
        return x
    finally:
        x.append(1)


def fin4():
    try:
        raise ValueError
    except ValueError:
        return 'except'
    else:
        return 'else'
    finally:
        print('cleanup')


print(fin(), fin2(), fin3(), fin4())


def order():
    def p(x):
        print(x, end=' ')
        return x
    return p(1), p(2), [p(3)], {p(4): p(5)}


print(order())


def gen():
    return 5
    yield


try:
    next(gen())
except StopIteration as e:
    print('StopIteration', e.value)


def unreachable():
    return 'a'
    return 'b'
    raise ValueError


print(unreachable())


def selfret():
    return selfret


print(selfret()()() is selfret)
