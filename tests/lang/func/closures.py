# closures.py: Closures share cells, see late changes, and keep them.
# SPDX-License-Identifier: Apache-2.0

def make():
    n = 0

    def inc():
        nonlocal n
        n += 1
        return n

    def reset():
        nonlocal n
        n = 0
    return inc, reset


inc, reset = make()
print(inc(), inc(), reset(), inc())
print(inc.__closure__[0] is reset.__closure__[0], inc.__closure__[0].cell_contents)
print(inc.__code__.co_freevars, make.__code__.co_cellvars)


def late():
    fs = [lambda: v for v in range(3)]
    out = [f() for f in fs]
    gs = []
    for w in range(3):
        gs.append(lambda: w)
    w = 99
    return out, [g() for g in gs]


print(late())


def adder(a):
    return lambda b: lambda c: (a, b, c)


print(adder(1)(2)(3), adder('x')('y')('z'))


def param(p):
    def get(): return p
    p = p + 1
    return get


print(param(1)())


def args_cell(*args, **kw):
    return lambda: (args, kw)


print(args_cell(1, k=2)())


def many(a, b, c, d):
    def f():
        return d, a
    def g():
        return f(), c
    return f, g


f, g = many(1, 2, 3, 4)
print(f(), g(), f.__code__.co_freevars, sorted(g.__code__.co_freevars))
cell = f.__closure__[0]
print(type(cell).__name__, cell.cell_contents)
cell.cell_contents = 'changed'
print(f())
del cell.cell_contents
try:
    f()
except NameError as e:
    print(e)
try:
    cell.cell_contents
except ValueError as e:
    print(e)


def recursive():
    def fact(n):
        return 1 if n < 2 else n * fact(n - 1)
    return fact


print(recursive()(10))


def class_in():
    v = 'free'

    class C:
        x = v

        def m(self):
            return v
    v = 'later'
    return C


print(class_in().x, class_in()().m())


def mid():
    z = 1

    def skip():
        def deep():
            return z
        return deep
    return skip()()


print(mid())
print((lambda: 0).__closure__, [c.cell_contents for c in adder(5)(6).__closure__])


def exc_cell():
    try:
        raise ValueError('kept?')
    except ValueError as e:
        f = lambda: e
    try:
        return f()
    except NameError as err:
        return str(err)


print(exc_cell())
