"""unittest.util - printing and comparing values for reports.

Texts longer than _LIMIT are shortened: _EDGE characters stay at each end of
what is cut, and "[n chars]" takes about _NOTE characters in its place.

SPDX-License-Identifier: Apache-2.0
"""

__unittest = True

_LIMIT = 80
_EDGE = 5
_NOTE = 12


def safe_repr(obj, short=False):
    """repr() that never fails; cut at 80 characters on request."""
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if short and len(text) >= _LIMIT:
        text = text[:_LIMIT] + " [truncated]..."
    return text


def strclass(cls):
    """The full name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"


def three_way_cmp(x, y):
    """Order as a number: negative, zero or positive."""
    return int(x > y) - int(x < y)


def _squeeze(text, head, tail):
    cut = len(text) - head - tail
    if cut <= _NOTE:
        return text
    return f"{text[:head]}[{cut} chars]{text[head + cut:]}"


def _repr_pair(first, second):
    """Print two values so that the place where they differ can be seen."""
    one, two = safe_repr(first), safe_repr(second)
    longest = max(len(one), len(two))
    if longest <= _LIMIT:
        return one, two
    same = 0
    for a, b in zip(one, two):
        if a != b:
            break
        same += 1
    room = _LIMIT - _EDGE - _NOTE - (longest - same)
    if room > _EDGE:  # the different rest fits: cut only what is common
        start = _squeeze(one[:same], _EDGE, room)
        return start + one[same:], start + two[same:]
    start = _squeeze(one[:same], _EDGE, _EDGE)
    shown = _LIMIT - 3 * _EDGE - 2 * _NOTE
    return (start + _squeeze(one[same:], shown, _EDGE),
            start + _squeeze(two[same:], shown, _EDGE))


def _run_end(items, i):
    """The index after the items that equal items[i]."""
    item = items[i]
    while i < len(items) and items[i] == item:
        i += 1
    return i


def sorted_list_difference(expected, actual):
    """Split two sorted lists into what only one of them has."""
    missing, unexpected = [], []
    i = j = 0
    while i < len(expected) and j < len(actual):
        want, have = expected[i], actual[j]
        if want < have:
            missing.append(want)
            i = _run_end(expected, i)
        elif want > have:
            unexpected.append(have)
            j = _run_end(actual, j)
        else:
            i, j = _run_end(expected, i), _run_end(actual, j)
    return missing + expected[i:], unexpected + actual[j:]


def unorderable_list_difference(expected, actual):
    """Same for items without an order; both lists are used up."""
    missing = []
    while expected:
        item = expected.pop()
        if item in actual:
            actual.remove(item)
        else:
            missing.append(item)
    return missing, actual


def _count_mismatches(first, second):
    """List (count in first, count in second, item) where the two differ."""
    try:
        table = {}
        for side, items in enumerate((first, second)):
            for item in items:
                table.setdefault(item, [0, 0])[side] += 1
        rows = table.items()
    except TypeError:
        rows = _tally_by_equality(first, second)
    return [(n, m, item) for item, (n, m) in rows if n != m]


def _tally_by_equality(first, second):
    rows = []
    for side, items in enumerate((first, second)):
        for item in items:
            for known, counts in rows:
                if known == item:
                    break
            else:
                counts = [0, 0]
                rows.append((item, counts))
            counts[side] += 1
    return rows
