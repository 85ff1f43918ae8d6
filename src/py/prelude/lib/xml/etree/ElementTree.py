"""xml.etree.ElementTree - XML documents as trees of elements.

Prefixes registered for printing belong to the session.

SPDX-License-Identifier: Apache-2.0
"""

import io
import re
import sys
import warnings
from collections import deque
from collections.abc import Iterator

import _etree
from _caisson import session_state
from intrinsics import _twin
from xml.etree import ElementPath
from xml.etree._parse import Decoder as _Decoder
from xml.etree._parse import Document as _Document
from xml.etree._parse import ParseError
from xml.etree._write import HTML_EMPTY
from xml.etree._write import escape as _escape_cdata
from xml.etree._write import escape_attribute as _escape_attrib
from xml.etree._write import escape_html_attribute as _escape_attrib_html
from xml.etree._write import refuse as _raise_serialization_error
from xml.etree._write import HtmlWriter as _HtmlWriter
from xml.etree._write import Names as _Names
from xml.etree._write import Writer as _Writer

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
# in a path without any of these there is nothing but a tag
_path_chars = re.compile(r"[/\[\]*@.(){}]")


# --- Elements ---------------------------------------------------------------

def iselement(element):
    """Does an object look like an element?"""
    return hasattr(element, "tag")


def _name_of(value):
    return "None" if value is None else type(value).__name__


def _is_path(path):
    return not (path.__class__ is str and path.isidentifier()) and (
        _path_chars.search(path))


def _require_element(obj, what):
    if not isinstance(obj, Element):
        raise TypeError(f"{what}, not {type(obj).__name__}")


class Element:
    """A tag with attributes, text, children, and the text after it."""

    __slots__ = ("tag", "attrib", "text", "tail", "_children", "__weakref__")

    def __init__(self, tag, attrib={}, **extra):
        if not isinstance(attrib, dict):
            raise TypeError("Element() argument 2 must be dict, not "
                            f"{type(attrib).__name__}")
        self.tag = tag
        self.attrib = {**attrib, **extra}
        self.text = self.tail = None
        self._children = []

    def __repr__(self):
        return f"<{type(self).__name__} {self.tag!r} at {id(self):#x}>"

    def makeelement(self, tag, attrib):
        """Make an element of the same class."""
        return type(self)(tag, attrib)

    def __copy__(self):
        twin = self.makeelement(self.tag, self.attrib)
        twin.text, twin.tail = self.text, self.tail
        twin._children[:] = self._children
        return twin

    # --- Children ---

    @_twin("_etree.__len__")
    def _pylen(self):
        return len(self._children)

    def __iter__(self):
        return iter(self._children)

    def __bool__(self):
        warnings.warn("The behavior of this method will change in future "
                      "versions.  Use specific 'len(elem)' or 'elem is not "
                      "None' test instead.", FutureWarning, stacklevel=2)
        return bool(self._children)

    @_twin("_etree.__getitem__")
    def _pygetitem(self, index, /):
        try:
            return self._children[index]
        except IndexError:
            raise IndexError("child index out of range") from None

    def __setitem__(self, index, element):
        new = element
        if isinstance(index, slice):
            new = list(element)
        for item in new if isinstance(index, slice) else [new]:
            _require_element(item, "expected an Element")
        self._children[index] = new

    def __delitem__(self, index):
        del self._children[index]

    def append(self, subelement):
        """Add a child at the end."""
        _require_element(subelement, "append() argument must be "
                                     "xml.etree.ElementTree.Element")
        self._children.append(subelement)

    def extend(self, elements):
        """Add several children."""
        for item in elements:
            _require_element(item, "expected an Element")
            self._children.append(item)

    def insert(self, index, subelement):
        """Add a child in front of another."""
        _require_element(subelement, "insert() argument 2 must be "
                                     "xml.etree.ElementTree.Element")
        self._children.insert(index, subelement)

    def remove(self, subelement):
        """Take a child out."""
        self._children.remove(subelement)

    def clear(self):
        """Forget everything but the tag."""
        self.attrib.clear()
        self._children = []
        self.text = self.tail = None

    # --- Attributes ---

    @_twin("_etree.get")
    def _pyget(self, key, default=None):
        """The value of an attribute."""
        return self.attrib.get(key, default)

    def set(self, key, value):
        """Give an attribute a value."""
        self.attrib[key] = value

    def keys(self):
        """The names of the attributes."""
        return [*self.attrib]

    def items(self):
        """The attributes as pairs."""
        return [*self.attrib.items()]

    # --- Searching ---

    @_twin("_etree.find")
    def _pyfind(self, path, namespaces=None):
        """The first element at a path, or None."""
        if namespaces is not None or _is_path(path):
            return ElementPath.find(self, path, namespaces)
        for child in self._children:
            if child.tag == path:
                return child
        return None

    @_twin("_etree.findtext")
    def _pyfindtext(self, path, default=None, namespaces=None):
        """The text of the first element at a path."""
        return ElementPath.findtext(self, path, default, namespaces)

    @_twin("_etree.findall")
    def _pyfindall(self, path, namespaces=None):
        """All elements at a path."""
        if namespaces is not None or _is_path(path):
            return ElementPath.findall(self, path, namespaces)
        return [child for child in self._children if child.tag == path]

    def iterfind(self, path, namespaces=None):
        """Yield the elements at a path."""
        return ElementPath.iterfind(self, path, namespaces)

    @_twin("_etree.iter")
    def _pyiter(self, tag=None):
        """Yield this element and all below it, in order."""
        wanted = None if tag == "*" else tag
        levels = [iter([self])]
        while levels:
            elem = next(levels[-1], None)
            if elem is None:
                levels.pop()
                continue
            if wanted is None or elem.tag == wanted:
                yield elem
            levels.append(iter(elem._children))

    __len__ = _etree.__len__
    __getitem__ = _etree.__getitem__
    get = _etree.get
    find = _etree.find
    findtext = _etree.findtext
    findall = _etree.findall
    iter = _etree.iter

    def itertext(self):
        """Yield all text inside, in order."""
        if self.tag is not None and not isinstance(self.tag, str):
            return  # comments and instructions
        if self.text:
            yield self.text
        for child in self._children:
            yield from child.itertext()
            if child.tail:
                yield child.tail


