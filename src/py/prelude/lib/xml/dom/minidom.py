"""xml.dom.minidom - documents as trees of nodes.

SPDX-License-Identifier: Apache-2.0
"""

import xml.dom
import xml.dom._element as _element
import xml.dom._tree as _tree
from xml.dom import EMPTY_NAMESPACE, EMPTY_PREFIX, XMLNS_NAMESPACE
from xml.dom._data import (CDATASection, CharacterData, Comment, DocumentType,
                           ProcessingInstruction, Text)
from xml.dom._element import (Attr, AttributeList, Element, NamedNodeMap,
                              TypeInfo)
from xml.dom._tree import Childless, Node
from xml.dom.minicompat import EmptyNodeList, NodeList

_FEATURES = {("core", v) for v in ("1.0", "2.0", "3.0", None)} | {
    ("xml", v) for v in ("1.0", "2.0", "3.0", None)} | {
    ("ls-load", "3.0"), ("ls-load", None)}


class DOMImplementation:
    """Makes documents."""

    def hasFeature(self, feature, version):
        """Whether a feature of the standard is there."""
        return (feature.lower(), version or None) in _FEATURES

    def createDocument(self, namespaceURI, qualifiedName, doctype):
        """A document with a root element."""
        if doctype is not None and doctype.parentNode is not None:
            raise xml.dom.WrongDocumentErr(
                "doctype object owned by another DOM tree")
        made = Document()
        if namespaceURI is None and qualifiedName is None and (
                doctype is None):
            return made
        if not qualifiedName:
            raise xml.dom.InvalidCharacterErr("Element with no name")
        prefix = _element.split_name(qualifiedName)[0]
        if prefix == "xml" and namespaceURI != xml.dom.XML_NAMESPACE:
            raise xml.dom.NamespaceErr("illegal use of 'xml' prefix")
        if prefix and not namespaceURI:
            raise xml.dom.NamespaceErr(
                "illegal use of prefix without namespaces")
        if doctype is not None:
            doctype.ownerDocument = made
            made.appendChild(doctype)
        made.appendChild(made.createElementNS(namespaceURI, qualifiedName))
        made.doctype = doctype
        return made

    def createDocumentType(self, qualifiedName, publicId, systemId):
        """The type for a document to come."""
        made = DocumentType(qualifiedName)
        made.publicId, made.systemId = publicId, systemId
        return made

    def getInterface(self, feature):
        """The implementation itself, if it has the feature."""
        return self if self.hasFeature(feature, None) else None


class DocumentFragment(Node):
    """Nodes to be put somewhere together."""

    nodeType = Node.DOCUMENT_FRAGMENT_NODE
    nodeName = "#document-fragment"
    nodeValue = None
    attributes = None
    _child_types = Element._child_types

    def __init__(self):
        self.childNodes = NodeList()

    def _copy(self, document):
        new = DocumentFragment()
        new.ownerDocument = document
        return new


