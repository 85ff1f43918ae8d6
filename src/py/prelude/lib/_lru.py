"""_lru - what functools.lru_cache makes of a function.

C answers calls of a few positional arguments (mod/memo.c); everything else
comes here.  The dict of results is in order of use: the first key was used longest
ago.

SPDX-License-Identifier: Apache-2.0
"""

import _memo
from collections import namedtuple
from intrinsics import _twin

_CacheInfo = namedtuple("CacheInfo",
                        ["hits", "misses", "maxsize", "currsize"],
                        module="functools")
_KEYWORDS = (object(),)
_MISSING = object()


def _make_key(args, kwds, typed):
    """Make the key of a call; one int or str stands for itself."""
    key = args
    if kwds:
        key += _KEYWORDS
        for item in kwds.items():
            key += item
    if typed:
        key += tuple([type(value) for value in args])
        if kwds:
            key += tuple([type(value) for value in kwds.values()])
    elif len(key) == 1:
        kind = type(key[0])
        if kind is int or kind is str:
            return key[0]
    return key


@_twin("_memo.miss")
def _store(self, key, a, b, c, d, begun, result):
    """Remember what a call gave, when C cannot compare the keys."""
    cache = self._cache
    limit = self._limit
    if limit is not None:
        if key in cache:  # the call itself stored it
            return result
        if len(cache) >= limit:
            del cache[next(iter(cache))]
    cache[key] = result
    return result


class _lru_cache_wrapper:
    """A function that remembers the results of its calls."""

    __module__ = "functools"
    # memo.c knows the first seven by their places.
    __slots__ = ("_cache", "_func", "_hits", "_limit", "_miss", "_misses",
                 "_typed", "__dict__", "__weakref__")

    def __new__(cls, user_function, maxsize, typed, cache_info_type):
        if not callable(user_function):
            raise TypeError("the first argument must be callable")
        self = object.__new__(cls)
        self._cache = {}
        self._func = user_function
        self._hits = self._misses = 0
        self._miss = _memo.miss
        self._limit = maxsize
        self._typed = bool(typed)
        self.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return self

    @_twin("_memo.call")
    def _py_call(self, /, *args, **kwds):
        limit = self._limit
        if limit == 0:
            self._misses += 1
            return self._func(*args, **kwds)
        if self._typed or (not kwds and len(args) == 1):
            key = _make_key(args, kwds, self._typed)
        elif kwds:
            key = (_KEYWORDS, args, *kwds.items())
        else:
            key = args
        cache = self._cache
        result = cache.get(key, _MISSING)
        if result is not _MISSING:
            self._hits += 1
            if limit is not None:
                cache[key] = cache.pop(key)
            return result
        self._misses += 1
        result = self._func(*args, **kwds)
        if limit is not None:
            if key in cache:  # the call itself stored it
                return result
            if len(cache) >= limit:
                del cache[next(iter(cache))]
        cache[key] = result
        return result

    __call__ = _memo.call
    __get__ = _memo.bind

    def cache_info(self):
        """How often the cache helped, and how full it is."""
        return _CacheInfo(self._hits, self._misses, self._limit,
                          len(self._cache))

    @_twin("_memo.cache_clear")
    def _py_clear(self):
        self._cache.clear()
        self._hits = self._misses = 0

    cache_clear = _memo.cache_clear

    def __reduce__(self):
        return self.__qualname__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


del _twin
