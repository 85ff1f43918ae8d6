"""xml.sax.saxutils - escaping of XML text, and documents from events.

SPDX-License-Identifier: Apache-2.0
"""

import io
import sys

from xml.sax.handler import ContentHandler

_BASIC = (("&", "&amp;"), (">", "&gt;"), ("<", "&lt;"))
_LAYOUT = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _replace_all(text, pairs):
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def escape(data, entities={}):
    """Write &, < and > (and what `entities` has) so that XML keeps them."""
    return _replace_all(data, (*_BASIC, *entities.items()))


def unescape(data, entities={}):
    """Undo escape(); `entities` is used as it is."""
    ampersand, *others = [(new, old) for old, new in _BASIC]
    return _replace_all(data, (*others[::-1], *entities.items(), ampersand))


def quoteattr(data, entities={}):
    """Escape a value and put it into quotes that fit."""
    text = escape(data, {**entities, **_LAYOUT})
    quote = '"'
    if quote in text:
        if "'" in text:
            text = text.replace(quote, "&quot;")
        else:
            quote = "'"
    return f"{quote}{text}{quote}"


class XMLGenerator(ContentHandler):
    """Writes the document that its methods tell about."""

    def __init__(self, out=None, encoding="iso-8859-1",
                 short_empty_elements=False):
        super().__init__()
        self._out = sys.stdout if out is None else out
        self._binary = not isinstance(self._out, io.TextIOBase) and (
            isinstance(self._out, (io.RawIOBase, io.BufferedIOBase)))
        self._encoding, self._short = encoding, short_empty_elements
        self._open = False
        self._prefixes, self._fresh = {}, []

    def _write(self, text):
        if isinstance(text, bytes):
            text = text.decode(self._encoding)
        if self._binary:
            text = text.encode(self._encoding, "xmlcharrefreplace")
        self._out.write(text)

    def _finish_start(self):
        if self._open:
            self._write(">")
            self._open = False

    def setDocumentLocator(self, locator):
        """Nothing needs to know the place."""

    def startDocument(self):
        """Write the declaration."""
        self._write(f'<?xml version="1.0" encoding="{self._encoding}"?>\n')

    def endDocument(self):
        """Write what is left."""
        self._out.flush()

    def startPrefixMapping(self, prefix, uri):
        """Declare a prefix with the next element."""
        self._prefixes[uri] = prefix
        self._fresh.append((prefix, uri))

    def endPrefixMapping(self, prefix):
        """Forget a prefix."""
        self._prefixes = {uri: known for uri, known in self._prefixes.items()
                          if known != prefix}

    def _start(self, name, declared, attributes):
        self._finish_start()
        self._write("<" + name)
        for prefix, uri in declared:
            self._write(f' xmlns:{prefix}="{uri}"' if prefix
                        else f' xmlns="{uri}"')
        for key, value in attributes:
            self._write(f" {key}={quoteattr(value)}")
        if self._short:
            self._open = True
        else:
            self._write(">")

    def _end(self, name):
        if self._open:
            self._write("/>")
            self._open = False
        else:
            self._write(f"</{name}>")

    def startElement(self, name, attrs):
        """Write the start of an element."""
        self._start(name, (), attrs.items())

    def endElement(self, name):
        """Write the end of an element."""
        self._end(name)

    def _qualified(self, name):
        uri, local = name
        prefix = self._prefixes.get(uri) if uri else None
        return f"{prefix}:{local}" if prefix else local

    def startElementNS(self, name, qname, attrs):
        """Write the start of an element in a namespace."""
        declared, self._fresh = self._fresh, []
        self._start(self._qualified(name), declared,
                    [(self._qualified(key), value)
                     for key, value in attrs.items()])

    def endElementNS(self, name, qname):
        """Write the end of an element in a namespace."""
        self._end(self._qualified(name))

    def characters(self, content):
        """Write text."""
        if content:
            self._finish_start()
            if isinstance(content, bytes):
                content = content.decode(self._encoding)
            self._write(escape(content))

    def ignorableWhitespace(self, content):
        """Write space."""
        if content:
            self._finish_start()
            self._write(content)

    def processingInstruction(self, target, data):
        """Write an instruction."""
        self._finish_start()
        self._write(f"<?{target} {data}?>")
