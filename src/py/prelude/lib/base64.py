# base64.py - Base16, Base32, Base64, Ascii85 and Base85 encodings.
#
# Stateless; the Base64 loops live in binascii.
#
# SPDX-License-Identifier: Apache-2.0
"""Bytes as printable characters, and back."""
import binascii

import _base64

__all__ = [
    "encode", "decode", "encodebytes", "decodebytes", "b64encode",
    "b64decode", "b32encode", "b32decode", "b32hexencode", "b32hexdecode",
    "b16encode", "b16decode", "b85encode", "b85decode", "a85encode",
    "a85decode", "standard_b64encode", "standard_b64decode",
    "urlsafe_b64encode", "urlsafe_b64decode"]

MAXLINESIZE = 76
MAXBINSIZE = 57
_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_BASE32_HEX = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"
_BASE85 = (b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
           b"!#$%&()*+-;<=>?@^_`{|}~")
_ASCII85 = bytes(range(33, 118))
_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_", b"+/")


def _raw(s):
    """What is to be encoded, as bytes."""
    return bytes(s if isinstance(s, (bytes, bytearray)) else memoryview(s))


def _coded(s):
    """What is to be decoded, as bytes; ASCII text will do."""
    if isinstance(s, str):
        if not s.isascii():
            raise ValueError("string argument should contain only ASCII "
                             "characters")
        return s.encode()
    try:
        return _raw(s)
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII "
                        f"string, not {type(s).__name__!r}") from None


# -------------------------------------------------------------------- Base64


def b64encode(s, altchars=None):
    """Encode in Base64; `altchars` stand for + and /."""
    text = _base64.encode(s) if s.__class__ is bytes else None
    if text is None:
        text = binascii.b2a_base64(s, newline=False)
    if altchars is None:
        return text
    assert len(altchars) == 2, repr(altchars)
    return text.translate(bytes.maketrans(b"+/", altchars))


def b64decode(s, altchars=None, validate=False):
    """Decode Base64; without `validate` other characters are skipped."""
    text = _coded(s)
    if altchars is not None:
        others = _coded(altchars)
        assert len(others) == 2, repr(others)
        text = text.translate(bytes.maketrans(others, b"+/"))
    made = _base64.decode(text)
    if made is None:
        return binascii.a2b_base64(text, strict_mode=validate)
    return made


def standard_b64encode(s):
    """Encode with + and /."""
    return b64encode(s)


def standard_b64decode(s):
    """Decode with + and /."""
    return b64decode(s)


def urlsafe_b64encode(s):
    """Encode with - and _ in place of + and /."""
    return b64encode(s).translate(_TO_URL)


def urlsafe_b64decode(s):
    """Decode with - and _ in place of + and /."""
    return b64decode(_coded(s).translate(_FROM_URL))


def _must_be_flat(s):
    kind = type(s).__name__
    try:
        view = memoryview(s)
    except TypeError as exc:
        raise TypeError(f"expected bytes-like object, not {kind}") from exc
    if view.format not in ("c", "b", "B"):
        raise TypeError("expected single byte elements, not "
                        f"{view.format!r} from {kind}")
    if view.ndim != 1:
        raise TypeError(f"expected 1-D data, not {view.ndim}-D data from "
                        f"{kind}")


def encodebytes(s):
    """Encode in lines, as mail does."""
    _must_be_flat(s)
    starts = range(0, len(s), MAXBINSIZE)
    return b"".join([binascii.b2a_base64(s[at:at + MAXBINSIZE])
                     for at in starts])


def decodebytes(s):
    """Decode lines."""
    _must_be_flat(s)
    return binascii.a2b_base64(s)


def encode(input, output):
    """Encode an open binary file into another, in lines."""
    line = b""
    while piece := input.read(MAXBINSIZE - len(line)):
        line += piece
        if len(line) == MAXBINSIZE:
            output.write(binascii.b2a_base64(line))
            line = b""
    if line:
        output.write(binascii.b2a_base64(line))


def decode(input, output):
    """Decode an open binary file into another."""
    for line in iter(input.readline, b""):
        output.write(binascii.a2b_base64(line))


# ------------------------------------------------------------ Base32, Base16

# Bytes in the last group: characters of padding.
_PADDING = {0: 0, 1: 6, 2: 4, 3: 3, 4: 1}


def _encode32(s, alphabet):  # native candidate
    """Eight characters for five bytes."""
    data = _raw(s)
    padding = _PADDING[len(data) % 5]
    data += bytes(-len(data) % 5)
    out = bytearray()
    for at in range(0, len(data), 5):
        group = int.from_bytes(data[at:at + 5], "big")
        out += bytes([alphabet[group >> 5 * place & 31]
                      for place in range(7, -1, -1)])
    if padding:
        out[-padding:] = b"=" * padding
    return bytes(out)


