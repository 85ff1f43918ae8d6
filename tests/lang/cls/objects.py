# objects.py: Aliases, unions, weak references, generators and classes as objects.
# SPDX-License-Identifier: Apache-2.0
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
from typing import TypeVar, ParamSpec, List, Generic
import types, weakref, gc
T = TypeVar('T'); K = TypeVar('K')
a = list[int]; print(a, a.__origin__, a.__args__, a.__parameters__, a == list[int], a != list[str], hash(a) == hash(list[int]), a([1]), type(a), isinstance(a, types.GenericAlias), a.__mro_entries__(()), dict[str, list[T]].__parameters__, dict[K, T][int, str], list[T][int], list[list[T]][str], tuple[int, ...], tuple[()], type[int])
show(lambda: list[int][str]); show(lambda: dict[K, T][int]); show(lambda: isinstance([], list[int])); show(lambda: issubclass(list, list[int])); show(lambda: int[str]); show(lambda: a.append); show(lambda: a.nope); show(lambda: a.__name__); show(lambda: [*list[int]]); show(lambda: a | None); show(lambda: a | 5); show(setattr, a, 'x', 1); print(a.__reduce__(), list[int].copy, a.__class__, a.__doc__ == list.__doc__)
class L(list[int]): pass
print(L.__bases__, L.__orig_bases__, L([1]))
u = int | str | None; print(u, u.__args__, type(u), isinstance(5, u), isinstance(None, u), isinstance(2.5, u), issubclass(bool, u), u == str | int | None, hash(u) == hash(str | None | int), int | int, (int | T)[str] if hasattr(int | T, '__getitem__') else 0, u.__parameters__, int | list[int], None | int)
show(lambda: u[0]); show(lambda: u()); show(lambda: isinstance(5, int | list[int])); show(lambda: int | 'x'); show(lambda: u.x); show(setattr, u, 'x', 1); show(lambda: (int | str) | u)
class O: pass
o = O(); r = weakref.ref(o); print(r() is o, r == weakref.ref(o), hash(r) == hash(o), r.__callback__, isinstance(r, weakref.ReferenceType), type(r)); show(weakref.ref, 5); show(weakref.ref, 'x'); show(weakref.ref, []); show(weakref.ref, ()); cb = []
del o; gc.collect(); print(r())
class W: __slots__ = ('x',)
show(weakref.ref, W())
class W2: __slots__ = ('x', '__weakref__')
w2 = W2(); print(weakref.ref(w2)() is w2)
class SI(int): pass
show(lambda: weakref.ref(SI(5))); 
class SL(list): pass
sl = SL(); print(weakref.ref(sl)() is sl, weakref.ref(O)() is O, weakref.ref(len)() is len, weakref.ref(show)() is show)
def g():
    x = 1
    y = yield x
    yield y
gg = g(); print(gg.gi_running, gg.gi_suspended, gg.gi_frame is not None, gg.gi_code.co_name, gg.gi_yieldfrom, gg.__name__, gg.__qualname__); next(gg); print(gg.gi_suspended, gg.gi_frame.f_locals, gg.gi_frame.f_lineno); print(gg.send(5)); show(next, gg); print(gg.gi_frame, gg.gi_suspended); gg.__name__ = 'zz'; print(gg.__name__, repr(gg).split(' at')[0]); show(setattr, gg, '__name__', 5); show(setattr, gg, 'gi_running', 5)
g2 = g(); show(g2.send, 5); show(g2.throw, ValueError); show(next, g2); g3 = g(); next(g3); show(g3.throw, ValueError('v')); g4 = g(); next(g4); show(g4.throw, 5); show(g4.throw, ValueError, 'msg'); g5 = g(); next(g5); print(g5.close()); show(next, g5)
def ig():
    try: yield 1
    except GeneratorExit: yield 2
g6 = ig(); next(g6); show(g6.close)
# types
print(type.__mro__, object.__bases__, type(type), type.__name__, type.__base__, bool.__base__, int.__basicsize__ > 0, type.__flags__ & (1 << 10) > 0, bool.__flags__ & (1<<10))
class X:
    "xdoc"
    a: int = 1
print(X.__doc__, X.__annotations__, X.__module__, X.__qualname__, X.__dict__['a'], X.__weakrefoffset__ != 5, X.__mro__, X.mro(), X.__subclasses__(), type(X.__dict__)); X.__doc__ = 'new'; print(X.__doc__); X.__name__ = 'Y'; print(X, X.__name__); X.__qualname__ = 'Q'; print(X); X.__module__ = 'mm'; print(X, X.__module__); show(delattr, X, '__annotations__'); print(X.__annotations__); show(lambda: X.__abstractmethods__); show(lambda: int.__annotations__); show(setattr, int, 'x', 1); show(setattr, X, '__dict__', {}); show(delattr, X, 'nope'); show(lambda: X.nope); show(lambda: X().nope); show(setattr, X, '__class__', int); X.__class__ = type
show(lambda: X.__dict__.update); show(lambda: X.__dict__.__setitem__); mp = types.MappingProxyType({'a': 1}); print(mp, mp['a'], mp.get('z'), list(mp), len(mp), mp | {'b': 2}, mp == {'a': 1}, mp.copy(), 'a' in mp, list(reversed(mp))); show(lambda: mp.__setitem__('a', 2)); show(lambda: hash(mp)); show(types.MappingProxyType, 5); show(types.MappingProxyType, [1])
class Abs(metaclass=type): pass
import abc
class AB(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
    @abc.abstractmethod
    def b(self): pass
class AB1(AB):
    def f(self): pass
show(AB); show(AB1); show(AB.__new__, AB); print(AB.__abstractmethods__ == frozenset({'f', 'b'}), AB1.__abstractmethods__)
show(object, 1); show(X, 1); show(object.__new__, X, 1); show(object.__new__, int); show(object.__new__); show(object.__new__, 5); show(object.__init__, X(), 1); show(object().__setattr__, 'x', 1); show(lambda: object().x); show(object.__setattr__, X, 'q', 1); show(X().__setattr__, 5, 1); show(lambda: X().__getattribute__(5)); print(object.__eq__(1, 1), object.__eq__(1, 2), object.__ne__(1, 1), object.__ne__(1, 2), object.__lt__(1, 2), object.__subclasshook__(1) , object.__init_subclass__(), object.__sizeof__(1) > 0)
x = X(); show(setattr, x, '__class__', int); show(setattr, x, '__class__', 5); x.q = 1
class X2: pass
x.__class__ = X2; print(type(x), x.q); show(setattr, 5, '__class__', X2); show(setattr, x, '__dict__', 5); x.__dict__ = {'z': 1}; print(x.z, x.__dict__); del x.__dict__; print(x.__dict__); x.__dict__['k'] = 3; print(x.k); d = x.__dict__; x.w = 4; print(d, d is x.__dict__, vars(x)); del d['w']; show(lambda: x.w)
print(x.__reduce_ex__(2)[1], x.__getstate__(), X2().__getstate__()); import copy; y = copy.copy(x); print(y.k, type(y))
print(sorted(dir(X2()))[:5], [n for n in dir(x) if not n.startswith('__')])
