# base64.py - Base16, Base32, Base64, Ascii85 and Base85 encodings.
#
# Stateless; the Base64 loops live in binascii.
#
# SPDX-License-Identifier: Apache-2.0
"""Base16, Base32, Base64 (RFC 3548), Base85 and Ascii85 data encodings"""
import binascii

__all__ = [
    "encode", "decode", "encodebytes", "decodebytes", "b64encode",
    "b64decode", "b32encode", "b32decode", "b32hexencode", "b32hexdecode",
    "b16encode", "b16decode", "b85encode", "b85decode", "a85encode",
    "a85decode", "standard_b64encode", "standard_b64decode",
    "urlsafe_b64encode", "urlsafe_b64decode"]

bytes_types = (bytes, bytearray)
MAXLINESIZE = 76
MAXBINSIZE = 57
_B32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_B32HEX = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"
_B85 = (b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        b"!#$%&()*+-;<=>?@^_`{|}~")
_B85_VALUES = {c: i for i, c in enumerate(_B85)}
_A85START = b"<~"
_A85END = b"~>"
_B64_ALPHABET = frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


def _bytes_from_decode_data(s):
    """Bytes from a bytes-like object or an ASCII string."""
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII "
                             "characters")
    if isinstance(s, bytes_types):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII "
                        "string, not %r" % s.__class__.__name__) from None


def _bytes(s):
    return s if isinstance(s, bytes_types) else memoryview(s).tobytes()


