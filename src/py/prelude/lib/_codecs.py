"""_codecs - conversions between text and bytes that C does not do alone.

C code has UTF-8/16/32, ASCII, Latin-1 and the single-byte tables with the
built-in error handlers.  Here is the rest: handlers and codecs that programs
register, the escape codecs, UTF-7, Punycode, IDNA and the byte transforms.
What programs register belongs to the session.

SPDX-License-Identifier: Apache-2.0
"""

import binascii
import unicodedata
import zlib

from _caisson import session_state
from intrinsics import _codec_decode, _codec_encode, _codec_name, _exact_str, _twin


class _Registry:
    def __init__(self):
        self.searches = []
        self.handlers = {}
        self.found = {}


def _registry():
    return session_state("codecs", _Registry)


# --- error handlers ----------------------------------------------------------------


def _unhandled(error):
    return TypeError("don't know how to handle "
                     f"{type(error).__name__} in error callback")


def strict_errors(error):
    """Raise the exception."""
    if not isinstance(error, Exception):
        raise TypeError("codec must pass exception instance")
    raise error


def ignore_errors(error):
    """Leave out what cannot be converted."""
    if not isinstance(error, UnicodeError) or not hasattr(error, "end"):
        raise _unhandled(error)
    return "", error.end


def replace_errors(error):
    """Put a question mark or U+FFFD in place of what cannot be converted."""
    if isinstance(error, UnicodeEncodeError):
        return "?" * (error.end - error.start), error.end
    if isinstance(error, UnicodeDecodeError):
        return "\ufffd", error.end
    if isinstance(error, UnicodeTranslateError):
        return "\ufffd" * (error.end - error.start), error.end
    raise _unhandled(error)


def _culprits(error):
    return error.object[error.start:error.end]


def _backslashed(code):
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def backslashreplace_errors(error):
    """Write backslash escapes for what cannot be converted."""
    if isinstance(error, UnicodeDecodeError):
        return "".join([f"\\x{byte:02x}" for byte in _culprits(error)]), error.end
    if isinstance(error, (UnicodeEncodeError, UnicodeTranslateError)):
        return "".join([_backslashed(ord(c)) for c in _culprits(error)]), error.end
    raise _unhandled(error)


def xmlcharrefreplace_errors(error):
    """Write numeric character references."""
    if not isinstance(error, UnicodeEncodeError):
        raise _unhandled(error)
    return "".join([f"&#{ord(c)};" for c in _culprits(error)]), error.end


