"""_weakref - weak references and proxies.

The collector clears references late, at its own time: an object that nothing
refers to may still answer until then.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _weak_refs

from _caisson import native_class

__all__ = ["CallableProxyType", "ProxyType", "ReferenceType",
           "getweakrefcount", "getweakrefs", "proxy", "ref"]

ReferenceType = ref = native_class("weakref.ReferenceType")


def getweakrefcount(object, /):
    """How many weak references to object there are."""
    return len(_weak_refs(object))


def getweakrefs(object, /):
    """The weak references to object."""
    return _weak_refs(object)


def _target(self):
    found = _get_ref(self)()
    if found is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return found


def _plain(x):
    return _target(x) if isinstance(x, ProxyType) else x


class ProxyType:
    """Stands for an object without keeping it alive."""

    __slots__ = ("_ref", "__weakref__")
    __hash__ = None

    def __getattribute__(self, name):
        return getattr(_target(self), name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __repr__(self):
        found = _target(self)
        return (f"<weakproxy at {id(self):#x} to {type(found).__name__} "
                f"at {id(found):#x}>")

    def __str__(self):
        return str(_target(self))

    def __bytes__(self):
        return bytes(_target(self))

    def __bool__(self):
        return bool(_target(self))

    def __len__(self):
        return len(_target(self))

    def __getitem__(self, key):
        return _target(self)[key]

    def __setitem__(self, key, value):
        _target(self)[key] = value

    def __delitem__(self, key):
        del _target(self)[key]

    def __contains__(self, item):
        return item in _target(self)

    def __iter__(self):
        return iter(_target(self))

    def __next__(self):
        found = _target(self)
        if not hasattr(type(found), "__next__"):
            raise TypeError("Weakref proxy referenced a non-iterator "
                            f"'{type(found).__name__}' object")
        return next(found)

    def __reversed__(self):
        return reversed(_target(self))

    def __eq__(self, other):
        return _target(self) == _plain(other)

    def __ne__(self, other):
        return _target(self) != _plain(other)

    def __lt__(self, other):
        return _target(self) < _plain(other)

    def __le__(self, other):
        return _target(self) <= _plain(other)

    def __gt__(self, other):
        return _target(self) > _plain(other)

    def __ge__(self, other):
        return _target(self) >= _plain(other)

    def __neg__(self):
        return -_target(self)

    def __pos__(self):
        return +_target(self)

    def __abs__(self):
        return abs(_target(self))

    def __invert__(self):
        return ~_target(self)

    def __int__(self):
        return int(_target(self))

    def __float__(self):
        return float(_target(self))

    def __index__(self):
        return _target(self).__index__()

    def __add__(self, other):
        return _plain(self) + _plain(other)

    def __radd__(self, other):
        return _plain(other) + _plain(self)

    def __sub__(self, other):
        return _plain(self) - _plain(other)

    def __rsub__(self, other):
        return _plain(other) - _plain(self)

    def __mul__(self, other):
        return _plain(self) * _plain(other)

    def __rmul__(self, other):
        return _plain(other) * _plain(self)

    def __truediv__(self, other):
        return _plain(self) / _plain(other)

    def __rtruediv__(self, other):
        return _plain(other) / _plain(self)

    def __floordiv__(self, other):
        return _plain(self) // _plain(other)

    def __rfloordiv__(self, other):
        return _plain(other) // _plain(self)

    def __mod__(self, other):
        return _plain(self) % _plain(other)

    def __rmod__(self, other):
        return _plain(other) % _plain(self)

    def __divmod__(self, other):
        return divmod(_plain(self), _plain(other))

    def __rdivmod__(self, other):
        return divmod(_plain(other), _plain(self))

    def __pow__(self, other, modulo=None):
        return pow(_plain(self), _plain(other), _plain(modulo))

    def __rpow__(self, other):
        return _plain(other) ** _plain(self)

    def __matmul__(self, other):
        return _plain(self) @ _plain(other)

    def __rmatmul__(self, other):
        return _plain(other) @ _plain(self)

    def __and__(self, other):
        return _plain(self) & _plain(other)

    def __rand__(self, other):
        return _plain(other) & _plain(self)

    def __or__(self, other):
        return _plain(self) | _plain(other)

    def __ror__(self, other):
        return _plain(other) | _plain(self)

    def __xor__(self, other):
        return _plain(self) ^ _plain(other)

    def __rxor__(self, other):
        return _plain(other) ^ _plain(self)

    def __lshift__(self, other):
        return _plain(self) << _plain(other)

    def __rlshift__(self, other):
        return _plain(other) << _plain(self)

    def __rshift__(self, other):
        return _plain(self) >> _plain(other)

    def __rrshift__(self, other):
        return _plain(other) >> _plain(self)


_get_ref = ProxyType._ref.__get__
_set_ref = ProxyType._ref.__set__


class CallableProxyType(ProxyType):
    """A proxy of something that can be called."""

    __slots__ = ()

    def __call__(self, /, *args, **kwargs):
        return _target(self)(*args, **kwargs)


ProxyType.__module__ = CallableProxyType.__module__ = "weakref"


def proxy(object, callback=None, /):
    """A stand-in for object that does not keep it alive."""
    kind = CallableProxyType if callable(object) else ProxyType
    made = kind.__new__(kind)
    if callback is None:
        _set_ref(made, ref(object))
    else:
        _set_ref(made, ref(object, lambda _: callback(made)))
    return made
