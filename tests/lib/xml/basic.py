import xml.etree.ElementTree as ET, io, copy
from xml.sax.saxutils import escape, unescape, quoteattr

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "position", ""), getattr(e, "code", "") if not isinstance(e, SystemExit) else "")

doc = """<?xml version="1.0"?>
<!-- top -->
<data xmlns:x="http://x.y/z" version='1'>
  <country name="Li &amp; Co"><rank updated="yes">2</rank><year>2008</year><neighbor name="A" direction="E"/><neighbor name="S" direction="W"/></country>
  <country name="Si"><rank>5</rank><x:item x:a="1" b="2">t&#65;&#x42;<![CDATA[<raw> & ]]></x:item>tail<?pi do it?><!-- c --></country>
  <empty></empty><self/>
</data>"""
root = ET.fromstring(doc)
print(root.tag, root.attrib, len(root), [c.tag for c in root], repr(root.text), root[0].get("name"), root[0][0].text, root[0].find("year").text, root.findtext("country/rank"), root[1][1].tag, root[1][1].attrib, root[1][1].text, repr(root[1][1].tail))
for p in ("country", "country/rank", ".//neighbor", "*", "./country[1]/rank", "country[@name='Si']", "country[@name]", "country[last()]", "country[rank='5']", ".//*[@direction='W']", "..", ".//rank/..", "country/*", "nope", ".", ".//neighbor[2]", "country[rank]", ".//{http://x.y/z}item", ".//x:item", "country[@name!='Si']", ".//year[.='2008']", "{*}country", ".//{*}item", ".//{http://x.y/z}*", "country[last()-1]", "country//rank", "country/"):
    show(lambda: [e.tag for e in root.findall(p, {"x": "http://x.y/z"})])
for p in ("/a", "a[", "a[b=c]", ".//", "a[0]", "q:a", "a[last()+1]"):
    show(lambda: [e.tag for e in root.findall(p)])
print([e.tag for e in root.iter()], [e.tag for e in root.iter("rank")], "".join(root.itertext()).split(), root.find("nope"), root.findtext("nope", "dflt"), repr(root.findtext("self")))
print(ET.tostring(root, encoding="unicode"))
print(ET.tostring(root[1]), ET.tostring(root, encoding="utf-8", xml_declaration=True)[:60], ET.tostring(root, "us-ascii", short_empty_elements=False)[-60:], ET.tostring(root[0], method="text", encoding="unicode"), ET.tostring(ET.fromstring("<p>a<br/>b<script>x&lt;y</script></p>"), method="html"))
e = ET.Element("a", {"k": "v<>&\"'\n\t"}, z="1")
ET.SubElement(e, "b", x="y").text = "é<&>"
c = ET.SubElement(e, "{http://ns}c"); c.tail = "T"; c.set("{http://ns}at", "q"); c.append(ET.Comment("hey")); c.append(ET.ProcessingInstruction("t", "v"))
print(ET.tostring(e), ET.tostring(e, encoding="unicode"), ET.tostring(e, encoding="latin-1"))
ET.register_namespace("my", "http://ns"); print(ET.tostring(e, encoding="unicode")); show(ET.register_namespace, "ns1", "u")
ET.indent(e); print(ET.tostring(e, encoding="unicode")); ET.indent(root, "\t"); print(ET.tostring(root, encoding="unicode"))
ET.dump(e)
d = ET.fromstring('<a xmlns="http://d"><b/></a>'); print(ET.tostring(d), ET.tostring(d, default_namespace="http://d"), d[0].tag, d.find("{http://d}b") is d[0], d.find("b", {"": "http://d"}) is d[0])
e.insert(0, ET.Element("first")); e.remove(e[1]); print([x.tag for x in e], e.keys(), list(e.items()), e.get("none", 5)); del e[0]; e.extend([ET.Element("n1"), ET.Element("n2")]); e[0] = ET.Element("rep"); print([x.tag for x in e], [x.tag for x in e[1:]]); k = copy.deepcopy(e); k.clear(); print(len(k), len(e), k.attrib, ET.iselement(e), ET.iselement(5))
show(e.append, 5); show(e.remove, ET.Element("zz")); show(ET.Element, "a", 5); show(ET.tostring, 5)
x = ET.Element("n"); x.text = 5; show(ET.tostring, x); x.text = None; x.set("a", 5); show(ET.tostring, x)
for bad in ("", "   ", "text", "<a>", "<a></b>", "<a><b></a>", "<a b></a>", "<a b=1></a>", "<a>&foo;</a>", "<a>&</a>", "<a x='1' x='2'/>", "<a/><b/>", "<a/>junk", "<a", "<a b='", "</a>", "<1a/>", "<x:a/>", "<a>\n<b>\n</c></a>", "<a b='<'/>", "<!-- x", "<a><!-- -- --></a>", "<a>]]></a>", "<a>&#0;</a>", "<?xml version='1.0'?><?xml version='1.0'?><a/>", "<a b='1'c='2'/>", "<a><![CDATA[x</a>", "<é>ü</é>", "<a>\x01</a>"):
    show(lambda: ET.tostring(ET.fromstring(bad)))
for src in (b"<a>\xc3\xa9</a>", b"<?xml version='1.0' encoding='latin-1'?><a>\xe9</a>", "<a>é</a>".encode("utf-16"), b"\xef\xbb\xbf<a/>", b"<a>\xff</a>"):
    show(lambda: ET.fromstring(src).text)
t = ET.parse(io.BytesIO(b"<r><i id='1'/><i id='2'>x</i></r>")); print(t.getroot().tag, [i.get("id") for i in t.iter("i")], t.find("i").get("id"), t.findall("i")[1].text)
out = io.BytesIO(); t.write(out, encoding="utf-8", xml_declaration=True); print(out.getvalue())
print([(ev, el.tag) for ev, el in ET.iterparse(io.BytesIO(b"<r><i>1</i><j/></r>"), events=("start", "end"))], [el.tag for _, el in ET.iterparse(io.StringIO("<r><i/></r>"))])
p = ET.XMLPullParser(["start", "end"]); p.feed("<a><b/>"); p.feed("</a>"); p.close(); print([(ev, el.tag) for ev, el in p.read_events()])
print(ET.XMLID("<a><b id='q'/></a>")[1].keys(), ET.fromstringlist(["<a>", "</a>"]).tag, ET.QName("u", "t"), ET.QName("u", "t") == "{u}t")
tb = ET.TreeBuilder(insert_comments=True, insert_pis=True); pr = ET.XMLParser(target=tb); pr.feed("<a><!--c-->t<?p i?></a>"); print(ET.tostring(pr.close()))
class Target:
    def start(self, tag, attrib): print("start", tag, attrib)
    def end(self, tag): print("end", tag)
    def data(self, data): print("data", repr(data))
    def close(self): return "done"
pr = ET.XMLParser(target=Target()); pr.feed("<a x='1'>t<b/></a>"); print(pr.close())
print(escape("<a&b>"), unescape("&lt;&amp;&gt;"), quoteattr("a\"b"), quoteattr("a'b\"c"), escape("x", {"x": "&x;"}))
print(repr(ET.Comment("x").tag is ET.Comment), ET.tostring(ET.Comment("x")), ET.VERSION)
