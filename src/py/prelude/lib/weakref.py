"""weakref - weak references and containers of them.

SPDX-License-Identifier: Apache-2.0
"""

import itertools
from _collections_abc import MutableMapping
from _weakref import (CallableProxyType, ProxyType, ReferenceType,
                      getweakrefcount, getweakrefs, proxy, ref)
from _weakrefset import WeakSet
from copy import deepcopy

from _caisson import session_state

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs",
           "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary",
           "WeakSet", "WeakMethod", "finalize"]

ProxyTypes = (ProxyType, CallableProxyType)


class WeakMethod(ref):
    """A weak reference to a bound method."""

    __slots__ = "_func_ref", "_meth_type", "_alive", "__weakref__"

    def __new__(cls, meth, callback=None):
        try:
            obj = meth.__self__
            func = meth.__func__
        except AttributeError:
            raise TypeError("argument should be a bound method, not "
                            f"{type(meth)}") from None

        def dead(_):
            self = self_wr()
            if self is not None and self._alive:
                self._alive = False
                if callback is not None:
                    callback(self)

        self = ref.__new__(cls, obj, dead)
        self._func_ref = ref(func, dead)
        self._meth_type = type(meth)
        self._alive = True
        self_wr = ref(self)
        return self

    def __call__(self):
        obj = super().__call__()
        func = self._func_ref()
        if obj is None or func is None:
            return None
        return self._meth_type(func, obj)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if not self._alive or not other._alive:
            return self is other
        return ref.__eq__(self, other) and self._func_ref == other._func_ref

    def __ne__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        return not self == other

    __hash__ = ref.__hash__


class KeyedRef(ref):
    """A weak reference to a value, which knows the key of the value."""

    __slots__ = ("key",)

    def __new__(type, ob, callback, key):
        self = ref.__new__(type, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


class WeakValueDictionary(MutableMapping):
    """A mapping whose entries vanish with their values."""

    def __init__(self, other=(), /, **kw):
        def remove(reference, selfref=ref(self)):
            self = selfref()
            if self is not None and self.data.get(
                    reference.key) is reference:
                del self.data[reference.key]
        self._remove = remove
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __delitem__(self, key):
        del self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, self._remove, key)

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def __repr__(self):
        return f"<{self.__class__.__name__} at {id(self):#x}>"

    def copy(self):
        twin = WeakValueDictionary()
        for key, value in self.items():
            twin[key] = value
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo):
        twin = self.__class__()
        for key, value in self.items():
            twin[deepcopy(key, memo)] = value
        return twin

    def get(self, key, default=None):
        reference = self.data.get(key)
        if reference is None:
            return default
        value = reference()
        return default if value is None else value

    def items(self):
        for key, reference in list(self.data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def keys(self):
        for key, reference in list(self.data.items()):
            if reference() is not None:
                yield key

    __iter__ = keys

    def values(self):
        for reference in list(self.data.values()):
            value = reference()
            if value is not None:
                yield value

    def itervaluerefs(self):
        """Iterate over the weak references to the values."""
        yield from list(self.data.values())

    def valuerefs(self):
        """Return a list of weak references to the values."""
        return list(self.data.values())

    def popitem(self):
        while True:
            key, reference = self.data.popitem()
            value = reference()
            if value is not None:
                return key, value

    def pop(self, key, *args):
        reference = self.data.pop(key, None)
        value = None if reference is None else reference()
        if value is not None:
            return value
        if args:
            return args[0]
        raise KeyError(key)

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is not None:
            return value
        self.data[key] = KeyedRef(default, self._remove, key)
        return default

    def update(self, other=None, /, **kwargs):
        if other is not None:
            if not hasattr(other, "items"):
                other = dict(other)
            for key, value in other.items():
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        twin = self.copy()
        twin.update(other)
        return twin

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        twin = self.__class__()
        twin.update(other)
        twin.update(self)
        return twin


class WeakKeyDictionary(MutableMapping):
    """A mapping whose entries vanish with their keys."""

    def __init__(self, dict=None):
        self.data = {}

        def remove(reference, selfref=ref(self)):
            self = selfref()
            if self is not None:
                self.data.pop(reference, None)
        self._remove = remove
        if dict is not None:
            self.update(dict)

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return f"<{self.__class__.__name__} at {id(self):#x}>"

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def copy(self):
        twin = WeakKeyDictionary()
        for key, value in self.items():
            twin[key] = value
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo):
        twin = self.__class__()
        for key, value in self.items():
            twin[key] = deepcopy(value, memo)
        return twin

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def __contains__(self, key):
        try:
            reference = ref(key)
        except TypeError:
            return False
        return reference in self.data

    def items(self):
        for reference, value in list(self.data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def keys(self):
        for reference in list(self.data):
            key = reference()
            if key is not None:
                yield key

    __iter__ = keys

    def values(self):
        for reference, value in list(self.data.items()):
            if reference() is not None:
                yield value

    def keyrefs(self):
        """Return a list of weak references to the keys."""
        return list(self.data)

    def popitem(self):
        while True:
            reference, value = self.data.popitem()
            key = reference()
            if key is not None:
                return key, value

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key, self._remove), default)

    def update(self, dict=None, /, **kwargs):
        if dict is not None:
            if not hasattr(dict, "items"):
                dict = type({})(dict)
            for key, value in dict.items():
                self[key] = value
        if kwargs:
            self.update(kwargs)

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        twin = self.copy()
        twin.update(other)
        return twin

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        twin = self.__class__()
        twin.update(other)
        twin.update(self)
        return twin


