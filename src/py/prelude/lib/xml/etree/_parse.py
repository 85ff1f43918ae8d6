"""xml.etree._parse - reading XML.

Small and our own: no DTD is read, the five predefined entities and character
references are known, nothing external is fetched.

SPDX-License-Identifier: Apache-2.0
"""

import codecs
import re


class ParseError(SyntaxError):
    """Tells by `code` and `position` what is wrong with a document."""


ParseError.__module__ = "xml.etree.ElementTree"
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_NAME = r"[^\W\d][\w.\-]*(?::[^\W\d][\w.\-]*)?"
_name = re.compile(_NAME)
_word = re.compile(r"[\w.\-:]+")
_space = re.compile(r"[ \t\r\n]*")
_reference = re.compile(r"&(#[0-9]+|#x[0-9a-fA-F]+|" + _NAME + r");")
_begun_reference = re.compile(r"&[^;<>&\s]*\Z")
_bad_char = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_pieces = re.compile("\n|[^\n]+")
# text that is more than text, and a tag as most of them are
_special = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff&]|]]>")
_plain_tag = re.compile(
    r"""<(?:/([^\W\d][\w.\-]*)|([^\W\d][\w.\-]*)"""
    r"""((?:[ \n]+[^\W\d][\w.\-]*=(?:"[^"<&\x00-\x1f\ufffe\uffff]*"|"""
    r"""'[^'<&\x00-\x1f\ufffe\uffff]*'))*)"""
    r"""[ \n]*(/?))>""")
_attribute = re.compile(r"""([\w.\-]+)=(?:"([^"]*)"|'([^']*)')""")
_declared = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.\-]+)""")
_LITERAL = r"""("[^"]*"|'[^']*')"""
_doctype = re.compile(
    rf"<!DOCTYPE\s+({_NAME})(?:\s+(?:PUBLIC\s+{_LITERAL}|SYSTEM)"
    rf"\s+{_LITERAL})?")
_entity = re.compile(
    rf"<!ENTITY\s+(%\s+)?({_NAME})\s+(?:{_LITERAL}|SYSTEM\s+{_LITERAL}"
    rf"|PUBLIC\s+{_LITERAL}\s+{_LITERAL})")
_declaration = re.compile(
    r"""<\?xml\s+version\s*=\s*["']([\w.]+)["']"""
    r"""(?:\s+encoding\s*=\s*["']([\w.\-]+)["'])?"""
    r"""(?:\s+standalone\s*=\s*["'](yes|no)["'])?""")
_xml_uri = "http://www.w3.org/XML/1998/namespace"
_UNFINISHED = {3, 5, 20}  # errors that more input may heal


class _More(Exception):
    """The construct at hand is not complete yet."""


class Decoder:
    """Makes text of the bytes of a document, whose head names the encoding."""

    def __init__(self, encoding):
        self._encoding = encoding
        self._head = b""
        self._codec = None

    def feed(self, data, final):
        """(text, whether what follows it cannot be decoded)"""
        if self._codec is None:
            self._head += data
            if not final and not self._is_known():
                return "", False
            data = self._head
            self._codec = codecs.getincrementaldecoder(self._find())()
        try:
            return self._codec.decode(data, final), False
        except UnicodeDecodeError as e:
            return e.object[:e.start].decode(e.encoding, "replace"), True

    def _is_known(self):
        head = self._head
        if self._encoding is not None:
            return True
        return len(head) >= 5 and (head[:5] != b"<?xml" or b">" in head)

    def _find(self):
        head = self._head
        if self._encoding is not None:
            return self._encoding
        if head[:3] == b"\xef\xbb\xbf":
            return "utf-8-sig"
        if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return "utf-16"
        m = _declared.match(head)
        name = m[1].decode() if m else "utf-8"
        try:
            codecs.lookup(name)
        except LookupError:
            _fail("unknown encoding", 18, 1, 30)
        return name


def _fail(text, code, line, column):
    err = ParseError("%s: line %d, column %d" % (text, line, column))
    err.code = code
    err.position = line, column
    raise err


