"""collections._counter - multisets.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import Mapping
from heapq import nlargest
from itertools import chain, repeat, starmap
from operator import add, itemgetter, sub

from _tally import count as _count_elements, count_list
from intrinsics import _twin


_sequences = frozenset({list, tuple, str, set})


@_twin("_tally.count")
def _py_count(mapping, iterable, /):
    batch = []
    try:
        for elem in iterable:
            batch.append(elem)
            if len(batch) == 1024:
                count_list(mapping, batch)
                batch = []
    finally:
        count_list(mapping, batch)


@_twin("_tally.count_list")
def _py_count_list(mapping, iterable, /):
    get = mapping.get
    for elem in iterable:
        mapping[elem] = get(elem, 0) + 1


class Counter(dict):
    """A dict of items and how often they come; 0 for others."""

    __module__ = "collections"

    def __init__(self, iterable=None, /, **kwds):
        if kwds or type(self) is not Counter:
            dict.__init__(self)
            self.update(iterable, **kwds)
        elif iterable is not None:
            self.update(iterable)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        """Makes no sense here."""
        raise NotImplementedError(
            "Counter.fromkeys() is undefined.  Use Counter(iterable) "
            "instead.")

    def __missing__(self, key):
        return 0

    def __delitem__(self, elem):
        if elem in self:
            dict.__delitem__(self, elem)

    def __reduce__(self):
        return type(self), (dict(self),)

    def __repr__(self):
        name = type(self).__name__
        if not self:
            return f"{name}()"
        try:
            shown = dict(self.most_common())
        except TypeError:  # counts that cannot be compared
            shown = dict(self)
        return f"{name}({shown!r})"

    def copy(self):
        """Another counter of the same counts."""
        return type(self)(self)

    # -- all of them

    def total(self):
        """The sum of the counts."""
        return sum(self.values())

    def elements(self):
        """Every item as often as its count says."""
        try:
            return chain.from_iterable([repeat(item, count)
                                        for item, count in self.items()])
        except TypeError:  # a count that is no int: told when it is reached
            return chain.from_iterable(starmap(repeat, self.items()))

    def most_common(self, n=None):
        """The n most frequent items with their counts, or all."""
        by_count = itemgetter(1)
        if n is not None:
            return nlargest(n, self.items(), key=by_count)
        return sorted(self.items(), key=by_count, reverse=True)

    # -- counting

    def update(self, iterable=None, /, **kwds):
        """Count more items, or add counts."""
        if iterable is None:
            pass
        elif type(iterable) in _sequences:
            _count_elements(self, iterable)
        elif isinstance(iterable, Mapping):
            if not self:
                dict.update(self, iterable)
                iterable = {}
            known = self.get
            for item, count in iterable.items():
                self[item] = count + known(item, 0)
        else:
            _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Count items away, or take counts away; they may get negative."""
        if isinstance(iterable, Mapping):
            self._change(iterable.items(), sub)
        elif iterable is not None:
            self._change(zip(iterable, repeat(1)), sub)
        if kwds:
            self.subtract(kwds)

    def _change(self, pairs, op):
        for item, count in pairs:
            self[item] = op(self.get(item, 0), count)

    # -- comparing; what is missing counts 0

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] == other[item] for item in _items(self, other))

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] <= other[item] for item in _items(self, other))

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] >= other[item] for item in _items(self, other))

    def __lt__(self, other):
        least = self.__le__(other)
        return least and self != other if least is True else least

    def __gt__(self, other):
        most = self.__ge__(other)
        return most and self != other if most is True else most

    # -- operators; only positive counts remain

    def _with(self, other, op):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            count = op(count, other[item])
            if count > 0:
                result[item] = count
        for item, count in other.items():
            if item not in self:
                count = op(0, count)
                if count > 0:
                    result[item] = count
        return result

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        counts = {}
        of_other = other.get
        for item, count in self.items():
            count = count + of_other(item, 0)
            if count > 0:
                counts[item] = count
        for item, count in other.items():
            if count > 0 and item not in self:
                counts[item] = count
        return _made(counts)

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        counts = {}
        of_other = other.get
        for item, count in self.items():
            count = count - of_other(item, 0)
            if count > 0:
                counts[item] = count
        for item, count in other.items():
            if count < 0 and item not in self:
                counts[item] = 0 - count
        return _made(counts)

    def __or__(self, other):
        return self._with(other, max)

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        counts = {}
        of_other = other.get
        for item, count in self.items():
            others = of_other(item, 0)
            if others < count:
                count = others
            if count > 0:
                counts[item] = count
        return _made(counts)

    def __pos__(self):
        return self._with(Counter(), add)

    def __neg__(self):
        return Counter()._with(self, sub)

    def _positive(self):
        for item in [i for i, count in self.items() if not count > 0]:
            del self[item]
        return self

    def __iadd__(self, other):
        self._change(other.items(), add)
        return self._positive()

    def __isub__(self, other):
        self._change(other.items(), sub)
        return self._positive()

    def __ior__(self, other):
        self._change(other.items(), max)
        return self._positive()

    def __iand__(self, other):
        for item, count in self.items():
            self[item] = min(count, other[item])
        return self._positive()


def _made(counts):
    result = Counter()
    dict.update(result, counts)
    return result


def _items(one, other):
    return chain(one, other)


del _twin
