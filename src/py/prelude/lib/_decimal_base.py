# _decimal_base.py - signals, status bits, digits.
#
# SPDX-License-Identifier: Apache-2.0
"""What the files of decimal share."""
from collections import namedtuple

ROUND_DOWN = "ROUND_DOWN"
ROUND_HALF_UP = "ROUND_HALF_UP"
ROUND_HALF_EVEN = "ROUND_HALF_EVEN"
ROUND_CEILING = "ROUND_CEILING"
ROUND_FLOOR = "ROUND_FLOOR"
ROUND_UP = "ROUND_UP"
ROUND_HALF_DOWN = "ROUND_HALF_DOWN"
ROUND_05UP = "ROUND_05UP"
_ROUNDINGS = (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,
              ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
HAVE_THREADS = True
HAVE_CONTEXTVAR = True
MAX_PREC = 999999999999999999
MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = MIN_EMIN - (MAX_PREC - 1)

DecimalTuple = namedtuple("DecimalTuple", "sign digits exponent",
                          module="decimal")
_TEN = tuple(10 ** i for i in range(80))

# Kinds of values.
_FINITE, _INF, _QNAN, _SNAN = 0, 1, 2, 3

# Status bits.  The first five together are InvalidOperation.
_INVALID, _SYNTAX, _IMPOSSIBLE, _UNDEFINED, _BADCONTEXT = 1, 2, 4, 8, 16
_ANY_INVALID = 31
_FLOATOP, _DIVZERO, _OVERFLOW, _UNDERFLOW = 32, 64, 128, 256
_SUBNORMAL, _INEXACT, _ROUNDED, _CLAMPED = 512, 1024, 2048, 4096


class DecimalException(ArithmeticError):
    pass


class Clamped(DecimalException):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class InvalidContext(InvalidOperation):
    pass


class Rounded(DecimalException):
    pass


class Subnormal(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


# Signals in the order in which a trapped one is chosen.
_SIGNALS = (
    (InvalidOperation, _ANY_INVALID), (FloatOperation, _FLOATOP),
    (DivisionByZero, _DIVZERO), (Overflow, _OVERFLOW),
    (Underflow, _UNDERFLOW), (Subnormal, _SUBNORMAL), (Inexact, _INEXACT),
    (Rounded, _ROUNDED), (Clamped, _CLAMPED))
_CONDITIONS = (
    (InvalidOperation, _INVALID), (ConversionSyntax, _SYNTAX),
    (DivisionImpossible, _IMPOSSIBLE), (DivisionUndefined, _UNDEFINED),
    (InvalidContext, _BADCONTEXT)) + _SIGNALS[1:]
_BITS = dict(_SIGNALS)
_NAMED = (  # the order in which a context prints them
    (Clamped, _CLAMPED), (InvalidOperation, _ANY_INVALID),
    (DivisionByZero, _DIVZERO), (Inexact, _INEXACT),
    (FloatOperation, _FLOATOP), (Overflow, _OVERFLOW), (Rounded, _ROUNDED),
    (Subnormal, _SUBNORMAL), (Underflow, _UNDERFLOW))


def _ten(n):
    return _TEN[n] if n < 80 else 10 ** n


def _count(n):  # native candidate
    """Number of decimal digits of n >= 0; 1 for zero."""
    if n < 10:
        return 1
    d = n.bit_length() * 1233 >> 12 if n.bit_length() < 1000 else (
        n.bit_length() * 30103 // 100000)
    while _ten(d) <= n:
        d += 1
    return d


def _text(n):
    """str(n) for n >= 0 of any size."""
    if n.bit_length() < 10000:
        return str(n)
    half = _count(n) // 2
    high, low = divmod(n, 10 ** half)
    return _text(high) + _text(low).rjust(half, "0")


def _number(text):
    """int(text) for digits of any length."""
    if len(text) < 4000:
        return int(text)
    half = len(text) // 2
    return _number(text[:-half]) * 10 ** half + _number(text[-half:])


def _round_away(q, r, unit, sign, rounding):
    """Whether q + r/unit (0 < r < unit) rounds to q + 1."""
    if rounding == ROUND_HALF_EVEN:
        r *= 2
        return r > unit or r == unit and q & 1 == 1
    if rounding == ROUND_HALF_UP:
        return 2 * r >= unit
    if rounding == ROUND_DOWN:
        return False
    if rounding == ROUND_UP:
        return True
    if rounding == ROUND_CEILING:
        return not sign
    if rounding == ROUND_FLOOR:
        return bool(sign)
    if rounding == ROUND_HALF_DOWN:
        return 2 * r > unit
    return q % 5 == 0  # ROUND_05UP


def _drop(c, n, sign, rounding):
    """Divide c by 10**n with rounding; return (quotient, inexact)."""
    if n > 80 and n > _count(c) + 1:  # avoid a huge power of ten
        return (1 if c and _round_away(0, 1, 10, sign, rounding) else 0,
                c != 0)
    unit = _ten(n)
    q, r = divmod(c, unit)
    if not r:
        return q, False
    if _round_away(q, r, unit, sign, rounding):
        q += 1
    return q, True


def _type_name(value):
    cls = type(value)
    if cls.__module__ == "builtins":
        return cls.__name__
    return f"{cls.__module__}.{cls.__qualname__}"

for _cls in (DecimalException, Clamped, InvalidOperation, ConversionSyntax,
             DivisionByZero, DivisionImpossible, DivisionUndefined, Inexact,
             InvalidContext, Rounded, Subnormal, Overflow, Underflow,
             FloatOperation):
    _cls.__module__ = "decimal"
