"""XML as a series of calls."""
from xml.parsers import expat

DOC = b"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE a SYSTEM "x.dtd">
<a x="1" xmlns:p="urn:p" xmlns="urn:d"><!-- c --><p:b p:k="v">t&amp;u
l\xc3\xa9</p:b><?go now?><![CDATA[raw <]]></a>
"""


def tell(parser):
    def log(name):
        return lambda *args: print(name, *map(repr, args))
    for name in ("StartElement", "EndElement", "CharacterData", "Comment", "ProcessingInstruction",
                 "StartCdataSection", "EndCdataSection", "StartNamespaceDecl", "EndNamespaceDecl",
                 "XmlDecl"):
        setattr(parser, name + "Handler", log(name))
    return parser


for separator in (None, " ", ""):
    p = tell(expat.ParserCreate(namespace_separator=separator))
    p.buffer_text = True
    print(p.Parse(DOC, True), p.buffer_text)
p = tell(expat.ParserCreate())
p.ordered_attributes = True
for i in range(0, len(DOC), 50):
    p.Parse(DOC[i:i + 50], i + 50 >= len(DOC))
print(type(p).__name__ in ("xmlparser", "XMLParserType"), p.StartElementHandler is not None, p.DefaultHandler)
for bad in ("<a><b></a>", "<a>", "", "<a/><b/>", "<a x=1/>", "<a>&no;</a>"):
    p = expat.ParserCreate()
    try:
        p.Parse(bad, True)
    except expat.ExpatError as error:
        print(error, error.code, error.lineno, error.offset)
try:
    expat.ParserCreate(namespace_separator="ab")
except ValueError as error:
    print(error)
print(expat.error is expat.ExpatError, p.GetBase())
print(expat.XML_PARAM_ENTITY_PARSING_NEVER, expat.XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE,
      expat.XML_PARAM_ENTITY_PARSING_ALWAYS, expat.native_encoding, expat.EXPAT_VERSION[:6],
      len(expat.version_info))
p = expat.ParserCreate()
p.EntityDeclHandler = lambda *args: print("entity", *args)
p.StartDoctypeDeclHandler = lambda *args: print("doctype", *args)
p.Parse('<!DOCTYPE a SYSTEM "s" [<!ENTITY e "v"> <!ENTITY x SYSTEM "f.txt">]><a/>', True)
