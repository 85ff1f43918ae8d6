# xml.dom: errors, kinds of nodes, namespaces, user data, copies.
import re
import xml.dom
from xml.dom import minicompat, minidom
from xml.parsers import expat


def show(f, *args):
    try:
        print(re.sub("0x[0-9a-f]+", "0x", repr(f(*args))))
    except Exception as e:
        print(type(e).__name__, re.sub("0x[0-9a-f]+", "0x", str(e)))


for name in """IndexSizeErr DomstringSizeErr HierarchyRequestErr
WrongDocumentErr InvalidCharacterErr NoDataAllowedErr NoModificationAllowedErr
NotFoundErr NotSupportedErr InuseAttributeErr InvalidStateErr SyntaxErr
InvalidModificationErr NamespaceErr InvalidAccessErr ValidationErr""".split():
    print(name, getattr(xml.dom, name).code, getattr(xml.dom, name)("t"))
for name in """INDEX_SIZE_ERR DOMSTRING_SIZE_ERR HIERARCHY_REQUEST_ERR
WRONG_DOCUMENT_ERR INVALID_CHARACTER_ERR NO_DATA_ALLOWED_ERR
NO_MODIFICATION_ALLOWED_ERR NOT_FOUND_ERR NOT_SUPPORTED_ERR
INUSE_ATTRIBUTE_ERR INVALID_STATE_ERR SYNTAX_ERR INVALID_MODIFICATION_ERR
NAMESPACE_ERR INVALID_ACCESS_ERR VALIDATION_ERR XHTML_NAMESPACE
XMLNS_NAMESPACE EMPTY_NAMESPACE EMPTY_PREFIX""".split():
    print(name, getattr(xml.dom, name))
print(sorted((k, v) for k, v in vars(xml.dom.UserDataHandler).items()
             if k.startswith("NODE")))
print(xml.dom.getDOMImplementation() is minidom.getDOMImplementation())
xml.dom.registerDOMImplementation("mine", lambda: "made")
show(xml.dom.getDOMImplementation, "mine")
show(minidom.getDOMImplementation, "core 2.0 xml")
show(minidom.getDOMImplementation, "nothing 9.0")
for name in """Attr CDATASection CharacterData Comment DocumentFragment
NamedNodeMap ProcessingInstruction""".split():
    cls = getattr(minidom, name)
    print(cls, [b.__name__ for b in cls.__mro__
                if b.__name__ not in ("object", "CharacterData")])
print(minidom.AttributeList is minidom.NamedNodeMap,
      issubclass(minidom.Text, minidom.Childless),
      issubclass(minidom.Node, xml.dom.Node), minicompat.StringTypes,
      minidom.XMLNS_NAMESPACE, minidom.EMPTY_NAMESPACE, minidom.EMPTY_PREFIX,
      type(minidom.Element("a").schemaType) is minidom.TypeInfo,
      expat.error is expat.ExpatError, minidom.DOMImplementation,
      minidom.DocumentType)
empty = minicompat.EmptyNodeList()
nodes = minicompat.NodeList([1, 2])
print(empty, empty.length, empty.item(0), empty + [1], nodes.item(1),
      nodes.item(5), nodes.item(-1), nodes.length)
show(setattr, nodes, "length", 3)
print(minidom.NodeList is minicompat.NodeList,
      minidom.EmptyNodeList is minicompat.EmptyNodeList)

doc = minidom.parseString(
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
    '<r xmlns="urn:d" xmlns:p="urn:p"><p:a p:x="1" y="2"/><b>t</b>u<c/></r>')
print(doc.encoding, doc.standalone, doc.version)
r = doc.documentElement
a, b = r.childNodes[:2]
print(r.namespaceURI, r.prefix, r.localName, a.namespaceURI, a.prefix,
      b.namespaceURI, b.localName, a.localName)
m = a.attributes
print(m.itemsNS(), list(m.keysNS()), [v.value for v in m.values()], len(m),
      m.getNamedItem("y").value, m.getNamedItemNS("urn:p", "x").value,
      m.getNamedItem("q"), ("urn:p", "x") in m, m["urn:p", "x"].value,
      m.item(7), m == a.attributes, m == r.attributes)
show(m.removeNamedItem, "q")
show(m.removeNamedItemNS, "q", "q")
show(m.__setitem__, "k", 3)
print(r.attributes.itemsNS())
x = a.getAttributeNodeNS("urn:p", "x")
print(x.localName, x.prefix, x.namespaceURI, x.nodeName, x.isId,
      x.ownerElement is a, x.childNodes[0].data)
