"""Events of plain documents, read in parts of every size."""
import io
from xml.etree.ElementTree import XMLPullParser, iterparse, tostring

DOCUMENT = ("<?xml version='1.0'?><!-- head --><r a='1'>t<b/>u<c k='v'>x&amp;y"
            "<d>deep</d>z</c><?pi what?><e xmlns='urn:n'><f/><g>1</g></e>"
            "<!-- in --><h/>\n<p:i xmlns:p='urn:p' p:k='2'>w</p:i></r>")


def shown(kind, value):
    if hasattr(value, "tag"):
        return kind, getattr(value.tag, "__name__", value.tag), value.attrib, len(value), value.text
    return kind, value


for wanted in (None, ("start",), ("end",), ("start", "end"), ("end", "comment"),
               ("start", "end", "start-ns", "end-ns", "comment", "pi"), ()):
    print(wanted)
    for event in iterparse(io.StringIO(DOCUMENT), wanted):
        print(*shown(*event)[:2])
    for size in (1, 7, 40):
        parser = XMLPullParser(wanted)
        told = []
        for at in range(0, len(DOCUMENT), size):
            parser.feed(DOCUMENT[at:at + size])
            told += [shown(*event)[:2] for event in parser.read_events()]
        parser.close()
        told += [shown(*event)[:2] for event in parser.read_events()]
        print(size, len(told), told == [
            shown(*event)[:2]
            for event in iterparse(io.StringIO(DOCUMENT), wanted)])

# Elements that are emptied when they end, as long documents are read.
rows = "".join(f"<row n='{i}'><name>n{i}</name></row>" for i in range(2000))
total = 0
for _, element in iterparse(io.BytesIO(f"<all>{rows}</all>".encode())):
    if element.tag == "row":
        total += int(element.get("n")) + len(element[0].text)
        element.clear()
print(total)

parser = XMLPullParser(("start", "end"))
parser.feed("<a><b></a>")
try:
    for event in parser.read_events():
        print(*shown(*event)[:2])
except SyntaxError as error:
    print(error)
steps = iterparse(io.StringIO("<a><b>1</b></a>"))
print([tostring(e) for _, e in steps], steps.root.tag)
