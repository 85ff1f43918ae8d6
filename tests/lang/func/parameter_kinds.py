# parameter_kinds.py: Every combination of parameter kinds called correctly.
# SPDX-License-Identifier: Apache-2.0

def a(x, y): return x, y
def b(x, y=2): return x, y
def c(*args): return args
def d(**kw): return kw
def e(x, *args, **kw): return x, args, kw
def f(x, /): return x
def g(x, /, y): return x, y
def h(x, /, y=5, *, z): return x, y, z
def i(*, k): return k
def j(*, k=3, m): return k, m
def k(x=1, *args, y=2, **kw): return x, args, y, kw
def l(x, /, **kw): return x, kw
def m(x=0, /, y=1, *a, z=2, **kw): return x, y, a, z, kw
def n(a, b=2, /, c=3, *, d=4, e, **f): return a, b, c, d, e, f


print(a(1, 2), a(1, y=2), a(y=1, x=2), a(*(1, 2)), a(**{'x': 1, 'y': 2}), a(*[1], **{'y': 5}))
print(b(1), b(1, 3), b(x=9), b(y=0, x=1))
print(c(), c(1), c(1, *(2, 3), 4, *[], *'ab'))
print(d(), d(a=1), d(**{}, b=2, **{'c': 3}), d(self=1, args=2, kw=3))
print(e(1), e(1, 2, 3), e(1, z=2), e(x=1, y=2), e(*range(4), **{'q': 1}))
print(f(1), g(1, 2), g(1, y=2))
print(h(1, z=2), h(1, 2, z=3), h(1, z=1, y=0))
print(i(k=1), j(m=1), j(m=2, k=1))
print(k(), k(1, 2, 3), k(y=5), k(1, 2, y=3, q=4), k(x=3), k(z=1))
print(l(1, x=2), l(0, y=1))
print(m(), m(1, 2, 3, 4, z=5, w=6), m(x=9), m(y=7), m(5, x=6, y=7))
print(n(1, e=5), n(1, 9, 8, d=7, e=6, g=5), n(1, e=2, a=3, b=4))
print(c(*[1], *(x for x in (2, 3)), *{4: 0}), c(*'', *()))
print(d(**{'with space': 1, '': 2, '1': 3, 'class': 4}))
print(e(*[1, 2], *[3], a=1, **{'b': 2}, c=3))


def trail(a, b, *, c,): return a, b, c
def trail2(a, *args,): return args
def trail3(a, **kw,): return kw
def trail4(a, b, /,): return a, b


print(trail(1, 2, c=3,), trail2(1, 2,), trail3(1, x=2,), trail4(1, 2,))
print(a(*[1, 2],), d(**{'q': 1},))


def mutate(*args, **kw):
    kw['new'] = 1
    return args, kw


src = {'a': 1}
print(mutate(**src), src)
lst = [1]
print(mutate(*lst)[0] is lst, type(mutate(*lst)[0]))
