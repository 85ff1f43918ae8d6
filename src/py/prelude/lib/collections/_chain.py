"""collections._chain - ChainMap.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import GenericAlias, Mapping, MutableMapping
from reprlib import recursive_repr


class ChainMap(MutableMapping):
    """Several mappings as one; changes go to the first of them."""

    __module__ = "collections"
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, *maps):
        self.maps = [*maps] or [{}]

    @classmethod
    def fromkeys(cls, iterable, *args):
        """A chain of one dict with these keys."""
        return cls(dict.fromkeys(iterable, *args))

    # -- reading: the first mapping that knows a key answers

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for one in self.maps:
            try:
                return one[key]
            except KeyError:
                continue
        return self.__missing__(key)

    def get(self, key, default=None):
        """The value of a key, or the default."""
        if key in self:
            return self[key]
        return default

    def __contains__(self, key):
        for one in self.maps:
            if key in one:
                return True
        return False

    def _keys(self):
        """All keys, those of the last mapping first."""
        keys = {}
        for one in self.maps[::-1]:
            keys.update(dict.fromkeys(one))
        return keys

    def __iter__(self):
        return iter(self._keys())

    def __len__(self):
        return len(self._keys())

    def __bool__(self):
        return any(self.maps)

    @recursive_repr()
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self.maps))})"

    # -- chains made of this one

    def copy(self):
        """A chain with a copy of the first mapping."""
        first, *others = self.maps
        return type(self)(first.copy(), *others)

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        """A chain with a mapping more in front."""
        front = kwargs if m is None else m
        if m is not None and kwargs:
            front.update(kwargs)
        return type(self)(front, *self.maps)

    @property
    def parents(self):
        """The chain without its first mapping."""
        return type(self)(*self.maps[1:])

    # -- writing: only the first mapping changes

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise _not_in_first(key) from None

    def pop(self, key, *args):
        """Take a key out and give its value, or the default."""
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise _not_in_first(key) from None

    def popitem(self):
        """Take a pair out."""
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.") from None

    def clear(self):
        """Take everything out of the first mapping."""
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if isinstance(other, Mapping):
            merged = self.copy()
            merged |= other
            return merged
        return NotImplemented

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        merged = dict(other)
        for one in self.maps[::-1]:
            merged.update(one)
        return type(self)(merged)


def _not_in_first(key):
    return KeyError(f"Key not found in the first mapping: {key!r}")
