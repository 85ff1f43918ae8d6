"""_codecs - conversions between text and bytes that C does not do alone.

C code has UTF-8/16/32, ASCII, Latin-1, the single-byte tables and the encodings
of East Asia with the built-in error handlers.  Here is the rest: handlers and codecs that programs
register, the escape codecs, UTF-7, Punycode, IDNA and the byte transforms.
What programs register belongs to the session.

SPDX-License-Identifier: Apache-2.0
"""

import binascii
import zlib

from _codec_ascii import (idna_decode, idna_encode, punycode_decode,
                          punycode_encode, utf_7_decode, utf_7_encode)
from _codec_errors import (_ask, _registry, backslashreplace_errors,
                           ignore_errors, lookup_error, namereplace_errors,
                           register_error, replace_errors, strict_errors,
                           xmlcharrefreplace_errors)
from _codec_escapes import (_Reader, escape_decode, escape_encode,
                            raw_unicode_escape_decode,
                            raw_unicode_escape_encode, unicode_escape_decode,
                            unicode_escape_encode)
from _codec_shift import iso2022_jp_decode, iso2022_jp_encode
from intrinsics import (_codec_decode, _codec_encode, _codec_name, _exact_str,
                        _twin)


# --- str.encode, bytes.decode ---------------------------------------------------------


def encode_steps(text, encoding, errors):
    """Encode with a codec of C and any handler."""
    out = []
    at = 0
    begun = False
    if _codec_name(encoding) == "utf-8-sig":
        out.append(b"\xef\xbb\xbf")
        encoding = "utf-8"
    while True:
        done, at, end, reason, name, encoding = _codec_encode(
            text, encoding, errors, at, begun)
        out.append(done)
        if reason is None:
            return b"".join(out)
        begun = True
        error = UnicodeEncodeError(name, text, at, end, reason)
        new, at = _ask(lookup_error(errors), error, len(text), "encoding")
        if isinstance(new, str):
            new, _, _, failed, _, _ = _codec_encode(new, encoding, "strict", 0, True)
            if failed is not None:
                raise error
        out.append(new)


def decode_steps(data, encoding, errors, final=True, begun=False):
    """(text, bytes used, codec to go on with) with any handler."""
    out = []
    at = 0
    while True:
        done, at, end, reason, name, encoding = _codec_decode(
            data, encoding, errors, at, begun, final)
        out.append(done)
        if reason is None:
            return "".join(out), at, encoding
        begun = True
        error = UnicodeDecodeError(name, bytes(data), at, end, reason)
        new, at = _ask(lookup_error(errors), error, len(data), "decoding")
        out.append(new)


def _codec_for(encoding, verb):
    info = lookup(encoding)
    if not info._is_text_encoding:
        raise LookupError(f"'{encoding}' is not a text encoding; use codecs.{verb}() "
                          "to handle arbitrary codecs")
    return info


@_twin("str.encode")
def _str_encode(self, encoding="utf-8", errors="strict"):
    text = _exact_str(self)
    if _codec_name(encoding) is not None:
        return encode_steps(text, encoding, errors)
    out = _codec_for(encoding, "encode").encode(text, errors)
    if type(out) is not tuple or len(out) != 2:
        raise TypeError("encoder must return a tuple (object, integer)")
    out = out[0]
    if isinstance(out, bytearray):
        return bytes(out)
    if not isinstance(out, bytes):
        raise TypeError(f"'{encoding}' encoder returned '{type(out).__name__}' instead of "
                        "'bytes'; use codecs.encode() to encode to arbitrary types")
    return out


@_twin("bytes.decode")
@_twin("bytearray.decode")
def _bytes_decode(self, encoding="utf-8", errors="strict"):
    data = bytes(self)
    name = _codec_name(encoding)
    if name is not None:
        if name == "utf-8-sig":
            encoding = "utf-8"
            data = data.removeprefix(b"\xef\xbb\xbf")
        return decode_steps(data, encoding, errors)[0]
    out = _codec_for(encoding, "decode").decode(data, errors)
    if type(out) is not tuple or len(out) != 2:
        raise TypeError("decoder must return a tuple (object,integer)")
    if not isinstance(out[0], str):
        raise TypeError(f"'{encoding}' decoder returned '{type(out[0]).__name__}' instead of "
                        "'str'; use codecs.decode() to decode to arbitrary types")
    return out[0]


# --- tables -----------------------------------------------------------------------------------


def charmap_build(table, /):
    """A mapping from characters to bytes for a decoding table."""
    return {ord(char): byte for byte, char in enumerate(table)}


def charmap_encode(text, errors="strict", mapping=None):
    if mapping is None:
        return text.encode("latin-1", errors), len(text)
    out = bytearray()
    at = 0
    while at < len(text):
        try:
            found = mapping[ord(text[at])]
        except LookupError:
            found = None
        if found is None or found == 0xFFFE:
            error = UnicodeEncodeError("charmap", text, at, at + 1,
                                       "character maps to <undefined>")
            new, at = _ask(lookup_error(errors), error, len(text), "encoding")
            out += new if isinstance(new, bytes) else charmap_encode(new, "strict", mapping)[0]
            continue
        if isinstance(found, int):
            if not 0 <= found < 256:
                raise TypeError("character mapping must be in range(256)")
            out.append(found)
        elif isinstance(found, bytes):
            out += found
        else:
            raise TypeError("character mapping must return integer, bytes or None, not "
                            + type(found).__name__)
        at += 1
    return bytes(out), len(text)