def b64encode(s, altchars=None):
    """Encode the bytes-like object s using Base64 and return a bytes
    object."""
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """Decode the Base64 encoded bytes-like object or ASCII string s."""
    s = _bytes_from_decode_data(s)
    if altchars is not None:
        altchars = _bytes_from_decode_data(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    """Encode bytes-like object s using the standard Base64 alphabet."""
    return b64encode(s)


def standard_b64decode(s):
    """Decode bytes encoded with the standard Base64 alphabet."""
    return b64decode(s)


def urlsafe_b64encode(s):
    """Encode bytes using the URL- and filesystem-safe Base64 alphabet."""
    return b64encode(s).translate(bytes.maketrans(b"+/", b"-_"))


def urlsafe_b64decode(s):
    """Decode bytes using the URL- and filesystem-safe Base64 alphabet."""
    s = _bytes_from_decode_data(s)
    return b64decode(s.translate(bytes.maketrans(b"-_", b"+/")))


def _encode32(s, alphabet):  # native candidate
    s = bytes(_bytes(s))
    left = len(s) % 5
    if left:
        s += b"\0" * (5 - left)
    out = bytearray()
    for i in range(0, len(s), 5):
        n = int.from_bytes(s[i:i + 5], "big")
        for shift in (35, 30, 25, 20, 15, 10, 5, 0):
            out.append(alphabet[n >> shift & 31])
    pads = (0, 6, 4, 3, 1)[left]
    if pads:
        out[-pads:] = b"=" * pads
    return bytes(out)


def _decode32(s, alphabet, casefold=False, map01=None):  # native candidate
    s = _bytes_from_decode_data(s)
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        map01 = _bytes_from_decode_data(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b"01", b"O" + map01))
    if casefold:
        s = s.upper()
    size = len(s)
    s = s.rstrip(b"=")
    pads = size - len(s)
    values = {c: i for i, c in enumerate(alphabet)}
    out = bytearray()
    acc = 0
    for i in range(0, len(s), 8):
        quanta = s[i:i + 8]
        acc = 0
        for c in quanta:
            v = values.get(c)
            if v is None:
                raise binascii.Error("Non-base32 digit found") from None
            acc = acc << 5 | v
        if len(quanta) == 8:
            out += acc.to_bytes(5, "big")
    if size % 8 or pads not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    if pads and size:
        last = (acc << 5 * pads).to_bytes(5, "big")
        out += last[:(43 - 5 * pads) // 8]
    return bytes(out)


def b32encode(s):
    """Encode the bytes-like objects using base32 and return a bytes
    object."""
    return _encode32(s, _B32)


def b32decode(s, casefold=False, map01=None):
    """Decode the base32 encoded bytes-like object or ASCII string s."""
    return _decode32(s, _B32, casefold, map01)


def b32hexencode(s):
    """Encode the bytes-like objects using base32hex."""
    return _encode32(s, _B32HEX)


def b32hexdecode(s, casefold=False):
    """Decode the base32hex encoded bytes-like object or ASCII string s."""
    return _decode32(s, _B32HEX, casefold)


def b16encode(s):
    """Encode the bytes-like object s using Base16."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """Decode the Base16 encoded bytes-like object or ASCII string s."""
    s = _bytes_from_decode_data(s)
    if casefold:
        s = s.upper()
    for c in s:
        if not (48 <= c <= 57 or 65 <= c <= 70):
            raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


def _encode85(b, digits, pad, fold_zeros, fold_spaces):  # native candidate
    """Five characters per four bytes; `digits` maps 0..84 to a byte."""
    b = bytes(_bytes(b))
    padding = -len(b) % 4
    if padding:
        b += b"\0" * padding
    chunks = []
    for i in range(0, len(b), 4):
        n = int.from_bytes(b[i:i + 4], "big")
        if fold_zeros and n == 0:
            chunks.append(b"z")
        elif fold_spaces and n == 0x20202020:
            chunks.append(b"y")
        else:
            five = bytearray(5)
            for j in (4, 3, 2, 1, 0):
                n, r = divmod(n, 85)
                five[j] = digits[r]
            chunks.append(bytes(five))
    if padding and not pad:
        if chunks[-1] == b"z":
            chunks[-1] = bytes([digits[0]]) * 5
        chunks[-1] = chunks[-1][:-padding]
    return b"".join(chunks)


_A85 = bytes(range(33, 118))


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Encode bytes-like object b using Ascii85."""
    result = _encode85(b, _A85, pad, True, foldspaces)
    if adobe:
        result = _A85START + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [result[i:i + wrapcol]
                 for i in range(0, len(result), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b"")
        result = b"\n".join(lines)
    if adobe:
        result += _A85END
    return result


def a85decode(b, *, foldspaces=False, adobe=False,
              ignorechars=b" \t\n\r\v"):  # native candidate
    """Decode the Ascii85 encoded bytes-like object or ASCII string b."""
    b = _bytes_from_decode_data(b)
    if adobe:
        if not b.endswith(_A85END):
            raise ValueError("Ascii85 encoded byte sequences must end with "
                             "{!r}".format(_A85END))
        b = b[2:-2] if b.startswith(_A85START) else b[:-2]
    out = bytearray()
    acc = count = 0
    for c in b + b"u" * 4:
        if 33 <= c <= 117:
            acc = acc * 85 + c - 33
            count += 1
            if count == 5:
                if acc > 0xFFFFFFFF:
                    raise ValueError("Ascii85 overflow") from None
                out += acc.to_bytes(4, "big")
                acc = count = 0
        elif c == 122:
            if count:
                raise ValueError("z inside Ascii85 5-tuple")
            out += b"\0\0\0\0"
        elif foldspaces and c == 121:
            if count:
                raise ValueError("y inside Ascii85 5-tuple")
            out += b"    "
        elif c not in ignorechars:
            raise ValueError("Non-Ascii85 digit found: %c" % c)
    padding = 4 - count
    if padding:
        del out[-padding:]
    return bytes(out)


def b85encode(b, pad=False):
    """Encode bytes-like object b in base85 format and return a bytes
    object."""
    return _encode85(b, _B85, pad, False, False)


def b85decode(b):  # native candidate
    """Decode the base85-encoded bytes-like object or ASCII string b."""
    b = bytes(_bytes_from_decode_data(b))
    padding = -len(b) % 5
    b += b"~" * padding
    out = bytearray()
    values = _B85_VALUES
    for i in range(0, len(b), 5):
        acc = 0
        for j, c in enumerate(b[i:i + 5]):
            v = values.get(c)
            if v is None:
                raise ValueError("bad base85 character at position %d"
                                 % (i + j)) from None
            acc = acc * 85 + v
        if acc > 0xFFFFFFFF:
            raise ValueError("base85 overflow in hunk starting at byte %d"
                             % i) from None
        out += acc.to_bytes(4, "big")
    if padding:
        del out[-padding:]
    return bytes(out)


def encode(input, output):
    """Encode a file; input and output are binary files."""
    while s := input.read(MAXBINSIZE):
        while len(s) < MAXBINSIZE and (more := input.read(MAXBINSIZE
                                                          - len(s))):
            s += more
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    """Decode a file; input and output are binary files."""
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def _input_type_check(s):
    try:
        m = memoryview(s)
    except TypeError as err:
        raise TypeError("expected bytes-like object, not %s"
                        % s.__class__.__name__) from err
    if m.format not in ("c", "b", "B"):
        raise TypeError("expected single byte elements, not %r from %s"
                        % (m.format, s.__class__.__name__))
    if m.ndim != 1:
        raise TypeError("expected 1-D data, not %d-D data from %s"
                        % (m.ndim, s.__class__.__name__))


def encodebytes(s):
    """Encode a bytestring into a bytes object containing multiple lines of
    base-64 data."""
    _input_type_check(s)
    return b"".join(binascii.b2a_base64(s[i:i + MAXBINSIZE])
                    for i in range(0, len(s), MAXBINSIZE))


def decodebytes(s):
    """Decode a bytestring of base-64 data into a bytes object."""
    _input_type_check(s)
    return binascii.a2b_base64(s)