class Document(Node):
    """A document; makes the nodes that belong to it."""

    nodeType = Node.DOCUMENT_NODE
    nodeName = "#document"
    nodeValue = None
    attributes = None
    implementation = DOMImplementation()
    doctype = None
    encoding = actualEncoding = standalone = version = None
    strictErrorChecking = False
    errorHandler = documentURI = None
    _child_types = (Node.ELEMENT_NODE, Node.PROCESSING_INSTRUCTION_NODE,
                    Node.COMMENT_NODE, Node.DOCUMENT_TYPE_NODE)
    _ids = None

    def __init__(self):
        self.childNodes = NodeList()

    documentElement = property(
        lambda self: next((n for n in self.childNodes
                           if n.nodeType == self.ELEMENT_NODE), None),
        doc="Top-level element of this document.")

    def _check_child(self, node):
        Node._check_child(self, node)
        if node.nodeType == self.ELEMENT_NODE and node.parentNode is not self:
            if self.documentElement is not None:
                raise xml.dom.HierarchyRequestErr(
                    "two document elements disallowed")

    def replaceChild(self, newChild, oldChild):
        """Put a node where another was, and return that."""
        if newChild.nodeType == oldChild.nodeType == self.ELEMENT_NODE:
            index = self._index(oldChild)
            self.removeChild(oldChild)
            after = self.childNodes[index:index + 1]
            self.insertBefore(newChild, after[0] if after else None)
            return oldChild
        return Node.replaceChild(self, newChild, oldChild)

    def removeChild(self, oldChild):
        """Take a child away and return it."""
        Node.removeChild(self, oldChild)
        if oldChild is self.doctype:
            self.doctype = None
        return oldChild

    def unlink(self):
        """Cut all links below."""
        if self.doctype is not None:
            self.doctype.unlink()
            self.doctype = None
        Node.unlink(self)

    # --- Making nodes -------------------------------------------------------

    def _own(self, node):
        node.ownerDocument = self
        return node

    def createDocumentFragment(self):
        """A fragment."""
        return self._own(DocumentFragment())

    def createElement(self, tagName):
        """An element."""
        return self._own(Element(tagName))

    def createElementNS(self, namespaceURI, qualifiedName):
        """An element of a namespace."""
        prefix = _element.split_name(qualifiedName)[0]
        return self._own(Element(qualifiedName, namespaceURI, prefix))

    def _text(self, node, data):
        if not isinstance(data, str):
            raise TypeError("node contents must be a string")
        node.data = data
        return self._own(node)

    def createTextNode(self, data):
        """A text."""
        return self._text(Text(), data)

    def createCDATASection(self, data):
        """A text that is written as it is."""
        return self._text(CDATASection(), data)

    def createComment(self, data):
        """A comment."""
        return self._own(Comment(data))

    def createProcessingInstruction(self, target, data):
        """An instruction for programs."""
        return self._own(ProcessingInstruction(target, data))

    def createAttribute(self, qName):
        """An attribute."""
        attr = self._own(Attr(qName))
        attr.value = ""
        return attr

    def createAttributeNS(self, namespaceURI, qualifiedName):
        """An attribute of a namespace."""
        prefix, local = _element.split_name(qualifiedName)
        attr = self._own(Attr(qualifiedName, namespaceURI, local, prefix))
        attr.value = ""
        return attr

    def _copy(self, document):
        return Document()

    def cloneNode(self, deep):
        """A copy of the whole document."""
        if not deep:
            return None
        new = Document()
        for child in self.childNodes:
            twin = _tree.copy_node(child, True, new)
            new._link(len(new.childNodes), twin)
            if twin.nodeType == self.DOCUMENT_TYPE_NODE:
                new.doctype = twin
        new.encoding, new.standalone = self.encoding, self.standalone
        new.version = self.version
        return new

    def importNode(self, node, deep):
        """A copy of another document's node for this one."""
        if node.nodeType == self.DOCUMENT_NODE:
            raise xml.dom.NotSupportedErr("cannot import document nodes")
        if node.nodeType == self.DOCUMENT_TYPE_NODE:
            raise xml.dom.NotSupportedErr("cannot import document type nodes")
        new = _tree.copy_node(node, deep, self)
        _tree.call_handlers(node, new, xml.dom.UserDataHandler.NODE_IMPORTED)
        return new

    def renameNode(self, n, namespaceURI, name):
        """Give an element or attribute another name."""
        if n.ownerDocument is not self:
            raise xml.dom.WrongDocumentErr(
                "cannot rename nodes from other documents;\n"
                f"expected {self},\nfound {n.ownerDocument}")
        if n.nodeType not in (self.ELEMENT_NODE, self.ATTRIBUTE_NODE):
            raise xml.dom.NotSupportedErr(
                "renameNode() only applies to element and attribute nodes")
        prefix, local = _element.split_name(name)
        if prefix == "xmlns" and namespaceURI != XMLNS_NAMESPACE:
            raise xml.dom.NamespaceErr("illegal use of 'xmlns' prefix")
        owner = getattr(n, "ownerElement", None)
        if owner is not None:
            owner._forget(n)
        n._local, n.namespaceURI = local, namespaceURI
        if n.nodeType == self.ATTRIBUTE_NODE:
            n._prefix, n._name = prefix, name
        else:
            n.prefix, n.tagName, n.nodeName = prefix, name, name
        if owner is not None:
            owner._store(n)
        return n

    # --- Searching and writing ----------------------------------------------

    def getElementById(self, id):
        """The element whose ID attribute has a value."""
        if self._ids is None:
            self._ids = {a.value: e for e in _tree.below(self)
                         for a in e._attrs.values() if a.isId}
        return self._ids.get(id)

    def getElementsByTagName(self, name):
        """The elements of a name."""
        return _tree.find_named(self, name)

    def getElementsByTagNameNS(self, namespaceURI, localName):
        """The elements of a namespace and local name."""
        return _tree.find_named_ns(self, namespaceURI, localName)

    def writexml(self, writer, indent="", addindent="", newl="",
                 encoding=None, standalone=None):
        """Write the document."""
        parts = []
        if encoding:
            parts.append(f'encoding="{encoding}"')
        if standalone is not None:
            parts.append(f'standalone="{"yes" if standalone else "no"}"')
        head = " ".join(parts)
        writer.write(f'<?xml version="1.0" {head}?>{newl}')
        for node in self.childNodes:
            node.writexml(writer, indent, addindent, newl)


DocumentFragment.__module__ = Document.__module__ = __name__


def getDOMImplementation(features=None):
    """What makes documents."""
    if isinstance(features, str):
        words = features.split()
        features = []
        for i, word in enumerate(words):
            if not word[0].isdigit():
                after = words[i + 1:i + 2]
                is_version = after and after[0][0].isdigit()
                features.append((word, after[0] if is_version else None))
    implementation = Document.implementation
    for name, version in features or ():
        if not implementation.hasFeature(name, version):
            return None
    return implementation


def _refuse(parser):
    if parser is not None:
        raise NotImplementedError(
            "xml.dom.minidom reads with its own parser: leave out `parser`")


def parse(file, parser=None, bufsize=None):
    """A document from a file name or an open file."""
    from xml.dom._read import read_document
    _refuse(parser)
    if hasattr(file, "read"):
        return read_document(file.read())
    with open(file, "rb") as f:
        return read_document(f.read())


def parseString(string, parser=None):
    """A document from text or bytes."""
    from xml.dom._read import read_document
    _refuse(parser)
    return read_document(string)
