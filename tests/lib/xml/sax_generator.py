"""Documents written by XMLGenerator."""
import io
import sys
from xml.sax.saxutils import XMLGenerator

for options in ({}, {"short_empty_elements": True}, {"encoding": "utf-8"}):
    out = io.StringIO()
    g = XMLGenerator(out, **options)
    g.startDocument()
    g.startElement("a", {"x": "1 & 2", "y": '"q"'})
    g.characters("text < é")
    g.startElement("b", {})
    g.endElement("b")
    g.ignorableWhitespace(" \n")
    g.processingInstruction("go", "now")
    g.startPrefixMapping("p", "urn:x")
    g.startElementNS(("urn:x", "c"), None, {("urn:x", "k"): "v", (None, "n"): "w"})
    g.endElementNS(("urn:x", "c"), None)
    g.endPrefixMapping("p")
    g.endElement("a")
    g.endDocument()
    print(out.getvalue())
raw = io.BytesIO()
g = XMLGenerator(raw, "ascii")
g.startElement("a", {})
g.characters("é")
g.endElement("a")
print(raw.getvalue())