class Document:
    """One pass over a document that comes in parts.

    Parts are collected until one has a ">", which ends every construct; what
    is complete then is told to the target, the rest is kept.
    """

    def __init__(self, target, entity, split):
        self.text = ""
        self.parts = []
        self.final = False
        self.fresh = True  # nothing was read yet
        self.lines = self.columns = 0  # before the text kept
        self.entity = entity
        self.start = target.start
        self.end = target.end
        self.data = getattr(target, "data", lambda text: None)
        if split:
            self.data = self.in_pieces(self.data)
        self.cdata = getattr(target, "cdata", self.data)
        self.comment = getattr(target, "comment", None)
        self.doctype = getattr(target, "doctype", None)
        self.declared = getattr(target, "declaration", None)
        self.pi = getattr(target, "pi", None)
        self.declares = getattr(target, "entity", None)
        self.start_ns = getattr(target, "start_ns", None)
        self.end_ns = getattr(target, "end_ns", None)
        self.open = []  # (raw tag, full tag, prefixes before it, new ones)
        self.ns = {"xml": _xml_uri}
        self.seen_root = False
        self.plain = type(self) is Document  # nobody else makes the names
        self.builder = None  # a TreeBuilder that is told nothing special

    @staticmethod
    def in_pieces(data):
        """Targets are told line ends on their own."""
        def split(text):
            for piece in _pieces.findall(text):
                data(piece)
        return split

    def fail(self, text, code, pos):
        if code in _UNFINISHED and not self.final:
            raise _More
        line = self.text.count("\n", 0, pos)
        column = pos - (self.text.rfind("\n", 0, pos) + 1)
        _fail(text, code, self.lines + line + 1,
              column if line else self.columns + column)

    def invalid(self, pos):
        if not self.final and self.text[pos:] in ("", ":"):
            raise _More  # a name may go on
        self.fail("not well-formed (invalid token)", 4, pos)

    def feed(self, text, is_broken):
        """Read on; the part after `text` may be no text at all."""
        self.parts.append(text)
        if ">" in text or is_broken:
            self.advance()
            if is_broken:
                self.final = True
                self.invalid(len(self.text))

    def finish(self):
        """The document ends here."""
        self.final = True
        self.advance()

    def advance(self):
        text = self.text + "".join(self.parts)
        self.parts = []
        if text.endswith("\r") and not self.final:
            text = text[:-1]
            self.parts.append("\r")
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        pos = self.run()
        if pos:
            self.fresh = False
            line = self.text.count("\n", 0, pos)
            column = pos - (self.text.rfind("\n", 0, pos) + 1)
            self.lines += line
            self.columns = column if line else self.columns + column
            self.text = self.text[pos:]

    def run(self):
        """Read all that is complete; return its end."""
        text = self.text
        n = len(text)
        pos = 1 if self.fresh and text.startswith("\ufeff") else 0
        try:
            while True:
                if self.plain and self.open:
                    pos = self.run_plain(pos)
                lt = text.find("<", pos)
                if self.open:
                    if lt < 0:
                        return self.rest(pos, n)
                    if lt > pos:
                        self.characters(pos, lt)
                else:
                    self.outside(pos, lt if lt >= 0 else n)
                    if lt < 0:
                        break
                pos = lt
                pos = self.markup(lt)
        except _More:
            return pos
        if not self.seen_root and self.final:
            self.fail("no element found", 3, n)
        return n

    def rest(self, pos, n):
        """Text that no tag follows yet."""
        if not self.final:
            return pos
        begun = _begun_reference.search(self.text, pos)
        if begun:
            self.fail("unclosed token", 5, begun.start())
        self.characters(pos, n)
        self.fail("no element found", 3, n)

    def outside(self, pos, end):
        """Only white space may stand outside of the root."""
        at = _space.match(self.text, pos).end()
        if at < end:
            if self.seen_root:
                self.fail("junk after document element", 9, at)
            word = _word.match(self.text, at)
            if word and self.text.startswith("<", word.end()):
                self.invalid(word.end())
            if self.text[at] in "{}&~^`\\@$=/":
                self.invalid(at)
            self.fail("syntax error", 2, at)

    def characters(self, pos, end):
        """Report text between tags."""
        text = self.text[pos:end]
        if not _special.search(text):
            self.data(text)
            return
        bad = _bad_char.search(text)
        if bad:
            self.invalid(pos + bad.start())
        at = text.find("]]>")
        if at >= 0:
            self.invalid(pos + at + 2)
        for piece in self.resolve(text, pos):
            if piece:
                self.data(piece)

    def resolve(self, text, pos):
        """Text and what references in it stand for, by turns."""
        out = []
        i = 0
        while True:
            amp = text.find("&", i)
            if amp < 0:
                out.append(text[i:])
                return out
            out.append(text[i:amp])
            m = _reference.match(text, amp)
            if m is None:
                rest = _name.match(text, amp + 1)
                self.invalid(pos + (rest.end() if rest else amp + 1))
            out.append(self.meaning(m[1], pos + amp))
            i = m.end()

    def meaning(self, name, pos):
        """The text of one reference."""
        if name[0] == "#":
            n = int(name[2:], 16) if name[1] == "x" else int(name[1:])
            if n > 0x10FFFF or n < 32 and n not in (9, 10, 13) or (
                    0xD800 <= n <= 0xDFFF):
                self.fail("reference to invalid character number", 14, pos)
            return chr(n)
        if name in _ENTITIES:
            return _ENTITIES[name]
        if name not in self.entity:
            self.fail("undefined entity", 11, pos)
        return self.entity[name]

    def markup(self, pos):
        """Handle the construct at the "<" at pos; return its end."""
        text = self.text
        nxt = text[pos + 1:pos + 2]
        if nxt == "/":
            if not self.open:
                self.invalid(pos + 1)
            return self.end_tag(pos)
        if nxt == "?":
            return self.instruction(pos)
        if nxt == "!":
            return self.declaration(pos)
        if not nxt:
            self.fail("unclosed token", 5, pos)
        if self.seen_root and not self.open:
            self.fail("junk after document element", 9, pos)
        return self.start_tag(pos)

    def run_plain(self, pos):
        """Tags without prefixes and text without references, one after the
        other; return where there is something else."""
        text, opened = self.text, self.open
        start, end, data = self.start, self.end, self.data
        default = self.ns.get("")
        if self.builder is not None and self.builder._is_plain():
            return self.builder._read_plain(text, pos, opened, default)
        while opened:
            lt = text.find("<", pos)
            if lt < 0:
                return pos
            if lt > pos:
                piece = text[pos:lt]
                if _special.search(piece):
                    return pos
                data(piece)
            m = _plain_tag.match(text, lt)
            if not m:
                return lt
            closed, raw, attributes, slash = m.groups()
            if closed:
                name, tag, outer, _ = opened[-1]
                if name != closed or outer is not None:
                    return lt
                opened.pop()
                end(tag)
            else:
                attrib = {}
                if attributes:
                    pairs = _attribute.findall(attributes)
                    attrib = {name: one or other
                              for name, one, other in pairs}
                    if len(attrib) < len(pairs) or "xmlns" in attrib:
                        return lt
                tag = f"{{{default}}}{raw}" if default else raw
                start(tag, attrib)
                if slash:
                    end(tag)
                else:
                    opened.append((raw, tag, None, None))
            pos = m.end()
        return pos

    def end_tag(self, pos):
        m = _name.match(self.text, pos + 2)
        if not m:
            if pos + 2 >= len(self.text):
                self.fail("unclosed token", 5, pos)
            self.invalid(pos + 2)
        end = _space.match(self.text, m.end()).end()
        if self.text[end:end + 1] != ">":
            if end >= len(self.text):
                self.fail("unclosed token", 5, pos)
            self.invalid(end)
        if self.open[-1][0] != m[0]:
            self.fail("mismatched tag", 7, pos + 2)
        self.leave()
        return end + 1

    def leave(self):
        """The innermost element ends, and the prefixes it declared."""
        _, tag, outer, declared = self.open.pop()
        self.end(tag)
        if outer is not None:
            if self.end_ns is not None:
                for prefix in reversed(declared):
                    self.end_ns(prefix)
            self.ns = outer

    def instruction(self, pos):
        end = self.text.find("?>", pos + 2)
        if end < 0:
            self.fail("unclosed token", 5, pos)
        m = _name.match(self.text, pos + 2)
        if not m:
            self.invalid(pos + 2)
        if ":" in m[0]:
            self.invalid(self.text.index(":", pos))
        if m.end() < end and self.text[m.end()] not in " \t\n":
            self.invalid(m.end())
        if m[0].lower() == "xml":
            if not self.fresh or pos > (self.text[0] == "\ufeff"):
                self.fail("XML or text declaration not at start of entity",
                          17, pos)
            head = _declaration.match(self.text, pos)
            if head and self.declared is not None:
                self.declared(*head.groups())
        elif self.pi is not None:
            body = self.text[m.end():end].lstrip(" \t\n")
            self.pi(m[0], body)
        return end + 2

    def declaration(self, pos):
        text = self.text
        begun = text[pos:pos + 9]
        if len(begun) == len(text) - pos < 9 and any(
                whole.startswith(begun)
                for whole in ("<!--", "<![CDATA[", "<!DOCTYPE")):
            self.fail("unclosed token", 5, pos)
        if text.startswith("<!--", pos):
            end = text.find("--", pos + 4)
            if end < 0:
                self.fail("unclosed token", 5, pos)
            if text[end + 2:end + 3] != ">":
                if end + 2 >= len(text):
                    self.fail("unclosed token", 5, pos)
                self.invalid(end + 2)
            if self.comment is not None:
                self.comment(text[pos + 4:end])
            return end + 3
        if text.startswith("<![CDATA[", pos) and self.open:
            end = text.find("]]>", pos + 9)
            if end < 0:
                self.fail("unclosed CDATA section", 20, len(text))
            if end > pos + 9:
                self.cdata(text[pos + 9:end])
            return end + 3
        if text.startswith("<!DOCTYPE", pos) and not self.open and (
                not self.seen_root):
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
                self.tell_doctype(self.text[pos:i])
                return i + 1
            i += 1
        self.fail("unclosed token", 5, pos)

    def tell_doctype(self, text):
        """Name and identifiers, for targets that ask."""
        m = _doctype.match(text)
        if m and self.doctype is not None:
            name, public, system = m.groups()
            self.doctype(name, public and public[1:-1],
                         system and system[1:-1])
        if self.declares is not None:
            for m in _entity.finditer(text):
                value, alone, public, system = [
                    part and part[1:-1] for part in m.groups()[2:]]
                self.declares(m[2], int(bool(m[1])), value, None,
                              alone or system, public, None)

    def start_tag(self, pos):
        text = self.text
        m = _name.match(text, pos + 1)
        if not m:
            self.invalid(pos + 1)
        raw = m[0]
        attrs = []
        seen = set()
        at = m.end()
        while True:
            spaced = _space.match(text, at).end()
            c = text[spaced:spaced + 1]
            if c == ">" or text.startswith("/>", spaced):
                break
            if not c or c == "/" and spaced + 1 == len(text):
                self.fail("unclosed token", 5, pos)
            if c == "/":
                self.invalid(spaced + 1)
            if spaced == at:
                self.invalid(at)
            at = self.attribute(spaced, attrs, seen, pos)
        empty = c == "/"
        stop = spaced + (2 if empty else 1)
        tag, attrib, outer, declared = self.names(raw, attrs, pos)
        self.seen_root = True
        self.start(tag, attrib)
        self.open.append((raw, tag, outer, declared))
        if empty:
            self.leave()
        return stop

    def attribute(self, at, attrs, seen, tag_pos):
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
        bad = _bad_char.search(value)
        if bad:
            self.invalid(q + 1 + bad.start())
        value = value.replace("\n", " ").replace("\t", " ")
        if "&" in value:
            value = "".join(self.resolve(value, q + 1))
        if m[0] in seen:
            self.fail("duplicate attribute", 8, at)
        seen.add(m[0])
        attrs.append((m[0], value, at))
        return end + 1

    def names(self, raw, attrs, pos):
        """(tag, attributes, saved prefixes or None, prefixes declared)"""
        outer = None
        declared = []
        for name, value, _ in attrs:
            if name == "xmlns" or name.startswith("xmlns:"):
                if outer is None:
                    outer = self.ns
                    self.ns = dict(outer)
                prefix = name[6:]
                declared.append(prefix)
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
            return self.qualify(raw, pos), attrib, outer, declared
        default = self.ns.get("")
        tag = f"{{{default}}}{raw}" if default else raw
        return tag, attrib, outer, declared

    def qualify(self, name, pos):
        prefix, _, local = name.partition(":")
        uri = self.ns.get(prefix)
        if not uri:
            self.fail("unbound prefix", 27, pos)
        return f"{{{uri}}}{local}"
