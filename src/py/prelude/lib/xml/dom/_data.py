"""xml.dom._data - texts, comments, instructions and document types.

SPDX-License-Identifier: Apache-2.0
"""

import xml.dom
from xml.dom._tree import Childless, Node, escape


class CharacterData(Childless, Node):
    """A node that is text; offsets count characters."""

    __module__ = "xml.dom.minidom"

    def __init__(self):
        self.ownerDocument = self.parentNode = None
        self.previousSibling = self.nextSibling = None
        self.data = ""

    nodeValue = property(lambda self: self.data,
                         lambda self, value: setattr(self, "data", value))
    length = property(lambda self: len(self.data),
                      doc="Length of the string data.")

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        data = self.data
        dots = "..." if len(data) > 10 else ""
        return (f'<DOM {type(self).__name__} node "'
                f'{data[:10]!r}{dots}">')

    def _copy(self, document):
        new = type(self)()
        new.data = self.data
        new.ownerDocument = document
        return new

    def _check(self, offset, count=0):
        if offset < 0:
            raise xml.dom.IndexSizeErr("offset cannot be negative")
        if offset >= len(self.data):
            raise xml.dom.IndexSizeErr(
                "offset cannot be beyond end of data")
        if count < 0:
            raise xml.dom.IndexSizeErr("count cannot be negative")

    def substringData(self, offset, count):
        """`count` characters from an offset on."""
        self._check(offset, count)
        return self.data[offset:offset + count]

    def appendData(self, arg):
        """Add text at the end."""
        self.data = self.data + arg

    def insertData(self, offset, arg):
        """Add text at an offset."""
        self._check(offset)
        if arg:
            self.data = self.data[:offset] + arg + self.data[offset:]

    def deleteData(self, offset, count):
        """Take characters away."""
        self._check(offset, count)
        if count:
            self.data = self.data[:offset] + self.data[offset + count:]

    def replaceData(self, offset, count, arg):
        """Put text where other was."""
        self._check(offset, count)
        if count:
            self.data = (self.data[:offset] + arg
                         + self.data[offset + count:])


class Text(CharacterData):
    """Text between tags."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.TEXT_NODE
    nodeName = "#text"
    attributes = None

    def splitText(self, offset):
        """Cut the text in two; the second part becomes the next node."""
        if not 0 <= offset <= len(self.data):
            raise xml.dom.IndexSizeErr("illegal offset value")
        rest = type(self)()
        rest.data = self.data[offset:]
        rest.ownerDocument = self.ownerDocument
        self.data = self.data[:offset]
        if self.parentNode is not None:
            self.parentNode.insertBefore(rest, self.nextSibling)
        return rest

    def _neighbours(self):
        """All texts that stand together with this one."""
        kinds = self.TEXT_NODE, self.CDATA_SECTION_NODE
        nodes = [self]
        node = self.previousSibling
        while node is not None and node.nodeType in kinds:
            nodes.append(node)
            node = node.previousSibling
        nodes.reverse()
        node = self.nextSibling
        while node is not None and node.nodeType in kinds:
            nodes.append(node)
            node = node.nextSibling
        return nodes

    wholeText = property(
        lambda self: "".join(node.data for node in self._neighbours()),
        doc="The text of all logically-adjacent text nodes.")
    isWhitespaceInElementContent = property(
        lambda self: False, doc="True iff this text node contains only "
        "whitespace and is in element content.")

    def replaceWholeText(self, content):
        """One text for all that stand together."""
        parent = self.parentNode
        for node in self._neighbours():
            if node is not self or not content:
                parent.removeChild(node)
        if not content:
            return None
        self.data = content
        return self

    def writexml(self, writer, indent="", addindent="", newl=""):
        """Write the text."""
        writer.write(f"{indent}{escape(self.data)}{newl}")


class CDATASection(Text):
    """Text that is written as it is."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.CDATA_SECTION_NODE
    nodeName = "#cdata-section"

    def writexml(self, writer, indent="", addindent="", newl=""):
        """Write the section."""
        if "]]>" in self.data:
            raise ValueError("']]>' not allowed in a CDATA section")
        writer.write(f"<![CDATA[{self.data}]]>")


class Comment(CharacterData):
    """A comment."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.COMMENT_NODE
    nodeName = "#comment"

    def __init__(self, data=""):
        CharacterData.__init__(self)
        self.data = data

    def writexml(self, writer, indent="", addindent="", newl=""):
        """Write the comment."""
        if "--" in self.data:
            raise ValueError("'--' is not allowed in a comment node")
        writer.write(f"{indent}<!--{self.data}-->{newl}")


class ProcessingInstruction(Childless, Node):
    """An instruction for programs."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.PROCESSING_INSTRUCTION_NODE

    def __init__(self, target, data):
        self.target = target
        self.data = data

    nodeName = property(lambda self: self.target,
                        lambda self, value: setattr(self, "target", value))
    nodeValue = property(lambda self: self.data,
                         lambda self, value: setattr(self, "data", value))

    def _copy(self, document):
        new = ProcessingInstruction(self.target, self.data)
        new.ownerDocument = document
        return new

    def writexml(self, writer, indent="", addindent="", newl=""):
        """Write the instruction."""
        writer.write(f"{indent}<?{self.target} {self.data}?>{newl}")


class DocumentType(Childless, Node):
    """The head of a document: its type, which is not read any further."""

    __module__ = "xml.dom.minidom"
    nodeType = Node.DOCUMENT_TYPE_NODE
    nodeValue = None
    name = publicId = systemId = internalSubset = None

    def __init__(self, qualifiedName):
        self.entities = NamedNodes()
        self.notations = NamedNodes()
        if qualifiedName:
            self.name = qualifiedName.rpartition(":")[2]
        self.nodeName = self.name

    def cloneNode(self, deep):
        """A copy, if it belongs to no document yet."""
        if self.ownerDocument is not None:
            return None
        return self._copy(None)

    def _copy(self, document):
        new = DocumentType(self.name)
        new.ownerDocument = document
        new.publicId, new.systemId = self.publicId, self.systemId
        new.internalSubset = self.internalSubset
        return new

    def writexml(self, writer, indent="", addindent="", newl=""):
        """Write the declaration."""
        text = f"<!DOCTYPE {self.name}"
        if self.publicId:
            text += f"{newl}  PUBLIC '{self.publicId}'"
            text += f"{newl}  '{self.systemId}'"
        elif self.systemId:
            text += f"{newl}  SYSTEM '{self.systemId}'"
        if self.internalSubset is not None:
            text += f" [{self.internalSubset}]"
        writer.write(text + ">" + newl)


class NamedNodes:
    """Entities and notations of a document type: none are read."""

    length = 0

    def __len__(self):
        return 0

    def item(self, index):
        """There is none."""

    def getNamedItem(self, name):
        """There is none."""

    def getNamedItemNS(self, namespaceURI, localName):
        """There is none."""


NamedNodes.__name__ = "ReadOnlySequentialNamedNodeMap"
