"""tomllib - TOML 1.0 documents.

The text is read by one cursor; tables under construction carry their origin in
`_Mark` dicts beside them, because TOML cares how a table came to be.

SPDX-License-Identifier: Apache-2.0
"""

import re
from datetime import date, datetime, time, timedelta, timezone

__all__ = ["loads", "load", "TOMLDecodeError"]


class TOMLDecodeError(ValueError):
    """The document is not valid TOML."""


_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NUMBER = re.compile(
    r"0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
    r"|[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?", re.ASCII)
_SPECIAL = re.compile(r"[+-]?(?:inf|nan)")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:([Tt ])(?=\d\d:))?", re.ASCII)
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?", re.ASCII)
_OFFSET = re.compile(r"([Zz])|([+-])(\d\d):(\d\d)", re.ASCII)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_CONTROL = frozenset(map(chr, [*range(9), *range(10, 32), 127]))


class _Reader:
    def __init__(self, text, parse_float):
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.parse_float = parse_float
        self.root = {}
        self.defined = set()   # paths of [tables]
        self.dotted = set()    # paths of tables made by dotted keys
        self.closed = set()    # ids of inline tables and arrays
        self.table = ()        # path of the current [table]

    def fail(self, message, at=None):
        at = self.at if at is None else at
        if at >= len(self.text):
            place = "at end of document"
        else:
            line = self.text.count("\n", 0, at) + 1
            column = at - self.text.rfind("\n", 0, at)
            place = f"at line {line}, column {column}"
        raise TOMLDecodeError(f"{message} ({place})")

    # -- small steps

    def peek(self, text):
        return self.text.startswith(text, self.at)

    def blanks(self):
        while self.text[self.at:self.at + 1] in (" ", "\t") and self.at < len(self.text):
            self.at += 1

    def comment(self):
        if self.peek("#"):
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end
            for i in range(self.at + 1, end):
                if self.text[i] in _CONTROL:
                    self.fail("Found invalid character " + repr(self.text[i]), i)
            self.at = end

    def end_of_line(self):
        self.blanks()
        self.comment()
        if self.at < len(self.text) and not self.peek("\n"):
            self.fail("Expected newline or end of document after a statement")

    def gaps(self):
        """Blanks, comments and line ends inside of arrays."""
        while True:
            self.blanks()
            self.comment()
            if not self.peek("\n"):
                return
            self.at += 1

    # -- the document

    def document(self):
        while self.at < len(self.text):
            self.blanks()
            if self.peek("[["):
                self.array_header()
            elif self.peek("["):
                self.header()
            elif not (self.peek("#") or self.peek("\n") or self.at >= len(self.text)):
                self.pair(self.here(), self.table, True)
            self.end_of_line()
            self.at += 1
        return self.root

    def here(self):
        return self.walk(self.table, ())

    def walk(self, path, start):
        """The table at a path; the last element of arrays."""
        node = self.root
        for part in path:
            node = node[part]
            if isinstance(node, list):
                node = node[-1]
        return node

    def descend(self, keys):
        """The parent of a header's last key, made as needed."""
        node = self.root
        for i, key in enumerate(keys[:-1]):
            node = node.setdefault(key, {})
            if id(node) in self.closed:
                self.fail("Cannot overwrite a value" if isinstance(node, dict)
                          else "Cannot mutate immutable namespace")
            if isinstance(node, list):
                node = node[-1]
            if not isinstance(node, dict):
                self.fail("Cannot overwrite a value")
        return node

    def header(self):
        self.at += 1
        keys = self.keys()
        if not self.peek("]"):
            self.fail("Expected ']' at the end of a table declaration")
        path = tuple(keys)
        if path in self.defined or path in self.dotted:
            self.fail(f"Cannot declare {path} twice")
        parent = self.descend(keys)
        found = parent.setdefault(keys[-1], {})
        if not isinstance(found, dict) or id(found) in self.closed:
            self.fail("Cannot overwrite a value")
        self.at += 1
        self.defined.add(path)
        self.table = path

    def array_header(self):
        self.at += 2
        keys = self.keys()
        if not self.peek("]]"):
            self.fail("Expected ']]' at the end of an array declaration")
        parent = self.descend(keys)
        found = parent.setdefault(keys[-1], [])
        if not isinstance(found, list) or id(found) in self.closed:
            self.fail("Cannot overwrite a value")
        found.append({})
        self.at += 2
        path = tuple(keys)
        for known in (self.defined, self.dotted):
            for old in [p for p in known if p[:len(path)] == path and len(p) > len(path)]:
                known.discard(old)
        self.table = path

    def keys(self):
        out = []
        while True:
            self.blanks()
            out.append(self.key())
            self.blanks()
            if not self.peek("."):
                return out
            self.at += 1

    def key(self):
        found = _BARE.match(self.text, self.at)
        if found:
            self.at = found.end()
            return found[0]
        if self.peek("'"):
            return self.literal()
        if self.peek('"'):
            return self.basic()
        self.fail("Invalid initial character for a key part")

    def pair(self, table, path, top):
        start = self.at
        keys = self.keys()
        if not self.peek("="):
            self.fail("Expected '=' after a key in a key/value pair")
        self.at += 1
        self.blanks()
        for i, key in enumerate(keys[:-1]):
            path = (*path, key)
            made = key not in table
            table = table.setdefault(key, {})
            if not isinstance(table, dict) or id(table) in self.closed or (
                    top and path in self.defined):
                self.fail("Cannot redefine namespace " + repr(path) if path in self.defined
                          else "Cannot overwrite a value", start)
            if top and made:
                self.dotted.add(path)
        value = self.value()
        if keys[-1] in table:
            self.fail("Cannot overwrite a value")
        table[keys[-1]] = value

    # -- values

    def value(self):
        text = self.text
        if self.peek('"""'):
            return self.multiline('"')
        if self.peek('"'):
            return self.basic()
        if self.peek("'''"):
            return self.multiline("'")
        if self.peek("'"):
            return self.literal()
        if self.peek("["):
            return self.array()
        if self.peek("{"):
            return self.inline_table()
        for word, value in (("true", True), ("false", False)):
            if self.peek(word):
                self.at += len(word)
                return value
        moment = self.moment()
        if moment is not None:
            return moment
        found = _SPECIAL.match(text, self.at)
        if found:
            self.at = found.end()
            return self.parse_float(found[0])
        found = _NUMBER.match(text, self.at)
        if not found:
            self.fail("Invalid value")
        self.at = found.end()
        number = found[0]
        if number[:2] in ("0x", "0o", "0b"):
            return int(number, 0)
        if "." in number or "e" in number or "E" in number:
            return self.parse_float(number)
        return int(number)

    def moment(self):
        """A date, a time or both, or None."""
        start = self.at
        found = _DATE.match(self.text, start)
        day = None
        try:
            if found:
                day = date(int(found[1]), int(found[2]), int(found[3]))
                if not found[4]:
                    self.at = found.end()
                    return day
                start = found.end()
            found = _TIME.match(self.text, start)
            if not found:
                return day
            clock = time(int(found[1]), int(found[2]), int(found[3]),
                         int((found[4] or "0").ljust(6, "0")))
        except ValueError:
            self.fail("Invalid date or datetime")
        self.at = found.end()
        if day is None:
            return clock
        zone = None
        found = _OFFSET.match(self.text, self.at)
        if found:
            self.at = found.end()
            zone = timezone.utc
            if found[2]:
                shift = timedelta(hours=int(found[3]), minutes=int(found[4]))
                zone = timezone(-shift if found[2] == "-" else shift)
        return datetime.combine(day, clock, zone)

    def array(self):
        self.at += 1
        out = []
        while True:
            self.gaps()
            if self.peek("]"):
                break
            out.append(self.value())
            self.gaps()
            if self.peek(","):
                self.at += 1
            elif not self.peek("]"):
                self.fail("Unclosed array")
        self.at += 1
        self.closed.add(id(out))
        return out

    def inline_table(self):
        self.at += 1
        out = {}
        self.blanks()
        if not self.peek("}"):
            while True:
                self.blanks()
                self.pair(out, (), False)
                self.blanks()
                if self.peek("}"):
                    break
                if not self.peek(","):
                    self.fail("Unclosed inline table")
                self.at += 1
        self.at += 1
        self.close(out)
        return out

    def close(self, table):
        self.closed.add(id(table))
        for inner in table.values():
            if isinstance(inner, dict):
                self.close(inner)

    # -- strings

    def literal(self):
        end = self.text.find("'", self.at + 1)
        body = self.text[self.at + 1:end] if end >= 0 else self.text[self.at + 1:]
        self.check(body, self.at + 1, end < 0 or "\n" in body)
        self.at = end + 1
        return body

    def check(self, body, start, unclosed):
        for i, char in enumerate(body):
            if char in _CONTROL:
                self.fail(f"Found invalid character {char!r}", start + i)
        if unclosed:
            self.fail("Expected \"'\"", len(self.text))

    def basic(self):
        self.at += 1
        return self.escaped('"', False)

    def multiline(self, quote):
        self.at += 3
        if self.peek("\n"):
            self.at += 1
        if quote == '"':
            return self.escaped('"""', True)
        end = self.text.find("'''", self.at)
        if end < 0:
            self.fail("Expected \"'''\"", len(self.text))
        while self.text.startswith("'", end + 3) and end < self.text.find("'''", self.at) + 2:
            end += 1
        body = self.text[self.at:end]
        self.check(body.replace("\n", ""), self.at, False)
        self.at = end + 3
        return body

    def escaped(self, close, many):
        out = []
        while True:
            if self.at >= len(self.text):
                self.fail("Unterminated string")
            char = self.text[self.at]
            if self.peek(close):
                self.at += len(close)
                if many:  # up to two more quotes belong to the text
                    for _ in range(2):
                        if self.peek('"'):
                            out.append('"')
                            self.at += 1
                return "".join(out)
            if char == "\\":
                out.append(self.escape(many))
                continue
            if char in _CONTROL and not (many and char == "\n"):
                self.fail(f"Illegal character {char!r}")
            out.append(char)
            self.at += 1

    def escape(self, many):
        start = self.at
        kind = self.text[start + 1:start + 2]
        if kind in _ESCAPES and kind:
            self.at += 2
            return _ESCAPES[kind]
        if kind and kind in "uU":
            size = 4 if kind == "u" else 8
            digits = self.text[start + 2:start + 2 + size]
            if len(digits) != size or not all(d in "0123456789abcdefABCDEF" for d in digits):
                self.fail("Invalid hex value")
            code = int(digits, 16)
            if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
                self.fail("Escaped character is not a Unicode scalar value")
            self.at += 2 + size
            return chr(code)
        if many and kind and kind in " \t\n":
            at = start + 1
            while self.text[at:at + 1] in (" ", "\t"):
                at += 1
            if self.text[at:at + 1] == "\n":
                while self.text[at:at + 1] in (" ", "\t", "\n") and at < len(self.text):
                    at += 1
                self.at = at
                return ""
        self.fail("Unescaped '\\' in a string")


def loads(s, /, *, parse_float=float):
    """Parse TOML from a string."""
    if not isinstance(s, str):
        raise TypeError(f"Expected str object, not '{type(s).__qualname__}'")

    def convert(text):
        value = parse_float(text)
        if isinstance(value, (dict, list)):
            raise ValueError("parse_float must not return dicts or lists")
        return value

    return _Reader(s, float if parse_float is float else convert).document()


def load(fp, /, *, parse_float=float):
    """Parse TOML from a binary file object."""
    data = fp.read()
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`")
    return loads(data.decode(), parse_float=parse_float)
