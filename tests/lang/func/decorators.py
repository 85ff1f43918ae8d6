# decorators.py: Function and class decorators, stacking and expressions.
# SPDX-License-Identifier: Apache-2.0

def trace(fn):
    print('decorating', fn.__name__)

    def wrapper(*a, **k):
        print('call', fn.__name__, a, k)
        return fn(*a, **k)
    wrapper.__name__ = fn.__name__
    return wrapper


def times(n):
    def deco(fn):
        return lambda *a: [fn(*a) for _ in range(n)]
    return deco


@trace
def add(a, b):
    return a + b


print(add(1, b=2), add.__name__)


@times(3)
@trace
def hi(x):
    return x


print(hi('a'))


@lambda f: 'replaced'
def gone(): pass


print(gone)


@print
@repr
@type
class NotClass: pass


print(NotClass)


@(lambda c: setattr(c, 'tag', 1) or c)
class Tagged: pass


print(Tagged.tag)
reg = {}


def register(name):
    def deco(obj):
        reg[name] = obj.__name__
        return obj
    return deco


@register('f')
def f(): pass


@register('C')
class C:
    @register('m')
    def m(self): pass


print(reg)
table = [trace, times]


@table[0]
def sub(): return 'sub'


print(sub())


@(y := times)(2)
def two(): return 2


print(two(), y is times)


class Deco:
    def __init__(self, fn):
        self.fn, self.n = fn, 0

    def __call__(self, *a):
        self.n += 1
        return self.fn(*a)

    def __get__(self, obj, cls):
        return lambda *a: self(obj, *a)


@Deco
def counted(x): return x * 2


print(counted(2), counted(3), counted.n)


class Host:
    def __repr__(self): return 'Host()'

    @Deco
    def meth(self, v): return type(self).__name__, v

    @staticmethod
    @trace
    def st(v): return v

    @classmethod
    @trace
    def cm(cls, v): return cls.__name__, v

    @property
    @trace
    def pr(self): return 'prop'


h = Host()
print(h.meth(1), h.st(2), Host.cm(3), h.pr)
try:
    @5
    def bad(): pass
except TypeError as e:
    print(e)
try:
    @undefined
    def bad2(): pass
except NameError as e:
    print(e)


@trace
async def co(): pass


@trace
def gen(): yield 1


print(list(gen()))
