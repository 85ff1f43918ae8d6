# _exceptions.py - what can go wrong while XML is read.
#
# SPDX-License-Identifier: Apache-2.0
"""Errors of xml.sax."""


class SAXException(Exception):
    """Base of the errors; it may carry another exception."""

    def __init__(self, msg, exception=None):
        self._msg, self._exception = msg, exception
        super().__init__(msg)

    def getMessage(self):
        """What is wrong."""
        return self._msg

    def getException(self):
        """The exception behind it."""
        return self._exception

    def __str__(self):
        return self._msg

    def __getitem__(self, ix):
        raise AttributeError("__getitem__")


class SAXParseException(SAXException):
    """A document is not well-formed."""

    def __init__(self, msg, exception, locator):
        super().__init__(msg, exception)
        self._locator = locator
        self._linenum = locator.getLineNumber()
        self._colnum = locator.getColumnNumber()
        self._systemId = locator.getSystemId()

    def getColumnNumber(self):
        """The column, from 0."""
        return self._colnum

    def getLineNumber(self):
        """The line, from 1."""
        return self._linenum

    def getPublicId(self):
        """The public name of the document."""
        return self._locator.getPublicId()

    def getSystemId(self):
        """The address of the document."""
        return self._systemId

    def __str__(self):
        where = [str(known) if known is not None else "?" for known in
                 (self._linenum, self._colnum)]
        return f"{self._systemId or '<unknown>'}:{':'.join(where)}: {self._msg}"


class SAXNotRecognizedException(SAXException):
    """A feature or property is not known."""


class SAXNotSupportedException(SAXException):
    """A feature or property cannot be set like this."""


class SAXReaderNotAvailable(SAXNotSupportedException):
    """There is no such reader."""
