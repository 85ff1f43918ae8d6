"""xml.dom._read - trees of nodes from text.

The reader is that of xml.etree; here names keep their prefixes.

SPDX-License-Identifier: Apache-2.0
"""

from xml.dom import XMLNS_NAMESPACE
import xml.dom.minidom as minidom
from xml.dom._element import split_name
from xml.etree._parse import Decoder, Document, ParseError
from xml.parsers.expat import _from_parse_error


class _Reader(Document):
    """Tells names as they stand, with the namespaces they belong to."""

    def names(self, raw, attrs, pos):
        _, _, outer, declared = Document.names(self, raw, attrs, pos)
        found = [(name, self.namespace(name, None), value)
                 for name, value, _ in attrs]
        tag = raw, self.namespace(raw, self.ns.get("") or None)
        return tag, found, outer, declared

    def namespace(self, name, default):
        prefix, colon, _ = name.partition(":")
        if name == "xmlns" or colon and prefix == "xmlns":
            return XMLNS_NAMESPACE
        return self.ns[prefix] if colon else default


class _Builder:
    """Makes nodes of what the reader tells."""

    def __init__(self):
        self.document = self.node = minidom.Document()
        self.document.version = "1.0"

    def add(self, node):
        node.ownerDocument = self.document
        self.node._link(len(self.node.childNodes), node)

    def start(self, tag, attrs):
        name, uri = tag
        prefix, local = split_name(name)
        element = minidom.Element(name, uri, prefix, local)
        self.add(element)
        for name, uri, value in attrs:
            prefix, local = split_name(name)
            attr = minidom.Attr(name, uri, local, prefix)
            attr.ownerDocument = self.document
            attr.value = value
            element._store(attr)
        self.node = element

    def end(self, tag):
        self.node = self.node.parentNode

    def text(self, kind, data):
        last = self.node.lastChild
        if last is not None and type(last) is kind is minidom.Text:
            last.data += data
            return
        node = kind()
        node.data = data
        self.add(node)

    def data(self, text):
        self.text(minidom.Text, text)

    def cdata(self, text):
        self.text(minidom.CDATASection, text)

    def comment(self, text):
        self.add(minidom.Comment(text))

    def pi(self, target, text):
        self.add(minidom.ProcessingInstruction(target, text))

    def doctype(self, name, public, system):
        kind = minidom.DocumentType(name)
        kind.publicId, kind.systemId = public, system
        self.add(kind)
        self.document.doctype = kind

    def declaration(self, version, encoding, standalone):
        self.document.version = version
        self.document.encoding = encoding
        if standalone is not None:
            self.document.standalone = standalone == "yes"


def read_document(source):
    """A document from text or bytes."""
    builder = _Builder()
    reader = _Reader(builder, {}, False)
    try:
        if isinstance(source, str):
            reader.feed(source, False)
        else:
            reader.feed(*Decoder(None).feed(bytes(source), True))
        reader.finish()
    except ParseError as e:
        raise _from_parse_error(e) from None
    return builder.document
