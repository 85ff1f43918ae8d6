"""bisect - search and insert in sorted lists.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _twin
from operator import index as _index


def _first(a, lo, hi, is_behind):
    """The first place in lo..hi whose item is behind the searched value."""
    left = _index(lo)
    if left < 0:
        raise ValueError("lo must be non-negative")
    right = len(a) if hi is None else _index(hi)
    while left < right:
        middle = (left + right) >> 1
        if is_behind(a[middle]):
            right = middle
        else:
            left = middle + 1
    return left


@_twin("bisect.bisect_right")
def _py_bisect_right(a, x, lo=0, hi=None, key=None):
    if key is None:
        return _first(a, lo, hi, lambda item: x < item)
    return _first(a, lo, hi, lambda item: x < key(item))


@_twin("bisect.bisect_left")
def _py_bisect_left(a, x, lo=0, hi=None, key=None):
    if key is None:
        return _first(a, lo, hi, lambda item: not item < x)
    return _first(a, lo, hi, lambda item: not key(item) < x)


@_twin("bisect.insort_right")
def _py_insort_right(a, x, lo=0, hi=None, key=None):
    rank = x if key is None else key(x)
    at = bisect_right(a, rank, lo, hi, key=key)
    a.insert(at, x)


@_twin("bisect.insort_left")
def _py_insort_left(a, x, lo=0, hi=None, key=None):
    rank = x if key is None else key(x)
    at = bisect_left(a, rank, lo, hi, key=key)
    a.insert(at, x)


bisect = bisect_right
insort = insort_right
del _twin
