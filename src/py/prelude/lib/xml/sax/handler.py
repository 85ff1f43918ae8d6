# handler.py - what a reader of XML calls.
#
# SPDX-License-Identifier: Apache-2.0
"""Handlers: derive from them."""

version = "2.0beta"
feature_namespaces = "http://xml.org/sax/features/namespaces"
feature_namespace_prefixes = "http://xml.org/sax/features/namespace-prefixes"
feature_string_interning = "http://xml.org/sax/features/string-interning"
feature_validation = "http://xml.org/sax/features/validation"
feature_external_ges = "http://xml.org/sax/features/external-general-entities"
feature_external_pes = "http://xml.org/sax/features/external-parameter-entities"
all_features = [feature_namespaces, feature_namespace_prefixes,
                feature_string_interning, feature_validation,
                feature_external_ges, feature_external_pes]
property_lexical_handler = "http://xml.org/sax/properties/lexical-handler"
property_declaration_handler = "http://xml.org/sax/properties/declaration-handler"
property_dom_node = "http://xml.org/sax/properties/dom-node"
property_xml_string = "http://xml.org/sax/properties/xml-string"
property_encoding = "http://www.python.org/sax/properties/encoding"
property_interning_dict = "http://www.python.org/sax/properties/interning-dict"


class ErrorHandler:
    """Errors are raised, warnings printed."""

    def error(self, exception):
        """An error from which one could go on."""
        raise exception

    def fatalError(self, exception):
        """An error that ends the document."""
        raise exception

    def warning(self, exception):
        """Something odd."""
        print(exception)


class ContentHandler:
    """Told what is in a document; here nothing comes of it."""

    def __init__(self):
        self._locator = None

    def setDocumentLocator(self, locator):
        """Keep the object that tells the place."""
        self._locator = locator

    def startDocument(self):
        """The document begins."""

    def endDocument(self):
        """The document is over."""

    def startPrefixMapping(self, prefix, uri):
        """A prefix holds from here."""

    def endPrefixMapping(self, prefix):
        """A prefix holds no more."""

    def startElement(self, name, attrs):
        """An element begins."""

    def endElement(self, name):
        """An element ends."""

    def startElementNS(self, name, qname, attrs):
        """An element begins, with namespaces."""

    def endElementNS(self, name, qname):
        """An element ends, with namespaces."""

    def characters(self, content):
        """Some text."""

    def ignorableWhitespace(self, whitespace):
        """Some space."""

    def processingInstruction(self, target, data):
        """An instruction."""

    def skippedEntity(self, name):
        """An entity that was not read."""


class DTDHandler:
    """Told about declarations; no DTD is read here."""

    def notationDecl(self, name, publicId, systemId):
        """A notation."""

    def unparsedEntityDecl(self, name, publicId, systemId, ndata):
        """An entity that is not XML."""


class EntityResolver:
    """Asked for external entities; none is fetched here."""

    def resolveEntity(self, publicId, systemId):
        """Where an entity is."""
        return systemId


class LexicalHandler:
    """Told about comments and CDATA."""

    def comment(self, content):
        """A comment."""

    def startDTD(self, name, public_id, system_id):
        """The type of the document."""

    def endDTD(self):
        """The end of the type."""

    def startCDATA(self):
        """CDATA begins."""

    def endCDATA(self):
        """CDATA ends."""
