# classmethod_staticmethod.py: classmethod and staticmethod objects.
# SPDX-License-Identifier: Apache-2.0

class A:
    n = 'A'

    @classmethod
    def c(cls, *a): return cls.__name__, a

    @staticmethod
    def s(*a): return a

    @classmethod
    def make(cls):
        return cls()

    cm2 = classmethod(lambda cls: cls.n)
    sm2 = staticmethod(len)


class B(A):
    n = 'B'


print(A.c(1), A().c(2), B.c(3), B().c(4))
print(A.s(1), A().s(2), A.cm2(), B.cm2(), A.sm2('abc'), A().sm2([1]))
print(type(B.make()).__name__, B.c.__self__ is B, A.c.__func__ is B.c.__func__)
print(type(A.__dict__['c']).__name__, type(A.__dict__['s']).__name__)
cm, sm = A.__dict__['c'], A.__dict__['s']
print(cm.__func__.__name__, sm.__func__.__name__, cm.__name__, sm.__name__)
print(cm.__get__(None, B)(), cm.__get__(B(), None)(), sm.__get__(None, int)(9))
print(sm(5), callable(sm), callable(cm))
try:
    cm()
except TypeError as e:
    print(e)
print(repr(sm).split(' at ')[0], repr(cm).split(' at ')[0])
for f in (lambda: classmethod(), lambda: staticmethod(1, 2), lambda: classmethod(5).__get__(None, A)()):
    try:
        print(f())
    except TypeError as e:
        print(e)


class C:
    @staticmethod
    def one(): return 1
    two = one() + 1 if callable(one) else None

    @classmethod
    @property
    def cp(cls): return 'class prop ' + cls.__name__


print(C.two, C.cp, C().cp)


class Alt:
    def __init__(self, x, y): self.x, self.y = x, y

    @classmethod
    def parse(cls, s): return cls(*map(int, s.split(',')))

    def __repr__(self): return f'{type(self).__name__}({self.x}, {self.y})'


class Alt2(Alt): pass


print(Alt.parse('1,2'), Alt2.parse('3,4'))


class Meta(type):
    def m(cls): return 'meta ' + cls.__name__

    @classmethod
    def mc(mcs): return mcs.__name__


class M(metaclass=Meta): pass


print(M.m(), M.mc())
try:
    M().m()
except AttributeError as e:
    print(e)
sm.extra = 1
print(sm.extra, sm.__wrapped__ is sm.__func__)
