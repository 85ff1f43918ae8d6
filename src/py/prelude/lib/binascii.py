# binascii.py - hex, base64, quoted-printable and checksums on bytes.
#
# Every inner loop is a native candidate; the texts of errors are CPython's.
#
# SPDX-License-Identifier: Apache-2.0
"""Bytes as text, and back."""
import zlib

import _base64

_ALPHABET = ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
             "0123456789+/")
_PAIRS = [a + b for a in _ALPHABET for b in _ALPHABET]
_VALUES = {ord(c): i for i, c in enumerate(_ALPHABET)}
_HEX = "0123456789abcdef"


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def _data(value):
    """Bytes of a bytes-like argument."""
    if isinstance(value, (bytes, bytearray)):
        return value
    try:
        return memoryview(value).tobytes()
    except TypeError:
        raise TypeError("a bytes-like object is required, not "
                        f"'{type(value).__name__}'") from None


def _ascii(value):
    """Bytes of an argument that may also be an ASCII string."""
    if isinstance(value, str):
        try:
            return value.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII "
                             "characters") from None
    try:
        return _data(value)
    except TypeError:
        raise TypeError("argument should be bytes, buffer or ASCII string, "
                        f"not '{type(value).__name__}'") from None


def hexlify(data, sep=None, bytes_per_sep=1):
    """Bytes as hexadecimal digits."""
    if sep is None:
        return bytes(_data(data)).hex().encode("ascii")
    return bytes(_data(data)).hex(sep, bytes_per_sep).encode("ascii")


b2a_hex = hexlify


def unhexlify(hexstr, /):
    """Bytes from hexadecimal digits."""
    text = _ascii(hexstr)
    if len(text) % 2:
        raise Error("Odd-length string")
    text = bytes(text)
    try:
        if text.isalnum() or not text:
            return bytes.fromhex(text.decode("ascii"))
    except ValueError:
        pass
    raise Error("Non-hexadecimal digit found")


a2b_hex = unhexlify


def b2a_base64(data, /, *, newline=True):  # native candidate
    """Bytes as Base64."""
    data = bytes(_data(data))
    made = _base64.encode(data)
    if made is not None:
        return made + b"\n" if newline else made
    pairs = _PAIRS
    out = []
    full = len(data) - len(data) % 3
    for i in range(0, full, 3):
        n = data[i] << 16 | data[i + 1] << 8 | data[i + 2]
        out.append(pairs[n >> 12])
        out.append(pairs[n & 4095])
    rest = len(data) - full
    if rest == 1:
        out.append(pairs[data[full] << 4])
        out.append("==")
    elif rest == 2:
        n = (data[full] << 8 | data[full + 1]) << 2
        out.append(pairs[n >> 6])
        out.append(_ALPHABET[n & 63])
        out.append("=")
    if newline:
        out.append("\n")
    return "".join(out).encode("ascii")


def a2b_base64(data, /, *, strict_mode=False):  # native candidate
    """Bytes from Base64."""
    data = _ascii(data)
    made = _base64.decode(data)
    if made is not None:
        return made
    if strict_mode and len(data) and data[0] == 61:
        raise Error("Leading padding not allowed")
    out = bytearray()
    values = _VALUES
    quad = left = pads = 0
    padded = False
    for i, c in enumerate(data):
        if c == 61:
            padded = True
            if quad >= 2:
                pads += 1
                if quad + pads >= 4:
                    if strict_mode and i + 1 < len(data):
                        raise Error("Excess data after padding")
                    return bytes(out)
            continue
        v = values.get(c)
        if v is None:
            if strict_mode:
                raise Error("Only base64 data is allowed")
            continue
        if strict_mode and padded:
            raise Error("Discontinuous padding not allowed")
        pads = 0
        if quad == 0:
            quad, left = 1, v
        elif quad == 1:
            quad = 2
            out.append(left << 2 | v >> 4)
            left = v & 15
        elif quad == 2:
            quad = 3
            out.append(left << 4 | v >> 2)
            left = v & 3
        else:
            quad = 0
            out.append(left << 6 | v)
    if quad:
        if quad == 1:
            count = len(out) // 3 * 4 + 1
            raise Error("Invalid base64-encoded string: number of data "
                        f"characters ({count}) cannot be 1 more than a "
                        "multiple of 4")
        raise Error("Incorrect padding")
    return bytes(out)