def SubElement(parent, tag, attrib={}, **extra):
    """Make an element and add it to another."""
    child = parent.makeelement(tag, {**attrib, **extra})
    parent.append(child)
    return child


def Comment(text=None):
    """Make a comment."""
    comment = Element(Comment)
    comment.text = text
    return comment


def ProcessingInstruction(target, text=None):
    """Make an instruction for programs that read the document."""
    instruction = Element(ProcessingInstruction)
    instruction.text = f"{target} {text}" if text else target
    return instruction


PI = ProcessingInstruction


def _by_text(name):
    """A comparison of names with names or text."""
    def method(self, other):
        if isinstance(other, QName):
            other = other.text
        return getattr(self.text, name)(other)
    return method


class QName:
    """A name with a namespace."""

    def __init__(self, text_or_uri, tag=None):
        self.text = f"{{{text_or_uri}}}{tag}" if tag else text_or_uri

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<{type(self).__name__} {self.text!r}>"

    def __hash__(self):
        return hash(self.text)

    __eq__, __lt__, __le__, __gt__, __ge__ = map(
        _by_text, ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))


# --- Trees ------------------------------------------------------------------

_METHODS = {"xml": _Writer, "html": _HtmlWriter, "text": None}
_SPECIAL = {Comment: "<!--%s-->", ProcessingInstruction: "<?%s?>"}


