# _decimal_text.py - decimal numbers as text, and what counts as an operand.
#
# Decimal, Context and getcontext come from decimal.py, which imports this file.
#
# SPDX-License-Identifier: Apache-2.0
"""Reading and printing."""
import re
from math import copysign, isinf

from _decimal_arith import _parts
from _decimal_base import (
    _FINITE, _INF, _QNAN, _ROUNDINGS, _SNAN, _count, _drop, _number, _ten,
    _text)


_PARSE = re.compile(r"""
    (?P<sign>[-+])?
    (?:
        (?=\d|\.\d)(?P<int>\d*)(?:\.(?P<frac>\d*))?(?:e(?P<exp>[-+]?\d+))?
    |
        (?P<inf>inf(?:inity)?)
    |
        (?P<signal>s)?nan(?P<diag>\d*)
    )\Z
""", re.VERBOSE | re.IGNORECASE)


def _parse(text):
    """(sign, coefficient, exponent, kind) of a literal, or None."""
    m = _PARSE.match(text)
    if m is None:
        return None
    s = 1 if m["sign"] == "-" else 0
    if m["int"] is not None:
        frac = m["frac"] or ""
        e = int(m["exp"] or "0") - len(frac)
        return s, _number((m["int"] + frac) or "0"), e, _FINITE
    if m["inf"]:
        return s, 0, 0, _INF
    return (s, _number(m["diag"] or "0"), 0,
            _SNAN if m["signal"] else _QNAN)


def _from_tuple(value):
    """The parts of a (sign, digits, exponent) sequence."""
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, e = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    kind = _FINITE
    if isinstance(e, str):
        if e == "F":
            return sign, 0, 0, _INF
        if e == "n":
            kind = _QNAN
        elif e == "N":
            kind = _SNAN
        else:
            raise ValueError("string argument in the third position must be "
                             "'F', 'n' or 'N'")
        e = 0
    elif not isinstance(e, int):
        raise ValueError("exponent must be an integer")
    if not isinstance(digits, (tuple, list)):
        raise ValueError("coefficient must be a tuple of digits")
    c = 0
    for d in digits:
        if not isinstance(d, int) or not 0 <= d <= 9:
            raise ValueError("coefficient must be a tuple of digits")
        c = c * 10 + d
    return sign, c, e, kind


def _float_parts(f):
    """The exact parts of a float."""
    if f != f:
        return 0, 0, 0, _QNAN
    if isinf(f):
        return (1 if f < 0 else 0), 0, 0, _INF
    n, d = float.as_integer_ratio(f)
    s = 1 if n < 0 or n == 0 and copysign(1.0, f) < 0 else 0
    k = d.bit_length() - 1
    return s, abs(n) * 5 ** k, -k, _FINITE


def _from_int(n):
    return _parts(1, -n, 0) if n < 0 else _parts(0, n, 0)


def _operand(value):
    """An argument of a Context method."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return _from_int(value)
    raise TypeError(f"conversion from {type(value).__name__} to Decimal is "
                    "not supported")


def _other(value):
    """A binary operand, or None when it cannot take part."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return _from_int(value)
    return None


def _context(ctx):
    if ctx is None:
        return getcontext()
    if not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    return ctx


def _check_rounding(rounding):
    if not isinstance(rounding, str) or rounding not in _ROUNDINGS:
        raise TypeError("valid values for rounding are:\n"
                        "  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, "
                        "ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, "
                        "ROUND_HALF_EVEN,\n   ROUND_05UP]")
    return rounding


def _clean(text):
    return text.strip().replace("_", "")


def _to_string(a, eng, capitals):
    sign = "-" if a._s else ""
    if a._k:
        if a._k == _INF:
            return sign + "Infinity"
        name = "NaN" if a._k == _QNAN else "sNaN"
        return sign + name + (_text(a._c) if a._c else "")
    digits = _text(a._c)
    e, n = a._e, len(digits)
    left = e + n
    if e <= 0 and left > -6:
        point = left
    elif not eng:
        point = 1
    elif a._c == 0:
        point = (left + 1) % 3 - 1
    else:
        point = (left - 1) % 3 + 1
    if point <= 0:
        head, tail = "0", "." + "0" * -point + digits
    elif point >= n:
        head, tail = digits + "0" * (point - n), ""
    else:
        head, tail = digits[:point], "." + digits[point:]
    if left == point:
        return sign + head + tail
    return f"{sign}{head}{tail}{'E' if capitals else 'e'}{left - point:+d}"


# -------------------------------------------------------------- formatting

_SPEC = re.compile(r"""
    (?:(?P<fill>.)?(?P<align>[<>=^]))?
    (?P<sign>[-+ ])?
    (?P<zero>z)?
    (?P<zeropad>0)?
    (?P<width>\d+)?
    (?P<comma>,)?
    (?:\.(?P<prec>\d+))?
    (?P<type>[eEfFgGn%])?
    \Z
""", re.VERBOSE | re.DOTALL)


