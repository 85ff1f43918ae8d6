"""xml.dom._element - elements and their attributes.

An element keeps its attributes by name and by (namespace, local name); both
dicts always hold the same nodes.

SPDX-License-Identifier: Apache-2.0
"""

import xml.dom
from xml.dom._data import Text
from xml.dom._tree import Node, escape, find_named, find_named_ns
from xml.dom.minicompat import NodeList


def split_name(name):
    """(prefix or None, local name)"""
    prefix, colon, local = name.partition(":")
    return (prefix, local) if colon else (None, name)


class TypeInfo:
    """The type that a schema gives; there are no schemas here."""

    __module__ = "xml.dom.minidom"
    namespace = name = None

    def __repr__(self):
        return "<TypeInfo None>"


_no_type = TypeInfo()


class Attr(Node):
    """An attribute."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.ATTRIBUTE_NODE
    attributes = None
    specified = False
    isId = False
    schemaType = _no_type
    _child_types = (Node.TEXT_NODE, Node.ENTITY_REFERENCE_NODE)

    def __init__(self, qName, namespaceURI=None, localName=None,
                 prefix=None):
        self.ownerElement = None
        self._name = qName
        self.namespaceURI = namespaceURI
        self._local = localName
        self._prefix = prefix
        self._value = ""
        self.childNodes = NodeList()

    localName = property(lambda self: self._local or split_name(self._name)[1],
                         doc="Namespace-local name of this attribute.")

    def _rename(self, name):
        owner = self.ownerElement
        if owner is not None:
            owner._forget(self)
        self._name = name
        if owner is not None:
            owner._store(self)

    name = nodeName = property(lambda self: self._name, _rename)

    def _set_prefix(self, prefix):
        if prefix == "xmlns" and self.namespaceURI != \
                xml.dom.XMLNS_NAMESPACE:
            raise xml.dom.NamespaceErr(
                "illegal use of 'xmlns' prefix for the wrong namespace")
        self._prefix = prefix
        local = self.localName
        self._rename(local if prefix is None else f"{prefix}:{local}")

    prefix = property(lambda self: self._prefix, _set_prefix)

    def _get_value(self):
        return self._value

    def _set_value(self, value):
        self._value = value
        text = Text()
        text.data = value
        text.ownerDocument = self.ownerDocument
        self._set_children([text])
        if self.ownerElement is not None and self.isId:
            self.ownerElement._mark_ids()

    value = nodeValue = property(_get_value, _set_value)

    def _copy(self, document):
        new = Attr(self._name, self.namespaceURI, self._local, self._prefix)
        new.ownerDocument = document
        new._value = self._value
        new.isId = self.isId
        return new

    def unlink(self):
        """Leave the element."""
        if self.ownerElement is not None:
            self.ownerElement._forget(self)
            self.ownerElement = None
        Node.unlink(self)


class NamedNodeMap:
    """The attributes of an element, as a mapping by name."""

    __module__ = "xml.dom.minidom"

    def __init__(self, attrs, attrsNS, ownerElement):
        self._attrs = attrs
        self._attrsNS = attrsNS
        self._ownerElement = ownerElement

    length = property(lambda self: len(self._attrs),
                      doc="Number of nodes in the NamedNodeMap.")

    def __len__(self):
        return len(self._attrs)

    def _key(self, name):
        return self._attrsNS if isinstance(name, tuple) else self._attrs

    def __getitem__(self, name):
        return self._key(name)[name]

    def __setitem__(self, name, value):
        if isinstance(value, str):
            self._ownerElement.setAttribute(name, value)
        elif isinstance(value, Attr):
            self._ownerElement.setAttributeNode(value)
        else:
            raise TypeError("value must be a string or Attr object")

    def __delitem__(self, name):
        self._ownerElement.removeAttributeNode(self[name])

    def __contains__(self, key):
        return key in self._key(key)

    def __eq__(self, other):
        return self is other or (isinstance(other, NamedNodeMap)
                                 and self._attrs is other._attrs)

    __hash__ = None

    def get(self, name, value=None):
        """An attribute by name."""
        return self._attrs.get(name, value)

    def item(self, index):
        """An attribute by position."""
        names = list(self._attrs)
        return self._attrs[names[index]] if index < len(names) else None

    def items(self):
        """(name, value) of each."""
        return [(a.nodeName, a.value) for a in self._attrs.values()]

    def itemsNS(self):
        """((namespace, local name), value) of each."""
        return [((a.namespaceURI, a.localName), a.value)
                for a in self._attrs.values()]

    def keys(self):
        """The names."""
        return self._attrs.keys()

    def keysNS(self):
        """Namespaces and local names."""
        return self._attrsNS.keys()

    def values(self):
        """The nodes."""
        return self._attrs.values()

    def getNamedItem(self, name):
        """An attribute by name, or None."""
        return self._attrs.get(name)

    def getNamedItemNS(self, namespaceURI, localName):
        """An attribute by namespace and local name, or None."""
        return self._attrsNS.get((namespaceURI, localName))

    def setNamedItem(self, node):
        """Add an attribute and return the one it replaces."""
        return self._ownerElement.setAttributeNode(node)

    def setNamedItemNS(self, node):
        """The same: a node knows its namespace."""
        return self.setNamedItem(node)

    def removeNamedItem(self, name):
        """Take an attribute away and return it."""
        return self._removed(self.getNamedItem(name))

    def removeNamedItemNS(self, namespaceURI, localName):
        """Take an attribute away and return it."""
        return self._removed(self.getNamedItemNS(namespaceURI, localName))

    def _removed(self, node):
        if node is None:
            raise xml.dom.NotFoundErr()
        return self._ownerElement.removeAttributeNode(node)


AttributeList = NamedNodeMap


class Element(Node):
    """An element."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.ELEMENT_NODE
    nodeValue = None
    schemaType = _no_type
    _child_types = (Node.ELEMENT_NODE, Node.PROCESSING_INSTRUCTION_NODE,
                    Node.COMMENT_NODE, Node.TEXT_NODE,
                    Node.CDATA_SECTION_NODE, Node.ENTITY_REFERENCE_NODE)

    def __init__(self, tagName, namespaceURI=None, prefix=None,
                 localName=None):
        self.tagName = self.nodeName = tagName
        self.namespaceURI = namespaceURI
        self.prefix = prefix
        self._local = localName
        self.childNodes = NodeList()
        self._attrs = {}
        self._attrsNS = {}

    def __repr__(self):
        return f"<DOM Element: {self.tagName} at {id(self):#x}>"

    localName = property(
        lambda self: self._local or split_name(self.tagName)[1],
        doc="Namespace-local name of this element.")
    attributes = property(
        lambda self: NamedNodeMap(self._attrs, self._attrsNS, self),
        doc="NamedNodeMap of attributes on the element.")

    # --- Attributes ---------------------------------------------------------

    def _store(self, attr):
        self._attrs[attr.name] = attr
        self._attrsNS[attr.namespaceURI, attr.localName] = attr
        attr.ownerElement = self

    def _forget(self, attr):
        if self._attrs.get(attr.name) is attr:
            del self._attrs[attr.name]
        key = attr.namespaceURI, attr.localName
        if self._attrsNS.get(key) is attr:
            del self._attrsNS[key]

    def _mark_ids(self):
        if self.ownerDocument is not None:
            self.ownerDocument._ids = None

    def hasAttributes(self):
        """Whether there is any."""
        return bool(self._attrs)

    def hasAttribute(self, name):
        """Whether there is one of a name."""
        return name in self._attrs

    def hasAttributeNS(self, namespaceURI, localName):
        """Whether there is one of a namespace and local name."""
        return (namespaceURI, localName) in self._attrsNS

    def getAttribute(self, attname):
        """The value, "" if there is no such attribute."""
        attr = self._attrs.get(attname)
        return "" if attr is None else attr.value

    def getAttributeNS(self, namespaceURI, localName):
        """The value, "" if there is no such attribute."""
        attr = self._attrsNS.get((namespaceURI, localName))
        return "" if attr is None else attr.value

    def getAttributeNode(self, attrname):
        """The node, or None."""
        return self._attrs.get(attrname)

    def getAttributeNodeNS(self, namespaceURI, localName):
        """The node, or None."""
        return self._attrsNS.get((namespaceURI, localName))

    def setAttribute(self, attname, value):
        """Set or add an attribute."""
        attr = self._attrs.get(attname)
        if attr is None:
            attr = Attr(attname)
            attr.ownerDocument = self.ownerDocument
            attr.value = value
            self._store(attr)
        elif value != attr.value:
            attr.value = value

    def setAttributeNS(self, namespaceURI, qualifiedName, value):
        """Set or add an attribute of a namespace."""
        prefix, local = split_name(qualifiedName)
        attr = self._attrsNS.get((namespaceURI, local))
        if attr is None:
            attr = Attr(qualifiedName, namespaceURI, local, prefix)
            attr.ownerDocument = self.ownerDocument
            attr.value = value
            self._store(attr)
            return
        if value != attr.value:
            attr.value = value
        if attr.prefix != prefix:
            attr.prefix = prefix

    def setAttributeNode(self, attr):
        """Add a node and return the one it replaces."""
        if attr.ownerElement not in (None, self):
            raise xml.dom.InuseAttributeErr("attribute node already owned")
        old = self._attrs.get(attr.name)
        other = self._attrsNS.get((attr.namespaceURI, attr.localName))
        for known in {id(x): x for x in (old, other)}.values():
            if known is not None and known is not attr:
                self.removeAttributeNode(known)
        self._store(attr)
        return None if old is attr else old

    setAttributeNodeNS = setAttributeNode

    def removeAttribute(self, name):
        """Take an attribute away."""
        if name not in self._attrs:
            raise xml.dom.NotFoundErr()
        self.removeAttributeNode(self._attrs[name])

    def removeAttributeNS(self, namespaceURI, localName):
        """Take an attribute away."""
        attr = self._attrsNS.get((namespaceURI, localName))
        if attr is None:
            raise xml.dom.NotFoundErr()
        self.removeAttributeNode(attr)

    def removeAttributeNode(self, node):
        """Take a node away and return it."""
        if node is None or self._attrs.get(node.name) is not node:
            raise xml.dom.NotFoundErr()
        self._forget(node)
        node.ownerElement = None
        if node.isId:
            self._mark_ids()
        return node

    removeAttributeNodeNS = removeAttributeNode

    def setIdAttribute(self, name):
        """Make an attribute the one that getElementById looks at."""
        self.setIdAttributeNode(self.getAttributeNode(name))

    def setIdAttributeNS(self, namespaceURI, localName):
        """The same, by namespace and local name."""
        self.setIdAttributeNode(
            self.getAttributeNodeNS(namespaceURI, localName))

    def setIdAttributeNode(self, idAttr):
        """The same, for a node."""
        if idAttr is None or idAttr.ownerElement is not self:
            raise xml.dom.NotFoundErr()
        idAttr.isId = True
        self._mark_ids()

    # --- Elements below -----------------------------------------------------

    def getElementsByTagName(self, name):
        """The elements of a name below this one."""
        return find_named(self, name)

    def getElementsByTagNameNS(self, namespaceURI, localName):
        """The elements of a namespace and local name below this one."""
        return find_named_ns(self, namespaceURI, localName)

    def _copy(self, document):
        new = Element(self.tagName, self.namespaceURI, self.prefix,
                      self._local)
        new.ownerDocument = document
        for attr in self._attrs.values():
            twin = attr._copy(document)
            twin.value = attr.value
            new._store(twin)
        return new

    def writexml(self, writer, indent="", addindent="", newl=""):
        """Write the element and all below."""
        writer.write(f"{indent}<{self.tagName}")
        for name, attr in self._attrs.items():
            writer.write(f' {name}="{escape(attr.value)}"')
        nodes = self.childNodes
        if not nodes:
            writer.write("/>" + newl)
            return
        writer.write(">")
        if len(nodes) == 1 and nodes[0].nodeType in (
                self.TEXT_NODE, self.CDATA_SECTION_NODE):
            nodes[0].writexml(writer, "", "", "")
        else:
            writer.write(newl)
            for node in nodes:
                node.writexml(writer, indent + addindent, addindent, newl)
            writer.write(indent)
        writer.write(f"</{self.tagName}>{newl}")
