# special_lookup_bypass.py: Implicit special method lookup ignores instances and __getattr__.
# SPDX-License-Identifier: Apache-2.0

class A:
    def __getattr__(self, k):
        print('getattr', k)
        raise AttributeError(k)

    def __getattribute__(self, k):
        if k not in ('__class__', '__dict__'):
            print('getattribute', k)
        return super().__getattribute__(k)

    def __len__(self): return 3
    def __getitem__(self, i): return i if i < 2 else [][0]
    def __call__(self): return 'called'
    def __eq__(self, o): return True
    def __hash__(self): return 1
    def __add__(self, o): return 'added'
    def __enter__(self): return 'entered'
    def __exit__(self, *a): return None
    def __contains__(self, x): return True
    def __str__(self): return 'str'
    def __iter__(self): return iter('it')


a = A()
print(len(a), a[0], a(), a == 1, hash(a), a + 1, 5 in a, str(a), list(a), bool(a))
with a as x:
    print(x)
print(a.__len__())
a.__len__ = lambda: 99
print(len(a), A.__dict__['__len__'](a))


class B: pass


b = B()
for name, fn in (('__len__', len), ('__iter__', iter), ('__call__', lambda o: o()), ('__add__', lambda o: o + 1),
                 ('__getitem__', lambda o: o[0]), ('__neg__', lambda o: -o), ('__int__', int), ('__index__', hex),
                 ('__contains__', lambda o: 1 in o), ('__next__', next), ('__reversed__', reversed), ('__abs__', abs),
                 ('__float__', float), ('__setitem__', lambda o: exec('o[0] = 1', {'o': o})), ('__lt__', lambda o: o < 1)):
    setattr(b, name, lambda *a: 'instance')
    try:
        print(name, fn(b))
    except TypeError as e:
        print(name, e)
b.__bool__ = lambda: False
b.__eq__ = lambda o: 'inst eq'
b.__hash__ = lambda: 5
b.__repr__ = lambda: 'inst repr'
print(bool(b), b == 1, hash(b) == 5, repr(b) == 'inst repr', b.__repr__())
B.__len__ = lambda self: 7
B.__repr__ = lambda self: 'class repr'
print(len(b), b)
del B.__len__
try:
    len(b)
except TypeError as e:
    print(e)


class Desc:
    def __get__(self, o, t):
        print('descriptor get')
        return lambda *a: 11


class C:
    __len__ = Desc()
    __call__ = Desc()
    __getitem__ = Desc()


print(len(C()), C()(), C()['x'])


class St:
    @staticmethod
    def __len__(): return 4
    @classmethod
    def __call__(cls): return cls.__name__


print(len(St()), St()())
