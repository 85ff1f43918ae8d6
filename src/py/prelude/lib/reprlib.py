"""reprlib - repr() with limits on the size of the result.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
from itertools import islice

from _caisson import session_state

__all__ = ["Repr", "repr", "recursive_repr"]


def recursive_repr(fillvalue="..."):
    """Make a decorator that returns `fillvalue` for a recursive call."""

    def decorate(method):
        def guarded(self):
            running = session_state("reprlib.running", set)
            key = id(self), id(guarded)
            if key in running:
                return fillvalue
            running.add(key)
            try:
                return method(self)
            finally:
                running.discard(key)

        for name in "__module__", "__doc__", "__name__", "__qualname__":
            setattr(guarded, name, getattr(method, name))
        guarded.__annotations__ = getattr(method, "__annotations__", {})
        return guarded

    return decorate


class Repr:
    """A printer whose attributes say how much of an object is shown."""

    def __init__(self):
        self.fillvalue = "..."
        for number, names in (
                (4, "dict"), (5, "array"), (30, "string other"), (40, "long"),
                (6, "level tuple list set frozenset deque")):
            for name in names.split():
                setattr(self, "max" + name, number)

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        typename = type(x).__name__
        if " " in typename:
            typename = "_".join(typename.split())
        method = getattr(self, "repr_" + typename, None)
        if method is not None:
            return method(x, level)
        return self.repr_instance(x, level)

    def _repr_iterable(self, x, level, left, right, maxiter, trail=""):
        count = len(x)
        if level <= 0 and count:
            inner = self.fillvalue
        else:
            pieces = [self.repr1(item, level - 1)
                      for item in islice(x, maxiter)]
            if count > maxiter:
                pieces.append(self.fillvalue)
            inner = ", ".join(pieces)
            if count == 1 and trail:
                right = trail + right
        return f"{left}{inner}{right}"

    def repr_tuple(self, x, level):
        return self._repr_iterable(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._repr_iterable(x, level, "[", "]", self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return f"array('{x.typecode}')"
        return self._repr_iterable(x, level, f"array('{x.typecode}', [",
                                   "])", self.maxarray)

    def repr_set(self, x, level):
        if not x:
            return "set()"
        return self._repr_iterable(_sorted_if_possible(x), level, "{", "}",
                                   self.maxset)

    def repr_frozenset(self, x, level):
        if not x:
            return "frozenset()"
        return self._repr_iterable(_sorted_if_possible(x), level,
                                   "frozenset({", "})", self.maxfrozenset)

    def repr_deque(self, x, level):
        return self._repr_iterable(x, level, "deque([", "])", self.maxdeque)

    def repr_dict(self, x, level):
        count = len(x)
        if count == 0:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        pieces = []
        for key in islice(_sorted_if_possible(x), self.maxdict):
            left = self.repr1(key, level - 1)
            right = self.repr1(x[key], level - 1)
            pieces.append(f"{left}: {right}")
        if count > self.maxdict:
            pieces.append(self.fillvalue)
        return "{" + ", ".join(pieces) + "}"

    def _cut(self, text, limit):
        """Leave out the middle of a text that is longer than `limit`."""
        head = max(0, (limit - 3) // 2)
        tail = max(0, limit - 3 - head)
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_str(self, x, level):
        text = builtins.repr(x[:self.maxstring])
        if len(text) <= self.maxstring:
            return text
        head = max(0, (self.maxstring - 3) // 2)
        tail = max(0, self.maxstring - 3 - head)
        text = builtins.repr(x[:head] + x[len(x) - tail:])
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_int(self, x, level):
        text = builtins.repr(x)
        if len(text) > self.maxlong:
            return self._cut(text, self.maxlong)
        return text

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return f"<{x.__class__.__name__} instance at {id(x):#x}>"
        if len(text) > self.maxother:
            return self._cut(text, self.maxother)
        return text


def _sorted_if_possible(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


def __getattr__(name):
    if name == "aRepr":
        return session_state("reprlib.aRepr", Repr)
    raise AttributeError(f"module 'reprlib' has no attribute {name!r}")


def repr(x):
    """Return the limited representation of `x` by the shared printer."""
    return session_state("reprlib.aRepr", Repr).repr(x)
