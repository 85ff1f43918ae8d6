# dir_vars_locals_globals.py: dir, vars, locals, globals.
# SPDX-License-Identifier: Apache-2.0

class A:
    x = 1
    def __init__(self): self.y = 2
    def m(self): pass


class B(A):
    z = 3


def pub(names): return [n for n in names if not n.startswith('__')]


print(pub(dir(A)), pub(dir(A())), pub(dir(B())), pub(dir(B)), pub(dir(5)), pub(dir([])), pub(dir(())), pub(dir({})), pub(dir(set())), pub(dir(1.5)), pub(dir(True)) == pub(dir(int)), pub(dir(None)), pub(dir(range(1))), pub(dir(slice(1))), pub(dir(1j)))


def f(a, b=2, *c, **d):
    e = 1
    print(sorted(locals()), dir())
    if a:
        late = 5
    del b
    return sorted(locals().items(), key=lambda t: t[0])


print(f(1), f(0, 5, 6, k=7))
print('A' in globals(), globals()['A'] is A, globals() is globals(), locals() is globals(), '__name__' in globals(), globals()['__name__'])
globals()['injected'] = 'via globals'
print(injected)
del globals()['injected']
try:
    injected
except NameError as e:
    print(e)


class C:
    a = 1
    b = sorted(k for k in locals() if not k.startswith('__'))
    print(locals()['a'], b, pub(dir()))
    locals()['dyn'] = 9


print(C.dyn)


def g():
    x = 1
    d = locals()
    x = 2
    return d['x'], locals()['x'], vars()['x']


print(g())


def h():
    v = 1

    def inner():
        return v, sorted(locals())
    return inner()


print(h())


class D:
    def __dir__(self): return ['z', 'a', 'm']


class E:
    def __dir__(self): return 5


class F:
    def __dir__(self): return ('b', 1)


print(dir(D()))
for o in (E, F):
    try:
        dir(o())
    except TypeError as e:
        print(e)
print(vars(A()), vars(B).get('z'), sorted(k for k in vars(A) if k[:2] != '__'))
for fn in (lambda: vars(5), lambda: vars(1, 2), lambda: dir(1, 2), lambda: globals(1), lambda: locals(1), lambda: vars(object())):
    try:
        fn()
    except TypeError as e:
        print(e)
print((lambda q: sorted(locals()))(1), '__builtins__' in globals(), type(__builtins__).__name__)
