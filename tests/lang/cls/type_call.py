# type_call.py: type() with one and three arguments, and type attributes.
# SPDX-License-Identifier: Apache-2.0

print(type(1), type(int), type(type), type(None), type(...), type(NotImplemented), type(print), type(lambda: 0))
C = type('C', (), {'x': 1, 'm': lambda self: self.x})
print(C().m(), C.__name__, C.__bases__, C.__module__, C.__doc__, C.__qualname__)
D = type('D', (C,), {'x': 5, '__doc__': 'doc'})
print(D().m(), D.__doc__, D.__mro__)
E = type('weird name!', (list,), dict(extra=1))
print(E([1]), E.__name__, E)


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: type()); err(lambda: type(1, 2)); err(lambda: type(1, 2, 3)); err(lambda: type('x', 5, {})); err(lambda: type('x', (), 5))
err(lambda: type('x', (5,), {})); err(lambda: type('x', (), {}, k=1)); err(lambda: type('a\0b', (), {})); err(lambda: type(5, (), {}))
err(lambda: type('x', (), {5: 1}).__name__); err(lambda: type('x', [], {})); err(lambda: type.__new__(int, 'x', (), {}))
err(lambda: type(1, 2, 3, 4)); err(lambda: type('x', (), {'__slots__': 5}))
ns = {'a': 1}
F = type('F', (), ns)
ns['b'] = 2
print(hasattr(F, 'b'), type(F) is type)
for attr, val in (('__name__', 'New'), ('__name__', 5), ('__name__', 'nul\0'), ('__qualname__', 'Q.N'), ('__qualname__', 3),
                  ('__module__', 'mod'), ('__doc__', 'd'), ('__mro__', ()), ('__bases__', 3), ('__base__', int)):
    try:
        setattr(F, attr, val)
        print('ok', attr, F)
    except Exception as e:
        print(attr, type(e).__name__, e)
for cls in (int, F):
    for attr in ('__name__', '__module__', '__doc__', '__mro__', '__dict__'):
        try:
            delattr(cls, attr)
            print('deleted', attr)
        except Exception as e:
            print(attr, type(e).__name__, e)
print(int.__name__, int.__module__, int.__base__, bool.__base__, type.__base__, object.__base__, int.__basicsize__ > 0)
print(type(C) == type, type(C()) == C, C.__class__, C().__class__, type(type(C())))
print(isinstance(C, type), callable(C), C.__subclasses__() == [D], type.mro(bool), bool.mro())
print(C.__eq__(C, C), C == C, C != D, hash(C) == hash(C), {C: 1}[C], repr(C), str(C))
print(type.__call__(int, '5'), type.__instancecheck__(int, 5), type.__subclasscheck__(int, bool), int.__subclasses__()[0])


class Local:
    class Nested: pass


print(Local, Local.Nested, type(Local()), [Local], type('T', (Local.Nested,), {}).__mro__)
