# argument_evaluation.py: Arguments are bound by object, evaluated left to right.
# SPDX-License-Identifier: Apache-2.0

def p(x):
    print('eval', x)
    return x


def f(*a, **k):
    print(a, k)


f(p(1), p(2), k=p(3), *[p(4)], j=p(5), **{'z': p(6)})


def mutate(lst, d, n, s):
    lst.append(1)
    d['k'] = 1
    n += 1
    s += 'x'
    lst = None
    return n, s


L, D, N, S = [], {}, 1, 's'
print(mutate(L, D, N, S), L, D, N, S)


def swap(a, b):
    a, b = b, a
    return a, b


x, y = 1, 2
print(swap(x, y), x, y)


def rebind(x):
    def inner():
        nonlocal x
        x *= 2
        return x
    return inner(), x


print(rebind(5))
try:
    f(p(1), p(1 / 0), p(2))
except ZeroDivisionError as e:
    print(e)
try:
    p(undefined_fn)(p('never'))
except NameError as e:
    print(e)
try:
    p(5)(p('args first'))
except TypeError as e:
    print(e)
try:
    None.x(p('never'))
except AttributeError as e:
    print(e)


def shadow(list, str, print_=print):
    print_(list, str)


shadow(1, 2)


def same(a, b):
    return a is b


o = object()
print(same(o, o), same([], []), same((), ()), same(None, None))


def kwonly_order(*, b, a):
    return b, a


print(kwonly_order(a=p('a'), b=p('b')))


def dict_order(**kw):
    return list(kw)


print(dict_order(z=1, a=2, m=3, **{'b': 1, 'a2': 2}))
