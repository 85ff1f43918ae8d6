# xml.dom.minidom: reading, changing and printing trees.
import io
import re
import xml.dom
import xml.etree.ElementTree as ET
from xml.dom import Node, minidom
from xml.parsers.expat import ExpatError


def show(f, *args):
    try:
        said(f(*args))
    except Exception as e:
        said(type(e).__name__, e)


def said(*args):
    """print() without addresses."""
    print(re.sub("0x[0-9a-f]+", "0x", " ".join(map(str, args))))


TEXT = """<?xml version="1.0"?>
<!-- head --><catalog xmlns:x="urn:x" id="1">
  <book id="b1" lang='en'><title>A &amp; B</title><price>10</price></book>
  <book id="b2"><title>C<![CDATA[<raw>]]>D</title><x:note x:k="v"/></book>
  <?pi some data?><empty></empty>
</catalog>"""
doc = minidom.parseString(TEXT)
print(doc.toxml())
print(doc.documentElement.toxml())
print(doc.toprettyxml())
print(doc.toprettyxml(indent="  ", newl="\n"))
print(doc.toprettyxml(indent="  ", encoding="utf-8"))
print(doc.toxml("iso-8859-1"), doc.toxml(standalone=True), sep="\n")
print(minidom.parseString(b"<a>\xc3\xa9</a>").toxml("ascii"))

# The usual way to lay out a tree of ElementTree.
root = ET.Element("root")
for i in range(3):
    item = ET.SubElement(root, "item", {"n": str(i)})
    item.text = f"text {i}"
ET.SubElement(root, "nested").append(ET.Element("leaf"))
print(minidom.parseString(ET.tostring(root)).toprettyxml(indent="   "))
print(minidom.parseString(ET.tostring(root, "utf-8")).documentElement
      .toprettyxml("\t"))

# Walking.
for book in doc.getElementsByTagName("book"):
    title = book.getElementsByTagName("title")[0]
    print(book.getAttribute("id"), book.getAttribute("none") == "",
          book.hasAttribute("lang"), title.firstChild.data,
          title.childNodes.length, [n.nodeName for n in title.childNodes],
          [n.nodeType for n in title.childNodes])
    print(book.parentNode.tagName, book.nextSibling, book.previousSibling)
print(len(doc.getElementsByTagName("*")), type(doc.getElementsByTagName("q")))
note = doc.getElementsByTagNameNS("urn:x", "note")[0]
said(note, note.prefix, note.localName, note.namespaceURI, note.nodeName)
print(note.attributes.items(), note.attributes.keys(), note.attributes.length,
      note.getAttributeNS("urn:x", "k"), note.hasAttributeNS("urn:x", "q"))
print(doc.getElementsByTagNameNS("*", "book").length)
e = doc.documentElement
said(e, e.nodeType == Node.ELEMENT_NODE, e.ownerDocument is doc, e.nodeValue)
said(doc.childNodes, doc.firstChild, doc.lastChild is e, doc.parentNode)
said(e.childNodes)
print(doc.nodeName, doc.nodeType, doc.encoding, doc.version, doc.standalone)
said(e.attributes["id"].value, e.attributes.item(0).name, e.attributes)
for k, v in doc.getElementsByTagName("book")[0].attributes.items():
    print(k, v)
print(e.hasChildNodes(), e.firstChild.nodeValue, e.lastChild, bool(e))

