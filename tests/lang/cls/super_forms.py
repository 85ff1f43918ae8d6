# super_forms.py: super() with zero, one and two arguments, in every place.
# SPDX-License-Identifier: Apache-2.0

class A:
    x = 'A.x'

    def f(self): return 'A.f'

    @classmethod
    def c(cls): return 'A.c ' + cls.__name__

    @staticmethod
    def s(): return 'A.s'

    @property
    def p(self): return 'A.p'

    def __getitem__(self, i): return ('A', i)


class B(A):
    x = 'B.x'

    def f(self): return 'B>' + super().f()

    @classmethod
    def c(cls): return 'B>' + super().c()

    @staticmethod
    def s(): return 'B>' + super(B, B).s()

    @property
    def p(self): return 'B>' + super().p

    def __getitem__(self, i): return ('B', super().__getitem__(i))

    def gx(self): return super().x, super(B, self).x, super(A, self).__init__ is not None

    def nested(self):
        def inner():
            return super(B, self).f()
        return inner(), (lambda: super(B, self).f())()

    def comp(self):
        return [super(B, self).f() for _ in range(2)]

    def cellclass(self): return __class__.__name__

    def gen(self):
        yield super().f()

    def first_arg_renamed(me): return super().f()

    def default(self, g=lambda s: super(B, s).f()): return g(self)


class C(B):
    pass


b, c = B(), C()
print(b.f(), c.f(), B.c(), C.c(), c.s(), c.p, b[3], b.gx(), b.nested(), b.comp())
print(c.cellclass(), list(c.gen()), b.first_arg_renamed(), b.default())
s = super(B, b)
print(s.__thisclass__.__name__, s.__self__ is b, s.__self_class__.__name__, s.f(), s.x)
u = super(B)
print(u.__self__, u.__get__(b).f())
print(repr(s).split(',')[0], repr(u).split(',')[0])


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class E(A):
    def no_args(): return super().f()
    def missing(self): return super().nope
    def setit(self): super().x = 5
    def delit(self): del super().x
    def item(self): return super()[0]
    def inner(self):
        def g(): return super().f()
        return g()
    def inner2(self):
        def g(x): return super().f()
        return g(self)


e = E()
err(E.no_args); err(e.missing); err(e.setit); err(e.delit); err(e.item)
err(e.inner); err(e.inner2)
err(lambda: super()); err(lambda: super(B, 5)); err(lambda: super(5)); err(lambda: super(B, A()).f())
err(lambda: super(B, b, 3)); err(lambda: super(5, 6)); err(lambda: super(int, True).__add__(2))
