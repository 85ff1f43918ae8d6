"""Asking an abstract class twice, before and after a registration."""
from collections.abc import (Callable, Hashable, Iterable, Mapping, Sequence,
                             Sized)

for T in (Iterable, Mapping, Sequence, Hashable, Callable, Sized):
    print(T.__name__, [isinstance(x, T) for x in (1, 'a', [1], {}, len, (1,), None)], [isinstance(x, T) for x in (1, 'a', [1], {}, len, (1,), None)])
class A(Hashable):
    __hash__ = None
print(isinstance(A, Hashable))
class M(metaclass=type(Iterable)): pass
class N: pass
print(isinstance(N(), M), isinstance(N(), M)); M.register(N); print(isinstance(N(), M), isinstance(3, M))
from abc import ABC, ABCMeta
class Meta(ABCMeta):
    def __instancecheck__(cls, obj):
        return obj == 3 or super().__instancecheck__(obj)
class Odd(metaclass=Meta):
    pass
print([isinstance(x, Odd) for x in (3, 4, 3, 4, Odd())])
class Shown:
    @property
    def __class__(self):
        return dict
print([isinstance(Shown(), Mapping) for _ in range(2)], isinstance({}, Mapping))
class Base(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, 'quack') or NotImplemented
class Duck:
    quack = 1
print([isinstance(x, Base) for x in (Duck(), 1, Duck(), 1)])
print(isinstance(Duck(), (int, Base)), isinstance(1, (Sequence, Mapping)))
