# defaults.py: Defaults are evaluated once, at definition, and shared.
# SPDX-License-Identifier: Apache-2.0

def log(x):
    print('default', x)
    return x


def f(a=log(1), b=log(2), *, c=log(3)):
    return a, b, c


print('defined')
print(f(), f(9), f(c=0), f(b=7))


def acc(x, lst=[]):
    lst.append(x)
    return lst


print(acc(1), acc(2), acc(3, []), acc(4))
print(acc.__defaults__)
n = 5


def g(a=n):
    return a


n = 6
print(g(), n)


def h(a, b=lambda: n):
    return b()


n = 7
print(h(0))
fs = []
for i in range(3):
    def fn(i=i, *, j=i * 10):
        return i, j
    fs.append(fn)
print([fn() for fn in fs])
f.__defaults__ = (10,)
try:
    print(f())
except TypeError as e:
    print(e)
print(f(1))
f.__defaults__ = (1, 2, 3)
print(f())
f.__defaults__ = None
try:
    f()
except TypeError as e:
    print(e)
f.__kwdefaults__ = {'c': 'kw'}
print(f(1, 2))
f.__kwdefaults__ = None
try:
    f(1, 2)
except TypeError as e:
    print(e)
f.__kwdefaults__ = {'zzz': 1}
try:
    f(1, 2)
except TypeError as e:
    print(e)
for val in (5, [1], 'x', {}):
    for attr in ('__defaults__', '__kwdefaults__'):
        try:
            setattr(f, attr, val)
            print('ok', attr, val)
        except TypeError as e:
            print(attr, e)


class C:
    x = 'class x'

    def m(self, y=x):
        return y


print(C().m())
C.x = 'changed'
print(C().m())


def nested(a=(lambda b=2: b)(), c=[i for i in range(3)], d={**{'k': 1}}):
    return a, c, d


print(nested())
try:
    def bad(a=undefined_name): pass
except NameError as e:
    print(e)
print('bad' in globals())
