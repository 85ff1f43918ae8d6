# name_mangling.py: Private name mangling in all positions.
# SPDX-License-Identifier: Apache-2.0

class A:
    __x = 1
    __dunder__ = 'not mangled'
    _single = 's'

    def __init__(self):
        self.__y = 2
        self.__z__ = 3

    def get(self): return self.__x, self.__y, self.__z__, A.__x

    def __hidden(self): return 'hidden'

    def call(self): return self.__hidden()

    def loc(self):
        __v = 5
        f = lambda __p=7: (__v, __p)
        return f(), sorted(locals())

    def kw(self, *, __k=1): return __k

    def glob(self):
        global __g
        __g = 9
        return __g

    def cls_inner(self):
        class __B:
            pass
        return __B.__name__, __B.__qualname__

    def imp(self):
        import sys as __s
        return sorted(locals())

    def exc(self):
        try:
            1 / 0
        except ZeroDivisionError as __e:
            return sorted(locals())

    def comp(self): return [__i for __i in range(2)]

    def strs(self): return getattr(self, '__y', 'not found'), getattr(self, '_A__y')


a = A()
print(a.get(), a.call(), a.loc(), a.kw(), a.kw(_A__k=4), a.glob(), _A__g, a.cls_inner(), a.imp(), a.exc(), a.comp(), a.strs())
print(sorted(k for k in A.__dict__ if 'A__' in k or 'dunder' in k), vars(a))


class B(A):
    def __init__(self):
        super().__init__()
        self.__y = 'B own'

    def getb(self): return self.__y, self._A__y

    def nope(self): return self.__x


b = B()
print(b.getb(), b.get())
for f in (lambda: b.nope(), lambda: a.__x, lambda: A.__hidden, lambda: b._B__hidden):
    try:
        f()
    except AttributeError as e:
        print(e)


class _Under:
    __p = 1
    def g(self): return self.__p


class __:
    __q = 2
    def g(self): return self.__q


class ___Lead__:
    __r = 3
    class Inner:
        __s = 4


print([k for k in _Under.__dict__ if k.endswith('p')], [k for k in __.__dict__ if k.endswith('q')], __().g())
print([k for k in ___Lead__.__dict__ if k.endswith('r')], [k for k in ___Lead__.Inner.__dict__ if k.endswith('s')])


class Slots:
    __slots__ = ('__h',)
    def __init__(self): self.__h = 1


print(Slots()._Slots__h)


class Ann:
    __a: int = 1


print(Ann.__annotations__)


class Attr:
    def f(self, o): o.__attr = 1; return vars(o)


print(Attr().f(a))