show(b.setAttributeNode, x)
new = doc.createAttribute("y")
new.value = "9"
old = a.setAttributeNode(new)
print(old.value, a.toxml(), new.nodeValue)
n = doc.createAttributeNS("urn:p", "q:x")
n.value = "ns"
print(a.setAttributeNodeNS(n), a.toxml())
a.setAttributeNS("urn:p", "q:x", "again")
print(a.toxml(), a.getAttributeNS("urn:p", "x"))
a.removeAttributeNS("urn:p", "x")
show(a.removeAttributeNS, "urn:p", "x")
show(a.removeAttributeNode, n)
print(a.toxml(), a.hasAttributes(), r.hasAttributeNS("q", "q"))
show(a.setIdAttribute, "none")
a.setIdAttributeNode(a.getAttributeNode("y"))
print(doc.getElementById("9") is a, a.getAttributeNode("y").isId)
a.setAttribute("y", "10")
print(doc.getElementById("9"), doc.getElementById("10") is a)
b.setAttributeNS("urn:p", "p:id", "B")
b.setIdAttributeNS("urn:p", "id")
print(doc.getElementById("B") is b)
print(doc.renameNode(b, "urn:p", "p:renamed").toxml(), b.tagName, b.prefix)
show(doc.renameNode, doc.createTextNode("x"), None, "y")
show(doc.renameNode, minidom.Document().createElement("o"), None, "y")
print(len(r.getElementsByTagNameNS("*", "*")),
      len(r.getElementsByTagName("c")))

class Handler:
    def handle(self, operation, key, data, src, dst):
        print("handled", operation, key, data, src.nodeName, dst.nodeName)

print(b.setUserData("k", "v", Handler()), b.getUserData("k"),
      b.getUserData("none"))
twin = b.cloneNode(True)
print(twin.getUserData("k"), twin.toxml(), b.setUserData("k", None, None),
      b.getUserData("k"))
other = minidom.Document()
show(other.importNode, doc, True)
print(other.importNode(b, False).toxml(), other.importNode(
    b.firstChild, True).ownerDocument is other)
whole = doc.cloneNode(True)
print(whole.toxml() == doc.toxml(), doc.cloneNode(False),
      whole.documentElement.ownerDocument is whole)
print(r.isSupported("core", "2.0"), r.isSupported("events", "2.0"),
      r.getInterface("core") is r)
t = doc.createTextNode("abc")
b.appendChild(t)
print(t.wholeText, t.replaceWholeText("all").data, [c.data for c in
                                                    b.childNodes])
print(t.replaceWholeText(""), b.childNodes, t.isWhitespaceInElementContent)
show(t.splitText, 9)
show(doc.createTextNode, 3)
show(doc.createCDATASection, None)
show(r.replaceChild, doc.createElement("n"), doc.createElement("not"))
print(r.replaceChild(a, a), r.replaceChild(doc.createElement("k"), a) is a)
frag = doc.createDocumentFragment()
frag.appendChild(doc.createElement("x1"))
frag.appendChild(doc.createElement("x2"))
r.insertBefore(frag, r.firstChild)
print(r.toxml(), frag.nodeName, frag.nodeType)
print(r.firstChild.nextSibling.previousSibling is r.firstChild)
r.appendChild(r.firstChild)
print([c.nodeName for c in r.childNodes], r.lastChild.nextSibling)
show(doc.replaceChild, doc.createElement("root"), r)
print(doc.toxml())
show(doc.removeChild, r)
show(t.removeChild, r)
show(t.insertBefore, r, None)
show(t.replaceChild, r, r)
impl = doc.implementation
show(lambda: impl.createDocument(None, None, None).toxml())
show(impl.createDocument, None, "", impl.createDocumentType("a", "b", "c"))
show(impl.createDocument, None, "p:x", None)
show(impl.createDocument, "urn:q", "xml:x", None)
kind = impl.createDocumentType("q:n", None, None)
print(kind.name, kind.nodeName, kind.publicId, kind.internalSubset,
      kind.toxml(), len(kind.entities), kind.notations.item(0),
      kind.cloneNode(True).name)
pi = doc.createProcessingInstruction("t", "d")
pi.nodeValue, pi.nodeName = "e", "u"
print(pi.toxml(), pi.target, pi.data, pi.childNodes, pi.hasChildNodes())
