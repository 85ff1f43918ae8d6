"""xml.etree._parse - reading XML.

Small and our own: no DTD is read, the five predefined entities and character
references are known, nothing external is fetched.

SPDX-License-Identifier: Apache-2.0
"""

import re


class ParseError(SyntaxError):
    """Tells by `code` and `position` what is wrong with a document."""


ParseError.__module__ = "xml.etree.ElementTree"
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_NAME = r"[^\W\d][\w.\-]*(?::[^\W\d][\w.\-]*)?"
_name = re.compile(_NAME)
_space = re.compile(r"[ \t\r\n]*")
_reference = re.compile(r"&(#[0-9]+|#x[0-9a-fA-F]+|" + _NAME + r");")
_bad_char = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_xml_uri = "http://www.w3.org/XML/1998/namespace"


def decode(parts, encoding):
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


class Document:
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
