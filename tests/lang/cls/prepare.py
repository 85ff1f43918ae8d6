# prepare.py: Metaclass __prepare__ and custom class namespaces.
# SPDX-License-Identifier: Apache-2.0

class Log(dict):
    def __setitem__(self, k, v):
        if not k.startswith('__'):
            print('set', k)
        super().__setitem__(k, v)

    def __getitem__(self, k):
        if not k.startswith('__'):
            print('get', k)
        return super().__getitem__(k)


class Meta(type):
    @classmethod
    def __prepare__(m, name, bases, **kw):
        print('prepare', m.__name__, name, bases, kw)
        return Log()

    def __new__(m, name, bases, ns, **kw):
        print(type(ns).__name__)
        return super().__new__(m, name, bases, dict(ns))

    def __init__(c, name, bases, ns, **kw): pass


class A(metaclass=Meta, opt=1):
    x = 1
    y = x + 1

    def f(self): pass
    for i in range(2):
        pass


print(A.y, type(A.__dict__).__name__)


class Inject(type):
    @classmethod
    def __prepare__(m, name, bases):
        return {'injected': 42}


class B(metaclass=Inject):
    copy = injected


print(B.copy, B.injected)


class AutoEnum(type):
    class NS(dict):
        def __init__(self): self.n = 0

        def __missing__(self, k):
            if k.startswith('__'):
                raise KeyError(k)
            self[k] = self.n
            self.n += 1
            return self[k]

    @classmethod
    def __prepare__(m, name, bases):
        return m.NS()

    def __new__(m, name, bases, ns):
        return super().__new__(m, name, bases, dict(ns))


class Color(metaclass=AutoEnum):
    RED
    GREEN
    BLUE


print(Color.RED, Color.GREEN, Color.BLUE)


class Bad(type):
    @classmethod
    def __prepare__(m, name, bases):
        return 5


try:
    class C(metaclass=Bad): pass
except TypeError as e:
    print(e)


class Wrong(type):
    def __prepare__(m, name): return {}


try:
    class D(metaclass=Wrong): pass
except TypeError as e:
    print(e)
print(type.__prepare__(), type.__prepare__('x', (), a=1))


class Dup(dict):
    def __setitem__(self, k, v):
        if k in self and not k.startswith('__'):
            raise TypeError('duplicate ' + k)
        super().__setitem__(k, v)


class NoDup(type):
    __prepare__ = classmethod(lambda *a: Dup())


try:
    class E(metaclass=NoDup):
        def m(self): pass
        def m(self): pass
except TypeError as e:
    print(e)
