# global_nonlocal.py: Global and nonlocal declarations.
# SPDX-License-Identifier: Apache-2.0

x = 'g'


def read():
    return x


def write():
    global x, fresh
    x = 'w'
    fresh = 1


write()
print(read(), x, fresh)


def counter():
    n = 0

    def inc(by=1):
        nonlocal n
        n += by
        return n

    def get():
        return n
    return inc, get


inc, get = counter()
print(inc(), inc(5), get())
inc2, get2 = counter()
print(inc2(), get(), get2())


def deep():
    v = 0

    def a():
        def b():
            def c():
                nonlocal v
                v += 1
            c()
            c()
        b()
    a()
    return v


print(deep())


def shadow():
    x = 'local'

    def inner():
        global x
        x = 'global again'
        return x
    return inner(), x


print(shadow(), x)


def unbound():
    print(x)
    x = 1


try:
    unbound()
except UnboundLocalError as e:
    print(e)


def free():
    def inner():
        return later
    try:
        inner()
    except NameError as e:
        print(type(e).__name__, e)
    later = 5
    return inner()


print(free())
