# locals_function.py: locals() snapshots in functions, comprehensions and classes.
# SPDX-License-Identifier: Apache-2.0

def f(a, b=2):
    c = 3
    first = dict(locals())
    d = 4
    return first, sorted(locals())


print(f(1))


def write():
    x = 1
    locals()['x'] = 99
    locals()['new'] = 5
    try:
        new
    except NameError as e:
        print(e)
    return x


print(write())


def cells():
    v = 1

    def inner():
        w = 2
        return sorted(locals()), v
    return inner(), sorted(locals())


print(cells())


def unbound():
    if False:
        never = 1
    x = 1
    del x
    return locals()


print(unbound())


def loop():
    for i in range(3):
        sq = i * i
    return locals()


print(loop())


def comp():
    y = 10
    inner = [sorted(locals()) for z in range(1)]
    return len(inner)


print(comp())


def star(*args, **kw):
    return locals()


print(star(1, 2, k=3))


def exc():
    try:
        raise ValueError('x')
    except ValueError as e:
        inside = 'e' in locals()
    return inside, 'e' in locals()


print(exc())


def withs():
    class CM:
        def __enter__(self): return 5
        def __exit__(self, *a): pass
    with CM() as v:
        pass
    del CM
    return locals()


print(withs())


def gen():
    a = 1
    yield sorted(locals())
    b = 2
    yield sorted(locals())


print(list(gen()))


class C:
    q = 1
    names = [k for k in locals() if not k.startswith('_')]
    locals()['made'] = 'dynamic'


print(C.names, C.made)
print((lambda p, *, k=1: sorted(locals().items()))(5))


def fmt():
    name, age = 'bob', 5
    return '{name} {age}'.format(**locals()), '%(name)s' % locals()


print(fmt())


def imp():
    import sys
    def g(): pass
    class K: pass
    return sorted(locals())


print(imp())


def dup():
    d = locals()
    x = 1
    e = locals()
    return d is e, sorted(d)


print(dup())
print('f' in locals(), locals() is globals(), locals()['f'] is f)
