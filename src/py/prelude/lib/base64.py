# base64.py - Base16, Base32, Base64, Ascii85 and Base85 encodings.
#
# Stateless.  Loops over well-formed data are natives (mod/base64.c, base_n.c);
# what they refuse is decoded here again, to say what is wrong with it.
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
_BASE16 = b"0123456789ABCDEF"
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

# Characters of padding that a last group can have.
_PADDINGS = (0, 6, 4, 3, 1)


def _decode32(text, alphabet, casefold):
    if len(text) % 8:
        raise binascii.Error("Incorrect padding")
    if casefold:
        text = text.upper()
    digits = text.rstrip(b"=")
    padding = len(text) - len(digits)
    made = _base64.decode_bits(digits, alphabet)
    if made is None and digits:
        raise binascii.Error("Non-base32 digit found")
    if padding not in _PADDINGS:
        raise binascii.Error("Incorrect padding")
    return made or b""


def b32encode(s):
    """Encode in Base32."""
    return _base64.encode_bits(_raw(s), _BASE32)


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
    return _base64.encode_bits(_raw(s), _BASE32_HEX)


def b32hexdecode(s, casefold=False):
    """Decode Base32 with the digits first."""
    return _decode32(_coded(s), _BASE32_HEX, casefold)


def b16encode(s):
    """Encode in hexadecimal digits."""
    if type(s) is not bytes:
        return binascii.hexlify(s).upper()
    return _base64.encode_bits(s, _BASE16)


def b16decode(s, casefold=False):
    """Decode hexadecimal digits."""
    text = _coded(s)
    if casefold:
        text = text.upper()
    made = _base64.decode_bits(text, _BASE16)
    if made is None and text:
        raise binascii.Error("Non-base16 digit found")
    if len(text) % 2:
        raise binascii.Error("Odd-length string")
    return made or b""


# ------------------------------------------------------------ Base85, Ascii85


# Flags of _base64.encode85.
_FOLD_ZERO, _FOLD_SPACES, _PAD = 1, 2, 4


def b85encode(b, pad=False):
    """Encode in Base85, as git does."""
    return _base64.encode85(_raw(b), _BASE85, _PAD if pad else 0)


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Encode in Ascii85, as PostScript does."""
    flags = _FOLD_ZERO
    if foldspaces:
        flags |= _FOLD_SPACES
    if pad:
        flags |= _PAD
    text = _base64.encode85(_raw(b), _ASCII85, flags)
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


def _b85_fault(text):
    """Raise for the first group that cannot be decoded."""
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


def b85decode(b):
    """Decode Base85."""
    text = _coded(b)
    missing = -len(text) % 5
    text += b"~" * missing
    made = _base64.decode85(text, _BASE85)
    if made is None:
        _b85_fault(text)
        return b""
    return made[:-missing] if missing else made


def _without_marks(text):
    if not text.endswith(b"~>"):
        raise ValueError("Ascii85 encoded byte sequences must end with "
                         f"{b'~>'!r}")
    return text[:-2].removeprefix(b"<~")


def a85decode(b, *, foldspaces=False, adobe=False,
              ignorechars=b" \t\n\r\v"):
    """Decode Ascii85."""
    text = _coded(b)
    if adobe:
        text = _without_marks(text)
    if type(ignorechars) is bytes:
        made = _base64.decode_ascii85(text, ignorechars, bool(foldspaces))
        if made is not None:
            return made
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
