"""unittest.util - small helpers of the test framework.

SPDX-License-Identifier: Apache-2.0
"""

from collections import Counter, namedtuple

__unittest = True

_MAX_LENGTH = 80
_PLACEHOLDER_LEN = 12
_MIN_BEGIN_LEN = 5
_MIN_END_LEN = 5
_MIN_COMMON_LEN = 5
_MIN_DIFF_LEN = _MAX_LENGTH - (_MIN_BEGIN_LEN + _PLACEHOLDER_LEN
                               + _MIN_COMMON_LEN + _PLACEHOLDER_LEN
                               + _MIN_END_LEN)


def _shorten(s, prefixlen, suffixlen):
    """Leave out the middle of a text, if that saves anything."""
    skip = len(s) - prefixlen - suffixlen
    if skip > _PLACEHOLDER_LEN:
        return f"{s[:prefixlen]}[{skip} chars]{s[len(s) - suffixlen:]}"
    return s


def _common_prefix(texts):
    low, high = min(texts), max(texts)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def _common_shorten_repr(*args):
    """Print values so that the place where they differ stays visible."""
    texts = tuple([safe_repr(arg) for arg in args])
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    prefix = _common_prefix(texts)
    size = len(prefix)
    room = _MAX_LENGTH - (longest - size + _MIN_BEGIN_LEN
                          + _PLACEHOLDER_LEN)
    if room > _MIN_COMMON_LEN:
        prefix = _shorten(prefix, _MIN_BEGIN_LEN, room)
        return tuple([prefix + text[size:] for text in texts])
    prefix = _shorten(prefix, _MIN_BEGIN_LEN, _MIN_COMMON_LEN)
    return tuple([prefix + _shorten(text[size:], _MIN_DIFF_LEN, _MIN_END_LEN)
                  for text in texts])


def safe_repr(obj, short=False):
    try:
        result = repr(obj)
    except Exception:
        result = object.__repr__(obj)
    if not short or len(result) < _MAX_LENGTH:
        return result
    return result[:_MAX_LENGTH] + " [truncated]..."


def strclass(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def sorted_list_difference(expected, actual):
    """Return what is only in one of two sorted lists."""
    i = j = 0
    missing = []
    unexpected = []
    while True:
        try:
            e = expected[i]
            a = actual[j]
            if e < a:
                missing.append(e)
                i += 1
                while expected[i] == e:
                    i += 1
            elif e > a:
                unexpected.append(a)
                j += 1
                while actual[j] == a:
                    j += 1
            else:
                i += 1
                try:
                    while expected[i] == e:
                        i += 1
                finally:
                    j += 1
                    while actual[j] == a:
                        j += 1
        except IndexError:
            missing.extend(expected[i:])
            unexpected.extend(actual[j:])
            return missing, unexpected


def unorderable_list_difference(expected, actual):
    """Like sorted_list_difference() for items without an order."""
    missing = []
    while expected:
        item = expected.pop()
        try:
            actual.remove(item)
        except ValueError:
            missing.append(item)
    return missing, actual


def three_way_cmp(x, y):
    """Return -1 if x < y, 0 if x == y and 1 if x > y"""
    return (x > y) - (x < y)


_Mismatch = namedtuple("Mismatch", "actual expected value")


def _count_diff_all_purpose(actual, expected):
    """List the items whose counts differ; items need not be hashable."""
    s, t = list(actual), list(expected)
    m, n = len(s), len(t)
    nothing = object()
    result = []
    for i, elem in enumerate(s):
        if elem is nothing:
            continue
        count_s = count_t = 0
        for j in range(i, m):
            if s[j] == elem:
                count_s += 1
                s[j] = nothing
        for j, other in enumerate(t):
            if other == elem:
                count_t += 1
                t[j] = nothing
        if count_s != count_t:
            result.append(_Mismatch(count_s, count_t, elem))
    for i, elem in enumerate(t):
        if elem is nothing:
            continue
        count_t = 0
        for j in range(i, n):
            if t[j] == elem:
                count_t += 1
                t[j] = nothing
        result.append(_Mismatch(0, count_t, elem))
    return result


def _count_diff_hashable(actual, expected):
    """List the items whose counts differ."""
    s, t = Counter(actual), Counter(expected)
    result = []
    for elem, count in s.items():
        other = t.get(elem, 0)
        if count != other:
            result.append(_Mismatch(count, other, elem))
    for elem, count in t.items():
        if elem not in s:
            result.append(_Mismatch(0, count, elem))
    return result
