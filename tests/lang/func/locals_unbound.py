# locals_unbound.py: Unbound locals and free variables in every binding construct.
# SPDX-License-Identifier: Apache-2.0

def t(f, *a):
    try:
        print(f.__name__, f(*a))
    except NameError as e:
        print(f.__name__, type(e).__name__, e)


def simple():
    x
    x = 1


def cond(c):
    if c:
        y = 1
    return y


def loop(seq):
    for i in seq:
        pass
    return i


def with_del():
    z = 1
    del z
    return z


def aug():
    total += 1


def exc():
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e


def imp(c):
    if c:
        import sys
    return sys.__name__


def cls(c):
    if c:
        class K: pass
    return K.__name__


def fun(c):
    if c:
        def inner(): pass
    return inner.__name__


def free(c):
    def inner():
        return q
    if c:
        q = 1
    return inner()


def walrus(c):
    c and (w := 5)
    return w


def match_it(v):
    match v:
        case [a, b]:
            pass
    return a, b


def unpack(v):
    try:
        a, b = v
    except ValueError:
        pass
    return a


def in_del():
    del nothing
    nothing = 1


def default(a=1, *b, **c):
    del a, b, c
    return a


def global_missing():
    return no_such_global


def try_local():
    try:
        v = 1 / 0
    except ZeroDivisionError:
        pass
    return v


def nested_gen():
    return list(later for _ in [1])
    later = 1


def lam():
    return (lambda: undefined_here)()


def comp():
    r = [u for u in [1, 2]]
    return u


for f in (simple, with_del, aug, exc, in_del, default, global_missing, try_local, nested_gen, lam, comp):
    t(f)
for f in (cond, imp, cls, fun, free, walrus):
    t(f, 0)
    t(f, 1)
t(loop, [])
t(loop, [1])
t(match_it, [1, 2])
t(match_it, 5)
t(unpack, [1])
t(unpack, [1, 2])
