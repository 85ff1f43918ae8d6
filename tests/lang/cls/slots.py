# slots.py: __slots__: layout, errors, inheritance and descriptors.
# SPDX-License-Identifier: Apache-2.0

class S:
    __slots__ = ('a', 'b')

    def __init__(self, a): self.a = a


def err(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)


s = S(1)
print(s.a, hasattr(s, 'b'), hasattr(s, '__dict__'), S.__slots__)
err(lambda: s.b)
err(lambda: setattr(s, 'c', 1))
err(lambda: s.c)
err(lambda: s.__dict__)
err(lambda: delattr(s, 'b'))
s.b = 2
del s.b
err(lambda: s.b)
print(type(S.a).__name__, S.a.__name__, S.a.__get__(s), repr(S.a))
S.a.__set__(s, 9)
print(s.a)
err(lambda: S.a.__get__(5))
err(lambda: vars(s))


class T(S):
    pass


t = T(1)
t.c = 5
print(t.__dict__, t.a)


class U(S):
    __slots__ = 'c'


u = U(1)
u.c = 3
print(u.a, u.c, U.__slots__)
err(lambda: setattr(u, 'd', 1))


class V:
    __slots__ = ('x', '__dict__')


v = V()
v.x, v.y = 1, 2
print(v.__dict__)


class Priv:
    __slots__ = ('__p', '_q')

    def __init__(self): self.__p = 1


print(Priv()._Priv__p)


def mk(slots, bases=(), **ns):
    return type('K', bases, {'__slots__': slots, **ns})


err(lambda: mk(('a',), a=1))
err(lambda: mk(('1x',)))
err(lambda: mk((5,)))
err(lambda: mk(5))
err(lambda: mk(('a',), (int,)).__name__)
err(lambda: mk(('a',), (tuple,)))
err(lambda: mk((), (int,)).__name__)
err(lambda: mk(('__dict__', '__dict__')))
err(lambda: mk(('a',), (list,)).__name__)
class X: __slots__ = ('x',)
class Y: __slots__ = ('y',)
class Z: __slots__ = ()
err(lambda: type('XY', (X, Y), {}))
err(lambda: type('XZ', (X, Z), {}).__name__)
k = mk(['p', 'q'])()
k.p = 1
err(lambda: setattr(k, 'r', 2))
print(mk({'doc': 'text'}).__slots__)
k2 = mk(iter(('z',)))()
k2.z = 3
print(k2.z)


class Default:
    __slots__ = ('v',)

    def __getattr__(self, n): return 'dflt ' + n


print(Default().v, Default().w)
class P1: __slots__ = ('a',)
class P2: __slots__ = ('a',)
p = P1()
p.a = 1
p.__class__ = P2
print(type(p).__name__, p.a)
err(lambda: setattr(p, '__class__', S))