class _Finalizers:
    """The living finalizers of a session, by insertion."""

    def __init__(self):
        self.entries = {}
        self.order = itertools.count()


class _Info:
    """What a finalizer is going to call."""

    __slots__ = "weakref", "func", "args", "kwargs", "atexit", "index"


class finalize:
    """A function to be called when an object is garbage collected."""

    __slots__ = ()

    def __init__(self, obj, func, /, *args, **kwargs):
        store = session_state("weakref.finalize", _Finalizers)
        info = _Info()
        info.weakref = ref(obj, self)
        info.func = func
        info.args = args
        info.kwargs = kwargs or None
        info.atexit = True
        info.index = next(store.order)
        store.entries[self] = info

    def _entry(self):
        return session_state("weakref.finalize",
                             _Finalizers).entries.get(self)

    def _take(self):
        return session_state("weakref.finalize",
                             _Finalizers).entries.pop(self, None)

    def __call__(self, _=None):
        """Call the function and return its result, unless dead."""
        info = self._take()
        if info is not None:
            return info.func(*info.args, **(info.kwargs or {}))

    def detach(self):
        """If alive, die and return (obj, func, args, kwargs)."""
        info = self._entry()
        obj = info and info.weakref()
        if obj is not None and self._take():
            return obj, info.func, info.args, info.kwargs or {}

    def peek(self):
        """If alive, return (obj, func, args, kwargs)."""
        info = self._entry()
        obj = info and info.weakref()
        if obj is not None:
            return obj, info.func, info.args, info.kwargs or {}

    @property
    def alive(self):
        """Whether finalizer is alive"""
        return self._entry() is not None

    @property
    def atexit(self):
        """Whether finalizer should be called at exit"""
        info = self._entry()
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = self._entry()
        if info:
            info.atexit = bool(value)

    def __repr__(self):
        info = self._entry()
        obj = info and info.weakref()
        if obj is None:
            return f"<{type(self).__name__} object at {id(self):#x}; dead>"
        return (f"<{type(self).__name__} object at {id(self):#x}; for "
                f"{type(obj).__name__!r} at {id(obj):#x}>")

    @classmethod
    def _exitfunc(cls):
        """Call what is left, latest first; the session does it at its end."""
        entries = session_state("weakref.finalize", _Finalizers).entries
        while True:
            waiting = [(info.index, f) for f, info in entries.items()
                       if info.atexit]
            if not waiting:
                return
            max(waiting, key=lambda pair: pair[0])[1]()
