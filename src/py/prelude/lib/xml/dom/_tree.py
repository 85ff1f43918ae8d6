"""xml.dom._tree - what nodes of all kinds can do.

Children know their neighbours and their parent; the three links and the list
of children are changed together, by _link() and _unlink_child() alone.

SPDX-License-Identifier: Apache-2.0
"""

import io

import xml.dom
from xml.dom.minicompat import EmptyNodeList, NodeList



class Node(xml.dom.Node):
    """Base of all nodes."""

    __module__ = "xml.dom.minidom"
    namespaceURI = None
    parentNode = None
    ownerDocument = None
    nextSibling = None
    previousSibling = None
    prefix = None
    _child_types = ()
    _user_data = None

    def __bool__(self):
        return True

    # --- Links --------------------------------------------------------------

    firstChild = property(
        lambda self: self.childNodes[0] if self.childNodes else None,
        doc="First child node, or None.")
    lastChild = property(
        lambda self: self.childNodes[-1] if self.childNodes else None,
        doc="Last child node, or None.")
    localName = property(lambda self: None, doc="Namespace-local name.")

    def hasChildNodes(self):
        """Whether there are children."""
        return bool(self.childNodes)

    def _link(self, index, node):
        """Put a node that has no parent among the children."""
        nodes = self.childNodes
        before = nodes[index - 1] if index > 0 else None
        after = nodes[index] if index < len(nodes) else None
        nodes.insert(index, node)
        node.parentNode = self
        node.previousSibling, node.nextSibling = before, after
        if before is not None:
            before.nextSibling = node
        if after is not None:
            after.previousSibling = node

    def _index(self, node):
        for i, child in enumerate(self.childNodes):
            if child is node:
                return i
        raise xml.dom.NotFoundErr()

    def _check_child(self, node):
        if node.nodeType not in self._child_types:
            raise xml.dom.HierarchyRequestErr(
                f"{node!r} cannot be child of {self!r}")

    def insertBefore(self, newChild, refChild):
        """Put a node before another child; None stands for the end."""
        if newChild.nodeType == self.DOCUMENT_FRAGMENT_NODE:
            for child in tuple(newChild.childNodes):
                self.insertBefore(child, refChild)
            return newChild
        self._check_child(newChild)
        if refChild is None:
            return self.appendChild(newChild)
        self._index(refChild)
        if newChild.parentNode is not None:
            newChild.parentNode.removeChild(newChild)
        self._link(self._index(refChild), newChild)
        return newChild

    def appendChild(self, node):
        """Put a node, or the children of a fragment, at the end."""
        if node.nodeType == self.DOCUMENT_FRAGMENT_NODE:
            for child in tuple(node.childNodes):
                self.appendChild(child)
            return node
        self._check_child(node)
        if node.parentNode is not None:
            node.parentNode.removeChild(node)
        self._link(len(self.childNodes), node)
        return node

    def replaceChild(self, newChild, oldChild):
        """Put a node where another was, and return that."""
        if newChild.nodeType == self.DOCUMENT_FRAGMENT_NODE:
            after = oldChild.nextSibling
            self.removeChild(oldChild)
            return self.insertBefore(newChild, after)
        self._check_child(newChild)
        if newChild is oldChild:
            return None
        if newChild.parentNode is not None:
            newChild.parentNode.removeChild(newChild)
        index = self._index(oldChild)
        self.removeChild(oldChild)
        self._link(index, newChild)
        return oldChild

    def removeChild(self, oldChild):
        """Take a child away and return it."""
        del self.childNodes[self._index(oldChild)]
        before, after = oldChild.previousSibling, oldChild.nextSibling
        if before is not None:
            before.nextSibling = after
        if after is not None:
            after.previousSibling = before
        oldChild.parentNode = None
        oldChild.previousSibling = oldChild.nextSibling = None
        return oldChild

    def normalize(self):
        """Join neighbouring texts and drop empty ones, all the way down."""
        todo = [self]
        while todo:
            node = todo.pop()
            kept = []
            for child in tuple(node.childNodes):
                if child.nodeType != self.TEXT_NODE:
                    kept.append(child)
                    if child.nodeType == self.ELEMENT_NODE:
                        todo.append(child)
                elif child.data and kept and (
                        kept[-1].nodeType == self.TEXT_NODE):
                    kept[-1].data += child.data
                    child.unlink()
                elif child.data:
                    kept.append(child)
                else:
                    child.unlink()
            node._set_children(kept)

    def _set_children(self, nodes):
        before = None
        for node in nodes:
            node.parentNode = self
            node.previousSibling, node.nextSibling = before, None
            if before is not None:
                before.nextSibling = node
            before = node
        self.childNodes[:] = nodes

    def unlink(self):
        """Cut all links below, for collectors that count."""
        todo = [self]
        while todo:
            node = todo.pop()
            node.parentNode = node.ownerDocument = None
            node.previousSibling = node.nextSibling = None
            if node.childNodes:
                todo.extend(node.childNodes)
                node.childNodes = NodeList()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.unlink()

    # --- Copies -------------------------------------------------------------

    def cloneNode(self, deep):
        """A copy without a parent, with copies of all below if `deep`."""
        return copy_node(self, deep, self.ownerDocument or self)

    def isSameNode(self, other):
        """Whether this is the other node itself."""
        return self is other

    def isSupported(self, feature, version):
        """Whether the implementation has a feature."""
        return self.ownerDocument.implementation.hasFeature(feature, version)

    def getInterface(self, feature):
        """The node, if it has the feature."""
        return self if self.isSupported(feature, None) else None

    def getUserData(self, key):
        """What was stored under a key."""
        return (self._user_data or {}).get(key, (None,))[0]

    def setUserData(self, key, data, handler):
        """Store something under a key and return what was there."""
        if self._user_data is None:
            self._user_data = {}
        old = self.getUserData(key)
        if data is None:
            self._user_data.pop(key, None)
        else:
            self._user_data[key] = data, handler
        return old

    # --- Text ---------------------------------------------------------------

    def toxml(self, encoding=None, standalone=None):
        """The text of the node, bytes if an encoding is given."""
        return self.toprettyxml("", "", encoding, standalone)

    def toprettyxml(self, indent="\t", newl="\n", encoding=None,
                    standalone=None):
        """The text, with a line and an indent for each node."""
        out = io.StringIO()
        if self.nodeType == self.DOCUMENT_NODE:
            self.writexml(out, "", indent, newl, encoding, standalone)
        else:
            self.writexml(out, "", indent, newl)
        text = out.getvalue()
        if encoding is None:
            return text
        return text.encode(encoding, "xmlcharrefreplace")


