"""unittest.mock._calls - sentinels, and calls as values.

SPDX-License-Identifier: Apache-2.0
"""

import pprint

from _caisson import session_state


# --- Sentinels --------------------------------------------------------------

class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel." + self.name

    __reduce__ = __repr__


DEFAULT = _SentinelObject("DEFAULT")


def _two_dicts():
    return {}, {}


class _Sentinel:
    """Has an object for every name; the session keeps them."""

    def __getattr__(self, name):
        if name == "DEFAULT":
            return DEFAULT
        if name == "__bases__":  # asked for by inspection: not a class
            raise AttributeError
        known, given = session_state("mock.sentinels", _two_dicts)
        if name in given:
            return given[name]
        return known.get(name) or known.setdefault(name,
                                                   _SentinelObject(name))

    def __setattr__(self, name, value):
        session_state("mock.sentinels", _two_dicts)[1][name] = value

    def __delattr__(self, name):
        given = session_state("mock.sentinels", _two_dicts)[1]
        if name not in given:
            raise AttributeError(name)
        del given[name]

    def __reduce__(self):
        return "sentinel"


sentinel = _Sentinel()


class _ANY:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _ANY()


# --- Calls ------------------------------------------------------------------

def describe(name, args, kwargs):
    """Write a call as source text."""
    words = [repr(value) for value in args]
    words += [f"{key}={value!r}" for key, value in kwargs.items()]
    return f"{name}({', '.join(words)})"


def parts_of(value):
    """Read (name, args, kwargs) from a tuple that may leave some out."""
    if len(value) == 3:
        return tuple(value)
    name, args, kwargs = "", (), {}
    rest = list(value)
    if rest and isinstance(rest[0], str):
        name = rest.pop(0)
    if len(rest) == 2:
        args, kwargs = rest
    elif rest and isinstance(rest[0], tuple):
        args = rest[0]
    elif rest:
        kwargs = rest[0]
    return name, args, kwargs


class _Call(tuple):
    """A call: the tuple (name, args, kwargs), or (args, kwargs) if `two`.

    `_path` is how the call was written, as in call.a().b, `_before` the call
    before the last dot, and `_made` tells whether the end of the path is
    called at all.
    """

    def __new__(cls, value=(), name="", parent=None, two=False, made=True):
        found, args, kwargs = parts_of(value)
        if two:
            return tuple.__new__(cls, (args, kwargs))
        if not found and len(value) < 3:
            found = name
        return tuple.__new__(cls, (found, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False,
                 made=True):
        self._path = name
        self._before = parent
        self._made = made

    def __eq__(self, other):
        try:
            if len(other) > 3:
                return False
        except TypeError:
            return NotImplemented
        mine = getattr(self, "_before", None)
        if mine:
            before = getattr(other, "_before", None)
            if before and mine != before:
                return False
        try:
            name, args, kwargs = parts_of(other)
        except (TypeError, ValueError):
            return False
        own_name, own_args, own_kwargs = parts_of(self)
        if own_name and own_name != name:
            return False
        # the other side first: it may hold objects equal to anything
        return (args, kwargs) == (own_args, own_kwargs)

    __ne__ = object.__ne__

    def __call__(self, /, *args, **kwargs):
        path = self._path
        if path is None:
            return _Call(("", args, kwargs), "()")
        return _Call((path, args, kwargs), path + "()", self)

    def __getattribute__(self, name):
        if name in _TUPLE_NAMES:  # call.index is a call, too
            return _Call.__getattr__(self, name)
        return tuple.__getattribute__(self, name)

    def __getattr__(self, name):
        path = self._path
        if path is None:
            return _Call(name=name, made=False)
        return _Call(name=f"{path}.{name}", parent=self, made=False)

    @property
    def args(self):
        """The positional arguments."""
        return self[-2]

    @property
    def kwargs(self):
        """The arguments with names."""
        return self[-1]

    def __repr__(self):
        if not self._made:
            path = self._path or "call"
            return "call" + path if path.startswith("()") else path
        name, args, kwargs = parts_of(self)
        if name and not name.startswith("()"):
            name = "." + name
        return describe("call" + name, args, kwargs)

    def call_list(self):
        """The calls of a chain such as call.a().b(), outermost last."""
        chain = _CallList()
        link = self
        while link is not None:
            if link._made:
                chain.append(link)
            link = link._before
        chain.reverse()
        return chain


_TUPLE_NAMES = frozenset(tuple.__dict__)
call = _Call(made=False)


class _CallList(list):
    """A list of calls; `in` also finds several in a row."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        width = len(value)
        return any(self[i:i + width] == value
                   for i in range(len(self) - width + 1))

    def __repr__(self):
        return pprint.pformat(list(self))
