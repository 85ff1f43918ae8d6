# descriptors.py: Data and non-data descriptors, precedence and protocol.
# SPDX-License-Identifier: Apache-2.0

class Data:
    def __init__(self, n): self.n = n
    def __get__(self, o, t=None):
        print('get', self.n, o is None, t.__name__)
        return self.n
    def __set__(self, o, v): print('set', self.n, v)
    def __delete__(self, o): print('delete', self.n)


class NonData:
    def __get__(self, o, t=None):
        return ('nondata', o is None)


class SetOnly:
    def __set__(self, o, v):
        o.__dict__['so'] = ('via set', v)


class C:
    d = Data('d')
    n = NonData()
    so = SetOnly()


c = C()
c.__dict__['d'] = 'inst d'
c.__dict__['n'] = 'inst n'
print(c.d, c.n, C.n)
print(C.d)
c.d = 5
del c.d
del c.n
print(c.n)
c.so = 1
print(c.so, c.__dict__)
c.n = 'shadow'
print(c.n)
C.d = 'replaced on class'
print(C.d, c.d)


class Lazy:
    def __init__(self, f): self.f, self.name = f, f.__name__
    def __get__(self, o, t):
        if o is None:
            return self
        print('computing')
        v = o.__dict__[self.name] = self.f(o)
        return v


class H:
    @Lazy
    def big(self): return 42


h = H()
print(h.big, h.big, type(H.big).__name__)


class Typed:
    def __init__(self, t): self.t = t
    def __set_name__(self, owner, name):
        print('set_name', owner.__name__, name)
        self.name = '_' + name
    def __get__(self, o, t): return getattr(o, self.name) if o else self
    def __set__(self, o, v):
        if not isinstance(v, self.t):
            raise TypeError(f'{self.name[1:]} must be {self.t.__name__}')
        setattr(o, self.name, v)


class P:
    x = Typed(int)
    y = Typed(str)


p = P()
p.x, p.y = 1, 'a'
print(p.x, p.y, vars(p))
try:
    p.x = 'no'
except TypeError as e:
    print(e)
try:
    del p.x
except AttributeError as e:
    print(e)


class GetRaises:
    def __get__(self, o, t): raise AttributeError('custom')


class Q:
    g = GetRaises()
    def __getattr__(self, k): return 'fallback ' + k


print(Q().g, hasattr(Q, 'g'))


class InstDesc:
    def __init__(self): self.d = Data('not called')


print(type(InstDesc().d).__name__)


class DelOnly:
    def __delete__(self, o): print('del only')


class R:
    d = DelOnly()


r = R()
del r.d
try:
    r.d = 1
except AttributeError as e:
    print(e)


class MetaD(type):
    attr = Data('meta')


class S(metaclass=MetaD):
    attr = 'own'


print(S.attr)
