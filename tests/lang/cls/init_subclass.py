# init_subclass.py: __init_subclass__ and class keyword arguments.
# SPDX-License-Identifier: Apache-2.0

class Base:
    registry = []

    def __init_subclass__(cls, /, tag=None, **kw):
        print('init_subclass', cls.__name__, tag, kw)
        super().__init_subclass__(**kw)
        cls.registry.append(cls.__name__)
        cls.tag = tag


class A(Base): pass


class B(Base, tag='b'): pass


class C(B, tag='c'): pass


print(Base.registry, A.tag, C.tag, hasattr(Base, 'tag'))


def err(f):
    try:
        f()
    except TypeError as e:
        print(e)


def t1():
    class D(Base, other=1): pass


def t2():
    class E(x=1): pass


def t3():
    class F(int, x=1, y=2): pass


err(t1); err(t2); err(t3)
print(Base.registry)
err(lambda: type('G', (), {}, z=1))
G = type('G', (Base,), {}, tag='dyn')
print(G.tag, type(Base.__dict__['__init_subclass__']).__name__)


class Req:
    def __init_subclass__(cls, *, need): cls.need = need


def t4():
    class H(Req): pass


err(t4)


class I(Req, need=5): pass


print(I.need)


class Left:
    def __init_subclass__(cls, **kw):
        print('Left')
        super().__init_subclass__(**kw)


class Right:
    def __init_subclass__(cls, r=0, **kw):
        print('Right', r)
        super().__init_subclass__(**kw)


class Both(Left, Right, r=3): pass


class Order:
    def __init_subclass__(cls): print('hook sees', cls.__dict__.get('v'), cls.x.name)


class Named:
    def __set_name__(self, o, n):
        print('set_name', n)
        self.name = n


class Sub(Order):
    v = 1
    x = Named()


class Raises:
    def __init_subclass__(cls): raise ValueError('no subclassing')


try:
    class J(Raises): pass
except ValueError as e:
    print(e)
print(Raises.__subclasses__() == [] or 'listed')
object.__init_subclass__()
err(lambda: object.__init_subclass__(1))
err(lambda: object.__init_subclass__(a=1))
class Meta(type):
    def __new__(m, n, b, ns, **kw):
        print('meta new', kw)
        return super().__new__(m, n, b, ns)
    def __init__(c, n, b, ns, **kw):
        print('meta init', kw)
class K(metaclass=Meta, opt=1): pass
