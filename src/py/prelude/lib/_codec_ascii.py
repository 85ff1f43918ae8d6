"""_codec_ascii - UTF-7, Punycode and IDNA: text in ASCII letters.

SPDX-License-Identifier: Apache-2.0
"""

import unicodedata

from _codec_escapes import _Reader

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
