"""_weakrefset - sets of weak references.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import GenericAlias, MutableSet
from _weakref import ref
from abc import _register_builtin

__all__ = ["WeakSet"]


def _refs(items):
    """The set of references that stand for some items."""
    return {ref(item) for item in items}


class WeakSet:
    """A set whose items vanish when nobody else refers to them.

    `data` is a plain set of references; what is asked of the items is asked
    of the references.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, data=None):
        self.data = set()
        me = ref(self)

        def forget(dead):
            alive = me()
            if alive is not None:
                alive.data.discard(dead)

        self._forget = forget
        if data is not None:
            self.update(data)

    # -- looking

    def __iter__(self):
        for weak in tuple(self.data):
            item = weak()
            if item is not None:
                yield item

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def __repr__(self):
        return repr(self.data)

    def __reduce__(self):
        return type(self), ([*self],), self.__getstate__()

    def copy(self):
        """Another set of the same items."""
        return type(self)(self)

    # -- one item

    def add(self, item):
        """Put an item in."""
        self.data.add(ref(item, self._forget))

    def remove(self, item):
        """Take an item out; KeyError if it is not there."""
        self.data.remove(ref(item))

    def discard(self, item):
        """Take an item out if it is there."""
        self.data.discard(ref(item))

    def pop(self):
        """Take any living item out."""
        while self.data:
            item = self.data.pop()()
            if item is not None:
                return item
        raise KeyError("pop from empty WeakSet")

    def clear(self):
        """Take everything out."""
        self.data.clear()

    # -- changing by another collection

    def update(self, other):
        """Put in what `other` holds."""
        for item in other:
            self.add(item)

    def difference_update(self, other):
        """Take out what `other` holds."""
        self.data -= _refs(other)

    def intersection_update(self, other):
        """Keep only what `other` holds too."""
        self.data &= _refs(other)

    def symmetric_difference_update(self, other):
        """Keep what is in exactly one of the two."""
        theirs = _refs(other)
        common = self.data & theirs
        self.update(weak() for weak in theirs - common)
        self.data -= common

    def __ior__(self, other):
        self.update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    # -- new sets

    def _after(self, change, other):
        twin = self.copy()
        change(twin, other)
        return twin

    def union(self, other):
        """A set of what either holds."""
        return self._after(WeakSet.update, other)

    def difference(self, other):
        """A set of what `other` does not hold."""
        return self._after(WeakSet.difference_update, other)

    def intersection(self, other):
        """A set of what both hold."""
        return type(self)(item for item in other if item in self)

    def symmetric_difference(self, other):
        """A set of what exactly one of the two holds."""
        return self._after(WeakSet.symmetric_difference_update, other)

    __or__ = union
    __sub__ = difference
    __and__ = intersection
    __xor__ = symmetric_difference

    # -- comparing

    def __eq__(self, other):
        if isinstance(other, type(self)):
            return self.data == _refs(other)
        return NotImplemented

    def issubset(self, other):
        """Does `other` hold everything?"""
        return self.data <= _refs(other)

    def issuperset(self, other):
        """Is everything that `other` holds here?"""
        return self.data >= _refs(other)

    def __lt__(self, other):
        return self.data < _refs(other)

    def __gt__(self, other):
        return self.data > _refs(other)

    __le__ = issubset
    __ge__ = issuperset

    def isdisjoint(self, other):
        """Have the two nothing in common?"""
        return self.data.isdisjoint(_refs(other))


_register_builtin(MutableSet, WeakSet)
