# expatreader.py - the reader of xml.sax, over xml.parsers.expat.
#
# SPDX-License-Identifier: Apache-2.0
"""The reader of XML."""
import os

from xml.parsers import expat
from xml.sax._exceptions import (
    SAXNotRecognizedException, SAXNotSupportedException, SAXParseException)
from xml.sax.handler import (
    ContentHandler, DTDHandler, EntityResolver, ErrorHandler, all_features,
    feature_external_ges, feature_namespaces, feature_string_interning,
    property_lexical_handler)
from xml.sax.xmlreader import (
    AttributesImpl, AttributesNSImpl, InputSource, Locator)

__all__ = ["ExpatParser", "create_parser"]

_PIECE = 1 << 16


class _At(Locator):
    """A fixed place."""

    def __init__(self, line, column, system):
        self._line, self._column, self._system = line, column, system

    def getLineNumber(self):
        return self._line

    def getColumnNumber(self):
        return self._column

    def getSystemId(self):
        return self._system


class ExpatParser(Locator):
    """Reads a document and tells its handlers."""

    def __init__(self, namespaceHandling=0, bufsize=_PIECE):
        self._content, self._errors = ContentHandler(), ErrorHandler()
        self._dtd, self._resolver = DTDHandler(), EntityResolver()
        self._lexical, self._namespaces = None, bool(namespaceHandling)
        self._parser = self._system = None

    def getContentHandler(self):
        """Who is told about the content."""
        return self._content

    def setContentHandler(self, handler):
        """Say who is told about the content."""
        self._content = handler

    def getErrorHandler(self):
        """Who is told about errors."""
        return self._errors

    def setErrorHandler(self, handler):
        """Say who is told about errors."""
        self._errors = handler

    def getDTDHandler(self):
        """Who is told about declarations."""
        return self._dtd

    def setDTDHandler(self, handler):
        """Say who is told about declarations."""
        self._dtd = handler

    def getEntityResolver(self):
        """Who is asked for entities."""
        return self._resolver

    def setEntityResolver(self, resolver):
        """Say who is asked for entities."""
        self._resolver = resolver

    def getFeature(self, name):
        """The state of a feature."""
        if name not in all_features:
            raise SAXNotRecognizedException(f"Feature '{name}' not recognized")
        return int(name == feature_namespaces and self._namespaces)

    def setFeature(self, name, state):
        """Switch a feature."""
        if name == feature_namespaces:
            self._namespaces = bool(state)
        elif name not in all_features:
            raise SAXNotRecognizedException(f"Feature '{name}' not recognized")
        elif state and name not in (feature_external_ges,
                                    feature_string_interning):
            raise SAXNotSupportedException("expat does not support validation")

    def getProperty(self, name):
        """The value of a property."""
        if name == property_lexical_handler:
            return self._lexical
        raise SAXNotRecognizedException(f"Property '{name}' not recognized")

    def setProperty(self, name, value):
        """Set a property."""
        if name != property_lexical_handler:
            raise SAXNotRecognizedException(f"Property '{name}' not recognized")
        self._lexical = value

    # ---------------------------------------------------------------- reading

    def parse(self, source):
        """Read a whole document: a name, a file or an InputSource."""
        if isinstance(source, (str, os.PathLike)):
            source = InputSource(os.fspath(source))
        elif hasattr(source, "read"):
            file, source = source, InputSource()
            source.setCharacterStream(file)
        self._system = source.getSystemId()
        file = source.getCharacterStream() or source.getByteStream()
        self.reset()
        if file is not None:
            self.feed(file.read())
        else:
            with open(self._system, "rb") as file:
                self.feed(file.read())
        self.close()

    def reset(self):
        """Begin a new document."""
        made = expat.ParserCreate(None, " " if self._namespaces else None)
        made.StartElementHandler = self._start_ns if self._namespaces else self._start
        made.EndElementHandler = self._end_ns if self._namespaces else self._end
        made.CharacterDataHandler = lambda text: self._content.characters(text)
        made.ProcessingInstructionHandler = \
            lambda target, text: self._content.processingInstruction(target, text)
        made.StartNamespaceDeclHandler = \
            lambda prefix, uri: self._content.startPrefixMapping(prefix, uri)
        made.EndNamespaceDeclHandler = \
            lambda prefix: self._content.endPrefixMapping(prefix)
        if self._lexical is not None:
            made.CommentHandler = self._lexical.comment
            made.StartCdataSectionHandler = self._lexical.startCDATA
            made.EndCdataSectionHandler = self._lexical.endCDATA
        self._parser, self._begun = made, False

    def feed(self, data, isfinal=False):
        """Read on."""
        if self._parser is None:
            self.reset()
        if not self._begun:
            self._begun = True
            self._content.setDocumentLocator(self)
            self._content.startDocument()
        try:
            self._parser.Parse(data, isfinal)
        except expat.ExpatError as error:
            place = _At(error.lineno, error.offset, self._system)
            text = str(error).partition(": line")[0]
            self._errors.fatalError(SAXParseException(text, error, place))

    def close(self):
        """The document is over."""
        if self._parser is None:
            return
        self.feed("", True)
        self._content.endDocument()
        self._parser = None

    def _start(self, name, attrs):
        self._content.startElement(name, AttributesImpl(attrs))

    def _end(self, name):
        self._content.endElement(name)

    @staticmethod
    def _pair(name):
        uri, space, local = name.rpartition(" ")
        return (uri, local) if space else (None, local)

    def _start_ns(self, name, attrs):
        found = {self._pair(key): value for key, value in attrs.items()}
        names = {pair: pair[1] for pair in found}
        self._content.startElementNS(self._pair(name), None,
                                     AttributesNSImpl(found, names))

    def _end_ns(self, name):
        self._content.endElementNS(self._pair(name), None)

    def getLineNumber(self):
        return 1 if self._parser is None else self._parser.CurrentLineNumber

    def getColumnNumber(self):
        return 0 if self._parser is None else self._parser.CurrentColumnNumber

    def getSystemId(self):
        return self._system


def create_parser(*args, **kwargs):
    """A new reader."""
    return ExpatParser(*args, **kwargs)
