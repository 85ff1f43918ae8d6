# objects.py: Properties, functions, methods, super and slots as objects.
# SPDX-License-Identifier: Apache-2.0
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
# property
class P:
    def __init__(self): self._x = 1
    @property
    def x(self): "doc x"; return self._x
    @x.setter
    def x(self, v): self._x = v
    @x.deleter
    def x(self): del self._x
    ro = property(lambda s: 5, doc='given')
    nog = property()
p = P(); print(p.x, P.x.__doc__, P.ro.__doc__, P.x.fget.__name__, P.x.fset.__name__, type(P.x)); p.x = 4; print(p.x); del p.x
show(lambda: p.x); show(lambda: p.nog); show(lambda: setattr(p, 'ro', 1)); show(lambda: delattr(p, 'ro')); show(P.ro.__get__, p); show(P.x.__set__, p, 9); print(p.x, p.__dict__); show(P.x.__delete__, p); 
print(P.x.__isabstractmethod__, P.x.getter(lambda s: 3).fget(1)); show(property, 1, 2, 3, 4, 5); show(lambda: property(fget=5).fget); q = property(lambda s: 1); q.__doc__ = 'new'; print(q.__doc__); show(lambda: setattr(q, 'zz', 1))
class SubP(property):
    def __get__(self, o, t=None): return ('sub', super().__get__(o, t)) if o is not None else self
class U:
    y = SubP(lambda s: 7)
print(U().y, type(U.y).__name__, U.y.fget(1)); 
# classmethod/staticmethod
class K:
    @classmethod
    def c(cls, *a): "cdoc"; return cls.__name__, a
    @staticmethod
    def s(*a): "sdoc"; return a
    @classmethod
    @property
    def cp(cls): return 'cp ' + cls.__name__
class K2(K): pass
print(K.c(1), K2().c(2), K.s(3), K().s(), K2.cp, K.c.__self__, K.c.__doc__, K.__dict__['c'].__doc__, K.__dict__['c'].__name__, K.__dict__['s'].__wrapped__ is K.s, K.__dict__['s'](5), K.__dict__['c'].__func__.__name__)
show(K.__dict__['c'].__get__, None, K2); show(K.__dict__['s'].__get__, None); show(K.__dict__['c'].__get__, None); show(lambda: K.__dict__['c']())
# function attrs
def f(a, b=1, /, c=2, *d, e, g=3, **h) -> int: "fdoc"; x = 1; return x
f.attr = 5
for n in '__name__ __qualname__ __doc__ __defaults__ __kwdefaults__ __module__ __annotations__ __dict__ __closure__ __type_params__'.split(): show(getattr, f, n, 'absent') if n != '__type_params__' else None
c = f.__code__
for n in 'co_name co_qualname co_argcount co_posonlyargcount co_kwonlyargcount co_nlocals co_varnames co_flags co_firstlineno co_freevars co_cellvars'.split(): print(n, getattr(c, n))
for n, v in (('__name__', 5), ('__name__', 'nn'), ('__qualname__', 5), ('__defaults__', 5), ('__defaults__', (9,)), ('__kwdefaults__', 5), ('__kwdefaults__', {'e': 1}), ('__code__', 5), ('__code__', (lambda: 7).__code__), ('__dict__', 5), ('__dict__', {'z': 1}), ('__annotations__', 5), ('__annotations__', {'q': 1}), ('__globals__', {}), ('__closure__', None), ('__doc__', 5), ('__module__', 'm')):
    show(setattr, f, n, v)
print(f(), f.__name__, f.z, f.__defaults__, f.__doc__, f.__module__, f.__annotations__)
show(delattr, f, '__name__'); show(delattr, f, '__defaults__'); show(delattr, f, '__doc__'); show(delattr, f, 'z'); show(delattr, f, 'nope'); print(f.__defaults__, f.__doc__); show(delattr, f, '__code__'); show(delattr, f, '__dict__'); show(delattr, f, '__annotations__'); print(f.__annotations__)
def outer():
    v = 1
    def inner(): return v
    def empty():
        return undefined_later
        undefined_later = 1
    return inner
i = outer(); cell = i.__closure__[0]; print(cell.cell_contents, i.__code__.co_freevars); cell.cell_contents = 8; print(i()); del cell.cell_contents; show(lambda: cell.cell_contents); show(i); show(repr, type(cell)); 
show(setattr, i, '__code__', (lambda: 1).__code__)
print(f.__get__(5).__self__, f.__get__(None, int) is f); show(f.__get__, None); show(f.__call__)
m = 'abc'.upper; print(m.__name__, m.__qualname__, m.__self__, m(), type(m), m == 'abc'.upper, hash(m) == hash('abc'.upper)); print(len.__name__, len.__qualname__, len.__module__, str.upper.__name__, str.upper.__qualname__, str.upper.__objclass__, int.__add__.__name__, int.__add__.__objclass__, (1).__add__.__self__, (1).__add__.__name__, dict.fromkeys.__self__, dict.fromkeys.__qualname__, type(dict.__dict__['fromkeys']))
show(lambda: len.x); show(setattr, len, 'x', 1); show(str.upper); show(str.upper, 5); show(int.__add__, 'a'); show(int.__add__); show(str.upper.__get__('q')); show(str.upper.__get__, 5); show(len.__call__, 'abc'); show((1).__add__.__call__, 2); show(str.join.__call__, '-', 'ab')
class MM:
    def m(self): "mdoc"
    m.tag = 't'
b = MM().m; print(b.__name__, b.__doc__, b.__qualname__, b.tag, b.__func__ is MM.m, b.__module__, b.__dict__, b.__defaults__, b.__code__.co_name); show(setattr, b, 'q', 1); show(lambda: b.nope); import types; show(types.MethodType, 5, 1); show(types.MethodType, len, None); print(types.MethodType(len, 'abcd')(), types.MethodType(lambda s, x: (s, x), 1)(2)); show(types.FunctionType, 5, {}); show(types.FunctionType, c, 5); print(types.FunctionType((lambda x: x).__code__, {}, 'nm', (4,))()); show(types.FunctionType, i.__code__, {})
# super
class A:
    def m(self): return 'A'
    @classmethod
    def cm(cls): return 'Acm', cls.__name__
class B(A):
    def m(self): return 'B' + super().m()
    @classmethod
    def cm(cls): return super().cm()
s = super(B, B()); print(s.m(), s.__thisclass__, s.__self__.__class__, s.__self_class__, super(B, B).m(B()), B.cm(), repr(s).split(' at ')[0][:20]); show(super, B, 5); show(super, 5); show(lambda: super(B, B()).nope); show(super, 1, 2, 3); u = super(B); print(u.__self__, u.__get__(B()).m()); show(lambda: s.__class__)
# slots descriptors
class S:
    __slots__ = ('a', '__dict__')
print(S.a, S.a.__name__, S.a.__objclass__, S.__dict__['a'].__get__(None, S) is S.a); show(S.a.__get__, 5); o = S(); show(S.a.__get__, o); S.a.__set__(o, 3); print(o.a); S.a.__delete__(o); show(lambda: o.a); print(type(S.__dict__['__dict__']), S.__dict__['__dict__'].__get__(o)); print(int.real.__name__, int.real.__objclass__, int.real.__get__(5), int.__dict__['real']); show(int.real.__set__, 5, 6); show(int.real.__get__, 'x')
