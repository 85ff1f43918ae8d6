# match_bindings.py: Match: when captured names are bound.
# SPDX-License-Identifier: Apache-2.0

def f(x):
    a = b = 'unset'
    match x:
        case [a, 1]:
            r = 'first'
        case [a, b]:
            r = 'second'
        case _:
            r = 'none'
    return r, a, b


print(f([5, 1]), f([5, 2]), f(9))
match [1, 2]:
    case [p, q] if p > q:
        pass
    case _:
        pass
print('after failed guard', p, q)
evals = []


def subject():
    evals.append('s')
    return 4


match subject():
    case 1:
        pass
    case 2:
        pass
    case n:
        print(n, evals)


def order():
    log = []

    class E:
        def __init__(self, n):
            self.n = n

        def __eq__(self, o):
            log.append((self.n, o))
            return self.n == o

    class K:
        a, b, c = 1, 2, 3
    match E(2):
        case K.a:
            pass
        case K.b:
            log.append('hit')
        case K.c:
            pass
    return log


print(order())


def ret(x):
    for i in range(3):
        match x:
            case 'brk':
                break
            case 'cont':
                continue
            case 'ret':
                return 'returned'
        x = 'ret'
    else:
        return 'loop else'
    return 'broke', i


print(ret('brk'), ret('cont'), ret('ret'), ret('zzz'))


class M:
    def __init__(self):
        self.v = 1
    match 3:
        case in_class:
            pass


print(M.in_class)
match M():
    case M(v=val) as whole:
        print(val, type(whole).__name__)


def nested(t):
    match t:
        case ('add', l, r):
            return nested(l) + nested(r)
        case ('mul', l, r):
            return nested(l) * nested(r)
        case ('neg', e):
            return -nested(e)
        case int() | float():
            return t
        case str(name):
            return {'x': 10}[name]
        case _:
            raise ValueError(f'bad {t!r}')


print(nested(('add', 1, ('mul', 'x', ('neg', 2.5)))))
try:
    nested(('sub', 1, 2))
except ValueError as e:
    print(e)