def _grouping(text, sep, least, sizes=(3,)):
    """Insert separators into the digits `text`, padding it with zeros to a
    total of at least `least` characters.  The last size repeats; a size of
    0 does too, 127 ends the grouping."""
    groups = []
    i = 0
    while True:
        size = sizes[i] if i < len(sizes) else 0
        if size == 127:
            size = max(len(text), least, 1)
        elif size == 0:
            size = sizes[i - 1] if i else max(len(text), least, 1)
        else:
            i += 1
        take = min(max(len(text), least, 1), size)
        groups.append("0" * (take - len(text)) + text[-take:])
        text = text[:-take]
        least -= take
        if not text and least <= 0:
            break
        least -= len(sep)
    return sep.join(reversed(groups))


def _format(a, spec, override):
    if not isinstance(spec, str):
        raise TypeError("format arg must be str")
    m = _SPEC.match(spec)
    if m is None:
        raise ValueError("invalid format string")
    kind = m["type"]
    fill, align = m["fill"], m["align"]
    sep, point = "", "."
    if m["zeropad"]:
        if fill is not None or align is not None:
            raise ValueError("invalid format string")
    fill = fill or " "
    align = align or ">"
    if m["zeropad"]:
        fill, align = "0", "="
    if m["comma"]:
        sep = ","
    sizes = (3,)
    if kind == "n":
        if sep:
            raise ValueError("invalid format string")
        kind = "g"
    if override is not None:
        sep, point, sizes = _override(override, sep, point)
    width = int(m["width"] or 0)
    ctx = getcontext()
    if a._k:
        body = _to_string(_parts(0, a._c, 0, a._k), False, 1)
        if kind == "%":
            body += "%"
        s = a._s
        if align == "=" and fill == "0":
            fill = " "
            align = ">"
        return _pad(_sign_text(s, m["sign"]), body, fill, align, width)
    if kind is None:
        kind = "g" if ctx._capitals == 0 else "G"
    places = m["prec"]
    places = None if places is None else int(places)
    s, c, e = a._s, a._c, a._e
    if kind == "%":
        e += 2
    if places is not None:
        s, c, e = _format_round(s, c, e, kind, places, ctx)
    if m["zero"] and c == 0 and kind != "F":  # as CPython does
        s = 0
    head, tail, exponent = _format_layout(c, e, kind, places)
    sign = _sign_text(s, m["sign"])
    suffix = ""
    if exponent or kind in "eE" and exponent is not None:
        mark = "E" if kind in "EG" else "e"
        suffix = f"{mark}{exponent:+d}"
    if kind == "%":
        suffix += "%"
    tail = (point + tail if tail else "") + suffix
    if align == "=" and fill == "0":
        least = width - len(sign) - len(tail)
        if sep:
            head = _grouping(head, sep, least, sizes)
        else:
            head = head.rjust(least, "0")
        return sign + head + tail
    if sep:
        head = _grouping(head, sep, 0, sizes)
    return _pad(sign, head + tail, fill, align, width)


def _override(override, sep, point):
    """Separators from the optional dictionary of __format__."""
    if not isinstance(override, dict):
        raise TypeError("optional argument must be a dict")
    point = override.get("decimal_point", point)
    sep = override.get("thousands_sep", sep)
    grouping = override.get("grouping", "\x03")
    for value in (point, sep, grouping):
        if not isinstance(value, str):
            raise TypeError("override dict values must be strings")
    sizes = tuple(map(ord, grouping))
    if not sizes:
        sep = ""
    return sep, point, sizes or (3,)


def _format_round(s, c, e, kind, places, ctx):
    """Round to the digits that the format shows."""
    rounding = ctx._rounding
    if kind in "eE":
        keep = places + 1
    elif kind in "fF%":
        if e < -places:
            c, _ = _drop(c, -places - e, s, rounding)
            e = -places
        elif e > -places:
            c, e = c * _ten(e + places), -places
        return s, c, e
    else:
        keep = places or 1
    n = _count(c)
    if c == 0 and kind in "eE":
        return s, 0, e
    if n > keep:
        cut = n - keep
        c, _ = _drop(c, cut, s, rounding)
        e += cut
        if c == _ten(keep):
            c //= 10
            e += 1
    return s, c, e


def _format_layout(c, e, kind, places):
    """(digits before the point, after it, exponent or None)."""
    digits = _text(c)
    n = len(digits)
    if kind in "fF%":
        if e >= 0:
            return digits + "0" * e if c else "0", "", None
        digits = digits.rjust(1 - e, "0")
        return digits[:e], digits[e:], None
    left = e + n
    if kind in "eE":
        if c == 0 and places is not None:
            exponent = e + places
            return "0", "0" * places, exponent
        exponent = left - 1
        tail = digits[1:]
        if places is not None:
            tail = tail.ljust(places, "0")
        return digits[0], tail, exponent
    if e <= 0 and left > -6:
        digits = digits.rjust(1 - e, "0")
        return (digits[:e], digits[e:], None) if e else (digits, "", None)
    exponent = left - 1
    return digits[0], digits[1:], exponent or None


def _sign_text(s, option):
    if s:
        return "-"
    return option if option in ("+", " ") else ""


def _pad(sign, body, fill, align, width):
    gap = fill * (width - len(sign) - len(body))
    if align == "<":
        return sign + body + gap
    if align == "=":
        return sign + gap + body
    if align == "^":
        half = len(gap) // 2
        return gap[:half] + sign + body + gap[half:]
    return gap + sign + body
