"""copy - shallow and deep copies.

Plain instances, whose class does not say how to reduce them, are copied
here; everything else goes through __copy__, __deepcopy__, the registered
reducers and __reduce_ex__, in this order.

SPDX-License-Identifier: Apache-2.0
"""

import types

import _attributes
from _weakref import ref

from _caisson import session_state
from copyreg import _slotnames

__all__ = ["Error", "copy", "deepcopy"]


class Error(Exception):
    pass


error = Error
PyStringMap = None
_MISSING = object()


# Objects of these types are their own copies.
_ATOMIC = frozenset({
    type(None), int, float, bool, complex, str, bytes, type, range,
    type(Ellipsis), type(NotImplemented), types.BuiltinFunctionType,
    types.FunctionType, types.CodeType, property, ref})


def copy(x):
    """A new object with the same parts."""
    cls = type(x)
    if cls in _ATOMIC or cls is tuple or cls is frozenset or cls is slice:
        return x
    if cls is list or cls is dict or cls is set or cls is bytearray:
        return x.copy()
    if issubclass(cls, type):
        return x
    copier = getattr(cls, "__copy__", None)
    if copier is not None:
        return copier(x)
    reduced = _reduce(x, cls, "shallow")
    if isinstance(reduced, str):
        return x
    return _reconstruct(x, None, *reduced)


def _reduce(x, cls, depth):
    """Take an object apart by the pickle protocol."""
    reductor = session_state("copyreg.dispatch_table", dict).get(cls)
    if reductor is not None:
        return reductor(x)
    if (cls.__reduce_ex__ is object.__reduce_ex__
            and cls.__getattribute__ is object.__getattribute__):
        if cls.__reduce__ is not object.__reduce__:
            return x.__reduce__()  # as object.__reduce_ex__ would do
        if _is_plain(cls):
            return _reduce_plain(x, cls)
    reductor = getattr(x, "__reduce_ex__", None)
    if reductor is not None:
        return reductor(4)
    reductor = getattr(x, "__reduce__", None)
    if reductor is not None:
        return reductor()
    raise Error(f"un({depth})copyable object of type {cls}")


def _is_plain(cls):
    """Is a class, with all its bases but object, written in Python?"""
    for base in cls.__mro__:
        if base is object:
            return True
        if "__module__" not in base.__dict__ or (
                base.__module__ in ("builtins", "itertools")):
            return False
    return True


def _reduce_plain(x, cls):
    """Reduce an instance of a class that has no say in it."""
    args = ()
    kwargs = None
    if hasattr(cls, "__getnewargs_ex__"):
        args, kwargs = x.__getnewargs_ex__()
    elif hasattr(cls, "__getnewargs__"):
        args = x.__getnewargs__()
    if kwargs:
        return _new_with, (cls, args, kwargs), _state_of(x, cls)
    return _new, (cls, *args), _state_of(x, cls)


def _new(cls, *args):
    return cls.__new__(cls, *args)


def _new_with(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _state_of(x, cls):
    """What __getstate__ returns, or would return by default."""
    if cls.__getstate__ is not object.__getstate__:
        return x.__getstate__()
    state = _attributes.copy(x)
    if state is None:
        state = getattr(x, "__dict__", None)
    state = state or None
    slots = {}
    for name in _slotnames(cls):
        value = getattr(x, name, _MISSING)
        if value is not _MISSING:
            slots[name] = value
    return (state, slots) if slots else state


# native candidate: the containers below
def deepcopy(x, memo=None, _nil=[]):
    """A new object with copies of all parts."""
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    key = id(x)
    known = memo.get(key, _MISSING)
    if known is not _MISSING:
        return known
    if cls is list:
        y = []
        memo[key] = y
        append = y.append
        for item in x:
            append(item if type(item) in _ATOMIC else deepcopy(item, memo))
    elif cls is dict:
        y = {}
        memo[key] = y
        for name, value in x.items():
            if type(value) not in _ATOMIC:
                value = deepcopy(value, memo)
            y[name if type(name) in _ATOMIC else deepcopy(name, memo)] = value
    elif cls is tuple:
        y = _deepcopy_tuple(x, memo)
    elif issubclass(cls, type):
        return x
    else:
        y = _deepcopy_object(x, cls, memo)
    if y is not x:
        memo[key] = y
        # `x` is kept until the copy is done: its id stays in use
        kept = memo.get(id(memo))
        if kept is None:
            memo[id(memo)] = [x]
        else:
            kept.append(x)
    return y


def _deepcopy_tuple(x, memo):
    items = [item if type(item) in _ATOMIC else deepcopy(item, memo)
             for item in x]
    known = memo.get(id(x), _MISSING)  # a recursive tuple is known by now
    if known is not _MISSING:
        return known
    for old, new in zip(x, items):
        if old is not new:
            return tuple(items)
    return x


def _deepcopy_object(x, cls, memo):
    copier = getattr(x, "__deepcopy__", None)
    if copier is not None:
        return copier(memo)
    if cls is types.MethodType:
        return cls(x.__func__, deepcopy(x.__self__, memo))
    reduced = _reduce(x, cls, "deep")
    if isinstance(reduced, str):
        return x
    return _reconstruct(x, memo, *reduced)


def _reconstruct(x, memo, func, args, state=None, listiter=None,
                 dictiter=None):
    """Build the copy from the parts; `memo` is None for a shallow one."""
    deep = memo is not None
    if deep and args:
        args = [arg if type(arg) in _ATOMIC else deepcopy(arg, memo)
                for arg in args]
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        _set_state(y, state)
    if listiter is not None:
        for item in listiter:
            y.append(deepcopy(item, memo) if deep else item)
    if dictiter is not None:
        for key, value in dictiter:
            if deep:
                key = deepcopy(key, memo)
                value = deepcopy(value, memo)
            y[key] = value
    return y


def _set_state(y, state):
    if hasattr(y, "__setstate__"):
        y.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state is not None:
        if not _attributes.store(y, state):
            y.__dict__.update(state)
    if slots is not None:
        for name, value in slots.items():
            setattr(y, name, value)
