"""weakref - weak references and containers of them.

SPDX-License-Identifier: Apache-2.0
"""

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
    """A bound method as long as its object and its function live."""

    __slots__ = "_function", "_kind", "_alive", "__weakref__"

    def __new__(cls, meth, callback=None):
        try:
            owner, function = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError("argument should be a bound method, not "
                            f"{type(meth)}") from None

        def half_died(_):
            found = me()
            if found is None or not found._alive:
                return
            found._alive = False
            if callback is not None:
                callback(found)

        self = ref.__new__(cls, owner, half_died)
        self._function = ref(function, half_died)
        self._kind = type(meth)
        self._alive = True
        me = ref(self)
        return self

    def __call__(self):
        owner, function = ref.__call__(self), self._function()
        if owner is not None and function is not None:
            return self._kind(function, owner)
        return None

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if self._alive and other._alive:
            return (self._function == other._function
                    and ref.__eq__(self, other))
        return self is other

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = ref.__hash__


class KeyedRef(ref):
    """A reference to a value that knows the key of the value."""

    __slots__ = ("key",)

    def __new__(type, ob, callback, key):
        made = ref.__new__(type, ob, callback)
        made.key = key
        return made

    def __init__(self, ob, callback, key):
        ref.__init__(self, ob, callback)


class _WeakMapping(MutableMapping):
    """What both dictionaries share.

    `data` is a plain dict with references on one side; _living() gives the
    pairs in which both sides are there, and everything else follows.
    """

    def __init__(self):
        self.data = {}
        me = ref(self)

        def forget(dead):
            alive = me()
            if alive is not None:
                alive._bury(dead)

        self._forget = forget

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def items(self):
        """Iterate over the living pairs."""
        return self._living()

    def keys(self):
        """Iterate over the keys of living pairs."""
        for key, _ in self._living():
            yield key

    def values(self):
        """Iterate over the values of living pairs."""
        for _, value in self._living():
            yield value

    __iter__ = keys

    def update(self, other=None, /, **kwargs):
        """Put in what a mapping or pairs hold, then the keywords."""
        if other is not None:
            pairs = other if hasattr(other, "items") else dict(other)
            for key, value in pairs.items():
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value

    def copy(self):
        """Another dictionary of the same pairs."""
        twin = self._plain_class()
        twin.update(self)
        return twin

    __copy__ = copy

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        merged = self.copy()
        merged.update(other)
        return merged

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        merged = type(self)()
        for part in (other, self):
            merged.update(part)
        return merged


class WeakValueDictionary(_WeakMapping):
    """A mapping whose entries vanish with their values."""

    def __init__(self, other=(), /, **kw):
        _WeakMapping.__init__(self)
        self.update(other, **kw)

    def _bury(self, dead):
        if self.data.get(dead.key) is dead:
            del self.data[dead.key]

    def _living(self):
        for key, weak in tuple(self.data.items()):
            value = weak()
            if value is not None:
                yield key, value

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, self._forget, key)

    def __delitem__(self, key):
        del self.data[key]

    def get(self, key, default=None):
        """The value of a key, or the default."""
        weak = self.data.get(key)
        value = None if weak is None else weak()
        return default if value is None else value

    def __contains__(self, key):
        return self.get(key) is not None

    def __getitem__(self, key):
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def setdefault(self, key, default=None):
        """The value of a key; the default is put in if there is none."""
        value = self.get(key)
        if value is None:
            self[key] = value = default
        return value

    def pop(self, key, *args):
        """Take a key out and give its value, or the default."""
        value = self.get(key)
        self.data.pop(key, None)
        if value is not None:
            return value
        if not args:
            raise KeyError(key)
        return args[0]

    def popitem(self):
        """Take the last living pair out."""
        value = None
        while value is None:
            key, weak = self.data.popitem()
            value = weak()
        return key, value

    def __deepcopy__(self, memo):
        twin = type(self)()
        for key, value in self._living():
            twin[deepcopy(key, memo)] = value
        return twin

    def valuerefs(self):
        """The references to the values, dead ones too."""
        return [*self.data.values()]

    def itervaluerefs(self):
        """Iterate over the references to the values."""
        return iter(self.valuerefs())


class WeakKeyDictionary(_WeakMapping):
    """A mapping whose entries vanish with their keys."""

    def __init__(self, dict=None):
        _WeakMapping.__init__(self)
        self.update(dict)

    def _bury(self, dead):
        self.data.pop(dead, None)

    def _living(self):
        for weak, value in tuple(self.data.items()):
            key = weak()
            if key is not None:
                yield key, value

    def __setitem__(self, key, value):
        self.data[ref(key, self._forget)] = value

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self.data.get(ref(key), default)

    def setdefault(self, key, default=None):
        """The value of a key; the default is put in if there is none."""
        return self.data.setdefault(ref(key, self._forget), default)

    def pop(self, key, *args):
        """Take a key out and give its value, or the default."""
        return self.data.pop(ref(key), *args)

    def popitem(self):
        """Take the last living pair out."""
        key = None
        while key is None:
            weak, value = self.data.popitem()
            key = weak()
        return key, value

    def __deepcopy__(self, memo):
        twin = type(self)()
        for key, value in self._living():
            twin[key] = deepcopy(value, memo)
        return twin

    def keyrefs(self):
        """The references to the keys, dead ones too."""
        return [*self.data]


WeakValueDictionary._plain_class = WeakValueDictionary
WeakKeyDictionary._plain_class = WeakKeyDictionary


class _Plan:
    """What a finalizer is going to call."""

    __slots__ = "weak", "func", "args", "kwargs", "atexit"

    def parts(self):
        """(obj, func, args, kwargs), or None without the object."""
        obj = self.weak()
        if obj is None:
            return None
        return obj, self.func, self.args, self.kwargs


def _plans():
    """The plans of the session's living finalizers, oldest first."""
    return session_state("weakref.finalize", dict)


class finalize:
    """Calls a function when an object goes, or when the program ends."""

    __slots__ = ()

    def __init__(self, obj, func, /, *args, **kwargs):
        plan = _Plan()
        plan.weak = ref(obj, self)
        plan.func, plan.args, plan.kwargs = func, args, kwargs
        plan.atexit = True
        _plans()[self] = plan

    def __call__(self, _=None):
        """Call the function now and give its result, if still alive."""
        plan = _plans().pop(self, None)
        if plan is not None:
            return plan.func(*plan.args, **plan.kwargs)

    def peek(self):
        """(obj, func, args, kwargs) if alive."""
        plan = _plans().get(self)
        return None if plan is None else plan.parts()

    def detach(self):
        """The same as peek(), and the function will not be called."""
        parts = self.peek()
        if parts is not None:
            del _plans()[self]
        return parts

    @property
    def alive(self):
        """Is the function still to be called?"""
        return self in _plans()

    @property
    def atexit(self):
        """Is it to be called when the program ends?"""
        plan = _plans().get(self)
        return plan is not None and plan.atexit

    @atexit.setter
    def atexit(self, value):
        plan = _plans().get(self)
        if plan is not None:
            plan.atexit = bool(value)

    def __repr__(self):
        parts = self.peek()
        state = "dead" if parts is None else (
            f"for {type(parts[0]).__name__!r} at {id(parts[0]):#x}")
        return f"<{type(self).__name__} object at {id(self):#x}; {state}>"

    @classmethod
    def _exitfunc(cls):
        """Call what is left, latest first; the session does it at its end."""
        while last := [f for f, plan in _plans().items() if plan.atexit]:
            last[-1]()
