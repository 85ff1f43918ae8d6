# mro_c3.py: C3 linearisation of larger hierarchies and its conflicts.
# SPDX-License-Identifier: Apache-2.0

def names(c): return ' '.join(k.__name__ for k in c.__mro__)


class O: pass
class A(O): pass
class B(O): pass
class C(O): pass
class D(O): pass
class E(O): pass
class K1(A, B, C): pass
class K2(D, B, E): pass
class K3(D, A): pass
class Z(K1, K2, K3): pass


for c in (K1, K2, K3, Z):
    print(names(c))


class F(O): pass
class G(F, E): pass
class H(D, G): pass
class I(H, B): pass


print(names(I))


class Base:
    def go(self): return ['Base']


def mk(name, *bases):
    cls = type(name, bases, {})

    def go(self):
        return [name] + super(cls, self).go()
    cls.go = go
    return cls


L = mk('L', Base)
R = mk('R', Base)
M = mk('M', L, R)
N = mk('N', R, L)
T = mk('T', M)
print(T().go(), N().go())
try:
    mk('Bad', M, N)
except TypeError as e:
    print(e)
try:
    class Bad2(O, A): pass
except TypeError as e:
    print(e)
try:
    class Bad3(A, A): pass
except TypeError as e:
    print(e)
try:
    class Bad4(Z, I, O, A): pass
except TypeError as e:
    print(e)


class Meta(type):
    def mro(cls):
        r = super().mro()
        return [r[0]] + r[1:][::-1][1:] + [r[-1]] if len(r) > 3 else r


class P1(metaclass=Meta): v = 1
class P2(P1): v = 2
class P3(P2): pass


print(names(P3), P3.v)


class BadMeta(type):
    def mro(cls):
        return 5


try:
    class Q(metaclass=BadMeta): pass
except TypeError as e:
    print(e)