class ElementTree:
    """A document."""

    def __init__(self, element=None, file=None):
        self._root = element
        if file:
            self.parse(file)

    def getroot(self):
        """The outermost element."""
        return self._root

    def _setroot(self, element):
        self._root = element

    def parse(self, source, parser=None):
        """Read a file."""
        parser = XMLParser() if parser is None else parser
        _feed_file(parser, source)
        self._root = parser.close()
        return self._root

    def iter(self, tag=None):
        """Yield all elements in order."""
        return self._root.iter(tag)

    def _checked(self, path):
        if not path.startswith("/"):
            return path
        warnings.warn("This search is broken in 1.3 and earlier, and will be "
                      "fixed in a future version.  If you rely on the "
                      f"current behaviour, change it to {'.' + path!r}",
                      FutureWarning, stacklevel=3)
        return "." + path

    def find(self, path, namespaces=None):
        """The first element at a path, or None."""
        return self._root.find(self._checked(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        """The text of the first element at a path."""
        return self._root.findtext(self._checked(path), default, namespaces)

    def findall(self, path, namespaces=None):
        """All elements at a path."""
        return self._root.findall(self._checked(path), namespaces)

    def iterfind(self, path, namespaces=None):
        """Yield the elements at a path."""
        return self._root.iterfind(self._checked(path), namespaces)

    def write(self, file_or_filename, encoding=None, xml_declaration=None,
              default_namespace=None, method=None, *,
              short_empty_elements=True):
        """Write the document to a file."""
        method = method or "xml"
        if method not in _METHODS:
            raise ValueError(f"unknown method {method!r}")
        encoding = encoding or "us-ascii"
        as_text = encoding.lower() == "unicode"
        if xml_declaration is None:
            xml_declaration = encoding.lower() not in (
                "unicode", "utf-8", "us-ascii")
        texts = []
        if method == "xml" and xml_declaration:
            shown = "utf-8" if as_text else encoding
            texts.append(f"<?xml version='1.0' encoding='{shown}'?>\n")
        texts += self._printed(_METHODS[method], default_namespace,
                               short_empty_elements)
        data = "".join(texts)
        if not as_text:
            data = data.encode(encoding, "xmlcharrefreplace")
        _put(file_or_filename, data)

    def _printed(self, writer, default_namespace, short_empty):
        root = self._root
        if writer is None:
            return [*root.itertext(), root.tail or ""]
        names = _Names(default_namespace, _known_prefixes())
        machine = writer(names, _SPECIAL, QName, short_empty)
        machine.collect(root)
        machine.write(root, names.prefixes)
        return machine.out


def _put(target, data):
    if hasattr(target, "write"):
        target.write(data)
        return
    is_text = isinstance(data, str)
    with io.open(target, "w" if is_text else "wb",
                 encoding="utf-8" if is_text else None,
                 errors="xmlcharrefreplace" if is_text else None) as file:
        file.write(data)


def _known_prefixes():
    return session_state("xml.etree", lambda: dict(_PREFIXES))


def __getattr__(name):
    if name == "_namespace_map":  # packages that write XML look into it
        return _known_prefixes()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def register_namespace(prefix, uri):
    """Choose the prefix with which names of a namespace are printed."""
    if re.match(r"ns\d+$", prefix):
        raise ValueError("Prefix format reserved for internal use")
    table = _known_prefixes()
    for old in [old for old, used in table.items()
                if old == uri or used == prefix]:
        del table[old]
    table[uri] = prefix


def tostring(element, encoding=None, method=None, *, xml_declaration=None,
             default_namespace=None, short_empty_elements=True):
    """Print an element to text or bytes."""
    target = io.StringIO() if encoding == "unicode" else io.BytesIO()
    ElementTree(element).write(
        target, encoding, xml_declaration, default_namespace, method,
        short_empty_elements=short_empty_elements)
    return target.getvalue()


def tostringlist(element, encoding=None, method=None, **options):
    """Same, as a list of parts."""
    return [tostring(element, encoding, method, **options)]


def dump(elem):
    """Print an element or a tree to standard output."""
    tree = elem if isinstance(elem, ElementTree) else ElementTree(elem)
    tree.write(sys.stdout, "unicode")
    if (tree.getroot().tail or "")[-1:] != "\n":
        print()


def indent(tree, space="  ", level=0):
    """Put elements on lines of their own, indented by their depth."""
    if level < 0:
        raise ValueError("Initial indentation level must be >= 0, got "
                         f"{level}")
    root = tree.getroot() if isinstance(tree, ElementTree) else tree
    margins = ["\n" + space * level]  # one text per depth
    waiting = [(root, 0)] if len(root) else []
    while waiting:
        parent, depth = waiting.pop()
        if len(margins) == depth + 1:
            margins.append(margins[depth] + space)
        inner = margins[depth + 1]
        if _is_blank(parent.text):
            parent.text = inner
        for child in parent:
            if _is_blank(child.tail):
                child.tail = inner
            if len(child):
                waiting.append((child, depth + 1))
        if _is_blank(child.tail):
            child.tail = margins[depth]


def _is_blank(text):
    return not text or not text.strip()


# --- Reading ----------------------------------------------------------------

def _feed_file(parser, source):
    """Give a parser what is in a file, given by name or open."""
    is_open = hasattr(source, "read")
    file = source if is_open else io.open(source, "rb")
    try:
        for data in iter(lambda: file.read(1 << 16), None):
            if not data:
                break
            parser.feed(data)
    finally:
        if not is_open:
            file.close()


def parse(source, parser=None):
    """Read a file into a tree."""
    tree = ElementTree()
    tree.parse(source, parser)
    return tree


def fromstringlist(sequence, parser=None):
    """Read a document that comes in parts."""
    parser = parser or XMLParser()
    for part in sequence:
        parser.feed(part)
    return parser.close()


def XML(text, parser=None):
    """Read a document from text or bytes."""
    return fromstringlist((text,), parser)


fromstring = XML


def XMLID(text, parser=None):
    """Same; also return a dict of the elements that have an id."""
    root = XML(text, parser)
    return root, {elem.get("id"): elem for elem in root.iter()
                  if elem.get("id")}


class TreeBuilder:
    """Makes elements of the events of a parser."""

    def __init__(self, element_factory=None, *, comment_factory=None,
                 pi_factory=None, insert_comments=False, insert_pis=False):
        self._make = element_factory or Element
        self._make_comment = comment_factory or Comment
        self._make_pi = pi_factory or ProcessingInstruction
        self.insert_comments = insert_comments
        self.insert_pis = insert_pis
        self._open = []
        self._texts = []
        self._root = None
        self._place = None  # (element, "text" or "tail") for further text

    def _end_text(self):
        if self._texts:
            if self._place is not None:
                elem, kind = self._place
                text = "".join(self._texts)
                if kind == "text":
                    elem.text = elem.text + text if elem.text else text
                else:
                    elem.tail = elem.tail + text if elem.tail else text
            self._texts = []

    def _put(self, elem, kind):
        self._end_text()
        if self._open:
            self._open[-1].append(elem)
        self._place = elem, kind

    def start(self, tag, attrs):
        """An element begins."""
        plain = self._make is Element
        if plain:
            if not isinstance(attrs, dict):
                raise TypeError("start() argument 2 must be dict, not "
                                f"{_name_of(attrs)}")
            elem = object.__new__(Element)
            elem.tag, elem.attrib = tag, attrs
            elem.text = elem.tail = None
            elem._children = []
        else:
            elem = self._make(tag, attrs)
        if self._texts:
            self._end_text()
        if self._open:
            if plain:
                self._open[-1]._children.append(elem)
            else:
                self._open[-1].append(elem)
        elif self._root is None:
            self._root = elem
        self._place = elem, "text"
        self._open.append(elem)
        return elem

    def end(self, tag):
        """An element ends."""
        if self._texts:
            self._end_text()
        elem = self._open.pop()
        self._place = elem, "tail"
        return elem

    def data(self, data):
        """Some text."""
        self._texts.append(data)

    def comment(self, text):
        """A comment."""
        comment = self._make_comment(text)
        if self.insert_comments:
            self._put(comment, "tail")
        return comment

    def pi(self, target, text=None):
        """A processing instruction."""
        instruction = self._make_pi(target, text)
        if self.insert_pis:
            self._put(instruction, "tail")
        return instruction

    def _is_plain(self):
        """May C code make the elements?"""
        return self._make is Element and not (
            self.__dict__.keys() & {"start", "end", "data"})

    def _read_plain(self, text, pos, opened, namespace, *events):
        """Read plain parts of a document; return where something else is."""
        self._end_text()
        elem, kind = self._place
        state = [pos, elem, kind == "tail"]
        _etree.build(text, state, opened, self._open, namespace, Element,
                     *events)
        pos, elem, is_behind = state
        self._place = elem, "tail" if is_behind else "text"
        return pos

    def close(self):
        """The end; return the root."""
        assert not self._open, "missing end tags"
        assert self._root is not None, "missing toplevel element"
        return self._root


class _Hooks:
    """What packages (defusedxml) set to be told about document types."""

    StartDoctypeDeclHandler = EntityDeclHandler = None

    def set_on(self, document):
        doctype = self.StartDoctypeDeclHandler
        if doctype is not None:
            document.doctype = lambda name, public, system: \
                doctype(name, system, public, 0)
        document.declares = self.EntityDeclHandler


class XMLParser:
    """Reads a document and tells a target what it finds."""

    def __init__(self, *, target=None, encoding=None):
        self.target = TreeBuilder() if target is None else target
        self.entity = {}
        self.version = "caisson"
        self.parser = self._parser = _Hooks()
        self._decoder = _Decoder(encoding)
        self._document = None

    def _feed(self, text, is_broken):
        if self._document is None:
            self._document = _Document(
                self.target, self.entity,
                not isinstance(self.target, TreeBuilder))
            self.parser.set_on(self._document)
            if type(self.target) in (TreeBuilder, _EventBuilder):
                self._document.builder = self.target
        self._document.feed(text, is_broken)

    def feed(self, data):
        """Take a part of the document."""
        if isinstance(data, str):
            data.encode()  # no half of a surrogate pair
            self._feed(data, False)
        elif isinstance(data, (bytes, bytearray, memoryview)):
            self._feed(*self._decoder.feed(bytes(data), False))
        else:
            raise TypeError("a bytes-like object is required, not "
                            f"'{type(data).__name__}'")

    def flush(self):
        """What is complete was told already."""

    def close(self):
        """The document ends; return what the target made of it."""
        self._feed(*self._decoder.feed(b"", True))
        self._document.finish()
        finish = getattr(self.target, "close", None)
        return None if finish is None else finish()


_EVENTS = frozenset({"start", "end", "start-ns", "end-ns", "comment", "pi"})


class _EventBuilder(TreeBuilder):
    """Also notes the events that somebody wants."""

    def __init__(self, wanted, events):
        TreeBuilder.__init__(self)
        for name in wanted:
            if not isinstance(name, str):
                raise ValueError("invalid events sequence")
            if name not in _EVENTS:
                raise ValueError(f"unknown event {name!r}")
        self._events = events
        self._wanted = frozenset(wanted)
        for name in "start-ns", "end-ns":
            if name not in self._wanted:
                setattr(self, name.replace("-", "_"), None)

    def _read_plain(self, text, pos, opened, namespace):
        made = []
        names = [name if name in self._wanted else None
                 for name in ("start", "end")]
        try:
            return TreeBuilder._read_plain(self, text, pos, opened, namespace,
                                           made, *names)
        finally:
            self._events.extend(made)

    def _note(self, name, value):
        if name in self._wanted:
            self._events.append((name, value))
        return value

    def start(self, tag, attrs):
        return self._note("start", TreeBuilder.start(self, tag, attrs))

    def end(self, tag):
        return self._note("end", TreeBuilder.end(self, tag))

    def comment(self, text):
        return self._note("comment", TreeBuilder.comment(self, text))

    def pi(self, target, text=None):
        return self._note("pi", TreeBuilder.pi(self, target, text))

    def start_ns(self, prefix, uri):
        self._note("start-ns", (prefix or "", uri or ""))

    def end_ns(self, prefix):
        self._note("end-ns", None)


class XMLPullParser:
    """Takes a document in parts; events can be read as they come."""

    def __init__(self, events=None, *, _parser=None):
        self._events = deque()
        self._root = None
        wanted = ("end",) if events is None else tuple(events)
        self._parser = XMLParser() if _parser is None else _parser
        self._parser.target = _EventBuilder(wanted, self._events)

    def feed(self, data):
        """Take a part of the document."""
        if self._parser is None:
            raise ValueError("feed() called after end of stream")
        if data:
            try:
                self._parser.feed(data)
            except SyntaxError as error:
                self._events.append(error)

    def _finish(self):
        parser, self._parser = self._parser, None
        return parser.close()

    def close(self):
        """The document ends."""
        self._finish()

    def read_events(self):
        """Yield (event, element) pairs; each is read once."""
        while self._events:
            event = self._events.popleft()
            if isinstance(event, Exception):
                raise event
            yield event


class _IterParse(Iterator):
    """The events of a file, with the root at the end."""

    def __init__(self, source, events, parser):
        self.root = None
        is_open = hasattr(source, "read")
        file = source if is_open else io.open(source, "rb")
        self._events = self._read(
            file, XMLPullParser(events, _parser=parser), not is_open)

    def _read(self, file, parser, closes):
        try:
            while True:
                yield from parser.read_events()
                data = file.read(16 * 1024)
                if not data:
                    break
                parser.feed(data)
            root = parser._finish()
            yield from parser.read_events()
            self.root = root
        finally:
            if closes:
                file.close()

    def __next__(self):
        return next(self._events)


def iterparse(source, events=None, parser=None):
    """Read a file; yield (event, element) pairs."""
    return _IterParse(source, events, parser)
