"""xml.parsers.expat - XML as a series of calls.

The reader is that of xml.etree, with expat's names around it: no DTD is read,
nothing external is fetched.

SPDX-License-Identifier: Apache-2.0
"""

from xml.etree._parse import Decoder as _Decoder
from xml.etree._parse import Document as _Document
from xml.etree._parse import ParseError as _ParseError


class ExpatError(Exception):
    """A document is not well-formed, at `lineno` and `offset`."""


error = ExpatError
EXPAT_VERSION = "expat_2.5.0"
version_info = (2, 5, 0)
native_encoding = "UTF-8"
XML_PARAM_ENTITY_PARSING_NEVER = 0
XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE = 1
XML_PARAM_ENTITY_PARSING_ALWAYS = 2

_HANDLERS = frozenset("""
    StartElementHandler EndElementHandler CharacterDataHandler CommentHandler
    ProcessingInstructionHandler StartCdataSectionHandler
    EndCdataSectionHandler StartNamespaceDeclHandler EndNamespaceDeclHandler
    StartDoctypeDeclHandler EndDoctypeDeclHandler XmlDeclHandler DefaultHandler
    DefaultHandlerExpand EntityDeclHandler ElementDeclHandler AttlistDeclHandler
    NotationDeclHandler UnparsedEntityDeclHandler ExternalEntityRefHandler
    NotStandaloneHandler SkippedEntityHandler""".split())


def _from_parse_error(e):
    """The same error under the name that users of expat expect."""
    made = ExpatError(e.msg)
    made.code = e.code
    made.lineno, made.offset = e.position
    return made


class _Raw(_Document):
    """Tells names as they stand, or with their namespaces before them."""

    separator = None
    at = 0  # the markup that is being read
    has_subset = 0

    def markup(self, pos):
        self.at = pos
        return _Document.markup(self, pos)

    def tell_doctype(self, text):
        self.has_subset = int("[" in text)
        _Document.tell_doctype(self, text)

    def advance(self):
        _Document.advance(self)
        self.at = 0

    def place(self):
        """(line from 1, column from 0)"""
        line = self.text.count("\n", 0, self.at)
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1)
        return self.lines + line + 1, column if line else self.columns + column

    def names(self, raw, attrs, pos):
        if self.separator is None:
            return raw, {name: value for name, value, _ in attrs}, None, ()
        tag, found, outer, declared = _Document.names(self, raw, attrs, pos)
        return (self._joined(tag), {self._joined(name): value
                                    for name, value in found.items()},
                outer, declared)

    def _joined(self, name):
        if not name.startswith("{"):
            return name
        uri, _, local = name[1:].rpartition("}")
        return uri + self.separator + local


class XMLParserType:
    """Calls its handlers while it reads a document."""

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'pyexpat.xmlparser' instances")

    def __getattr__(self, name):
        if name in _HANDLERS:
            return None
        raise AttributeError(f"'pyexpat.xmlparser' object has no attribute "
                             f"{name!r}")

    def _begin(self, encoding, separator, intern):
        self.intern = {} if intern is None else intern
        self.buffer_text = self.ordered_attributes = False
        self.specified_attributes = self.namespace_prefixes = False
        self.buffer_size, self.buffer_used = 8192, 0
        self._decoder, self._base, self._pending = _Decoder(encoding), None, []
        self._document = _Raw(self._target(), {}, False)
        self._document.separator = separator
        self._over = False

    # ------------------------------------------------- what the reader tells

    def _target(self):
        class Target:
            start, end, data, cdata = (self._start, self._end, self._data,
                                       self._cdata)
            comment, pi = self._comment, self._instruction
            doctype, declaration = self._doctype, self._declaration
            entity = self._entity
            start_ns, end_ns = self._start_ns, self._end_ns
        return Target

    def _call(self, name, *args):
        self._flush()
        handler = getattr(self, name)
        if handler is not None:
            handler(*args)

    def _flush(self):
        text, self._pending = "".join(self._pending), []
        handler = self.CharacterDataHandler
        if not text or handler is None:
            return
        if self.buffer_text:
            handler(text)
        else:
            _Document.in_pieces(handler)(text)

    def _start(self, tag, attrs):
        if self.ordered_attributes:
            attrs = [part for pair in attrs.items() for part in pair]
        self._call("StartElementHandler", tag, attrs)

    def _end(self, tag):
        self._call("EndElementHandler", tag)

    def _data(self, text):
        self._pending.append(text)
        if not self.buffer_text:
            self._flush()

    def _cdata(self, text):
        self._call("StartCdataSectionHandler")
        self._data(text)
        self._call("EndCdataSectionHandler")

    def _comment(self, text):
        self._call("CommentHandler", text)

    def _instruction(self, target, text):
        self._call("ProcessingInstructionHandler", target, text or "")

    def _doctype(self, name, public, system):
        self._call("StartDoctypeDeclHandler", name, system, public,
                   self._document.has_subset)
        self._call("EndDoctypeDeclHandler")

    def _declaration(self, version, encoding, standalone):
        said = {"yes": 1, "no": 0}.get(standalone, -1)
        self._call("XmlDeclHandler", version, encoding, said)

    def _entity(self, *declared):
        self._call("EntityDeclHandler", *declared)

    def _start_ns(self, prefix, uri):
        self._call("StartNamespaceDeclHandler", prefix or None, uri)

    def _end_ns(self, prefix):
        self._call("EndNamespaceDeclHandler", prefix or None)

    # --------------------------------------------------------------- methods

    def Parse(self, data, isfinal=False, /):
        """Read on; 1 if all is well."""
        if self._over:
            made = ExpatError("parsing finished: line 1, column 0")
            made.code, made.lineno, made.offset = 36, 1, 0
            raise made
        try:
            if isinstance(data, str):
                self._document.feed(data, False)
            else:
                self._document.feed(*self._decoder.feed(bytes(data), bool(isfinal)))
            if isfinal:
                self._over = True
                self._document.finish()
        except _ParseError as e:
            self._over = True
            raise _from_parse_error(e) from None
        return 1

    def ParseFile(self, file, /):
        """Read a whole file."""
        return self.Parse(file.read(), True)

    def SetBase(self, base, /):
        """Set the base of addresses."""
        self._base = base

    def GetBase(self):
        """The base of addresses."""
        return self._base

    def UseForeignDTD(self, flag=True, /):
        """No DTD is read."""

    def SetParamEntityParsing(self, flag, /):
        """Parameters of a DTD are not read: 1 as if they were."""
        return 1

    @property
    def CurrentLineNumber(self):
        """The line that is being read, from 1."""
        return self._document.place()[0]

    ErrorLineNumber = CurrentLineNumber

    @property
    def CurrentColumnNumber(self):
        """The column that is being read, from 0."""
        return self._document.place()[1]

    ErrorColumnNumber = CurrentColumnNumber


def ParserCreate(encoding=None, namespace_separator=None, intern=None):
    """A new parser."""
    if namespace_separator is not None and len(namespace_separator) > 1:
        raise ValueError("namespace_separator must be at most one character, "
                         "omitted, or None")
    parser = object.__new__(XMLParserType)
    parser._begin(encoding, namespace_separator, intern)
    return parser


def __getattr__(name):
    if name in ("errors", "model", "ErrorString"):
        raise ImportError(f"xml.parsers.expat.{name} is not available here; "
                          "look at the code of the ExpatError")
    raise AttributeError(f"module 'xml.parsers.expat' has no attribute "
                         f"{name!r}")