def namereplace_errors(error):
    """Write \\N{...} escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise _unhandled(error)
    out = []
    for char in _culprits(error):
        name = unicodedata.name(char, "")
        out.append(f"\\N{{{name}}}" if name else _backslashed(ord(char)))
    return "".join(out), error.end


def _escape_errors(error):
    """surrogateescape: bytes from 128 on as lone surrogates, and back."""
    if isinstance(error, UnicodeEncodeError):
        out = []
        for char in _culprits(error):
            if not "\udc80" <= char <= "\udcff":
                raise error
            out.append(ord(char) - 0xDC00)
        return bytes(out), error.end
    if isinstance(error, UnicodeDecodeError):
        text = ""
        for byte in _culprits(error)[:4]:
            if byte < 128:
                break
            text += chr(0xDC00 + byte)
        if not text:
            raise error
        return text, error.start + len(text)
    raise _unhandled(error)


def _pass_errors(error):
    """surrogatepass: surrogates through the UTF codecs."""
    if not isinstance(error, (UnicodeEncodeError, UnicodeDecodeError)):
        raise _unhandled(error)
    name = error.encoding.lower().replace("_", "-")
    width = {"utf-8": 3, "cp65001": 3}.get(name)
    if width is None:
        width = 2 if name.startswith("utf-16") else 4 if name.startswith("utf-32") else 0
    if not width:
        raise error
    if isinstance(error, UnicodeEncodeError):
        return _culprits(error).encode(name, "surrogatepass"), error.end
    try:
        text = error.object[error.start:error.start + width].decode(name, "surrogatepass")
    except UnicodeDecodeError:
        raise error from None
    return text, error.start + width


_HANDLERS = {
    "strict": strict_errors, "ignore": ignore_errors, "replace": replace_errors,
    "backslashreplace": backslashreplace_errors,
    "xmlcharrefreplace": xmlcharrefreplace_errors,
    "namereplace": namereplace_errors, "surrogateescape": _escape_errors,
    "surrogatepass": _pass_errors,
}


def register_error(errors, handler, /):
    """Register the error handler under the name."""
    if not callable(handler):
        raise TypeError("handler must be callable")
    _registry().handlers[errors] = handler


def lookup_error(name, /):
    """The error handler of that name."""
    found = _registry().handlers.get(name) or _HANDLERS.get(name)
    if found is None:
        raise LookupError(f"unknown error handler name '{name}'")
    return found


def _ask(handler, error, size, verb):
    """(replacement, position) from a handler."""
    answer = handler(error)
    allowed = (str, bytes) if verb == "encoding" else str
    if (type(answer) is not tuple or len(answer) != 2
            or not isinstance(answer[0], allowed) or not isinstance(answer[1], int)):
        what = "(str/bytes, int)" if verb == "encoding" else "(str, int)"
        raise TypeError(f"{verb} error handler must return {what} tuple")
    new, at = answer
    if at < 0:
        at += size
    if not 0 <= at <= size:
        raise IndexError(f"position {answer[1]} from error handler out of bounds")
    return new, at


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


# --- escapes ----------------------------------------------------------------------------


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


# --- UTF-7 ------------------------------------------------------------------------------


_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIRECT = frozenset(_BASE64[:62] + "'(),-./:? \t\r\n!\"#$%&*;<=>@[]^_`{|}")


def utf_7_encode(text, errors="strict"):
    out = []
    run = []  # UTF-16 units waiting for base 64

    def flush(following):
        bits = "".join([f"{unit:016b}" for unit in run])
        bits += "0" * (-len(bits) % 6)
        out.append("+" + "".join([_BASE64[int(bits[i:i + 6], 2)]
                                  for i in range(0, len(bits), 6)]))
        if following == "" or following in _BASE64 or following == "-":
            out.append("-")
        run.clear()

    for char in text:
        if char in _DIRECT or (char == "+" and not run):
            if run:
                flush(char)
            out.append("+-" if char == "+" else char)
            continue
        code = ord(char)
        if code >= 0x10000:
            code -= 0x10000
            run += [0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)]
        else:
            run.append(code)
    if run:
        flush("")
    return "".join(out).encode("ascii"), len(text)


def _units_text(units):
    return b"".join([unit.to_bytes(2, "big") for unit in units]).decode(
        "utf-16-be", "surrogatepass")


def utf_7_decode(data, errors="strict", final=True):
    data = bytes(data)
    reader = _Reader("utf7", data, errors or "strict")
    at = 0
    size = len(data)
    while at < size:
        byte = data[at]
        if byte >= 128:
            at = reader.repair(at, at + 1, "unexpected special character")
            continue
        if byte != 43:
            reader.out.append(chr(byte))
            at += 1
            continue
        end = at + 1
        if data[end:end + 1] == b"-":
            reader.out.append("+")
            at = end + 1
            continue
        while end < size and chr(data[end]) in _BASE64:
            end += 1
        if end == size and not final:
            return "".join(reader.out), at
        if end == at + 1:
            if end == size:
                at = reader.repair(at, size, "unterminated shift sequence")
            else:
                at = reader.repair(at, end + 1, "ill-formed sequence")
            continue
        bits = "".join([f"{_BASE64.index(chr(d)):06b}" for d in data[at + 1:end]])
        whole = len(bits) // 16 * 16
        units = [int(bits[i:i + 16], 2) for i in range(0, whole, 16)]
        reader.out.append(_units_text(units))
        left = bits[whole:]
        if end == size:
            at = reader.repair(at, size, "unterminated shift sequence")
            continue
        if len(left) >= 6:
            at = reader.repair(at, end + 1, "partial character in base64 sequence")
            continue
        if "1" in left:
            at = reader.repair(at, end + 1, "non-zero padding bits in shift sequence")
            continue
        at = end + (data[end] == 45)
    return "".join(reader.out), size


# --- Punycode and IDNA ----------------------------------------------------------------------


def _adapt(delta, first, count):
    delta = delta // 700 if first else delta // 2
    delta += delta // count
    k = 0
    while delta > 455:
        delta //= 35
        k += 36
    return k + 36 * delta // (delta + 38)


def punycode_encode(text, errors="strict"):
    plain = [char for char in text if char < "\x80"]
    out = "".join(plain)
    if plain:
        out += "-"
    handled = len(plain)
    code, delta, bias, first = 128, 0, 72, True
    while handled < len(text):
        smallest = min([ord(c) for c in text if ord(c) >= code])
        delta += (smallest - code) * (handled + 1)
        code = smallest
        for char in text:
            if ord(char) < code:
                delta += 1
            elif ord(char) == code:
                q, k = delta, 36
                while True:
                    t = min(max(k - bias, 1), 26)
                    if q < t:
                        break
                    digit = t + (q - t) % (36 - t)
                    out += chr(digit + 97 if digit < 26 else digit + 22)
                    q = (q - t) // (36 - t)
                    k += 36
                out += chr(q + 97 if q < 26 else q + 22)
                handled += 1
                bias = _adapt(delta, first, handled)
                delta, first = 0, False
        delta += 1
        code += 1
    return out.encode("ascii"), len(text)


def punycode_decode(data, errors="strict"):
    text = bytes(data).decode("ascii", errors)
    base, dash, extended = text.rpartition("-")
    out = [*base]
    code, at, bias, first = 128, 0, 72, True
    place = 0
    while place < len(extended):
        before, weight, k = at, 1, 36
        while True:
            if place >= len(extended):
                if errors == "strict":
                    raise UnicodeError("incomplete punicode string")
                return "".join(out), len(data)
            char = extended[place].lower()
            place += 1
            if "a" <= char <= "z":
                digit = ord(char) - 97
            elif "0" <= char <= "9":
                digit = ord(char) - 22
            elif errors == "strict":
                raise UnicodeError(f"Invalid extended code point '{char.upper()}'")
            else:
                return "".join(out), len(data)
            at += digit * weight
            t = min(max(k - bias, 1), 26)
            if digit < t:
                break
            weight *= 36 - t
            k += 36
        count = len(out) + 1
        bias = _adapt(at - before, first, count)
        first = False
        code += at // count
        at %= count
        if code > 0x10FFFF:
            if errors == "strict":
                raise UnicodeError(f"Invalid character U+{code:x}")
            code = ord("?")
        out.insert(at, chr(code))
        at += 1
    return "".join(out), len(data)


def _to_ascii(label):
    try:
        plain = label.encode("ascii")
    except UnicodeEncodeError:
        folded = unicodedata.normalize("NFKC", label.casefold())
        try:
            plain = folded.encode("ascii")
        except UnicodeEncodeError:
            plain = b"xn--" + punycode_encode(folded)[0]
    if 0 < len(plain) < 64:
        return plain
    raise UnicodeError("label empty or too long")


def idna_encode(text, errors="strict"):
    if errors != "strict":
        raise UnicodeError(f"unsupported error handling {errors}")
    if not text:
        return b"", 0
    for dot in "\u3002\uff0e\uff61":
        text = text.replace(dot, ".")
    labels = text.split(".")
    last = b""
    if not labels[-1]:
        labels.pop()
        last = b"."
    return b".".join([_to_ascii(label) for label in labels]) + last, len(text)


def idna_decode(data, errors="strict"):
    if errors != "strict":
        raise UnicodeError(f"Unsupported error handling {errors}")
    out = []
    for label in bytes(data).split(b"."):
        if label[:4].lower() == b"xn--":
            out.append(punycode_decode(label[4:])[0])
        else:
            out.append(label.decode("ascii"))
    return ".".join(out), len(data)


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
