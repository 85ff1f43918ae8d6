"""_abc_containers - sets, mappings and sequences.

SPDX-License-Identifier: Apache-2.0
"""

from abc import abstractmethod

from _abc_protocols import (Collection, GenericAlias, Iterable, Reversible,
                            Sized, _same)

__name__ = "collections.abc"


def _covers(large, small):
    """Is every item of `small` in `large`?"""
    if len(small) > len(large):
        return False
    for item in small:
        if item not in large:
            return False
    return True


class Set(Collection):
    """A set to read: give it __contains__, __iter__ and __len__.

    The operators make results with _from_iterable; override it when the
    constructor does not take an iterable.
    """

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __eq__(self, other):
        if isinstance(other, Set):
            return len(self) == len(other) and _covers(other, self)
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, Set):
            return _covers(other, self)
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Set):
            return len(self) < len(other) and self.__le__(other)
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, Set):
            return _covers(self, other)
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, Set):
            return len(self) > len(other) and self.__ge__(other)
        return NotImplemented

    def isdisjoint(self, other):
        """Have the two nothing in common?"""
        return not any(item in self for item in other)

    def _other(self, other):
        """An operand as a Set; None if it is not even iterable."""
        if isinstance(other, Set):
            return other
        if isinstance(other, Iterable):
            return self._from_iterable(other)
        return None

    def __and__(self, other):
        if isinstance(other, Iterable):
            return self._from_iterable(item for item in other if item in self)
        return NotImplemented

    def __or__(self, other):
        if isinstance(other, Iterable):
            both = self, other
            return self._from_iterable(item for one in both for item in one)
        return NotImplemented

    def __sub__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        rest = (item for item in self if item not in other)
        return self._from_iterable(rest)

    def __rsub__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        rest = (item for item in other if item not in self)
        return self._from_iterable(rest)

    def __xor__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        return (self - other) | (other - self)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def _hash(self):
        """The hash of a frozenset with the same items."""
        return hash(frozenset(self))


class MutableSet(Set):
    """A set to change: give it add and discard as well."""

    __slots__ = ()

    @abstractmethod
    def add(self, value):
        """Put an item in."""
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        """Take an item out if it is there."""
        raise NotImplementedError

    def remove(self, value):
        """Take an item out; KeyError if it is not there."""
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        """Take any item out; KeyError if there is none."""
        for found in self:
            self.discard(found)
            return found
        raise KeyError

    def clear(self):
        """Take everything out, one by one."""
        while len(self):
            self.pop()

    def __ior__(self, it):
        for item in it:
            self.add(item)
        return self

    def __iand__(self, it):
        for item in self - it:
            self.discard(item)
        return self

    def __isub__(self, it):
        if self is it:
            self.clear()
            it = ()
        for item in it:
            self.discard(item)
        return self

    def __ixor__(self, it):
        if self is it:
            self.clear()
            return self
        # A Set first: an item that came twice would go in and out again.
        for item in it if isinstance(it, Set) else self._from_iterable(it):
            change = self.discard if item in self else self.add
            change(item)
        return self


# ------------------------------------------------------------------- mappings


class Mapping(Collection):
    """A mapping to read: give it __getitem__, __iter__ and __len__."""

    __slots__ = ()
    __reversed__ = None

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
            return True
        except KeyError:
            return False

    def keys(self):
        """A set-like view of the keys."""
        return KeysView(self)

    def items(self):
        """A set-like view of the pairs."""
        return ItemsView(self)

    def values(self):
        """A view of the values."""
        return ValuesView(self)

    def __eq__(self, other):
        if isinstance(other, Mapping):
            return dict(self.items()) == dict(other.items())
        return NotImplemented


class MappingView(Sized):

    __slots__ = ("_mapping",)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


class KeysView(MappingView, Set):

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            return _same(self._mapping[key], value)
        except KeyError:
            return False

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield key, mapping[key]


class ValuesView(MappingView, Collection):

    __slots__ = ()

    def __contains__(self, value):
        return any(_same(found, value) for found in self)

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield mapping[key]


_REQUIRED = object()


class MutableMapping(Mapping):
    """A mapping to change: give it __setitem__ and __delitem__ as well."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_REQUIRED):
        """Take a key out and give its value, or the default."""
        try:
            found = self[key]
        except KeyError:
            if default is not _REQUIRED:
                return default
            raise
        del self[key]
        return found

    def popitem(self):
        """Take any pair out; KeyError if there is none."""
        for key in self:
            return key, self.pop(key)
        raise KeyError

    def clear(self):
        """Take everything out, one by one."""
        while len(self):
            self.popitem()

    def update(self, other=(), /, **kwds):
        """Put in what a mapping or pairs hold, then the keywords."""
        if isinstance(other, Mapping) or hasattr(other, "keys"):
            keys = other if isinstance(other, Mapping) else other.keys()
            pairs = ((key, other[key]) for key in keys)
        else:
            pairs = other
        for source in (pairs, kwds.items()):
            for key, value in source:
                self[key] = value

    def setdefault(self, key, default=None):
        """The value of a key; the default is put in if there is none."""
        try:
            found = self[key]
        except KeyError:
            found = self[key] = default
        return found


# ------------------------------------------------------------------ sequences


class Sequence(Reversible, Collection):
    """A sequence to read: give it __getitem__ and __len__."""

    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        place = 0
        while True:
            try:
                item = self[place]
            except IndexError:
                return
            yield item
            place += 1

    def __contains__(self, value):
        return any(_same(item, value) for item in self)

    def __reversed__(self):
        for place in range(len(self) - 1, -1, -1):
            yield self[place]

    def index(self, value, start=0, stop=None):
        """The first place of a value; ValueError if it is not there."""
        length = len(self) if start < 0 or (stop or 0) < 0 else 0
        place = max(start + length, 0) if start < 0 else start
        if stop is not None and stop < 0:
            stop += length
        try:
            while stop is None or place < stop:
                if _same(self[place], value):
                    return place
                place += 1
        except IndexError:
            pass
        raise ValueError

    def count(self, value):
        """How often a value is there."""
        return sum(_same(item, value) for item in self)


class ByteString(Sequence):
    """What bytes and bytearray have in common."""

    __slots__ = ()


class MutableSequence(Sequence):
    """A sequence to change: give it __setitem__, __delitem__ and insert."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        """Put a value in front of a place."""
        raise IndexError

    def append(self, value):
        """Put a value at the end."""
        self.insert(len(self), value)

    def extend(self, values):
        """Put several values at the end."""
        for value in list(values) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        """Take an item out, the last unless told; IndexError if none."""
        found = self[index]
        del self[index]
        return found

    def remove(self, value):
        """Take the first such value out; ValueError if there is none."""
        del self[self.index(value)]

    def clear(self):
        """Take everything out, one by one."""
        while len(self):
            self.pop()

    def reverse(self):
        """Turn the order around, in place."""
        left, right = 0, len(self) - 1
        while left < right:
            self[left], self[right] = self[right], self[left]
            left, right = left + 1, right - 1
