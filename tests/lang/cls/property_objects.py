# property_objects.py: property: getters, setters, deleters, errors, inheritance.
# SPDX-License-Identifier: Apache-2.0

class C:
    def __init__(self): self._x = 1

    @property
    def x(self):
        "doc x"
        return self._x

    @x.setter
    def x(self, v): self._x = v * 2

    @x.deleter
    def x(self):
        print('deleter')
        del self._x

    @property
    def ro(self): return 'read only'

    wo = property(None, lambda self, v: print('wo', v))
    nothing = property()
    full = property(lambda s: 1, doc='given doc')


c = C()
print(c.x)
c.x = 5
print(c.x, C.x.__doc__, C.full.__doc__, C.wo.__doc__)
del c.x
c.wo = 3


def err(src):
    try:
        exec(src)
    except Exception as e:
        print(src, '->', type(e).__name__, e)


for s in ('c.x', 'del c.x', 'c.ro = 1', 'del c.ro', 'c.wo', 'del c.wo', 'c.nothing', 'c.nothing = 1',
          'del c.nothing', 'C.ro.fget = 1', 'property(1, 2, 3, 4, 5)', 'C().full = 3', 'C.ro.nope'):
    err(s)
print(C.x.fget.__name__, C.ro.fset, C.x.fdel is not None, type(C.x).__name__)
print(C.__dict__['x'] is C.x, isinstance(C.x, property))


class D(C):
    @C.x.getter
    def x(self): return 'D getter'


d = D()
d.x = 4
print(d.x, d._x)


class E(C):
    @property
    def x(self): return super().x + 100

    @x.setter
    def x(self, v): C.x.fset(self, v)


e = E()
e.x = 7
print(e.x)


class Shadow:
    p = property(lambda self: 'prop')


s = Shadow()
s.__dict__['p'] = 'inst'
print(s.p)
Shadow.p = 'plain now'
print(s.p)


class Raises:
    @property
    def bad(self): return self.missing

    def __getattr__(self, k): return 'getattr:' + k


class Raises2:
    @property
    def bad(self): raise AttributeError('inner')


print(Raises().bad)
err('Raises2().bad')
print(hasattr(Raises2(), 'bad'), getattr(Raises2(), 'bad', 'dflt'))


class Sub(property): pass


class UsesSub:
    v = Sub(lambda self: 'sub prop')


print(UsesSub().v, type(UsesSub.v).__name__)
p = property(lambda o: ('got', o))
print(p.__get__(5), p.__get__(None, int) is p)
print(hasattr(p, '__set__'), hasattr(p, '__delete__'))
p2 = p.setter(lambda o, v: print('setter', v))
p2.__set__(1, 2)
print(p2 is p, p2.fget is p.fget)
