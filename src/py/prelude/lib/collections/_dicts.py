"""collections._dicts - OrderedDict and defaultdict.

Plain dicts keep their order already, so OrderedDict only adds what depends
on it: moving keys, popping at both ends and comparison with order.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from _collections_abc import GenericAlias, ItemsView, KeysView, ValuesView
from reprlib import recursive_repr

import _memo
from intrinsics import _set_maker, _twin

_MISSING = object()


class odict_keys(KeysView):
    """The keys of an OrderedDict."""

    __slots__ = ()

    def __iter__(self):
        return iter(self._mapping)

    def __reversed__(self):
        return reversed(self._mapping)

    @recursive_repr()
    def __repr__(self):
        return f"odict_keys({list(self)!r})"


class odict_items(ItemsView):
    """The items of an OrderedDict."""

    __slots__ = ()

    def __iter__(self):
        mapping = self._mapping
        if type(mapping) is OrderedDict:
            return iter(dict.items(mapping))
        return iter([(key, mapping[key]) for key in mapping])

    def __reversed__(self):
        return reversed(dict.items(self._mapping))

    @recursive_repr()
    def __repr__(self):
        return f"odict_items({list(self)!r})"


class odict_values(ValuesView):
    """The values of an OrderedDict."""

    __slots__ = ()

    def __iter__(self):
        mapping = self._mapping
        if type(mapping) is OrderedDict:
            return iter(dict.values(mapping))
        return iter([mapping[key] for key in mapping])

    def __reversed__(self):
        return reversed(dict.values(self._mapping))

    @recursive_repr()
    def __repr__(self):
        return f"odict_values({list(self)!r})"


class OrderedDict(dict):
    """A dict whose order can be rearranged and counts when compared."""

    __module__ = "collections"

    def __init__(self, /, *args, **kwds):
        if len(args) > 1:
            raise TypeError(f"expected at most 1 arguments, got {len(args)}")
        self.__update(args[0] if args else (), kwds)

    def __update(self, other, kwds):
        if type(self) is OrderedDict:
            dict.update(self, other, **kwds)
            return
        if isinstance(other, dict) or hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        elif hasattr(other, "items"):
            for key, value in other.items():
                self[key] = value
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def update(self, /, *args, **kwds):
        if len(args) > 1:
            raise TypeError("update() takes at most 1 positional argument "
                            f"({len(args)} given)")
        self.__update(args[0] if args else (), kwds)

    @_twin("_memo.popitem")
    def _py_popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        key = next(dict.__iter__(self))
        return key, dict.pop(self, key)

    @_twin("_memo.move_to_end")
    def _py_move_to_end(self, key, last=True):
        value = dict.__getitem__(self, key) if dict.__contains__(
            self, key) else _fail(key)
        if last:
            dict.__delitem__(self, key)
            dict.__setitem__(self, key, value)
            return
        rest = [pair for pair in dict.items(self)
                if not (pair[0] is key or pair[0] == key)]
        dict.clear(self)
        dict.__setitem__(self, key, value)
        dict.update(self, rest)

    popitem = _memo.popitem
    move_to_end = _memo.move_to_end

    def keys(self):
        return odict_keys(self)

    def items(self):
        return odict_items(self)

    def values(self):
        return odict_values(self)

    @_twin("_memo.pop")
    def _py_pop(self, key, default=_MISSING):
        if default is _MISSING:
            return dict.pop(self, key)
        return dict.pop(self, key, default)

    pop = _memo.pop

    def setdefault(self, key, default=None):
        """The value of a key, which is added if missing."""
        if key in self:
            return self[key]
        self[key] = default
        return default

    def copy(self):
        """An equal mapping of the same kind."""
        twin = type(self)()
        twin.update(self)
        extra = getattr(self, "__dict__", None)
        if extra:
            twin.__dict__.update(extra)
        return twin

    def __copy__(self):
        twin = type(self)()
        twin.update(self)
        state = object.__getstate__(self)
        if isinstance(state, tuple):
            for name, value in state[1].items():
                setattr(twin, name, value)
            state = state[0]
        if state:
            twin.__dict__.update(state)
        return twin

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """An ordered dict that gives every key the same value."""
        result = cls()
        for key in iterable:
            result[key] = value
        return result

    @recursive_repr()
    def __repr__(self):
        name = type(self).__name__
        if not self:
            return f"{name}()"
        return f"{name}({list(self.items())!r})"

    def __eq__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and all(
                a is b or a == b for a, b in zip(self, other))
        return dict.__eq__(self, other)

    def __ne__(self, other, /):
        answer = self.__eq__(other)
        return answer if answer is NotImplemented else not answer

    __hash__ = None

    def __or__(self, other, /):
        if not isinstance(self, OrderedDict) or not isinstance(other, dict):
            return NotImplemented
        result = type(self)(self)
        result.update(other)
        return result

    def __ror__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        result = type(self)(other)
        result.update(self)
        return result

    def __ior__(self, other, /):
        self.update(other)
        return self

    def __reduce__(self):
        """How copy and pickle take it apart."""
        state = object.__getstate__(self)
        return type(self), (), state, None, iter(self.items())

    def __sizeof__(self):
        return dict.__sizeof__(self) + 16 * len(self)

    __class_getitem__ = classmethod(GenericAlias)


def _fail(key):
    raise KeyError(key)


class defaultdict(dict):
    """A dict that makes the value of a missing key by a function."""

    __slots__ = ("default_factory",)
    __module__ = "collections"

    def __new__(cls, *args, **kwargs):
        self = dict.__new__(cls)
        self.default_factory = None
        return self

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **kwargs)

    # native candidate
    def __missing__(self, key, /):
        """Make, keep and return the value of a new key."""
        factory = self.default_factory
        if factory is None:
            raise KeyError(key)
        value = factory()
        self[key] = value
        return value

    def copy(self):
        """An equal mapping of the same kind."""
        return type(self)(self.default_factory, self)

    def __copy__(self):
        """An equal mapping of the same kind."""
        return type(self)(self.default_factory, self)

    def __repr__(self):
        return (f"{type(self).__name__}({_factory_text(self)}, "
                f"{dict.__repr__(self)})")

    def __or__(self, other, /):
        if not isinstance(self, defaultdict) or not isinstance(other, dict):
            return NotImplemented
        result = self.copy()
        result.update(other)
        return result

    def __ror__(self, other, /):
        if not isinstance(other, dict):
            return NotImplemented
        result = type(self)(self.default_factory, other)
        result.update(self)
        return result

    def __reduce__(self):
        """How copy and pickle take it apart."""
        factory = self.default_factory
        args = () if factory is None else (factory,)
        return type(self), args, None, None, iter(self.items())

    __class_getitem__ = classmethod(GenericAlias)


@_twin("_memo.OrderedDict")
@_twin("_memo.defaultdict")
def _make(cls, /, *args, **kwargs):
    self = cls.__new__(cls)
    self.__init__(*args, **kwargs)
    return self


_set_maker(OrderedDict, _memo.OrderedDict)
_set_maker(defaultdict, _memo.defaultdict)


@recursive_repr()
def _factory_text(mapping):
    return repr(mapping.default_factory)


del _set_maker, _twin
