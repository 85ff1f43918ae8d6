# header.py - headers in other alphabets than ASCII (RFC 2047), and long ones.
#
# SPDX-License-Identifier: Apache-2.0
"""Headers with any text."""
import base64
import binascii
import quopri
import re

from email.errors import HeaderParseError

__all__ = ["Header", "decode_header", "make_header"]

MAXLINELEN = 78
_WORD = re.compile(r"=\?([^?\s]*?)\?([qQbB])\?(.*?)\?=", re.DOTALL)
_PLAIN_Q = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                     b"0123456789-!*+/")
_ROOM = 75  # the most that an encoded word may be long


# --------------------------------------------------------------- encoded words


def q_encoded(data):
    """Bytes in the form Q."""
    return "".join([chr(byte) if byte in _PLAIN_Q else "_" if byte == 32
                    else f"={byte:02X}" for byte in data])


def encoded_word(text, charset="utf-8", form=None):
    """One encoded word, however long it gets."""
    data = text.encode(charset, "surrogateescape")
    if form is None:
        form = "q" if charset.lower() in ("iso-8859-1", "latin-1") else "b"
    body = q_encoded(data) if form == "q" else base64.b64encode(data).decode()
    return f"=?{charset}?{form}?{body}?="


def _pieces(text, charset, form, first):
    """The text in encoded words that fit into lines."""
    words, start, room = [], 0, first
    while start < len(text):
        end = len(text)
        while end > start + 1 and len(encoded_word(text[start:end], charset,
                                                   form)) > room:
            end -= 1 if end - start < 40 else (end - start) // 4
        while end < len(text) and len(encoded_word(text[start:end + 1], charset,
                                                   form)) <= room:
            end += 1
        words.append(encoded_word(text[start:end], charset, form))
        start, room = end, _ROOM
    return words


def _decoded(body, form):
    if form in "qQ":
        return quopri.decodestring(body.encode("ascii", "replace"), header=True)
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except binascii.Error:
        raise HeaderParseError("Base64 decoding error") from None


def decode_header(header):
    """Pairs of text and charset; bytes where something was encoded."""
    if isinstance(header, Header):
        return [(encoded_word(text, charset) and text.encode(charset, "replace"),
                 charset) for text, charset in header._chunks]
    if not _WORD.search(header):
        return [(header, None)]
    found = []
    for number, line in enumerate(header.splitlines()):
        _decode_line(line if not number else line.lstrip(), found)
    joined = []
    for data, charset in found:
        if joined and joined[-1][1] == charset:
            glue = b" " if charset is None else b""
            joined[-1] = (joined[-1][0] + glue + data, charset)
        else:
            joined.append((data, charset))
    return joined


def _decode_line(line, found):
    """Add the parts of one line; space between two encoded words is none."""
    at, before = 0, None
    for match in _WORD.finditer(line):
        between = line[at:match.start()]
        if between and not (between.isspace() and before):
            kept = between.lstrip() if not at else between
            if kept:
                found.append((kept.encode("raw-unicode-escape"), None))
        found.append((_decoded(match[3], match[2]), match[1].lower()))
        at, before = match.end(), match
    if line[at:].strip():
        found.append((line[at:].encode("raw-unicode-escape"), None))


def make_header(decoded_seq, maxlinelen=None, header_name=None,
                continuation_ws=" "):
    """A Header from what decode_header() returned."""
    made = Header(maxlinelen=maxlinelen, header_name=header_name,
                  continuation_ws=continuation_ws)
    for text, charset in decoded_seq:
        made.append(text, charset)
    return made


def decoded_text(value):
    """A header as one text."""
    return str(make_header(decode_header(value)))


# -------------------------------------------------------------------- folding


def fold(name, value, limit=MAXLINELEN, splitchars=";, \t", linesep="\n"):
    """The value in lines of a header; breaks are where they tell most."""
    lines = []
    for number, line in enumerate(value.splitlines() or [""]):
        used = len(name) + 2 if not number else 0
        lines += _fold_line(line, limit, used, splitchars)
    return linesep.join(lines)


def _fold_line(line, limit, used, splitchars):
    parts = re.findall(r"[ \t]*[^ \t]+|[ \t]+$", line)
    lines, current = [], []
    for part in parts:
        current.append(part)
        while len(current) > 1 and used + len("".join(current)) > limit:
            cut = _break_of(current, splitchars)
            lines.append("".join(current[:cut]))
            current, used = current[cut:], 0
    lines.append("".join(current))
    return lines


def _break_of(parts, splitchars):
    """Before which part the line is broken."""
    for char in splitchars:
        for i in range(len(parts) - 1, 0, -1):
            if parts[i][0] == char or (not char.isspace()
                                       and parts[i - 1].endswith(char)):
                return i
    return len(parts) - 1


# --------------------------------------------------------------------- Header


class Header:
    """A header of parts that may have different charsets."""

    def __init__(self, s=None, charset=None, maxlinelen=None,
                 header_name=None, continuation_ws=" ", errors="strict"):
        self._charset = str(charset or "us-ascii")
        self._maxlinelen = MAXLINELEN if maxlinelen is None else maxlinelen
        self._name, self._ws, self._chunks = header_name, continuation_ws, []
        if s is not None:
            self.append(s, charset, errors)

    def append(self, s, charset=None, errors="strict"):
        """Add a part."""
        charset = str(charset or self._charset)
        if isinstance(s, bytes):
            s = s.decode("ascii" if charset == "unknown-8bit" else charset,
                         "surrogateescape" if charset == "unknown-8bit" else errors)
        elif charset == "us-ascii" and not s.isascii():
            charset = "utf-8"
        self._chunks.append((s, charset))

    def __str__(self):
        text, before = "", None
        for part, charset in self._chunks:
            plain = charset == "us-ascii"
            if text and part and (plain or before == "us-ascii"):
                if text[-1] not in " \t" and part[0] not in " \t":
                    text += " "
            text, before = text + part, charset
        return text

    def __eq__(self, other):
        return other == str(self)

    def encode(self, splitchars=";, \t", maxlinelen=None, linesep="\n"):
        """The header as lines of ASCII."""
        limit = self._maxlinelen if maxlinelen is None else maxlinelen
        limit = limit or 1 << 30
        words, used = [], len(self._name) + 2 if self._name else 0
        for text, charset in self._chunks:
            if charset == "us-ascii":
                words.append(text)
            else:
                form = "q" if charset.lower().startswith("iso-8859-1") else "b"
                words += _pieces(text, charset, form,
                                 max(20, min(limit, MAXLINELEN) - used))
        value = " ".join(words)
        if "\n" in value.replace("\n ", "").replace("\n\t", ""):
            raise HeaderParseError(
                f"header value appears to contain an embedded header: {value!r}")
        return fold(self._name or "", value, limit, splitchars, linesep)
