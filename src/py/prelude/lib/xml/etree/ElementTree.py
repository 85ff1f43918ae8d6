# xml/etree/ElementTree.py - XML documents as trees of elements.
#
# The parser is our own and small: no DTD is read, the five predefined
# entities and character references are known, nothing external is fetched.
# Prefixes registered for printing belong to the session.
#
# SPDX-License-Identifier: Apache-2.0
"""Lightweight XML support for Python."""
import io
import re
import sys
import warnings
from collections.abc import Iterator

from _caisson import session_state
from xml.etree import ElementPath

__all__ = ["Comment", "dump", "Element", "ElementTree", "fromstring",
           "fromstringlist", "indent", "iselement", "iterparse", "parse",
           "ParseError", "PI", "ProcessingInstruction", "QName",
           "SubElement", "tostring", "tostringlist", "TreeBuilder",
           "VERSION", "XML", "XMLID", "XMLParser", "XMLPullParser",
           "register_namespace"]

VERSION = "1.3.0"
_PREFIXES = {
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://www.w3.org/1999/xhtml": "html",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://schemas.xmlsoap.org/wsdl/": "wsdl",
    "http://www.w3.org/2001/XMLSchema": "xs",
    "http://www.w3.org/2001/XMLSchema-instance": "xsi",
    "http://purl.org/dc/elements/1.1/": "dc",
}


_path_chars = re.compile(r"[/\[\]*@.(){}]")


class ParseError(SyntaxError):
    """An error when parsing an XML document; it has `code` and
    `position`."""


def iselement(element):
    """Return True if *element* appears to be an Element."""
    return hasattr(element, "tag")


class Element:
    """An XML element: a tag, attributes, text, children and a tail."""

    def __init__(self, tag, attrib={}, **extra):
        if not isinstance(attrib, dict):
            raise TypeError("Element() argument 2 must be dict, not %s"
                            % (attrib.__class__.__name__,))
        self.tag = tag
        self.attrib = {**attrib, **extra}
        self._children = []
        self.text = None
        self.tail = None

    def __repr__(self):
        return "<%s %r at %#x>" % (self.__class__.__name__, self.tag,
                                   id(self))

    def makeelement(self, tag, attrib):
        """Create a new element with the same type."""
        return self.__class__(tag, attrib)

    def __copy__(self):
        elem = self.makeelement(self.tag, self.attrib)
        elem.text = self.text
        elem.tail = self.tail
        elem[:] = self
        return elem

    def __len__(self):
        return len(self._children)

    def __bool__(self):
        warnings.warn("The behavior of this method will change in future "
                      "versions.  Use specific 'len(elem)' or 'elem is not "
                      "None' test instead.", FutureWarning, stacklevel=2)
        return len(self._children) != 0

    def __getitem__(self, index):
        return self._children[index]

    def __setitem__(self, index, element):
        if isinstance(index, slice):
            element = list(element)
            for elt in element:
                self._assert_is_element(elt)
        else:
            self._assert_is_element(element)
        self._children[index] = element

    def __delitem__(self, index):
        del self._children[index]

    def __iter__(self):
        return iter(self._children)

    def append(self, subelement):
        """Add *subelement* to the end of this element."""
        if not isinstance(subelement, Element):
            raise TypeError("append() argument must be "
                            "xml.etree.ElementTree.Element, not "
                            + type(subelement).__name__)
        self._children.append(subelement)

    def extend(self, elements):
        """Append subelements from a sequence."""
        for element in elements:
            self._assert_is_element(element)
            self._children.append(element)

    def insert(self, index, subelement):
        """Insert *subelement* at position *index*."""
        if not isinstance(subelement, Element):
            raise TypeError("insert() argument 2 must be "
                            "xml.etree.ElementTree.Element, not "
                            + type(subelement).__name__)
        self._children.insert(index, subelement)

    def _assert_is_element(self, e):
        if not isinstance(e, Element):
            raise TypeError("expected an Element, not %s"
                            % type(e).__name__)

    def remove(self, subelement):
        """Remove matching subelement."""
        for i, child in enumerate(self._children):
            if child is subelement or child == subelement:
                del self._children[i]
                return
        raise ValueError("list.remove(x): x not in list")

    def find(self, path, namespaces=None):
        """Find first matching element by tag name or path."""
        if namespaces is None and not _path_chars.search(path):
            for e in self._children:
                if e.tag == path:
                    return e
            return None
        return ElementPath.find(self, path, namespaces)

    def findtext(self, path, default=None, namespaces=None):
        """Find text for first matching element by tag name or path."""
        return ElementPath.findtext(self, path, default, namespaces)

    def findall(self, path, namespaces=None):
        """Find all matching subelements by tag name or path."""
        if namespaces is None and not _path_chars.search(path):
            return [e for e in self._children if e.tag == path]
        return ElementPath.findall(self, path, namespaces)

    def iterfind(self, path, namespaces=None):
        """Find all matching subelements by tag name or path, lazily."""
        return ElementPath.iterfind(self, path, namespaces)

    def clear(self):
        """Reset element."""
        self.attrib.clear()
        self._children = []
        self.text = self.tail = None

    def get(self, key, default=None):
        """Get element attribute."""
        return self.attrib.get(key, default)

    def set(self, key, value):
        """Set element attribute."""
        self.attrib[key] = value

    def keys(self):
        """Get list of attribute names."""
        return list(self.attrib)

    def items(self):
        """Get element attributes as a sequence."""
        return list(self.attrib.items())

    def iter(self, tag=None):
        """Create tree iterator: this element and all below, in document
        order."""
        if tag == "*":
            tag = None
        stack = [iter((self,))]
        while stack:
            for e in stack[-1]:
                if tag is None or e.tag == tag:
                    yield e
                stack.append(iter(e._children))
                break
            else:
                stack.pop()

    def itertext(self):
        """Create text iterator: all inner text in document order."""
        tag = self.tag
        if not isinstance(tag, str) and tag is not None:
            return
        if self.text:
            yield self.text
        for e in self._children:
            yield from e.itertext()
            if e.tail:
                yield e.tail


