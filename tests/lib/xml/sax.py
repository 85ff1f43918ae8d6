"""Documents told to handlers."""
import io
import xml.sax
import xml.sax.handler
from xml.sax import (
    ContentHandler, ErrorHandler, InputSource, SAXException, SAXNotRecognizedException,
    SAXNotSupportedException, SAXParseException, SAXReaderNotAvailable, make_parser, parse, parseString)
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl, AttributesNSImpl

DOC = '<a x="1" y="2"><b>text &amp; more</b>\n<p:c xmlns:p="urn:p" p:k="v"/><?go on?></a>'


class Books(ContentHandler):
    def startDocument(self):
        print("begin")

    def endDocument(self):
        print("over")

    def startElement(self, name, attrs):
        print("start", name, attrs.items(), attrs.get("x"), "y" in attrs, len(attrs), attrs.getNames(),
              self._locator.getLineNumber())

    def endElement(self, name):
        print("end", name)

    def characters(self, content):
        print("text", repr(content))

    def processingInstruction(self, target, data):
        print("pi", target, data)

    def startElementNS(self, name, qname, attrs):
        print("start", name, attrs.items())

    def endElementNS(self, name, qname):
        print("end", name)

    def startPrefixMapping(self, prefix, uri):
        print("prefix", prefix, uri)

    def endPrefixMapping(self, prefix):
        print("no prefix", prefix)


parseString(DOC.encode(), Books())
parse(io.StringIO(DOC), Books(), ErrorHandler())
reader = make_parser()
reader.setFeature(xml.sax.handler.feature_namespaces, True)
reader.setContentHandler(Books())
source = InputSource()
source.setByteStream(io.BytesIO(DOC.encode()))
reader.parse(source)
out = io.StringIO()
parseString(DOC, XMLGenerator(out))
print(out.getvalue())
for bad in ("<a><b></a>", "<a>", "nope"):
    try:
        parseString(bad, ContentHandler())
    except SAXParseException as error:
        print(error, error.getLineNumber(), error.getColumnNumber(), error.getMessage(),
              isinstance(error, SAXException))
try:
    reader.setFeature("odd", 1)
except SAXNotRecognizedException as error:
    print(error)
print(issubclass(SAXReaderNotAvailable, SAXNotSupportedException), AttributesImpl({"a": "1"}).getValue("a"),
      AttributesNSImpl({(None, "a"): "1"}, {(None, "a"): "a"}).getValueByQName("a"))
from xml.sax.expatreader import ExpatParser, create_parser
from xml.sax.handler import (
    DTDHandler, EntityResolver, LexicalHandler, all_features, feature_external_ges, feature_external_pes,
    feature_namespace_prefixes, feature_string_interning, feature_validation,
    property_declaration_handler, property_dom_node, property_encoding, property_interning_dict,
    property_lexical_handler, property_xml_string, version)
from xml.sax.xmlreader import Locator
print(version, len(all_features), feature_external_ges, feature_external_pes, feature_namespace_prefixes,
      feature_string_interning, feature_validation, property_declaration_handler, property_dom_node,
      property_encoding, property_interning_dict, property_xml_string, sep="\n")


class Lexical(LexicalHandler):
    def comment(self, content):
        print("comment", content)


reader = create_parser()
reader.setProperty(property_lexical_handler, Lexical())
reader.setDTDHandler(DTDHandler())
reader.setEntityResolver(EntityResolver())
reader.parse(io.StringIO("<a><!-- hidden --></a>"))
print(isinstance(reader, ExpatParser), reader.getProperty(property_lexical_handler) is not None,
      EntityResolver().resolveEntity("p", "s"), Locator().getLineNumber())
