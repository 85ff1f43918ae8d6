"""collections._counter - multisets.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import Mapping
from heapq import nlargest
from itertools import chain, repeat, starmap
from operator import itemgetter

from _tally import count as _count_elements
from intrinsics import _twin


@_twin("_tally.count")
def _py_count(mapping, iterable, /):
    """Tally elements from the iterable."""
    get = mapping.get
    for elem in iterable:
        mapping[elem] = get(elem, 0) + 1


class Counter(dict):
    """Dict subclass for counting hashable items.

    Elements are stored as dictionary keys and their counts are stored as
    dictionary values.
    """

    __module__ = "collections"

    def __init__(self, iterable=None, /, **kwds):
        """Count the elements of an iterable, or take over counts."""
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        """The count of elements not in the Counter is zero."""
        return 0

    def total(self):
        """Sum of the counts"""
        return sum(self.values())

    def most_common(self, n=None):
        """List the n most common elements and their counts, all if None."""
        if n is None:
            return sorted(self.items(), key=itemgetter(1), reverse=True)
        return nlargest(n, self.items(), key=itemgetter(1))

    def elements(self):
        """Iterator over elements repeating each as many times as its count."""
        return chain.from_iterable(starmap(repeat, self.items()))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError(
            "Counter.fromkeys() is undefined.  Use Counter(iterable) "
            "instead.")

    def update(self, iterable=None, /, **kwds):
        """Like dict.update() but add counts instead of replacing them."""
        if iterable is not None:
            if not isinstance(iterable, Mapping):
                _count_elements(self, iterable)
            elif self:
                get = self.get
                for elem, count in iterable.items():
                    self[elem] = count + get(elem, 0)
            else:
                super().update(iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Like update() but subtract counts; they may become negative."""
        if iterable is not None:
            get = self.get
            if isinstance(iterable, Mapping):
                for elem, count in iterable.items():
                    self[elem] = get(elem, 0) - count
            else:
                for elem in iterable:
                    self[elem] = get(elem, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        """Return a shallow copy."""
        return self.__class__(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def __delitem__(self, elem):
        """Like dict.__delitem__() but silent for missing values."""
        if elem in self:
            super().__delitem__(elem)

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            counts = dict(self.most_common())
        except TypeError:
            counts = dict(self)
        return f"{self.__class__.__name__}({counts!r})"

    # Comparisons treat a missing element as a count of zero.

    def __eq__(self, other):
        """True if all counts agree. Missing counts are treated as zero."""
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] == other[e] for c in (self, other) for e in c)

    def __ne__(self, other):
        """True if any counts disagree. Missing counts are treated as zero."""
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        """True if all counts in self are a subset of those in other."""
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] <= other[e] for c in (self, other) for e in c)

    def __lt__(self, other):
        """True if all counts in self are a proper subset of those in other."""
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        """True if all counts in self are a superset of those in other."""
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] >= other[e] for c in (self, other) for e in c)

    def __gt__(self, other):
        """True if all counts in self are a proper superset of those in other."""
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    # Results of the operators below hold positive counts only.

    def __add__(self, other):
        """Add counts from two counters."""
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for elem, count in self.items():
            count += other[elem]
            if count > 0:
                result[elem] = count
        for elem, count in other.items():
            if elem not in self and count > 0:
                result[elem] = count
        return result

    def __sub__(self, other):
        """Subtract count, but keep only results with positive counts."""
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for elem, count in self.items():
            count -= other[elem]
            if count > 0:
                result[elem] = count
        for elem, count in other.items():
            if elem not in self and count < 0:
                result[elem] = 0 - count
        return result

    def __or__(self, other):
        """Union is the maximum of value in either of the input counters."""
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for elem, count in self.items():
            rival = other[elem]
            if count < rival:
                count = rival
            if count > 0:
                result[elem] = count
        for elem, count in other.items():
            if elem not in self and count > 0:
                result[elem] = count
        return result

    def __and__(self, other):
        """Intersection is the minimum of corresponding counts."""
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for elem, count in self.items():
            rival = other[elem]
            if rival < count:
                count = rival
            if count > 0:
                result[elem] = count
        return result

    def __pos__(self):
        """Adds an empty counter, effectively stripping non-positive counts"""
        result = Counter()
        for elem, count in self.items():
            if count > 0:
                result[elem] = count
        return result

    def __neg__(self):
        """Subtract from an empty counter: keep what was negative."""
        result = Counter()
        for elem, count in self.items():
            if count < 0:
                result[elem] = 0 - count
        return result

    def _keep_positive(self):
        """Remove elements whose count is not positive."""
        for elem in [e for e, count in self.items() if not count > 0]:
            del self[elem]
        return self

    def __iadd__(self, other):
        """Inplace add from another counter, keeping only positive counts."""
        for elem, count in other.items():
            self[elem] += count
        return self._keep_positive()

    def __isub__(self, other):
        """Inplace subtract counter, but keep only results with positive counts."""
        for elem, count in other.items():
            self[elem] -= count
        return self._keep_positive()

    def __ior__(self, other):
        """Inplace union is the maximum of value from either counter."""
        for elem, rival in other.items():
            if rival > self[elem]:
                self[elem] = rival
        return self._keep_positive()

    def __iand__(self, other):
        """Inplace intersection is the minimum of corresponding counts."""
        for elem, count in self.items():
            rival = other[elem]
            if rival < count:
                self[elem] = rival
        return self._keep_positive()


del _twin
