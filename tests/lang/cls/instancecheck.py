# instancecheck.py: isinstance, issubclass with tuples, unions and overridden hooks.
# SPDX-License-Identifier: Apache-2.0

class Meta(type):
    def __instancecheck__(cls, o):
        print('instancecheck', cls.__name__)
        return o == 5

    def __subclasscheck__(cls, c):
        print('subclasscheck', cls.__name__)
        return c is int


class M(metaclass=Meta): pass


print(isinstance(5, M), isinstance('x', M), isinstance(M(), M), issubclass(int, M), issubclass(str, M))
print(isinstance(5, (str, M)), isinstance(5, (int, M)), isinstance('a', (str, (int, (M,)))))
print(isinstance(1, int | str), isinstance('a', int | str), isinstance(1.0, int | str), isinstance(None, int | None))
print(issubclass(bool, int | str), issubclass(float, int | None), isinstance(True, int), isinstance(1, bool))
print(isinstance(int, type), isinstance(type, type), isinstance(type, object), isinstance(object, type), issubclass(type, object))
print(isinstance([], ()), issubclass(int, ()), isinstance(len, object))


def err(f):
    try:
        print(f())
    except TypeError as e:
        print(e)


for bad in (5, 'int', None, [int], (int, 5), (5, int), (str, 5), 7.5):
    err(lambda: isinstance(1, bad))
    err(lambda: issubclass(int, bad))
err(lambda: issubclass(5, int)); err(lambda: issubclass('x', (int, str))); err(lambda: isinstance()); err(lambda: isinstance(1))
err(lambda: issubclass(None, M))
u = int | str
print(u, type(u).__name__, u.__args__, u == str | int, int | int, int | None, u | float, None | int)
print(hash(int | str) == hash(str | int), int | str | int == int | str, isinstance(u, type))
err(lambda: int | 5); err(lambda: 5 | int); err(lambda: u()); err(lambda: 'x' | int)


class A: pass
class B(A): pass


b = B()
print(isinstance(b, A), issubclass(B, A), issubclass(B, B), isinstance(b, (int, A)), type(b) is A)


class Liar:
    __class__ = int


l = Liar()
print(isinstance(l, int), isinstance(l, Liar), type(l) is Liar, l.__class__)


class Duck:
    @property
    def __class__(self): return list


print(isinstance(Duck(), list), isinstance(Duck(), Duck))
class FakeCls:
    __bases__ = (A,)
err(lambda: issubclass(FakeCls(), A))
err(lambda: isinstance(1, FakeCls()))
