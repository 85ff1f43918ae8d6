# inheritance.py: Single and multiple inheritance and method resolution.
# SPDX-License-Identifier: Apache-2.0

class A:
    def who(self): return 'A'
    def call(self): return self.who()
    attr = 'a'


class B(A):
    def who(self): return 'B'


class C(A):
    def who(self): return 'C'
    attr = 'c'


class D(B, C): pass


class E(D):
    def who(self): return 'E+' + super().who()


print(D().who(), D().call(), D.attr, E().call())
print([k.__name__ for k in E.__mro__], E.mro() == list(E.__mro__))
print(E.__base__.__name__, D.__bases__ == (B, C), A.__subclasses__() == [B, C])
print(issubclass(E, A), issubclass(A, E), isinstance(E(), C), issubclass(D, (int, C)))
print(B.__mro__[-1] is object, object.__bases__, object.__base__)


class X: pass
class Y: pass
class XY(X, Y): pass
class YX(Y, X): pass


for bases in ((XY, YX), (X, XY), (object, X), (X, X), (A, B), (int, str), (bool,), (type(None),),
              (int, A), (5,), ('x', A), (None,), (type(len),), (range,), (slice,), (dict, list), (type, X), (X, object)):
    try:
        t = type('T', bases, {})
        print('ok', [k.__name__ for k in t.__mro__])
    except TypeError as e:
        print(e)


class Mixin:
    def hello(self): return 'hello ' + self.name()


class Person(Mixin):
    def __init__(self, n): self.n = n
    def name(self): return self.n


print(Person('bob').hello())
B.__bases__ = (C,)
print([k.__name__ for k in B.__mro__])


class P: v = 1
class Q: v = 2
class R(P): pass


r = R()
print(r.v)
R.__bases__ = (Q,)
print(r.v, [k.__name__ for k in R.__mro__])
try:
    R.__bases__ = ()
except TypeError as e:
    print(e)
try:
    R.__bases__ = Q
except TypeError as e:
    print(e)
r.__class__ = P
print(r.v, type(r).__name__)
try:
    r.__class__ = int
except TypeError as e:
    print(e)
try:
    r.__class__ = 5
except TypeError as e:
    print(e)
