"""collections._user - dict, list and str to inherit from.

Each keeps the built-in object in `data`; methods are overridden one by one,
so that a subclass sees every access.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from _collections_abc import MutableMapping, MutableSequence, Sequence


def _bare(value):
    """The built-in object inside of a User object, or the value itself."""
    if isinstance(value, (UserDict, UserList, UserString)):
        return value.data
    return value


def _clone(self, data):
    """An object of the same class and attributes around other data."""
    twin = type(self).__new__(type(self))
    vars(twin).update(vars(self))
    vars(twin)["data"] = data
    return twin


def _asks(name):
    """A method that only asks the object inside."""
    def method(self, *args, **kwargs):
        return getattr(self.data, name)(*args, **kwargs)

    method.__name__ = name
    return method


class _Around:
    """What all three share."""

    __slots__ = ()

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return repr(self.data)

    def __contains__(self, item):
        return _bare(item) in self.data


class UserDict(MutableMapping):
    """A dict to inherit from: every access goes through the methods."""

    __module__ = "collections"

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for given in (dict, kwargs):
            if given:
                self.update(given)

    __len__ = _Around.__len__
    __repr__ = _Around.__repr__

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """A dict with these keys and one value."""
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __or__(self, other):
        other = _bare(other)
        if isinstance(other, dict):
            return type(self)(self.data | other)
        return NotImplemented

    def __ror__(self, other):
        other = _bare(other)
        if isinstance(other, dict):
            return type(self)(other | self.data)
        return NotImplemented

    def __ior__(self, other):
        self.data |= _bare(other)
        return self

    def __copy__(self):
        return _clone(self, self.data.copy())

    def copy(self):
        """Another dict of the same pairs."""
        if type(self) is UserDict:
            return UserDict(self.data)
        twin = _clone(self, {})
        twin.update(self)
        return twin


class UserList(MutableSequence):
    """A list to inherit from."""

    __module__ = "collections"

    def __init__(self, initlist=None):
        given = _bare(initlist)
        self.data = [] if given is None else list(given)

    __len__ = _Around.__len__
    __repr__ = _Around.__repr__

    def __contains__(self, item):
        return item in self.data

    def __eq__(self, other):
        return self.data == _bare(other)

    def __lt__(self, other):
        return self.data < _bare(other)

    def __le__(self, other):
        return self.data <= _bare(other)

    def __gt__(self, other):
        return self.data > _bare(other)

    def __ge__(self, other):
        return self.data >= _bare(other)

    def __getitem__(self, i):
        found = self.data[i]
        return type(self)(found) if isinstance(i, slice) else found

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return type(self)(self.data + list(_bare(other)))

    def __radd__(self, other):
        return type(self)(list(_bare(other)) + self.data)

    def __iadd__(self, other):
        self.data += _bare(other)
        return self

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def __copy__(self):
        return _clone(self, self.data[:])

    def copy(self):
        """Another list of the same items."""
        return type(self)(self)

    def pop(self, i=-1):
        """Take an item out, the last unless told."""
        return self.data.pop(i)

    def extend(self, other):
        """Put several items at the end."""
        self.data.extend(_bare(other))

    append = _asks("append")
    insert = _asks("insert")
    remove = _asks("remove")
    clear = _asks("clear")
    count = _asks("count")
    index = _asks("index")
    reverse = _asks("reverse")
    sort = _asks("sort")


def _makes(name):
    """A method whose result is again a UserString."""
    def method(self, *args, **kwargs):
        text = getattr(self.data, name)(*map(_bare, args), **kwargs)
        return type(self)(text)

    method.__name__ = name
    return method


def _searches(name):
    """A method that looks for a text in a part of the string."""
    def method(self, sub, start=0, end=sys.maxsize):
        return getattr(self.data, name)(_bare(sub), start, end)

    method.__name__ = name
    return method


def _cuts(name):
    """A method that splits the string into plain strings."""
    def method(self, sep=None, maxsplit=-1):
        return getattr(self.data, name)(_bare(sep), maxsplit)

    method.__name__ = name
    return method


def _trims(name):
    """A method that takes characters off."""
    def method(self, chars=None):
        return type(self)(getattr(self.data, name)(_bare(chars)))

    method.__name__ = name
    return method


class UserString(Sequence):
    """A str to inherit from."""

    __module__ = "collections"

    def __init__(self, seq):
        given = _bare(seq)
        self.data = given if isinstance(given, str) else str(given)

    __len__ = _Around.__len__
    __repr__ = _Around.__repr__
    __contains__ = _Around.__contains__

    def __str__(self):
        return str(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, string):
        return self.data == _bare(string)

    def __lt__(self, string):
        return self.data < _bare(string)

    def __le__(self, string):
        return self.data <= _bare(string)

    def __gt__(self, string):
        return self.data > _bare(string)

    def __ge__(self, string):
        return self.data >= _bare(string)

    def __getitem__(self, index):
        return type(self)(self.data[index])

    def __add__(self, other):
        return type(self)(self.data + str(other))

    def __radd__(self, other):
        return type(self)(str(other) + self.data)

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return type(self)(self.data % args)

    def __rmod__(self, template):
        return type(self)(str(template) % self)

    def encode(self, encoding="utf-8", errors="strict"):
        """The string as bytes."""
        return self.data.encode(encoding or "utf-8", errors or "strict")

    def replace(self, old, new, maxsplit=-1):
        """The string with one text in the place of another."""
        text = self.data.replace(_bare(old), _bare(new), maxsplit)
        return type(self)(text)

    def partition(self, sep):
        """What is before a text, the text, and what is behind."""
        return self.data.partition(_bare(sep))

    def rpartition(self, sep):
        """The same for the last such text."""
        return self.data.rpartition(_bare(sep))

    maketrans = str.maketrans


def _fill_in():
    """The methods that differ only by their names."""
    groups = (
        (_makes, "capitalize casefold center expandtabs ljust lower rjust "
                 "removeprefix removesuffix swapcase title translate upper "
                 "zfill"),
        (_trims, "strip lstrip rstrip"),
        (_cuts, "split rsplit"),
        (_searches, "count find index rfind rindex startswith endswith"),
        (_asks, "format format_map join splitlines isalpha isalnum isascii "
                "isdecimal isdigit isidentifier islower isnumeric "
                "isprintable isspace istitle isupper"))
    for make, names in groups:
        for name in names.split():
            setattr(UserString, name, make(name))


_fill_in()