# Making one.
d = minidom.Document()
r = d.createElement("r")
d.appendChild(r)
r.setAttribute("a", 'q"<>&')
r.setAttribute("b", "2")
t = d.createTextNode("x < y & \"z\" > w")
r.appendChild(t)
r.appendChild(d.createComment(" c "))
r.appendChild(d.createCDATASection("<&>"))
r.appendChild(d.createProcessingInstruction("t", "d"))
s = d.createElementNS("urn:n", "n:s")
s.setAttributeNS("urn:n", "n:k", "v")
r.insertBefore(s, t)
print(d.toxml())
print(d.toprettyxml(" "))
show(lambda: r.setAttribute("n", 3) or r.toxml())
r.removeAttribute("n") if r.hasAttribute("n") else None
show(r.removeAttribute, "none")
show(r.removeChild, d.createElement("z"))
show(r.insertBefore, d.createElement("z"), d.createElement("y"))
show(d.appendChild, d.createElement("second"))
show(t.appendChild, d.createElement("z"))
show(r.appendChild, d)
old = r.replaceChild(d.createElement("new"), s)
said(old, old.parentNode, r.firstChild, [c.nodeName for c in r.childNodes])
c = r.cloneNode(True)
print(c.toxml(), c.parentNode, c is r, c.isSameNode(r))
print(r.cloneNode(False).toxml())
f = d.createDocumentFragment()
f.appendChild(d.createElement("f1"))
f.appendChild(d.createElement("f2"))
r.appendChild(f)
print(r.toxml(), f.childNodes)
a = r.getAttributeNode("a")
print(a.name, a.value, a.ownerElement is r, a.specified, a.nodeType)
a.value = "changed"
r.removeAttributeNode(r.getAttributeNode("b"))
print(r.toxml(), r.getAttributeNode("b"))
r.attributes["z"] = "9"
print(r.getAttribute("z"), "z" in r.attributes, r.attributes.get("y"))
del r.attributes["z"]
show(lambda: r.attributes["z"])
r.appendChild(d.createTextNode("one"))
r.appendChild(d.createTextNode("two"))
r.appendChild(d.createTextNode(""))
n = len(r.childNodes)
r.normalize()
print(n, len(r.childNodes), r.lastChild.data)

# Text.
t = d.createTextNode("0123456789")
r.appendChild(t)
rest = t.splitText(4)
print(t.data, rest.data, t.nextSibling is rest, t.wholeText, t.length)
t.appendData("x")
t.insertData(1, "Y")
t.deleteData(0, 1)
t.replaceData(0, 1, "ZZ")
print(t.data, t.substringData(1, 2), t, repr(d.createTextNode("a" * 40)))
show(t.substringData, -1, 2)
show(t.insertData, 99, "x")
show(t.deleteData, 0, -1)
t.nodeValue = "whole"
print(t.toxml(), d.createComment("c"), d.createCDATASection("q"))
show(lambda: d.createComment("a--b").toxml())
show(lambda: d.createCDATASection("a]]>b").toxml())
print(d.createProcessingInstruction("a", "b").nodeName)

# Files, contexts, other documents.
print(minidom.parse(io.StringIO("<a><b/></a>")).toxml())
print(minidom.parse(io.BytesIO(b"<a>x</a>")).documentElement.firstChild.data)
with minidom.parseString("<a/>") as dd:
    print(dd.documentElement.tagName)
out = io.StringIO()
d.writexml(out, indent="", addindent="  ", newl="\n", encoding="utf-8")
print(out.getvalue())
moved = doc.importNode(r, True)
print(moved.ownerDocument is doc, moved.toxml() == r.toxml())
impl = minidom.getDOMImplementation()
made = impl.createDocument(None, "top", None)
said(made.toxml(), impl.hasFeature("core", "2.0"), impl)
kind = impl.createDocumentType("html", "-//W3C//DTD", "http://x/y.dtd")
typed = impl.createDocument("http://www.w3.org/1999/xhtml", "html", kind)
print(typed.toxml(), typed.doctype.name, typed.doctype.systemId)
print(typed.toprettyxml())
back = minidom.parseString('<!DOCTYPE note SYSTEM "n.dtd"><note>x</note>')
print(back.toxml(), back.doctype.name, back.doctype.publicId)
back = minidom.parseString('<!DOCTYPE a PUBLIC "p" "s"><a/>')
said(back.toxml(), back.childNodes)
r.setIdAttribute("a")
print(d.getElementById("changed") is r, d.getElementById("no"))
print(d.documentElement is r)
d.documentElement.unlink()
doc.unlink()

# Errors.
for bad in ("", "<a>", "<a></b>", "x", "<a b=1/>", "<a/><b/>", "<a>&q;</a>"):
    try:
        minidom.parseString(bad)
    except ExpatError as e:
        said(e, e.code, e.lineno, e.offset)
for name in ("HierarchyRequestErr", "NotFoundErr", "IndexSizeErr"):
    cls = getattr(xml.dom, name)
    print(cls.__mro__, cls.code, cls("x").args)
show(xml.dom.DOMException)
print(Node.TEXT_NODE, Node.DOCUMENT_NODE, xml.dom.XML_NAMESPACE)
