"""bisect - search and insert in sorted lists.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _twin


@_twin("bisect.bisect_right")
def _py_bisect_right(a, x, lo=0, hi=None, *, key=None):
    """Return the index where to insert `x`, after any equal items."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    if key is None:
        while lo < hi:
            mid = (lo + hi) // 2
            if x < a[mid]:
                hi = mid
            else:
                lo = mid + 1
    else:
        while lo < hi:
            mid = (lo + hi) // 2
            if x < key(a[mid]):
                hi = mid
            else:
                lo = mid + 1
    return lo


@_twin("bisect.bisect_left")
def _py_bisect_left(a, x, lo=0, hi=None, *, key=None):
    """Return the index where to insert `x`, before any equal items."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    if key is None:
        while lo < hi:
            mid = (lo + hi) // 2
            if a[mid] < x:
                lo = mid + 1
            else:
                hi = mid
    else:
        while lo < hi:
            mid = (lo + hi) // 2
            if key(a[mid]) < x:
                lo = mid + 1
            else:
                hi = mid
    return lo


@_twin("bisect.insort_right")
def _py_insort_right(a, x, lo=0, hi=None, *, key=None):
    """Insert `x` into the sorted list `a`, after any equal items."""
    rank = x if key is None else key(x)
    at = bisect_right(a, rank, lo, hi, key=key)
    a.insert(at, x)


@_twin("bisect.insort_left")
def _py_insort_left(a, x, lo=0, hi=None, *, key=None):
    """Insert `x` into the sorted list `a`, before any equal items."""
    rank = x if key is None else key(x)
    at = bisect_left(a, rank, lo, hi, key=key)
    a.insert(at, x)


bisect = bisect_right
insort = insort_right
del _twin