def escape(text):
    """Text as XML has it."""
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("<", "&lt;")
            .replace('"', "&quot;").replace(">", "&gt;"))


def copy_node(node, deep, document):
    """A copy for a document; without recursion, trees may be deep."""
    top = node._copy(document)
    todo = [(node, top)] if deep or node.nodeType == Node.ATTRIBUTE_NODE \
        else []
    while todo:
        old, new = todo.pop()
        for child in old.childNodes:
            twin = child._copy(document)
            new._link(len(new.childNodes), twin)
            if child.childNodes:
                todo.append((child, twin))
        call_handlers(old, new, xml.dom.UserDataHandler.NODE_CLONED)
    return top


def call_handlers(old, new, operation):
    """Tell the handlers of a node's user data."""
    for key, (data, handler) in (old._user_data or {}).items():
        if handler is not None:
            handler.handle(operation, key, data, old, new)


def below(node):
    """The elements below a node, in the order of the document."""
    todo = list(reversed(node.childNodes))
    while todo:
        child = todo.pop()
        if child.nodeType == Node.ELEMENT_NODE:
            yield child
            todo.extend(reversed(child.childNodes))


def find_named(node, name):
    """The elements of a tag name below a node; "*" is any."""
    return NodeList(e for e in below(node) if name in ("*", e.tagName))


def find_named_ns(node, uri, name):
    """The elements of a namespace and local name; "*" is any."""
    return NodeList(e for e in below(node) if name in ("*", e.localName)
                    and uri in ("*", e.namespaceURI))


class Childless:
    """What cannot have children."""

    __module__ = "xml.dom.minidom"
    attributes = None
    childNodes = EmptyNodeList()
    firstChild = None
    lastChild = None

    def appendChild(self, node):
        """Refused."""
        raise xml.dom.HierarchyRequestErr(
            self.nodeName + " nodes cannot have children")

    def hasChildNodes(self):
        """Never."""
        return False

    def insertBefore(self, newChild, refChild):
        """Refused."""
        raise xml.dom.HierarchyRequestErr(
            self.nodeName + " nodes do not have children")

    def removeChild(self, oldChild):
        """Refused."""
        raise xml.dom.NotFoundErr(
            self.nodeName + " nodes do not have children")

    def normalize(self):
        """Nothing to do."""

    def replaceChild(self, newChild, oldChild):
        """Refused."""
        raise xml.dom.HierarchyRequestErr(
            self.nodeName + " nodes do not have children")
