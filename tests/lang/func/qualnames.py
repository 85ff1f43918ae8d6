# qualnames.py: __qualname__ of nested functions, classes, lambdas, generators.
# SPDX-License-Identifier: Apache-2.0

def f():
    def g():
        def h(): pass
        return h

    class C:
        def m(self):
            def n(): pass
            return n

        class D:
            def p(self): pass
    return g, C


g, C = f()
print(f.__qualname__, g.__qualname__, g().__qualname__)
print(C.__qualname__, C.m.__qualname__, C().m().__qualname__, C.D.p.__qualname__, C.D.__qualname__)


class A:
    class B:
        @staticmethod
        def s(): pass

        @classmethod
        def c(cls): pass

        @property
        def pr(self): pass
        lam = lambda: 0
        gen = (i for i in ())
        comp = [lambda: 0 for _ in [1]]


print(A.B.__qualname__, A.B.s.__qualname__, A.B.c.__qualname__, A.B.pr.fget.__qualname__)
print(A.B.lam.__qualname__, A.B.gen.__qualname__, A.B.comp[0].__qualname__)
print((lambda: (lambda: 0))().__qualname__)
print([(lambda: 0).__qualname__ for _ in [1]], (i for i in ()).__qualname__)


def genf():
    yield


async def coro(): pass
async def agen(): yield


x = genf()
print(x.__name__, x.__qualname__)
x.__name__ = 'new'
x.__qualname__ = 'q.new'
print(x.__name__, x.__qualname__, repr(x).split(' at ')[0])
c = coro()
print(c.__name__, c.__qualname__, repr(c).split(' at ')[0])
c.close()
print(agen().__qualname__, repr(agen()).split(' at ')[0])


def glob():
    global made_global, MadeGlobal

    def made_global(): pass

    class MadeGlobal:
        def m(self): pass


glob()
print(made_global.__qualname__, MadeGlobal.__qualname__, MadeGlobal.m.__qualname__)


class Q:
    __qualname__ = 'Custom.Name'

    def m(self): pass


print(Q.__qualname__, Q.__name__, Q.m.__qualname__, '__qualname__' in Q.__dict__, Q)
T = type('T', (), {'__qualname__': 'X.T'})
print(T.__qualname__, T.__name__, T)
print(repr(C.m).split(' at ')[0], repr(C().m).split(' object')[0])
try:
    class Bad:
        __qualname__ = 5
except TypeError as e:
    print(e)
print(int.__qualname__, type.__qualname__, int.from_bytes.__qualname__, dict.fromkeys.__qualname__)