def _decode32(text, alphabet, casefold):  # native candidate
    if len(text) % 8:
        raise binascii.Error("Incorrect padding")
    if casefold:
        text = text.upper()
    digits = text.rstrip(b"=")
    padding = len(text) - len(digits)
    if digits.strip(alphabet):
        raise binascii.Error("Non-base32 digit found")
    if padding not in _PADDING.values():
        raise binascii.Error("Incorrect padding")
    values = [*map(alphabet.index, digits), *[0] * padding]
    out = bytearray()
    for at in range(0, len(values), 8):
        group = 0
        for value in values[at:at + 8]:
            group = group << 5 | value
        out += group.to_bytes(5, "big")
    if padding:
        del out[-((5 * padding + 7) // 8):]
    return bytes(out)


def b32encode(s):
    """Encode in Base32."""
    return _encode32(s, _BASE32)


def b32decode(s, casefold=False, map01=None):
    """Decode Base32; 0 and 1 count as O and `map01` if that is given."""
    text = _coded(s)
    if map01 is not None:
        one = _coded(map01)
        assert len(one) == 1, repr(one)
        if len(text) % 8:
            raise binascii.Error("Incorrect padding")
        text = text.translate(bytes.maketrans(b"01", b"O" + one))
    return _decode32(text, _BASE32, casefold)


def b32hexencode(s):
    """Encode in Base32 with the digits first."""
    return _encode32(s, _BASE32_HEX)


def b32hexdecode(s, casefold=False):
    """Decode Base32 with the digits first."""
    return _decode32(_coded(s), _BASE32_HEX, casefold)


def b16encode(s):
    """Encode in hexadecimal digits."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """Decode hexadecimal digits."""
    text = _coded(s)
    if casefold:
        text = text.upper()
    if text.strip(b"0123456789ABCDEF"):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(text)


# ------------------------------------------------------------ Base85, Ascii85


def _five(number, alphabet):
    """The five digits of a number below 85 ** 5."""
    digits = []
    for _ in range(5):
        number, digit = divmod(number, 85)
        digits.append(alphabet[digit])
    return bytes(digits[::-1])


def _encode85(s, alphabet, pad, short):  # native candidate
    """Five characters for four bytes; `short` has forms of some numbers."""
    data = _raw(s)
    missing = -len(data) % 4
    data += bytes(missing)
    out = []
    for at in range(0, len(data), 4):
        number = int.from_bytes(data[at:at + 4], "big")
        whole = at + 4 < len(data) or pad or not missing
        form = short.get(number) if whole or number else None
        out.append(form or _five(number, alphabet))
    if missing and not pad:
        out[-1] = out[-1][:-missing]
    return b"".join(out)


def b85encode(b, pad=False):
    """Encode in Base85, as git does."""
    return _encode85(b, _BASE85, pad, {})


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Encode in Ascii85, as PostScript does."""
    short = {0: b"z"}
    if foldspaces:
        short[0x20202020] = b"y"
    text = _encode85(b, _ASCII85, pad, short)
    begin, end = (b"<~", b"~>") if adobe else (b"", b"")
    text = begin + text
    if wrapcol:
        width = max(len(begin) or 1, wrapcol)
        lines = [text[at:at + width] for at in range(0, len(text), width)]
        # The end mark is not broken.
        if adobe and len(lines[-1]) + len(end) > width:
            lines.append(b"")
        text = b"\n".join(lines)
    return text + end


def b85decode(b):  # native candidate
    """Decode Base85."""
    text = _coded(b)
    missing = -len(text) % 5
    text += b"~" * missing
    out = bytearray()
    for at in range(0, len(text), 5):
        number = 0
        for place in range(at, at + 5):
            digit = _BASE85.find(text[place])
            if digit < 0:
                raise ValueError("bad base85 character at position "
                                 f"{place}")
            number = number * 85 + digit
        if number >> 32:
            raise ValueError("base85 overflow in hunk starting at byte "
                             f"{at}")
        out += number.to_bytes(4, "big")
    return bytes(out[:-missing] if missing else out)


def _without_marks(text):
    if not text.endswith(b"~>"):
        raise ValueError("Ascii85 encoded byte sequences must end with "
                         f"{b'~>'!r}")
    return text[:-2].removeprefix(b"<~")


def a85decode(b, *, foldspaces=False, adobe=False,
              ignorechars=b" \t\n\r\v"):  # native candidate
    """Decode Ascii85."""
    text = _coded(b)
    if adobe:
        text = _without_marks(text)
    folded = {ord("z"): bytes(4)}
    if foldspaces:
        folded[ord("y")] = b"    "
    out = bytearray()
    number = count = 0
    for c in text + b"uuuu":
        if 33 <= c <= 117:
            number = number * 85 + c - 33
            count += 1
            if count == 5:
                if number >> 32:
                    raise ValueError("Ascii85 overflow")
                out += number.to_bytes(4, "big")
                number = count = 0
        elif c in folded:
            if count:
                raise ValueError(f"{chr(c)} inside Ascii85 5-tuple")
            out += folded[c]
        elif c not in ignorechars:
            raise ValueError(f"Non-Ascii85 digit found: {chr(c)}")
    # The letters added: some completed the last group, the rest is waste.
    waste = 4 - count
    return bytes(out[:-waste] if waste else out)
