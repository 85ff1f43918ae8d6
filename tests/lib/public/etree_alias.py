"""xml.etree.cElementTree: the public names of the alias in use, with errors."""

import io
import warnings
import xml.etree.ElementTree

warnings.simplefilter("ignore")
import xml.etree.cElementTree as ET  # noqa: E402, N817, UP023


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(
    ET.Element is xml.etree.ElementTree.Element,
    ET.ParseError is xml.etree.ElementTree.ParseError,
    ET.VERSION,
)
root = ET.Element("root", {"a": "1"}, b='<&"')
child = ET.SubElement(root, "child", n="1")
child.text, child.tail = "x < y", "tail & more"
root.append(ET.Comment(" note -- here "))
root.append(ET.ProcessingInstruction("target", "data"))
root.append(ET.PI("bare"))
print(
    ET.PI is ET.ProcessingInstruction, root[1].tag is ET.Comment, root[2].tag is ET.PI
)
print(ET.tostring(root), ET.tostring(child, encoding="unicode"))
print(ET.tostring(ET.Element("e"), short_empty_elements=False))
print(
    b"".join(ET.tostringlist(root)) == ET.tostring(root),
    "".join(ET.tostringlist(ET.Element("e"), "unicode")),
)
print(attempt(ET.Element, "a", 5))
print(attempt(ET.tostring, ET.Element(5)))

print(ET.iselement(root), ET.iselement("x"), ET.iselement(ET.ElementTree(root)))
q = ET.QName("urn:x", "tag")
print(q, repr(q), q == "{urn:x}tag", q < ET.QName("z"), hash(q) == hash("{urn:x}tag"))
ET.register_namespace("px", "urn:x")
print(ET.tostring(ET.Element(q, {ET.QName("urn:y", "k"): "v"})))
print(attempt(ET.register_namespace, "ns3", "urn:z"))

for text in ("<a><b>", "<a></b>", "", "<a/><b/>", "<a x=1/>", "<a>&no;</a>", "text"):
    try:
        ET.fromstring(text)
    except ET.ParseError as e:
        print(repr(text), e, e.code, e.position)
print(ET.XML("<a>1<b/>2</a>")[0].tail, ET.XML is ET.fromstring)
tree, ids = ET.XMLID('<a id="1"><b id="2"/><c/><d id="2"/></a>')
print(tree.tag, sorted(ids), ids["2"].tag)
print(ET.fromstringlist(["<a", ">te", "xt</a>"]).text, attempt(ET.fromstringlist, []))

doc = ET.parse(io.StringIO("<a><b>1</b><b>2</b><c><b>3</b></c></a>"))
print(
    type(doc) is ET.ElementTree,
    doc.getroot().tag,
    [b.text for b in doc.iter("b")],
    doc.findtext("c/b"),
    len(doc.findall("b")),
)
print(attempt(ET.parse, io.BytesIO(b"")), attempt(ET.ElementTree().write, io.BytesIO()))
out = io.BytesIO()
doc.write(out, encoding="utf-8", xml_declaration=True)
print(out.getvalue())
ET.indent(doc, "\t")
ET.dump(doc)
ET.indent(root, space=" ", level=1)
ET.dump(root)
print(attempt(ET.indent, root, level=-1))

for event, e in ET.iterparse(
    io.BytesIO(b'<a xmlns:p="urn:p"><p:b/></a>'), ("start", "end", "start-ns", "end-ns")
):
    print(event, e if event.endswith("-ns") else e.tag)
print(attempt(ET.iterparse, io.BytesIO(b""), ("nonsense",)))

b = ET.TreeBuilder(insert_comments=True)
b.start("r", {"k": "v"})
b.data("one ")
b.data("two")
b.comment("c")
print(b.end("r").tag)
print(ET.tostring(b.close()))


class Count:
    def __init__(self):
        self.seen = []

    def start(self, tag, attrib):
        self.seen.append((tag, attrib))

    def end(self, tag):
        self.seen.append("/" + tag)

    def close(self):
        return self.seen


p = ET.XMLParser(target=Count())
p.feed('<a k="v"><b/>')
p.feed("</a>")
print(p.close())
p = ET.XMLParser()
p.feed("<open>")
print(attempt(p.close))
pull = ET.XMLPullParser(["start"])
pull.feed("<a><b/>")
print([(event, elem.tag) for event, elem in pull.read_events()])
print(attempt(ET.XMLPullParser, ["none"]))