def charmap_decode(data, errors="strict", mapping=None):
    data = bytes(data)
    if mapping is None:
        return data.decode("latin-1", errors), len(data)
    reader = _Reader("charmap", data, errors or "strict")
    at = 0
    while at < len(data):
        try:
            found = mapping[data[at]]
        except LookupError:
            found = None
        if found is None or found == "\ufffe" or found == 0xFFFE:
            at = reader.repair(at, at + 1, "character maps to <undefined>")
            continue
        if isinstance(found, int):
            if not 0 <= found < 0x110000:
                raise TypeError("character mapping must be in range(0x110000)")
            found = chr(found)
        elif not isinstance(found, str):
            raise TypeError("character mapping must return integer, None or str")
        reader.out.append(found)
        at += 1
    return "".join(reader.out), len(data)


# --- bytes to bytes ----------------------------------------------------------------------------


def _strictly(errors):
    if errors != "strict":
        raise AssertionError


def hex_encode(data, errors="strict"):
    _strictly(errors)
    return binascii.b2a_hex(data), len(data)


def hex_decode(data, errors="strict"):
    _strictly(errors)
    return binascii.a2b_hex(data), len(data)


def base64_encode(data, errors="strict"):
    _strictly(errors)
    data = bytes(data)
    return b"".join([binascii.b2a_base64(data[i:i + 57])
                     for i in range(0, len(data), 57)]), len(data)


def base64_decode(data, errors="strict"):
    _strictly(errors)
    return binascii.a2b_base64(data), len(data)


def zlib_encode(data, errors="strict"):
    _strictly(errors)
    return zlib.compress(data), len(data)


def zlib_decode(data, errors="strict"):
    _strictly(errors)
    return zlib.decompress(data), len(data)


def quopri_encode(data, errors="strict"):
    _strictly(errors)
    return binascii.b2a_qp(data, quotetabs=True), len(data)


def quopri_decode(data, errors="strict"):
    _strictly(errors)
    return binascii.a2b_qp(data), len(data)


_ROT13 = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
                       "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm")


def rot13(text, errors="strict"):
    return str.translate(text, _ROT13), len(text)


# --- looking up ------------------------------------------------------------------------------------

# name: (encode, decode, is it a text encoding?, aliases)
_PYTHON = {
    "unicode_escape": (unicode_escape_encode, unicode_escape_decode, True, ()),
    "raw_unicode_escape": (raw_unicode_escape_encode, raw_unicode_escape_decode, True, ()),
    "utf-7": (utf_7_encode, utf_7_decode, True, ("u7", "utf7", "unicode_1_1_utf_7")),
    "punycode": (punycode_encode, punycode_decode, True, ()),
    "idna": (idna_encode, idna_decode, True, ()),
    "iso2022_jp": (iso2022_jp_encode, iso2022_jp_decode, True,
                   ("csiso2022jp", "iso2022jp", "iso_2022_jp")),
    "charmap": (charmap_encode, charmap_decode, True, ()),
    "hex": (hex_encode, hex_decode, False, ("hex_codec",)),
    "base64": (base64_encode, base64_decode, False, ("base64_codec", "base_64")),
    "zlib": (zlib_encode, zlib_decode, False, ("zlib_codec", "zip")),
    "quopri": (quopri_encode, quopri_decode, False,
               ("quopri_codec", "quoted_printable", "quotedprintable")),
    "rot13": (rot13, rot13, False, ("rot_13",)),
}


def normal_name(name):
    """As the search functions of the library compare names."""
    out = []
    gap = False
    for char in name.lower():
        if char.isalnum() and char < "\x80" or char == ".":
            if gap and out:
                out.append("_")
            gap = False
            out.append(char)
        else:
            gap = True
    return "".join(out)


def find_python(name):
    """(canonical name, encode, decode, is text) of a codec written here."""
    plain = normal_name(name)
    for own, (encode, decode, is_text, aliases) in _PYTHON.items():
        if plain == own.replace("-", "_") or plain in aliases:
            return own, encode, decode, is_text
    return None


def lookup(encoding, /):
    """The CodecInfo of an encoding."""
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {type(encoding).__name__}")
    if "\0" in encoding:
        raise ValueError("embedded null character")
    registry = _registry()
    plain = encoding.lower().replace(" ", "-")
    found = registry.found.get(plain)
    if found is None:
        found = __import__("codecs")._make_info(plain)
        if found is None:
            for search in registry.searches:
                found = search(plain.replace("-", "_"))
                if found is not None:
                    break
            else:
                raise LookupError(f"unknown encoding: {encoding}")
        if not isinstance(found, tuple) or len(found) != 4:
            raise TypeError("codec search functions must return 4-tuples")
        registry.found[plain] = found
    return found


def register(search, /):
    """Register a codec search function."""
    if not callable(search):
        raise TypeError("argument must be callable")
    _registry().searches.append(search)


def unregister(search, /):
    """Forget a search function and everything that was found."""
    registry = _registry()
    if search in registry.searches:
        registry.searches.remove(search)
        registry.found.clear()


def encode(obj, encoding="utf-8", errors="strict"):
    """Encode an object; not every codec takes a str."""
    return lookup(encoding).encode(obj, errors)[0]


def decode(obj, encoding="utf-8", errors="strict"):
    """Decode an object."""
    return lookup(encoding).decode(obj, errors)[0]
