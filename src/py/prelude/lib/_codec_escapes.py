"""_codec_escapes - the escape codecs.

SPDX-License-Identifier: Apache-2.0
"""

import unicodedata

from _codec_errors import _ask, _backslashed, lookup_error

_SIMPLE = {9: "\\t", 10: "\\n", 13: "\\r", 92: "\\\\"}
_MEANING = {"\n": "", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "t": "\t",
            "n": "\n", "r": "\r", "v": "\v", "a": "\a"}
_DIGITS = {"x": 2, "u": 4, "U": 8}
_HEX = "0123456789abcdefABCDEF"


def _escape_one(code):
    if code in _SIMPLE:
        return _SIMPLE[code]
    return chr(code) if 32 <= code < 127 else _backslashed(code)


def unicode_escape_encode(text, errors="strict"):
    out = "".join([_escape_one(ord(char)) for char in text])
    return out.encode("latin-1"), len(text)


def raw_unicode_escape_encode(text, errors="strict"):
    out = "".join([char if char < "\u0100" else _backslashed(ord(char)) for char in text])
    return out.encode("latin-1"), len(text)


class _Reader:
    """Decoding with a handler: where we are, and what came out."""

    def __init__(self, name, data, errors):
        self.name = name
        self.data = data
        self.errors = errors
        self.out = []

    def repair(self, start, end, reason):
        error = UnicodeDecodeError(self.name, self.data, start, end, reason)
        new, at = _ask(lookup_error(self.errors), error, len(self.data), "decoding")
        self.out.append(new)
        return at


def _escaped_number(reader, text, at, kind):
    count = _DIGITS[kind]
    end = at + 2
    while end < len(text) and end < at + 2 + count and text[end] in _HEX:
        end += 1
    if end < at + 2 + count:
        return reader.repair(at, end, f"truncated \\{kind}{'X' * count} escape")
    code = int(text[at + 2:end], 16)
    if code > 0x10FFFF:
        return reader.repair(at, end, "illegal Unicode character")
    reader.out.append(chr(code))
    return end


def _escaped_name(reader, text, at):
    close = text.find("}", at)
    if text[at + 2:at + 3] != "{" or close < 0:
        return reader.repair(at, len(text) if close < 0 and text[at + 2:at + 3] == "{"
                             else at + 2, "malformed \\N character escape")
    try:
        reader.out.append(unicodedata.lookup(text[at + 3:close]))
    except KeyError:
        return reader.repair(at, close + 1, "unknown Unicode character name")
    return close + 1


def unicode_escape_decode(data, errors="strict", final=True):
    if isinstance(data, str):
        data = data.encode()
    data = bytes(data)
    reader = _Reader("unicodeescape", data, errors or "strict")
    text = data.decode("latin-1")
    at = 0
    while at < len(text):
        hit = text.find("\\", at)
        if hit < 0:
            hit = len(text)
        reader.out.append(text[at:hit])
        at = hit
        if at == len(text):
            break
        kind = text[at + 1:at + 2]
        if kind == "":
            at = reader.repair(at, at + 1, "\\ at end of string")
        elif kind in _DIGITS:
            at = _escaped_number(reader, text, at, kind)
        elif kind == "N":
            at = _escaped_name(reader, text, at)
        elif kind in _MEANING:
            reader.out.append(_MEANING[kind])
            at += 2
        elif kind in "01234567":
            end = at + 2
            while end < len(text) and end < at + 4 and text[end] in "01234567":
                end += 1
            reader.out.append(chr(int(text[at + 1:end], 8)))
            at = end
        else:
            reader.out.append(text[at:at + 2])
            at += 2
    return "".join(reader.out), len(data)


def raw_unicode_escape_decode(data, errors="strict", final=True):
    if isinstance(data, str):
        data = data.encode()
    data = bytes(data)
    reader = _Reader("rawunicodeescape", data, errors or "strict")
    text = data.decode("latin-1")
    at = 0
    while at < len(text):
        end = at
        while text[end:end + 1] == "\\":
            end += 1
        if end > at:
            odd = (end - at) % 2
            reader.out.append(text[at:end - odd])
            if odd and text[end:end + 1] in ("u", "U"):
                at = _escaped_number(reader, text, end - 1, text[end])
                continue
            reader.out.append("\\" * odd)
            at = end
            continue
        hit = text.find("\\", at)
        if hit < 0:
            hit = len(text)
        reader.out.append(text[at:hit])
        at = hit
    return "".join(reader.out), len(data)


def escape_encode(data, errors="strict"):
    """The inside of repr(bytes)."""
    if not isinstance(data, bytes):
        raise TypeError(f"escape_encode() argument 1 must be bytes, not {type(data).__name__}")
    out = []
    for byte in data:
        char = chr(byte)
        out.append("\\'" if char == "'" else _escape_one(byte))
    return "".join(out).encode("latin-1"), len(data)


def escape_decode(data, errors="strict"):
    """What a bytes literal with this inside means."""
    if isinstance(data, str):
        data = data.encode()
    text = bytes(data).decode("latin-1")
    out = []
    at = 0
    while at < len(text):
        if text[at] != "\\":
            out.append(text[at])
            at += 1
            continue
        kind = text[at + 1:at + 2]
        if kind == "":
            raise ValueError("Trailing \\ in string")
        if kind in "01234567":
            end = at + 2
            while end < len(text) and end < at + 4 and text[end] in "01234567":
                end += 1
            out.append(chr(int(text[at + 1:end], 8) & 255))
            at = end
        elif kind == "x":
            digits = text[at + 2:at + 4]
            if len(digits) == 2 and digits[0] in _HEX and digits[1] in _HEX:
                out.append(chr(int(digits, 16)))
                at += 4
            elif errors == "strict":
                raise ValueError(f"invalid \\x escape at position {at}")
            else:
                if errors == "replace":
                    out.append("?")
                elif errors != "ignore":
                    raise ValueError("decoding error; unknown error handling "
                                     f"code: {errors}")
                at += 3 if digits[:1] and digits[0] in _HEX else 2
        else:
            out.append(_MEANING.get(kind, "\\" + kind))
            at += 2
    return "".join(out).encode("latin-1"), len(data)
