# Tags without prefixes, and those that only look like it.
# SPDX-License-Identifier: Apache-2.0
import xml.etree.ElementTree as ET

for text in (
        "<a><b/><b x='1' y=\"2\"/><c-1 _z=''>t</c-1 ><d\n\n k='v'\n/>tail</a>",
        "<a><b x='1' x='2'/></a>",
        "<a xmlns='urn:d'><b/><c xmlns='urn:e' k='v'><d/></c><e/></a>",
        "<a><b xmlns:p='urn:p' p:k='v'><p:c/></b><p:d/></a>",
        "<a><b></c></a>",
        "<a><b x='&lt;&#65;' y='a\tb\nc'>&amp;]]&gt;</b></a>",
        "<a><b x='<'/></a>",
        "<a><b x=1/></a>",
        "<a><b x='1'y='2'/></a>",
        "<a><b x='1\"' y=\"2'\" >]]></b></a>",
        "<a><b x = '1'/></a>",
        "<a>\x01</a>",
        "<a><1b/></a>",
        "<a>é<ü ö='ä'>ß</ü>&#233;</a>",
        "<a><b/><b/>"):
    try:
        root = ET.fromstring(text)
        print([(e.tag, e.attrib, e.text, e.tail) for e in root.iter()])
    except ET.ParseError as e:
        print(e, e.position, e.code)
for tag in ("b", "b/c", "*", ".", "{urn:d}b", "b[1]", "x"):
    root = ET.fromstring("<a><b>1<c/></b><b>2</b></a>")
    found = root.find(tag)
    print(tag, found is not None and (found.tag, found.text),
          len(root.findall(tag)))
