"""_codec_shift - ISO-2022-JP, which changes character sets by escapes.

Each set is one of another encoding: kanji are those of EUC-JP without the
upper bits.

SPDX-License-Identifier: Apache-2.0
"""

from _codec_errors import _ask, lookup_error
from _codec_escapes import _Reader

_NAME = "iso2022_jp"
_ILLEGAL = "illegal multibyte sequence"
_INCOMPLETE = "incomplete multibyte sequence"

_ASCII, _ROMAN, _KANJI = b"\x1b(B", b"\x1b(J", b"\x1b$B"
_SETS = {_ASCII: _ASCII, _ROMAN: _ROMAN, _KANJI: _KANJI, b"\x1b$@": _KANJI}
_FROM_ROMAN = {0x5C: "\xa5", 0x7E: "\u203e"}
_TO_ROMAN = {char: bytes([byte]) for byte, char in _FROM_ROMAN.items()}


def _in_set(char):
    """The escape of a character's set and its bytes there, or None."""
    if char < "\x80":
        return _ASCII, char.encode("ascii")
    if char in _TO_ROMAN:
        return _ROMAN, _TO_ROMAN[char]
    raw = char.encode("euc_jp", "ignore")
    if len(raw) == 2 and raw[0] > 0xA0:
        return _KANJI, bytes([raw[0] & 0x7F, raw[1] & 0x7F])
    return None


def iso2022_jp_encode(text, errors="strict"):
    out = bytearray()
    now = _ASCII
    at = 0
    while at < len(text):
        found = _in_set(text[at])
        at += 1
        if found is None:
            error = UnicodeEncodeError(_NAME, text, at - 1, at, _ILLEGAL)
            new, at = _ask(lookup_error(errors), error, len(text), "encoding")
            if isinstance(new, str):
                new = iso2022_jp_encode(new)[0]
            found = _ASCII, new
        if found[0] != now:
            now = found[0]
            out += now
        out += found[1]
    if now != _ASCII:
        out += _ASCII
    return bytes(out), len(text)


def _escape_at(data, at):
    """(escape, its set, what is wrong with it) where an ESC stands."""
    escape = data[at:at + 3]
    if len(escape) > 1 and escape[1] not in b"($":
        return b"", None, None  # a control character like any other
    if len(escape) < 3:
        return escape, None, _INCOMPLETE
    known = _SETS.get(escape)
    return escape, known, None if known else _ILLEGAL


def iso2022_jp_decode(data, errors="strict"):
    data = bytes(data)
    reader = _Reader(_NAME, data, errors or "strict")
    now = _ASCII
    at = 0
    while at < len(data):
        byte = data[at]
        if byte == 0x1B:
            escape, known, wrong = _escape_at(data, at)
            if wrong:
                at = reader.repair(at, at + len(escape), wrong)
                continue
            if known:
                now = known
                at += 3
                continue
        if byte > 0x7F:
            at = reader.repair(at, at + 1, _ILLEGAL)
        elif now == _KANJI and byte > 0x20:
            at = _kanji(reader, at)
        else:
            char = _FROM_ROMAN.get(byte) if now == _ROMAN else None
            reader.out.append(char or chr(byte))
            at += 1
    return "".join(reader.out), len(data)


def _kanji(reader, at):
    pair = reader.data[at:at + 2]
    if len(pair) < 2:
        return reader.repair(at, at + 1, _INCOMPLETE)
    char = ""
    if pair[1] < 0x80:
        raw = bytes([pair[0] | 0x80, pair[1] | 0x80])
        char = raw.decode("euc_jp", "ignore")
    if not char:
        return reader.repair(at, at + 2, _ILLEGAL)
    reader.out.append(char)
    return at + 2
