# call_errors_qualname.py: Call errors name the function by its qualified name.
# SPDX-License-Identifier: Apache-2.0

class Outer:
    class Inner:
        def m(self, a): pass

    def make(self):
        def local(x): pass
        return local

    lam = lambda self, z: 0

    @property
    def prop(self, extra):
        return 1

    def __init__(self, *, name): pass


def f():
    def g(a, b):
        pass
    return g


def err(fn, *a, **k):
    try:
        fn(*a, **k)
    except TypeError as e:
        print(e)


o = Outer(name=1)
err(Outer.Inner().m)
err(Outer.Inner().m, 1, 2)
err(o.make())
err(o.lam)
err(f())
err(f(), 1, 2, 3)
err(f(), 1, c=2)
err(Outer)
err(Outer, 1)
err(Outer, nam=1)
err(lambda: o.prop)
g = f()
g.__name__ = 'renamed'
err(g)
g.__qualname__ = 'fully.renamed'
err(g)
err(g, 1, 2, zz=3)


class NoInit: pass


class WithNew:
    def __new__(cls, a):
        return object.__new__(cls)


class NewOnly(NoInit):
    def __new__(cls, *a):
        return object.__new__(cls, *a)


class InitOnly:
    def __init__(self, *a):
        object.__init__(self, *a)


err(NoInit, 1)
err(NoInit, a=1)
err(WithNew)
err(WithNew, 1, 2)
err(NewOnly, 1)
err(InitOnly, 1)
err(object, 1)
err(object.__new__)
err(object.__new__, 1)
err(object.__init__)
err(int.__new__, str)
err(object.__new__, int)
for bad in (1, None, 'x', [], {}, 1.5, ..., (), NoInit()):
    err(bad)
    err(lambda: bad(1, 2))


class BadInit:
    def __init__(self):
        return 5


err(BadInit)


class MetaCallErr(type):
    def __call__(cls, a): pass


class UsesMeta(metaclass=MetaCallErr): pass


err(UsesMeta)
err(UsesMeta, 1, 2)
