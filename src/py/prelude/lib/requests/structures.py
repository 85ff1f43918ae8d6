# requests/structures.py - a mapping whose keys have no case.
#
# SPDX-License-Identifier: Apache-2.0
"""Containers of requests."""
from collections.abc import MutableMapping


class CaseInsensitiveDict(MutableMapping):
    """A mapping of texts that remembers how each key was written last."""

    def __init__(self, data=None, **kwargs):
        self._kept = {}
        self.update({} if data is None else data, **kwargs)

    def __setitem__(self, key, value):
        self._kept[key.lower()] = key, value

    def __getitem__(self, key):
        return self._kept[key.lower()][1]

    def __delitem__(self, key):
        del self._kept[key.lower()]

    def __iter__(self):
        return (key for key, _ in self._kept.values())

    def __len__(self):
        return len(self._kept)

    def lower_items(self):
        """Return the pairs with keys in lower case."""
        return ((key, pair[1]) for key, pair in self._kept.items())

    def __eq__(self, other):
        if not hasattr(other, "items"):
            return NotImplemented
        return dict(self.lower_items()) == {k.lower(): v for k, v in other.items()}

    __hash__ = None

    def copy(self):
        """Return another with the same pairs."""
        return CaseInsensitiveDict(self._kept.values())

    def __repr__(self):
        return str(dict(self.items()))


class LookupDict(dict):
    """Names as attributes; one that is missing is None."""

    def __init__(self, name=None):
        self.name = name
        super().__init__()

    def __repr__(self):
        return f"<lookup '{self.name}'>"

    def __getitem__(self, key):
        return self.__dict__.get(key)

    def get(self, key, default=None):
        """Return the value of a name."""
        return self.__dict__.get(key, default)