def crc32(data, crc=0, /):
    """Compute CRC-32 incrementally."""
    return zlib.crc32(data, crc)


def crc_hqx(data, crc, /):  # native candidate
    """Compute CRC-CCITT incrementally."""
    crc &= 0xFFFF
    for b in _data(data):
        crc ^= b << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def a2b_qp(data, header=False):
    """Bytes from quoted-printable text."""
    data = _ascii(data)
    out = bytearray()
    i, n = 0, len(data)
    while i < n:
        c = data[i]
        if c == 61:
            i += 1
            if i >= n:
                break
            if data[i] in b"\r\n":
                while i < n and data[i] != 10:
                    i += 1
                i += 1
            elif data[i] == 61:
                out.append(61)
                i += 1
            elif i + 1 < n and _is_hex(data[i]) and _is_hex(data[i + 1]):
                out.append(int(bytes(data[i:i + 2]), 16))
                i += 2
            else:
                out.append(61)
        elif header and c == 95:
            out.append(32)
            i += 1
        else:
            out.append(c)
            i += 1
    return bytes(out)


def _is_hex(c):
    return 48 <= c <= 57 or 65 <= c <= 70 or 97 <= c <= 102


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    """Bytes as quoted-printable text."""
    data = bytes(_data(data))
    crlf = b"\r\n" if 0 < data.find(b"\n") and (
        data[data.find(b"\n") - 1] == 13) else b"\n"
    out = bytearray()
    line = 0
    i, n = 0, len(data)
    while i < n:
        c = data[i]
        at_end = i + 1 == n
        if istext and (c == 10 or c == 13 and not at_end
                       and data[i + 1] == 10):
            if out and out[-1] in b" \t":
                last = out.pop()
                out += b"=%02X" % last
            out += crlf
            line = 0
            i += 2 if c == 13 else 1
            continue
        quote = (c > 126 or c == 61 or header and c == 95
                 or c == 46 and line == 0 and (
                     at_end or data[i + 1] in b"\r\n\0")
                 or not istext and c in b"\r\n"
                 or c in b"\t " and at_end
                 or c < 33 and c not in b"\r\n\t "
                 or c < 33 and c not in b"\r\n" and quotetabs)
        if not istext and c in b"\r\n":
            quote = True
        size = 3 if quote else 1
        nxt = data[i + 1] if not at_end else 10
        if nxt != 10 and line + size >= 76:
            out += b"=" + crlf
            line = 0
        if quote:
            out += b"=%02X" % c
        elif header and c == 32:
            out.append(95)
        else:
            out.append(c)
        line += size
        i += 1
    return bytes(out)


def a2b_uu(data, /):
    """Bytes from one line of uuencode."""
    data = _ascii(data)
    if not data:
        return b"\0" * 32
    size = (data[0] - 32) & 63
    out = bytearray()
    bits = have = 0
    for i in range(1, (size * 8 + 5) // 6 + 1):
        c = data[i] if i < len(data) else 32
        if c in b"\r\n":
            c = 32
        if not 32 <= c <= 96:
            raise Error("Illegal char")
        bits = bits << 6 | (c - 32) & 63
        have += 6
        if have >= 8:
            have -= 8
            out.append(bits >> have & 255)
    for c in data[(size * 8 + 5) // 6 + 1:]:
        if c not in b" `\r\n":
            raise Error("Trailing garbage")
    return bytes(out[:size])


def b2a_uu(data, /, *, backtick=False):
    """Uuencode line of data."""
    data = bytes(_data(data))
    if len(data) > 45:
        raise Error("At most 45 bytes at once")
    zero = 96 if backtick else 32
    out = bytearray([len(data) + 32 if data else zero])
    padded = data + b"\0" * (-len(data) % 3)
    for i in range(0, len(padded), 3):
        n = int.from_bytes(padded[i:i + 3], "big")
        for shift in (18, 12, 6, 0):
            v = n >> shift & 63
            out.append(v + 32 if v else zero)
    out.append(10)
    return bytes(out)
