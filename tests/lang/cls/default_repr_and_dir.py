# default_repr_and_dir.py: What every object has by default.
# SPDX-License-Identifier: Apache-2.0

class A: pass


a = A()
print(repr(a).startswith('<__main__.A object at 0x'), str(a) == repr(a), repr(a).endswith('>'))
print(a == a, a != a, a == A(), hash(a) == hash(a), bool(a), a.__class__, a.__doc__, a.__module__, a.__dict__)
print(sorted(dir(object())))
print(sorted(set(dir(A)) - set(dir(object))))
print(a.__eq__(5), a.__ne__(a), a.__lt__(5), a.__str__() == str(a), a.__format__('') == str(a))
print(object.__doc__.split('\n')[0], A.__doc__)
print(type(a.__init__).__name__, type(A.__init__).__name__, type(a.__repr__).__name__, type(object.__new__).__name__)
print(A.__init__ is object.__init__, A.__new__ is object.__new__)
print(repr(object.__init__), repr(object.__eq__), repr(int.__add__), repr(str.upper), repr(list.append), repr(int.real))
print(repr((5).__add__).split(' at ')[0], repr('x'.upper).split(' at ')[0], repr([].append).split(' at ')[0], repr(len))
print(repr(dict.fromkeys).split(' at ')[0], repr(int.from_bytes).split(' at ')[0], repr(type.mro), repr(type.__call__), repr(str.join))


class B:
    def __init__(self): self.z = 1
    y = 2
    def m(self): pass


print([n for n in dir(B()) if n[0] != '_'], [n for n in dir(B) if n[0] != '_'])
for name in ('__lt__', '__hash__', '__reduce_ex__', '__sizeof__', '__dir__', '__init_subclass__', '__subclasshook__', '__getstate__'):
    print(name, hasattr(a, name), end='; ')
print()
print(A.__subclasshook__(5), a.__dir__() is not None)
print(A.__weakref__ is not None, hasattr(a, '__weakref__'), hasattr(5, '__weakref__'), hasattr(a, '__slots__'))
o = object()
for f in (lambda: setattr(o, 'x', 1), lambda: o.x, lambda: delattr(o, 'x'), lambda: o.__dict__, lambda: o(), lambda: object().y.z):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
print(NotImplemented, repr(...), None, type(None)(), type(...)(), type(NotImplemented)())
try:
    type(None)(1)
except TypeError as e:
    print(e)
