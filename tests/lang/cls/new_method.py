# new_method.py: __new__: control of creation, skipping __init__, caching.
# SPDX-License-Identifier: Apache-2.0

class A:
    def __new__(cls, *a, **k):
        print('new', cls.__name__, a, k)
        return super().__new__(cls)

    def __init__(self, *a, **k):
        print('init', a, k)


A(1, x=2)


class Other:
    def __new__(cls, kind):
        if kind == 'same':
            return object.__new__(cls)
        if kind == 'sub':
            return object.__new__(OtherSub)
        return kind

    def __init__(self, kind):
        print('init called for', kind)


class OtherSub(Other): pass


print(Other(5), Other('plain'), type(Other('same')).__name__, type(Other('sub')).__name__)


class Cached:
    pool = {}

    def __new__(cls, k):
        if k not in cls.pool:
            cls.pool[k] = super().__new__(cls)
        return cls.pool[k]

    def __init__(self, k): self.n = getattr(self, 'n', 0) + 1


print(Cached('a') is Cached('a'), Cached('a').n)


class Celsius(float):
    def __new__(cls, v): return super().__new__(cls, round(v, 1))


class Up(str):
    def __new__(cls, s): return super().__new__(cls, s.upper())


class Pt(tuple):
    def __new__(cls, x, y): return super().__new__(cls, (x, y))
    x = property(lambda s: s[0])


class Fz(frozenset):
    def __new__(cls, *a): return super().__new__(cls, a)


print(Celsius(36.66), Up('abc'), Pt(1, 2), Pt(3, 4).x, sorted(Fz(1, 2, 1)))
print(type(A.__dict__['__new__']).__name__)
a = A.__new__(A)
print(type(a).__name__)


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: object.__new__())
err(lambda: object.__new__(5))
err(lambda: object.__new__(int))
err(lambda: int.__new__(A))
err(lambda: int.__new__(bool, 5))
err(lambda: tuple.__new__(list))
err(lambda: str.__new__(str, b'x', 'ascii'))
err(lambda: object.__new__(A, 1).__class__.__name__)


class NoneNew:
    def __new__(cls): return None

    def __init__(self): print('never')


print(NoneNew())


class Abstract:
    def __new__(cls, *a):
        if cls is Abstract:
            raise TypeError('abstract')
        return super().__new__(cls)


class Concrete(Abstract): pass


err(Abstract)
err(lambda: type(Concrete()).__name__)
