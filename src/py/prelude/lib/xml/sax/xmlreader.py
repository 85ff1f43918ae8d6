# xmlreader.py - what readers of XML hand over.
#
# SPDX-License-Identifier: Apache-2.0
"""Attributes, places and sources."""


class Locator:
    """A place in a document."""

    def getColumnNumber(self):
        """The column; -1: not known."""
        return -1

    def getLineNumber(self):
        """The line; -1: not known."""
        return -1

    def getPublicId(self):
        """The public name."""
        return None

    def getSystemId(self):
        """The address."""
        return None


class InputSource:
    """Where a document comes from."""

    def __init__(self, system_id=None):
        self._system, self._public, self._encoding = system_id, None, None
        self._bytes = self._chars = None

    def setPublicId(self, public_id):
        """Set the public name."""
        self._public = public_id

    def getPublicId(self):
        """The public name."""
        return self._public

    def setSystemId(self, system_id):
        """Set the address."""
        self._system = system_id

    def getSystemId(self):
        """The address."""
        return self._system

    def setEncoding(self, encoding):
        """Set the encoding."""
        self._encoding = encoding

    def getEncoding(self):
        """The encoding."""
        return self._encoding

    def setByteStream(self, bytefile):
        """Set a file of bytes."""
        self._bytes = bytefile

    def getByteStream(self):
        """The file of bytes."""
        return self._bytes

    def setCharacterStream(self, charfile):
        """Set a file of text."""
        self._chars = charfile

    def getCharacterStream(self):
        """The file of text."""
        return self._chars


class AttributesImpl:
    """The attributes of an element."""

    def __init__(self, attrs):
        self._attrs = attrs

    def getLength(self):
        """How many there are."""
        return len(self._attrs)

    def getType(self, name):
        """Always text, without a DTD."""
        return "CDATA"

    def getValue(self, name):
        """The value of a name."""
        return self._attrs[name]

    def getValueByQName(self, name):
        """The value of a name as it stands."""
        return self._attrs[name]

    def getNameByQName(self, name):
        """The name, if it is there."""
        if name not in self._attrs:
            raise KeyError(name)
        return name

    getQNameByName = getNameByQName

    def getNames(self):
        """All names."""
        return [*self._attrs]

    getQNames = getNames

    def __len__(self):
        return len(self._attrs)

    def __getitem__(self, name):
        return self._attrs[name]

    def __contains__(self, name):
        return name in self._attrs

    def keys(self):
        """All names."""
        return [*self._attrs]

    def values(self):
        """All values."""
        return [*self._attrs.values()]

    def items(self):
        """All names with their values."""
        return [*self._attrs.items()]

    def get(self, name, alternative=None):
        """A value, or something else."""
        return self._attrs.get(name, alternative)

    def copy(self):
        """Another object with the same attributes."""
        return type(self)(self._attrs)


class AttributesNSImpl(AttributesImpl):
    """The attributes of an element, by pairs of namespace and name."""

    def __init__(self, attrs, qnames):
        super().__init__(attrs)
        self._qnames = qnames

    def getNameByQName(self, name):
        for pair, qname in self._qnames.items():
            if qname == name:
                return pair
        raise KeyError(name)

    def getValueByQName(self, name):
        return self._attrs[self.getNameByQName(name)]

    def getQNameByName(self, name):
        """The name as it stands."""
        return self._qnames[name]

    def getQNames(self):
        """All names as they stand."""
        return [*self._qnames.values()]

    def copy(self):
        return type(self)(self._attrs, self._qnames)