def SubElement(parent, tag, attrib={}, **extra):
    """Subelement factory which creates an element instance, and appends it
    to an existing parent."""
    element = parent.makeelement(tag, {**attrib, **extra})
    parent.append(element)
    return element


def Comment(text=None):
    """Comment element factory."""
    element = Element(Comment)
    element.text = text
    return element


def ProcessingInstruction(target, text=None):
    """Processing Instruction element factory."""
    element = Element(ProcessingInstruction)
    element.text = target
    if text:
        element.text = element.text + " " + text
    return element


PI = ProcessingInstruction


class QName:
    """Qualified name wrapper."""

    def __init__(self, text_or_uri, tag=None):
        if tag:
            text_or_uri = "{%s}%s" % (text_or_uri, tag)
        self.text = text_or_uri

    def __str__(self):
        return self.text

    def __repr__(self):
        return "<%s %r>" % (self.__class__.__name__, self.text)

    def __hash__(self):
        return hash(self.text)

    def _text(self, other):
        return other.text if isinstance(other, QName) else other

    def __le__(self, other):
        return self.text <= self._text(other)

    def __lt__(self, other):
        return self.text < self._text(other)

    def __ge__(self, other):
        return self.text >= self._text(other)

    def __gt__(self, other):
        return self.text > self._text(other)

    def __eq__(self, other):
        return self.text == self._text(other)


