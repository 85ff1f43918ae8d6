# Names of ElementTree that packages which write XML take, though nobody documents them.
import xml.etree.ElementTree as ET
from xml.parsers import expat

TEXT = "<a href='x'>\"&\n\r\t"
print([ET._escape_cdata(TEXT)], [ET._escape_attrib(TEXT)], [ET._escape_attrib_html(TEXT)])
for f in (ET._escape_cdata, ET._escape_attrib, ET._raise_serialization_error):
    try:
        f(3)
    except TypeError as e:
        print(e)
print(sorted(ET.HTML_EMPTY))
ET.register_namespace("mine", "urn:mine")
print(ET._namespace_map["urn:mine"], ET._namespace_map["http://www.w3.org/XML/1998/namespace"])
print(ET.tostring(ET.Element("{urn:mine}a")))
try:
    expat.XMLParserType()
except TypeError as e:
    print(e)