class ElementTree:
    """An XML element hierarchy."""

    def __init__(self, element=None, file=None):
        self._root = element
        if file:
            self.parse(file)

    def getroot(self):
        """Return root element of this tree."""
        return self._root

    def _setroot(self, element):
        """Replace root element of this tree."""
        self._root = element

    def parse(self, source, parser=None):
        """Load external XML document into element tree."""
        close = False
        if not hasattr(source, "read"):
            source = open(source, "rb")
            close = True
        try:
            if parser is None:
                parser = XMLParser()
            while data := source.read(65536):
                parser.feed(data)
            self._root = parser.close()
            return self._root
        finally:
            if close:
                source.close()

    def iter(self, tag=None):
        """Create and return tree iterator for the root element."""
        return self._root.iter(tag)

    def _relative(self, path):
        if path[:1] == "/":
            path = "." + path
            warnings.warn("This search is broken in 1.3 and earlier, and "
                          "will be fixed in a future version.  If you rely "
                          "on the current behaviour, change it to %r"
                          % path, FutureWarning, stacklevel=3)
        return path

    def find(self, path, namespaces=None):
        """Find first matching element by tag name or path."""
        return self._root.find(self._relative(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        """Find first matching element by tag name or path."""
        return self._root.findtext(self._relative(path), default,
                                   namespaces)

    def findall(self, path, namespaces=None):
        """Find all matching subelements by tag name or path."""
        return self._root.findall(self._relative(path), namespaces)

    def iterfind(self, path, namespaces=None):
        """Find all matching subelements by tag name or path, lazily."""
        return self._root.iterfind(self._relative(path), namespaces)

    def write(self, file_or_filename, encoding=None, xml_declaration=None,
              default_namespace=None, method=None, *,
              short_empty_elements=True):
        """Write element tree to a file as XML."""
        if not method:
            method = "xml"
        elif method not in _WRITERS:
            raise ValueError("unknown method %r" % method)
        if not encoding:
            encoding = "utf-8" if method == "c14n" else "us-ascii"
        out = []
        lower = encoding.lower()
        if method == "xml" and (xml_declaration or (
                xml_declaration is None and lower != "unicode"
                and lower not in ("utf-8", "us-ascii"))):
            declared = "utf-8" if lower == "unicode" else encoding
            out.append("<?xml version='1.0' encoding='%s'?>\n" % declared)
        if method == "text":
            out.extend(self._root.itertext())
            if self._root.tail:
                out.append(self._root.tail)
        else:
            qnames, namespaces = _namespaces(self._root, default_namespace)
            _WRITERS[method](out.append, self._root, qnames, namespaces,
                             short_empty_elements)
        text = "".join(out)
        if lower == "unicode":
            data = text
        else:
            data = text.encode(encoding, "xmlcharrefreplace")
        if hasattr(file_or_filename, "write"):
            file_or_filename.write(data)
        elif isinstance(data, str):
            with open(file_or_filename, "w", encoding="utf-8",
                      errors="xmlcharrefreplace") as f:
                f.write(data)
        else:
            with open(file_or_filename, "wb") as f:
                f.write(data)


# ----------------------------------------------------------------- printing


def register_namespace(prefix, uri):
    """Register a namespace prefix."""
    if re.match(r"ns\d+$", prefix):
        raise ValueError("Prefix format reserved for internal use")
    known = _known_prefixes()
    for k, v in list(known.items()):
        if k == uri or v == prefix:
            del known[k]
    known[uri] = prefix


def _known_prefixes():
    return session_state("xml.etree", lambda: dict(_PREFIXES))


def _cannot_serialize(text):
    raise TypeError("cannot serialize %r (type %s)"
                    % (text, type(text).__name__))


def _namespaces(elem, default_namespace=None):
    """The printed form of every name below elem, and the prefixes used."""
    qnames = {None: None}
    namespaces = {}
    if default_namespace:
        namespaces[default_namespace] = ""
    known = _known_prefixes()

    def add(qname):
        try:
            if qname[:1] == "{":
                uri, tag = qname[1:].rsplit("}", 1)
                prefix = namespaces.get(uri)
                if prefix is None:
                    prefix = known.get(uri)
                    if prefix is None:
                        prefix = "ns%d" % len(namespaces)
                    if prefix != "xml":
                        namespaces[uri] = prefix
                qnames[qname] = "%s:%s" % (prefix, tag) if prefix else tag
            else:
                if default_namespace:
                    raise ValueError("cannot use non-qualified names with "
                                     "default_namespace option")
                qnames[qname] = qname
        except TypeError:
            _cannot_serialize(qname)

    for e in elem.iter():
        tag = e.tag
        if isinstance(tag, QName):
            if tag.text not in qnames:
                add(tag.text)
        elif isinstance(tag, str):
            if tag not in qnames:
                add(tag)
        elif tag is not None and tag is not Comment and tag is not PI:
            _cannot_serialize(tag)
        for key, value in e.items():
            if isinstance(key, QName):
                key = key.text
            if key not in qnames:
                add(key)
            if isinstance(value, QName) and value.text not in qnames:
                add(value.text)
        if isinstance(e.text, QName) and e.text.text not in qnames:
            add(e.text.text)
    return qnames, namespaces


def _escape_cdata(text):
    try:
        if "&" in text:
            text = text.replace("&", "&amp;")
        if "<" in text:
            text = text.replace("<", "&lt;")
        if ">" in text:
            text = text.replace(">", "&gt;")
        return text
    except (TypeError, AttributeError):
        _cannot_serialize(text)


def _escape_attrib(text):
    try:
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        text = text.replace(">", "&gt;").replace('"', "&quot;")
        text = text.replace("\r", "&#13;").replace("\n", "&#10;")
        return text.replace("\t", "&#09;")
    except (TypeError, AttributeError):
        _cannot_serialize(text)


def _escape_attrib_html(text):
    try:
        return text.replace("&", "&amp;").replace(">", "&gt;").replace(
            '"', "&quot;")
    except (TypeError, AttributeError):
        _cannot_serialize(text)


def _open_tag(write, elem, tag, qnames, namespaces, escape):
    """Write "<tag attributes" with namespace declarations."""
    write("<" + tag)
    items = list(elem.items())
    if items or namespaces:
        if namespaces:
            for uri, prefix in sorted(namespaces.items(),
                                      key=lambda x: x[1]):
                if prefix:
                    prefix = ":" + prefix
                write(' xmlns%s="%s"' % (prefix, escape(uri)))
        for k, v in items:
            if isinstance(k, QName):
                k = k.text
            v = qnames[v.text] if isinstance(v, QName) else escape(v)
            write(' %s="%s"' % (qnames[k], v))


def _text_of(text, qnames):
    return qnames[text.text] if isinstance(text, QName) else (
        _escape_cdata(text))


def _serialize_xml(write, elem, qnames, namespaces, short_empty_elements):
    tag, text = elem.tag, elem.text
    if tag is Comment:
        write("<!--%s-->" % text)
    elif tag is ProcessingInstruction:
        write("<?%s?>" % text)
    else:
        tag = qnames[tag.text if isinstance(tag, QName) else tag]
        if tag is None:
            if text:
                write(_escape_cdata(text))
            for e in elem:
                _serialize_xml(write, e, qnames, None, short_empty_elements)
        else:
            _open_tag(write, elem, tag, qnames, namespaces, _escape_attrib)
            if text or len(elem) or not short_empty_elements:
                write(">")
                if text:
                    write(_text_of(text, qnames))
                for e in elem:
                    _serialize_xml(write, e, qnames, None,
                                   short_empty_elements)
                write("</" + tag + ">")
            else:
                write(" />")
    if elem.tail:
        write(_escape_cdata(elem.tail))


_HTML_EMPTY = {"area", "base", "basefont", "br", "col", "embed", "frame",
               "hr", "img", "input", "isindex", "link", "meta", "param",
               "source", "track", "wbr"}


def _serialize_html(write, elem, qnames, namespaces, short_empty_elements):
    tag, text = elem.tag, elem.text
    if tag is Comment:
        write("<!--%s-->" % _escape_cdata(text))
    elif tag is ProcessingInstruction:
        write("<?%s?>" % _escape_cdata(text))
    else:
        tag = qnames[tag.text if isinstance(tag, QName) else tag]
        if tag is None:
            if text:
                write(_escape_cdata(text))
            for e in elem:
                _serialize_html(write, e, qnames, None, short_empty_elements)
        else:
            _open_tag(write, elem, tag, qnames, namespaces,
                      _escape_attrib_html)
            write(">")
            lower = tag.lower()
            if text:
                if lower in ("script", "style"):
                    write(text)
                else:
                    write(_text_of(text, qnames))
            for e in elem:
                _serialize_html(write, e, qnames, None, short_empty_elements)
            if lower not in _HTML_EMPTY:
                write("</" + tag + ">")
    if elem.tail:
        write(_escape_cdata(elem.tail))


_WRITERS = {"xml": _serialize_xml, "html": _serialize_html, "text": None}


def tostring(element, encoding=None, method=None, *, xml_declaration=None,
             default_namespace=None, short_empty_elements=True):
    """Generate string representation of XML element."""
    stream = io.StringIO() if encoding == "unicode" else io.BytesIO()
    ElementTree(element).write(stream, encoding,
                               xml_declaration=xml_declaration,
                               default_namespace=default_namespace,
                               method=method,
                               short_empty_elements=short_empty_elements)
    return stream.getvalue()


def tostringlist(element, encoding=None, method=None, *,
                 xml_declaration=None, default_namespace=None,
                 short_empty_elements=True):
    return [tostring(element, encoding, method,
                     xml_declaration=xml_declaration,
                     default_namespace=default_namespace,
                     short_empty_elements=short_empty_elements)]


def dump(elem):
    """Write element tree or element structure to sys.stdout."""
    if not isinstance(elem, ElementTree):
        elem = ElementTree(elem)
    elem.write(sys.stdout, encoding="unicode")
    tail = elem.getroot().tail
    if not tail or tail[-1] != "\n":
        sys.stdout.write("\n")


def indent(tree, space="  ", level=0):
    """Indent an XML document by inserting newlines and indentation space
    after elements."""
    if isinstance(tree, ElementTree):
        tree = tree.getroot()
    if level < 0:
        raise ValueError(f"Initial indentation level must be >= 0, got "
                         f"{level}")
    if not len(tree):
        return
    lines = ["\n" + level * space]

    def indent_children(elem, level):
        below = level + 1
        if len(lines) <= below:
            lines.append(lines[level] + space)
        line = lines[below]
        if not elem.text or not elem.text.strip():
            elem.text = line
        for child in elem:
            if len(child):
                indent_children(child, below)
            if not child.tail or not child.tail.strip():
                child.tail = line
        if not child.tail.strip():
            child.tail = lines[level]

    indent_children(tree, 0)


# ------------------------------------------------------------------ parsing


def parse(source, parser=None):
    """Parse XML document into element tree."""
    tree = ElementTree()
    tree.parse(source, parser)
    return tree


def XML(text, parser=None):
    """Parse XML document from string constant."""
    if not parser:
        parser = XMLParser(target=TreeBuilder())
    parser.feed(text)
    return parser.close()


fromstring = XML


def XMLID(text, parser=None):
    """Parse XML document from string constant for its IDs."""
    tree = XML(text, parser)
    ids = {}
    for elem in tree.iter():
        if id := elem.get("id"):
            ids[id] = elem
    return tree, ids


def fromstringlist(sequence, parser=None):
    """Parse XML document from sequence of string fragments."""
    if not parser:
        parser = XMLParser(target=TreeBuilder())
    for text in sequence:
        parser.feed(text)
    return parser.close()


class TreeBuilder:
    """Generic element structure builder."""

    def __init__(self, element_factory=None, *, comment_factory=None,
                 pi_factory=None, insert_comments=False, insert_pis=False):
        self._data = []
        self._elem = []
        self._last = None
        self._root = None
        self._tail = None
        self._factory = element_factory or Element
        self._comment_factory = comment_factory or Comment
        self._pi_factory = pi_factory or ProcessingInstruction
        self.insert_comments = insert_comments
        self.insert_pis = insert_pis

    def close(self):
        """Flush builder buffers and return toplevel document Element."""
        assert len(self._elem) == 0, "missing end tags"
        assert self._root is not None, "missing toplevel element"
        return self._root

    def _flush(self):
        if self._data:
            if self._last is not None:
                text = "".join(self._data)
                if self._tail:
                    self._last.tail = text
                else:
                    self._last.text = text
            self._data = []

    def data(self, data):
        """Add text to current element."""
        self._data.append(data)

    def start(self, tag, attrs):
        """Open new element and return it."""
        self._flush()
        self._last = elem = self._factory(tag, attrs)
        if self._elem:
            self._elem[-1].append(elem)
        elif self._root is None:
            self._root = elem
        self._elem.append(elem)
        self._tail = 0
        return elem

    def end(self, tag):
        """Close and return current Element."""
        self._flush()
        self._last = self._elem.pop()
        assert self._last.tag == tag, (
            "end tag mismatch (expected %s, got %s)"
            % (self._last.tag, tag))
        self._tail = 1
        return self._last

    def comment(self, text):
        """Create a comment using the comment_factory."""
        return self._single(self._comment_factory, self.insert_comments,
                            text)

    def pi(self, target, text=None):
        """Create a processing instruction using the pi_factory."""
        return self._single(self._pi_factory, self.insert_pis, target, text)

    def _single(self, factory, insert, *args):
        elem = factory(*args)
        if insert:
            self._flush()
            self._last = elem
            if self._elem:
                self._elem[-1].append(elem)
            self._tail = 1
        return elem


_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_NAME = r"[^\W\d][\w.\-]*(?::[^\W\d][\w.\-]*)?"
_name = re.compile(_NAME)
_space = re.compile(r"[ \t\r\n]*")
_reference = re.compile(r"&(#[0-9]+|#x[0-9a-fA-F]+|" + _NAME + r");")
_bad_char = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_xml_uri = "http://www.w3.org/XML/1998/namespace"


class XMLParser:
    """Element structure builder for XML source data; a document is parsed
    when close() is called."""

    def __init__(self, *, target=None, encoding=None):
        self.target = TreeBuilder() if target is None else target
        self._encoding = encoding
        self.entity = {}
        self.version = "caisson"
        self._parts = []

    def feed(self, data):
        """Feed encoded data to parser."""
        if not isinstance(data, (str, bytes, bytearray)):
            raise TypeError("a bytes-like object is required, not "
                            f"'{type(data).__name__}'")
        self._parts.append(data)

    def flush(self):
        pass

    def close(self):
        """Finish feeding data to parser and return element structure."""
        text = _decode(self._parts, self._encoding)
        self._parts = []
        _Document(text, self.target, self.entity).run()
        close = getattr(self.target, "close", None)
        return close() if close is not None else None


def _decode(parts, encoding):
    """The document as str."""
    if parts and isinstance(parts[0], str):
        return "".join(parts)
    data = b"".join(parts)
    if encoding is None:
        if data[:3] == b"\xef\xbb\xbf":
            encoding, data = "utf-8", data[3:]
        elif data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            encoding = "utf-16"
        else:
            m = re.match(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.\-]+)""",
                         data)
            encoding = m[1].decode() if m else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as e:
        good = data[:e.start].decode(encoding, "replace")
        _fail("not well-formed (invalid token)", 4, good, len(good))
    except LookupError:
        _fail("unknown encoding", 18, "", 30)


def _fail(text, code, document, pos):
    line = document.count("\n", 0, pos) + 1
    column = pos - (document.rfind("\n", 0, pos) + 1)
    column = len(document[pos - column:pos].encode("utf-8", "replace")) or (
        column if not document else 0)
    err = ParseError("%s: line %d, column %d" % (text, line, column))
    err.code = code
    err.position = line, column
    raise err


class _Document:
    """One pass over a document."""

    def __init__(self, text, target, entity):
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.text = text
        self.entity = entity
        self.start = target.start
        self.end = target.end
        self.data = getattr(target, "data", lambda text: None)
        self.comment = getattr(target, "comment", None)
        self.pi = getattr(target, "pi", None)
        self.start_ns = getattr(target, "start_ns", None)
        self.end_ns = getattr(target, "end_ns", None)
        self.open = []  # (raw tag, full tag, prefixes before it)
        self.ns = {"xml": _xml_uri}

    def fail(self, text, code, pos):
        _fail(text, code, self.text, pos)

    def invalid(self, pos):
        self.fail("not well-formed (invalid token)", 4, pos)

    def run(self):
        text = self.text
        n = len(text)
        pos = 1 if text.startswith("\ufeff") else 0
        seen_root = False
        while True:
            lt = text.find("<", pos)
            if self.open:
                if lt < 0:
                    self.characters(pos, n)
                    self.fail("no element found", 3, n)
                if lt > pos:
                    self.characters(pos, lt)
            else:
                pos = self.outside(pos, lt if lt >= 0 else n, seen_root)
                if lt < 0:
                    break
            pos = self.markup(lt, seen_root)
            seen_root = seen_root or bool(self.open) or self.had_root
        if not seen_root:
            self.fail("no element found", 3, n)

    had_root = False

    def outside(self, pos, end, seen_root):
        """Only white space may stand outside of the root."""
        m = _space.match(self.text, pos)
        if m.end() < end:
            if seen_root:
                self.fail("junk after document element", 9, m.end())
            self.fail("syntax error", 2, m.end())
        return end

    def characters(self, pos, end):
        """Report text between tags."""
        text = self.text[pos:end]
        bad = _bad_char.search(text)
        if bad:
            self.invalid(pos + bad.start())
        at = text.find("]]>")
        if at >= 0:
            self.invalid(pos + at + 2)
        if "&" in text:
            text = self.resolve(text, pos)
        self.data(text)

    def resolve(self, text, pos):
        out = []
        i = 0
        while True:
            amp = text.find("&", i)
            if amp < 0:
                out.append(text[i:])
                return "".join(out)
            out.append(text[i:amp])
            m = _reference.match(text, amp)
            if m is None:
                rest = _name.match(text, amp + 1)
                self.invalid(pos + (rest.end() if rest else amp + 1))
            name = m[1]
            if name[0] == "#":
                n = int(name[2:], 16) if name[1] == "x" else int(name[1:])
                if n > 0x10FFFF or n < 32 and n not in (9, 10, 13) or (
                        0xD800 <= n <= 0xDFFF):
                    self.fail("reference to invalid character number", 14,
                              pos + amp)
                out.append(chr(n))
            elif name in _ENTITIES:
                out.append(_ENTITIES[name])
            elif name in self.entity:
                out.append(self.entity[name])
            else:
                self.fail("undefined entity", 11, pos + amp)
            i = m.end()

    def markup(self, pos, seen_root):
        """Handle the construct at the "<" at pos; return its end."""
        text = self.text
        nxt = text[pos + 1:pos + 2]
        if nxt == "/":
            return self.end_tag(pos)
        if nxt == "?":
            return self.instruction(pos)
        if nxt == "!":
            return self.declaration(pos, seen_root)
        if not nxt:
            self.fail("unclosed token", 5, pos)
        if seen_root and not self.open:
            self.fail("junk after document element", 9, pos)
        return self.start_tag(pos)

    def end_tag(self, pos):
        m = _name.match(self.text, pos + 2)
        if not m:
            self.invalid(pos + 2)
        end = _space.match(self.text, m.end()).end()
        if self.text[end:end + 1] != ">":
            if end >= len(self.text):
                self.fail("unclosed token", 5, pos)
            self.invalid(end)
        if not self.open or self.open[-1][0] != m[0]:
            if not self.open:
                self.invalid(pos + 1)
            self.fail("mismatched tag", 7, pos + 2)
        _, tag, outer = self.open.pop()
        self.end(tag)
        if outer is not None:
            if self.end_ns is not None:
                for prefix in self.ns:
                    if prefix not in outer:
                        self.end_ns(prefix)
            self.ns = outer
        return end + 1

    def instruction(self, pos):
        end = self.text.find("?>", pos + 2)
        if end < 0:
            self.fail("unclosed token", 5, pos)
        m = _name.match(self.text, pos + 2)
        if not m:
            self.invalid(pos + 2)
        if m[0].lower() == "xml":
            if pos > 0 and not (pos == 1 and self.text[0] == "\ufeff"):
                self.fail("XML or text declaration not at start of entity",
                          17, pos)
        elif self.pi is not None:
            body = self.text[m.end():end].lstrip(" \t\n")
            self.pi(m[0], body)
        return end + 2

    def declaration(self, pos, seen_root):
        text = self.text
        if text.startswith("<!--", pos):
            end = text.find("--", pos + 4)
            if end < 0:
                self.fail("unclosed token", 5, pos)
            if text[end + 2:end + 3] != ">":
                self.invalid(end + 2)
            if self.comment is not None:
                self.comment(text[pos + 4:end])
            return end + 3
        if text.startswith("<![CDATA[", pos) and self.open:
            end = text.find("]]>", pos + 9)
            if end < 0:
                self.fail("unclosed CDATA section", 20, len(text))
            if end > pos + 9:
                self.data(text[pos + 9:end])
            return end + 3
        if text.startswith("<!DOCTYPE", pos) and not self.open and (
                not seen_root):
            return self.skip_doctype(pos)
        self.invalid(pos + 2 if self.open else pos)

    def skip_doctype(self, pos):
        """Step over a document type; its declarations are not read."""
        depth = 0
        i = pos
        quote = None
        while i < len(self.text):
            c = self.text[i]
            if quote:
                if c == quote:
                    quote = None
            elif c in "\"'":
                quote = c
            elif c == "[":
                depth += 1
            elif c == "]":
                depth -= 1
            elif c == ">" and depth == 0:
                return i + 1
            i += 1
        self.fail("unclosed token", 5, pos)

    def start_tag(self, pos):
        text = self.text
        m = _name.match(text, pos + 1)
        if not m:
            self.invalid(pos + 1)
        raw = m[0]
        attrs = []
        at = m.end()
        while True:
            spaced = _space.match(text, at).end()
            c = text[spaced:spaced + 1]
            if c == ">" or text.startswith("/>", spaced):
                break
            if not c:
                self.fail("unclosed token", 5, pos)
            if spaced == at:
                self.invalid(at)
            at = self.attribute(spaced, attrs, pos)
        empty = c == "/"
        stop = spaced + (2 if empty else 1)
        tag, attrib, outer = self.names(raw, attrs, pos)
        self.had_root = True
        self.start(tag, attrib)
        self.open.append((raw, tag, outer))
        if empty:
            self.open.pop()
            self.end(tag)
            if outer is not None:
                self.ns = outer
        return stop

    def attribute(self, at, attrs, tag_pos):
        text = self.text
        m = _name.match(text, at)
        if not m:
            self.invalid(at)
        eq = _space.match(text, m.end()).end()
        if text[eq:eq + 1] != "=":
            if eq >= len(text):
                self.fail("unclosed token", 5, tag_pos)
            self.invalid(eq)
        q = _space.match(text, eq + 1).end()
        quote = text[q:q + 1]
        if quote not in ("'", '"'):
            if not quote:
                self.fail("unclosed token", 5, tag_pos)
            self.invalid(q)
        end = text.find(quote, q + 1)
        lt = text.find("<", q + 1, end if end >= 0 else len(text))
        if lt >= 0:
            self.invalid(lt)
        if end < 0:
            self.fail("unclosed token", 5, tag_pos)
        value = text[q + 1:end]
        value = value.replace("\n", " ").replace("\t", " ")
        if "&" in value:
            value = self.resolve(value, q + 1)
        for name, _, _ in attrs:
            if name == m[0]:
                self.fail("duplicate attribute", 8, at)
        attrs.append((m[0], value, at))
        return end + 1

    def names(self, raw, attrs, pos):
        """(tag, attributes, saved prefixes or None) with namespaces."""
        outer = None
        for name, value, _ in attrs:
            if name == "xmlns" or name.startswith("xmlns:"):
                if outer is None:
                    outer = self.ns
                    self.ns = dict(outer)
                prefix = name[6:]
                self.ns[prefix] = value
                if self.start_ns is not None:
                    self.start_ns(prefix, value)
        attrib = {}
        for name, value, at in attrs:
            if name == "xmlns" or name.startswith("xmlns:"):
                continue
            if ":" in name:
                name = self.qualify(name, pos)
            attrib[name] = value
        if ":" in raw:
            return self.qualify(raw, pos), attrib, outer
        default = self.ns.get("")
        return (f"{{{default}}}{raw}" if default else raw), attrib, outer

    def qualify(self, name, pos):
        prefix, _, local = name.partition(":")
        uri = self.ns.get(prefix)
        if not uri:
            self.fail("unbound prefix", 27, pos)
        return f"{{{uri}}}{local}"


class XMLPullParser:
    """Feed data, then read events; they come when close() has been
    called."""

    def __init__(self, events=None, *, _parser=None):
        self._events = []
        self._wanted = ("end",) if events is None else tuple(events)
        self._target = _EventBuilder(self._wanted, self._events)
        self._parser = XMLParser(target=self._target)
        self._root = None

    def feed(self, data):
        """Feed encoded data to parser."""
        if self._parser is None:
            raise ValueError("feed() called after end of stream")
        if data:
            self._parser.feed(data)

    def close(self):
        """Finish feeding data to parser."""
        self._root = self._parser.close()
        self._parser = None

    def read_events(self):
        """Return an iterator over currently available (event, elem)
        pairs."""
        while self._events:
            yield self._events.pop(0)


class _EventBuilder(TreeBuilder):
    """A TreeBuilder that notes events."""

    def __init__(self, wanted, events):
        super().__init__()
        for name in wanted:
            if name not in ("start", "end", "start-ns", "end-ns", "comment",
                            "pi"):
                raise ValueError("unknown event %r" % name)
        self._wanted = set(wanted)
        self._events = events
        if "start-ns" not in self._wanted:
            self.start_ns = None
        if "end-ns" not in self._wanted:
            self.end_ns = None

    def start(self, tag, attrs):
        elem = super().start(tag, attrs)
        if "start" in self._wanted:
            self._events.append(("start", elem))
        return elem

    def end(self, tag):
        elem = super().end(tag)
        if "end" in self._wanted:
            self._events.append(("end", elem))
        return elem

    def comment(self, text):
        elem = super().comment(text)
        if "comment" in self._wanted:
            self._events.append(("comment", elem))
        return elem

    def pi(self, target, text=None):
        elem = super().pi(target, text)
        if "pi" in self._wanted:
            self._events.append(("pi", elem))
        return elem

    def start_ns(self, prefix, uri):
        self._events.append(("start-ns", (prefix or "", uri or "")))

    def end_ns(self, prefix):
        self._events.append(("end-ns", None))


class _IterParse(Iterator):
    def __init__(self, source, events):
        self._pull = XMLPullParser(events)
        self._source = source
        self._started = False
        self.root = None

    def __next__(self):
        if not self._started:
            self._started = True
            close = not hasattr(self._source, "read")
            source = open(self._source, "rb") if close else self._source
            try:
                while data := source.read(65536):
                    self._pull.feed(data)
            finally:
                if close:
                    source.close()
            self._pull.close()
            self._it = self._pull.read_events()
        try:
            return next(self._it)
        except StopIteration:
            self.root = self._pull._root
            raise


def iterparse(source, events=None, parser=None):
    """Incrementally parse XML document into ElementTree."""
    return _IterParse(source, events)
