# decimal.py - decimal floating point after the General Decimal Arithmetic
# Specification 1.70.
#
# A number is (sign, coefficient, exponent, kind); the coefficient is an int,
# for NaNs the payload.  Operations collect status bits and hand them to
# Context._signal, which sets flags and raises what is trapped.  The current
# context belongs to the session; BasicContext, ExtendedContext and
# DefaultContext are names for per-session contexts too.
#
# SPDX-License-Identifier: Apache-2.0
"""C decimal arithmetic module"""
import abc
import numbers
import re
import sys
from collections import namedtuple
from collections.abc import MutableMapping
from math import copysign, gcd, isinf, isqrt, log10 as float_log10

import _dec
from _caisson import session_state
from _decimal_log import exp_digits, ln_digits, log10_digits
from intrinsics import _twin

__all__ = [
    "Decimal", "Context", "DecimalTuple", "DefaultContext", "BasicContext",
    "ExtendedContext", "DecimalException", "Clamped", "InvalidOperation",
    "DivisionByZero", "Inexact", "Rounded", "Subnormal", "Overflow",
    "Underflow", "FloatOperation", "DivisionImpossible", "InvalidContext",
    "ConversionSyntax", "DivisionUndefined", "ROUND_DOWN", "ROUND_HALF_UP",
    "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP",
    "ROUND_HALF_DOWN", "ROUND_05UP", "setcontext", "getcontext",
    "localcontext", "MAX_PREC", "MAX_EMAX", "MIN_EMIN", "MIN_ETINY",
    "HAVE_THREADS", "HAVE_CONTEXTVAR"]

__version__ = "1.70"
__libmpdec_version__ = "2.5.1"

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


# ----------------------------------------------------------------- numbers


def _parts(s, c, e, k=_FINITE):
    """A Decimal from its parts."""
    self = object.__new__(Decimal)
    self._s = s
    self._c = c
    self._e = e
    self._k = k
    return self


def _inf(s):
    return _parts(s, 0, 0, _INF)


def _invalid(ctx, status=_INVALID):
    """NaN after an invalid operation."""
    ctx._signal(status)
    return _parts(0, 0, 0, _QNAN)


def _finish(s, c, e, ctx, status=0):  # native candidate
    """Round a finite result to the context and signal what happened."""
    prec = ctx._prec
    emin, emax = ctx._Emin, ctx._Emax
    if not c:
        low = emin - prec + 1
        high = emax - prec + 1 if ctx._clampd else emax
        if e < low or e > high:
            e = low if e < low else high
            status |= _CLAMPED
        if status:
            ctx._signal(status)
        return _parts(s, 0, e)
    n = _count(c)
    adj = e + n - 1
    if adj > emax:
        return _too_big(s, ctx, status)
    low = emin - prec + 1
    least = e + n - prec
    if least < low:
        least = low
    if adj < emin:
        status |= _SUBNORMAL
    if e < least:
        c, inexact = _drop(c, least - e, s, ctx._rounding)
        e = least
        status |= _ROUNDED
        if inexact:
            status |= _INEXACT
            if status & _SUBNORMAL:
                status |= _UNDERFLOW
            if not c:
                status |= _CLAMPED
            elif _count(c) > prec:
                c //= 10
                e += 1
                if e + prec - 1 > emax:
                    return _too_big(s, ctx, status)
    if ctx._clampd:
        high = emax - prec + 1
        if e > high:
            c *= _ten(e - high)
            e = high
            status |= _CLAMPED
    if status:
        ctx._signal(status)
    return _parts(s, c, e)


def _too_big(s, ctx, status):
    rounding = ctx._rounding
    ctx._signal(status | _OVERFLOW | _INEXACT | _ROUNDED)
    if (rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN,
                     ROUND_UP)
            or rounding == ROUND_CEILING and not s
            or rounding == ROUND_FLOOR and s):
        return _inf(s)
    prec = ctx._prec
    return _parts(s, _ten(prec) - 1, ctx._Emax - prec + 1)


def _finish_dec(a, ctx, status=0):
    """Round an existing number (finite, infinite or NaN) to the context."""
    if a._k == _FINITE:
        return _finish(a._s, a._c, a._e, ctx, status)
    if status:
        ctx._signal(status)
    if a._k == _INF:
        return _parts(a._s, 0, 0, _INF)
    return _trim_nan(a, ctx)


def _trim_nan(a, ctx):
    """Cut a payload to what the context can hold."""
    room = ctx._prec - ctx._clampd
    c = a._c
    if c and _count(c) > room:
        c %= 10 ** room
    return _parts(a._s, c, 0, a._k)


def _quiet(a, b, ctx):
    """The NaN that results from operands of which one is a NaN."""
    for x in (a, b):
        if x is not None and x._k == _SNAN:
            ctx._signal(_INVALID)
            return _trim_nan(_parts(x._s, x._c, 0, _QNAN), ctx)
    return _trim_nan(a if a._k == _QNAN else b, ctx)


def _align(a, b):
    """(coefficient of a, of b, exponent) at a common exponent."""
    d = a._e - b._e
    if d > 0:
        return a._c * _ten(d), b._c, b._e
    if d < 0:
        return a._c, b._c * _ten(-d), a._e
    return a._c, b._c, a._e


def _compare(a, b):
    """-1, 0 or 1 for numbers that are not NaN."""
    if a._k or b._k:
        x = (-1 if a._s else 1) if a._k else 0
        y = (-1 if b._s else 1) if b._k else 0
        return (x > y) - (x < y)
    if not a._c or not b._c:
        x = 0 if not a._c else (-1 if a._s else 1)
        y = 0 if not b._c else (-1 if b._s else 1)
        return (x > y) - (x < y)
    if a._s != b._s:
        return -1 if a._s else 1
    sign = -1 if a._s else 1
    x = a._e + _count(a._c)
    y = b._e + _count(b._c)
    if x != y:
        return sign if x > y else -sign
    x, y, _ = _align(a, b)
    return sign * ((x > y) - (x < y))


def _add(a, b, flip, ctx):
    """a + b, or a - b when flip is 1."""
    if a._k or b._k:
        if a._k > _INF or b._k > _INF:
            return _quiet(a, b, ctx)
        if a._k:
            if b._k and a._s != b._s ^ flip:
                return _invalid(ctx)
            return _inf(a._s)
        return _inf(b._s ^ flip)
    bs = b._s ^ flip
    d = a._e - b._e
    x, y = a._c, b._c
    if d > 0:
        if x and d > 2 * ctx._prec + 40:
            x, y, e = _far(x, a._e, y, b._e, ctx)
        else:
            x *= _ten(d) if d < 10000 or x else 1
            e = b._e
    elif d < 0:
        if y and -d > 2 * ctx._prec + 40:
            y, x, e = _far(y, b._e, x, a._e, ctx)
        else:
            y *= _ten(-d) if -d < 10000 or y else 1
            e = a._e
    else:
        e = a._e
    if a._s == bs:
        return _finish(bs, x + y, e, ctx)
    if x > y:
        return _finish(a._s, x - y, e, ctx)
    if x < y:
        return _finish(bs, y - x, e, ctx)
    s = 1 if ctx._rounding == ROUND_FLOOR else 0
    if not x and a._s and bs:
        s = 1
    return _finish(s, 0, e, ctx)


def _far(big, big_e, small, small_e, ctx):
    """Replace a far smaller operand by a sticky digit, so that aligning
    does not build a huge integer."""
    if not small:
        # Pad toward the small exponent, one digit past the precision so
        # that the loss of the rest is seen.
        room = max(0, ctx._prec - _count(big) + 1)
        e = max(small_e, big_e - room)
        return big * _ten(big_e - e), 0, e
    n = _count(big)
    keep = ctx._prec + 3 - n if n < ctx._prec + 3 else 3
    e = big_e - keep
    if small_e + _count(small) < e:
        return big * _ten(keep), 1, e
    return big * _ten(big_e - small_e), small, small_e


def _multiply(a, b, ctx):
    s = a._s ^ b._s
    if a._k or b._k:
        if a._k > _INF or b._k > _INF:
            return _quiet(a, b, ctx)
        if a._k and not b._k and not b._c or b._k and not a._k and not a._c:
            return _invalid(ctx)
        return _inf(s)
    return _finish(s, a._c * b._c, a._e + b._e, ctx)


def _divide(a, b, ctx):
    s = a._s ^ b._s
    if a._k or b._k:
        if a._k > _INF or b._k > _INF:
            return _quiet(a, b, ctx)
        if a._k and b._k:
            return _invalid(ctx)
        if a._k:
            return _inf(s)
        ctx._signal(_CLAMPED)
        return _parts(s, 0, ctx._Emin - ctx._prec + 1)
    if not b._c:
        if not a._c:
            return _invalid(ctx, _UNDEFINED)
        ctx._signal(_DIVZERO)
        return _inf(s)
    ideal = a._e - b._e
    if not a._c:
        return _finish(s, 0, ideal, ctx)
    return _finish(s, *_quotient(a._c, b._c, ideal, ctx._prec), ctx)


def _quotient(x, y, ideal, prec):
    """x / y as (coefficient, exponent): exact with an exponent as close to
    `ideal` as possible, or prec + 1 digits of which the last is sticky."""
    if prec > 2000:
        exact = _exact_quotient(x, y, ideal, prec)
        if exact is not None:
            return exact
        _check_room(prec)
    shift = _count(y) - _count(x) + prec + 1
    e = ideal - shift
    if shift >= 0:
        q, r = divmod(x * _ten(shift), y)
    else:
        q, r = divmod(x, y * _ten(-shift))
    if r:
        if q % 5 == 0:
            q += 1
    else:
        while e < ideal and q % 10 == 0:
            q //= 10
            e += 1
    return q, e


def _exact_quotient(x, y, ideal, prec):
    """x / y if it has a short exact form, so that a huge precision does
    not build a huge dividend."""
    twos = fives = 0
    x, y = x // gcd(x, y), y // gcd(x, y)
    while y % 5 == 0:
        y //= 5
        fives += 1
    while y % 2 == 0:
        y //= 2
        twos += 1
    if y != 1:
        return None
    shift = max(twos, fives)
    q = x * 5 ** (shift - fives) * 2 ** (shift - twos)
    return (q, ideal - shift) if _count(q) <= prec else None


def _check_room(prec):
    """Refuse to compute more digits than memory could hold."""
    if prec > 100_000_000:
        raise MemoryError


def _divide_parts(a, b, ctx):
    """(status, quotient, remainder coefficient, remainder exponent) for
    finite a and b != 0."""
    ideal = min(a._e, b._e)
    gap = (a._e + _count(a._c)) - (b._e + _count(b._c))
    if not a._c or gap < -1:
        d = a._e - ideal
        if not a._c:
            return 0, 0, 0, ideal
        if d <= ctx._prec + 40:
            return 0, 0, a._c * _ten(d), ideal
        return 0, 0, a._c, a._e
    if gap > ctx._prec + 1:
        return _IMPOSSIBLE, 0, 0, 0
    x, y, _ = _align(a, b)
    q, r = divmod(x, y)
    if _count(q) > ctx._prec:
        return _IMPOSSIBLE, 0, 0, 0
    return 0, q, r, ideal


def _divmod(a, b, ctx):
    """The pair (a // b, a % b)."""
    if a._k > _INF or b._k > _INF:
        nan = _quiet(a, b, ctx)
        return nan, nan
    s = a._s ^ b._s
    if a._k:
        if b._k:
            nan = _invalid(ctx)
            return nan, nan
        ctx._signal(_INVALID)
        return _inf(s), _parts(0, 0, 0, _QNAN)
    if b._k:
        return _parts(s, 0, 0), _finish_dec(a, ctx)
    if not b._c:
        if not a._c:
            nan = _invalid(ctx, _UNDEFINED)
            return nan, nan
        ctx._signal(_DIVZERO | _INVALID)
        return _inf(s), _parts(0, 0, 0, _QNAN)
    status, q, r, e = _divide_parts(a, b, ctx)
    if status:
        nan = _invalid(ctx, status)
        return nan, nan
    return _parts(s, q, 0), _finish(a._s, r, e, ctx)


def _floor_divide(a, b, ctx):
    if a._k > _INF or b._k > _INF:
        return _quiet(a, b, ctx)
    s = a._s ^ b._s
    if a._k:
        return _invalid(ctx) if b._k else _inf(s)
    if b._k:
        return _parts(s, 0, 0)
    if not b._c:
        if not a._c:
            return _invalid(ctx, _UNDEFINED)
        ctx._signal(_DIVZERO)
        return _inf(s)
    status, q, _, _ = _divide_parts(a, b, ctx)
    return _invalid(ctx, status) if status else _parts(s, q, 0)


def _remainder(a, b, ctx):
    if a._k > _INF or b._k > _INF:
        return _quiet(a, b, ctx)
    if a._k:
        return _invalid(ctx)
    if b._k:
        return _finish_dec(a, ctx)
    if not b._c:
        return _invalid(ctx, _INVALID if a._c else _UNDEFINED)
    status, _, r, e = _divide_parts(a, b, ctx)
    return _invalid(ctx, status) if status else _finish(a._s, r, e, ctx)


def _sqrt(a, ctx):
    if a._k:
        if a._k > _INF:
            return _quiet(a, None, ctx)
        return _invalid(ctx) if a._s else _inf(0)
    if not a._c:
        return _finish(a._s, 0, a._e // 2, ctx)
    if a._s:
        return _invalid(ctx)
    prec = ctx._prec + 1
    e, c = a._e, a._c
    if e & 1:
        c *= 10
        e -= 1
    e //= 2
    root = isqrt(c)
    if root * root != c:
        _check_room(prec)
        shift = prec - (_count(c) + 1) // 2
        if shift >= 0:
            root = isqrt(c * _ten(2 * shift))
        else:
            root //= _ten(-shift)
        e -= shift
        if root % 5 == 0:  # a sticky digit: the root is inexact
            root += 1
    return _with_half_even(ctx, _finish, 0, root, e)


def _with_half_even(ctx, f, *args):
    """Run a finisher with ROUND_HALF_EVEN whatever the context says."""
    saved = ctx._rounding
    if saved == ROUND_HALF_EVEN:
        return f(*args, ctx)
    ctx._rounding = ROUND_HALF_EVEN
    try:
        return f(*args, ctx)
    finally:
        ctx._rounding = saved


def _certain(v, digits):
    """Whether v, known within 5 units, rounds to `digits` digits for sure;
    v has more than digits + 2 digits."""
    unit = _ten(_count(abs(v)) - digits)
    r = abs(v) % unit
    half = unit // 2
    return abs(r - half) > 5 and r > 5 and unit - r > 5


def _exp(a, ctx):
    if a._k:
        if a._k > _INF:
            return _quiet(a, None, ctx)
        return _parts(0, 0, 0) if a._s else _inf(0)
    if not a._c:
        return _parts(0, 1, 0)
    prec = ctx._prec
    adj = a._e + _count(a._c) - 1
    if adj > _count(max(ctx._Emax + 1, -(ctx._Emin - prec))) + 1:
        if a._s:
            return _with_half_even(ctx, _finish, 0, 1,
                                   ctx._Emin - 2 * prec - 2)
        return _with_half_even(ctx, _finish, 0, 1, ctx._Emax + 1)
    if adj < -prec - 1:
        # 1 plus or minus less than half a unit in the last place.
        if a._s:
            c, e = _ten(prec + 2) - 1, -(prec + 2)
        else:
            c, e = _ten(prec + 2) + 1, -(prec + 2)
        return _with_half_even(ctx, _finish, 0, c, e)
    extra = 4
    while True:
        v, e = exp_digits(a._s, a._c, a._e, prec + extra)
        if _certain(v, prec) or extra > 4 * prec + 60:
            break
        extra += 2 + prec // 2
    return _with_half_even(ctx, _finish, 0, 10 * v + 1, e - 1)


def _ln(a, ctx):
    if a._k > _INF:
        return _quiet(a, None, ctx)
    if not a._k and not a._c:
        return _inf(1)
    if a._s:
        return _invalid(ctx)
    if a._k:
        return _inf(0)
    if not _compare(a, _ONE):
        return _parts(0, 0, 0)
    return _logarithm(a, ctx, ln_digits)


def _logarithm(a, ctx, function):
    prec = ctx._prec
    # Near 1 the result is about a - 1, so count its leading zeros too.
    gap = _subtract_one_exponent(a)
    digits = prec + 4 + max(0, -gap)
    while True:
        v = function(a._c, a._e, digits)
        if _count(abs(v)) > prec + 2 and _certain(v, prec):
            break
        if digits > 6 * prec + 100 + max(0, -gap):
            break
        digits += 4 + prec // 2
    s = 1 if v < 0 else 0
    return _with_half_even(ctx, _finish, s, 10 * abs(v) + 1, -digits - 1)


def _subtract_one_exponent(a):
    """Adjusted exponent of a - 1, limited to what matters; a != 1."""
    adj = a._e + _count(a._c) - 1
    if not -2 <= adj <= 1:
        return 0
    x, y, e = _align(a, _ONE)
    d = abs(x - y)
    return e + _count(d) - 1


def _log10(a, ctx):
    if a._k > _INF:
        return _quiet(a, None, ctx)
    if not a._k and not a._c:
        return _inf(1)
    if a._s:
        return _invalid(ctx)
    if a._k:
        return _inf(0)
    n = _count(a._c)
    if a._c == _ten(n - 1):
        power = a._e + n - 1
        return _with_half_even(ctx, _finish, 1 if power < 0 else 0,
                               abs(power), 0)
    return _logarithm(a, ctx, log10_digits)


def _is_integer(a):
    if a._k:
        return False
    if a._e >= 0 or not a._c:
        return True
    if -a._e > _count(a._c):
        return False
    return a._c % _ten(-a._e) == 0


def _to_int(a):
    """The integer part of a finite number."""
    if a._e >= 0:
        n = a._c * _ten(a._e)
    elif -a._e > 80 and -a._e > _count(a._c):
        n = 0
    else:
        n = a._c // _ten(-a._e)
    return -n if a._s else n


def _is_odd(a):
    if a._e > 0:
        return False
    return _to_int(a) & 1 == 1


def _power(a, b, ctx):
    if a._k > _INF or b._k > _INF:
        return _quiet(a, b, ctx)
    whole = _is_integer(b)
    s = 1 if a._s and whole and _is_odd(b) else 0
    if not b._k and not b._c:
        if not a._k and not a._c:
            return _invalid(ctx)
        return _parts(0, 1, 0)
    if not a._k and not a._c:
        if b._s:
            return _inf(s)
        return _parts(s, 0, 0)
    if a._s and not whole:
        return _invalid(ctx)
    if a._k:
        return _parts(s, 0, 0) if b._s else _inf(s)
    size = _compare(_parts(0, a._c, a._e), _ONE)
    if size == 0:
        return _power_of_one(a, b, whole, s, ctx)
    if b._k:
        if (size > 0) == (b._s == 0):
            return _inf(s)
        return _parts(s, 0, 0)
    early = _power_bounds(a, b, s, ctx)
    if early is not None:
        return early
    if whole:
        return _power_int(a, b, s, ctx)
    return _power_real(a, b, s, ctx)


def _power_of_one(a, b, whole, s, ctx):
    """|a| == 1: keep the trailing zeros that multiplication would give."""
    status = 0
    if b._k or not whole:
        shift = ctx._prec - 1
        status = _INEXACT | _ROUNDED
    elif b._s:
        return _finish(s, 1, 0, ctx)
    else:
        shift = _to_int(b) * -a._e if a._e < 0 else 0
        if shift > ctx._prec - 1:
            shift = ctx._prec - 1
            status = _ROUNDED
    return _finish(s, _ten(shift), -shift, ctx, status)


def _power_bounds(a, b, s, ctx):
    """The result when it surely over- or underflows, else None."""
    # log10 |a ** b| is about b * log10 |a|; compare with wide margins.
    n = _count(a._c)
    lead = a._c // _ten(n - 16) if n > 16 else a._c
    log_a = a._e + n - _count(lead) + float_log10(lead)
    if abs(log_a) < 1e-12:
        adj = _subtract_one_exponent(a)
        log_a_size = adj - 1
    else:
        log_a_size = float_log10(abs(log_a))
    log_b = b._e + _count(b._c) - 1
    if log_b + log_a_size < float_log10(ctx._Emax + 2 * ctx._prec + 10) + 0.1:
        return None
    grows = (_compare(_parts(0, a._c, a._e), _ONE) > 0) == (b._s == 0)
    bound = log_b + log_a_size
    top = float_log10(max(ctx._Emax, -ctx._Emin) + 2 * ctx._prec + 10)
    if bound <= top + 1.5:
        return None
    if grows:
        return _finish(s, 1, ctx._Emax + 1, ctx)
    ctx._signal(_CLAMPED | _INEXACT | _ROUNDED | _SUBNORMAL | _UNDERFLOW)
    return _parts(s, 0, ctx._Emin - ctx._prec + 1)


def _work_context(prec):
    ctx = Context(prec=min(prec, MAX_PREC), rounding=ROUND_HALF_EVEN,
                  Emin=MIN_EMIN, Emax=MAX_EMAX, capitals=1, clamp=0,
                  flags=[], traps=[])
    return ctx


def _power_int(a, b, s, ctx):
    """Repeated squaring with a few more digits than the result needs."""
    work = _work_context(ctx._prec + _count(b._c) + b._e + 2)
    base = _parts(0, a._c, a._e)
    if b._s:
        work._prec += 1
        base = _divide(_ONE, base, work)
    n = abs(_to_int(b))
    result = base
    for bit in bin(n)[3:]:
        result = _multiply(result, result, work)
        if bit == "1":
            result = _multiply(result, base, work)
        if work._flags & (_OVERFLOW | _CLAMPED):
            break
    status = work._flags & (_INEXACT | _ROUNDED)
    if result._k:
        return _finish(s, 1, ctx._Emax + 1, ctx)
    return _finish(s, result._c, result._e, ctx, status)


def _power_real(a, b, s, ctx):
    work = _work_context(max(ctx._prec, _count(a._c)) + 23)
    result = _exp(_multiply(_ln(a, work), b, work), work)
    return _finish(s, result._c, result._e, ctx, _INEXACT | _ROUNDED)


def _power_mod(a, b, m, ctx):
    for x in (a, b, m):
        if x._k == _SNAN:
            ctx._signal(_INVALID)
            return _trim_nan(_parts(x._s, x._c, 0, _QNAN), ctx)
    for x in (a, b, m):
        if x._k == _QNAN:
            return _trim_nan(x, ctx)
    if not (_is_integer(a) and _is_integer(b) and _is_integer(m)):
        return _invalid(ctx)
    if b._s and b._c or not m._c:
        return _invalid(ctx)
    if m._e + _count(m._c) - 1 >= ctx._prec:
        return _invalid(ctx)
    if not a._c and not b._c:
        return _invalid(ctx)
    s = 1 if a._s and _is_odd(b) else 0
    value = pow(abs(_to_int(a)), _to_int(b), abs(_to_int(m)))
    return _parts(s, value, 0)


def _quantize(a, b, ctx, rounding=None):
    if a._k > _INF or b._k > _INF:
        return _quiet(a, b, ctx)
    if a._k or b._k:
        if a._k and b._k:
            return _inf(a._s)
        return _invalid(ctx)
    e = b._e
    if not ctx._Emin - ctx._prec + 1 <= e <= ctx._Emax:
        return _invalid(ctx)
    if not a._c:
        return _finish(a._s, 0, e, ctx)
    d = a._e - e
    status = 0
    if d >= 0:
        if _count(a._c) + d > ctx._prec:
            return _invalid(ctx)
        c = a._c * _ten(d)
    else:
        c, inexact = _drop(a._c, -d, a._s, rounding or ctx._rounding)
        status = _ROUNDED | (_INEXACT if inexact else 0)
    n = _count(c)
    if n > ctx._prec or c and e + n - 1 > ctx._Emax:
        return _invalid(ctx)
    if c and e + n - 1 < ctx._Emin:
        status |= _SUBNORMAL
    if ctx._clampd and e > ctx._Emax - ctx._prec + 1:
        return _finish(a._s, c, e, ctx, status)
    if status:
        ctx._signal(status)
    return _parts(a._s, c, e)


def _to_integral(a, ctx, rounding, exact):
    if a._k:
        return _quiet(a, None, ctx) if a._k > _INF else _inf(a._s)
    if a._e >= 0:
        return _parts(a._s, a._c, a._e)
    if not a._c:
        return _parts(a._s, 0, 0)
    c, inexact = _drop(a._c, -a._e, a._s, rounding or ctx._rounding)
    if exact:
        ctx._signal(_ROUNDED | (_INEXACT if inexact else 0))
    return _parts(a._s, c, 0)


def _reduce(a, ctx):
    if a._k > _INF:
        return _quiet(a, None, ctx)
    a = _finish_dec(a, ctx)
    if a._k:
        return a
    if not a._c:
        return _parts(a._s, 0, 0)
    c, e = a._c, a._e
    top = ctx._Emax - ctx._prec + 1 if ctx._clampd else ctx._Emax
    while c % 10 == 0 and e < top:
        c //= 10
        e += 1
    return _parts(a._s, c, e)


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


class Decimal:
    """A decimal number of an integer, a text, a tuple, a float or another."""

    __slots__ = ("_s", "_c", "_e", "_k")

    def __new__(cls, value="0", context=None):
        if context is None and value.__class__ is str and cls is Decimal:
            made = _dec.make(cls, value)
            if made is not None:
                return made
        if context is not None:
            _context(context)
        if isinstance(value, Decimal):
            if type(value) is cls is Decimal:
                return value
            parts = value._s, value._c, value._e, value._k
        elif isinstance(value, int):
            parts = (1, -value, 0, _FINITE) if value < 0 else (
                0, int(value), 0, _FINITE)
        elif isinstance(value, str):
            parts = _parse(_clean(value))
            if parts is None:
                _context(context)._signal(_SYNTAX)
                parts = 0, 0, 0, _QNAN
        elif isinstance(value, float):
            _context(context)._signal(_FLOATOP)
            parts = _float_parts(value)
        elif isinstance(value, (tuple, list)):
            parts = _from_tuple(value)
        else:
            raise TypeError(f"conversion from {_type_name(value)} to "
                            "Decimal is not supported")
        self = object.__new__(cls)
        self._s, self._c, self._e, self._k = parts
        if self._k == _FINITE and not -MAX_EMAX < self._e < MAX_EMAX:
            if self._c and (self._e + _count(self._c) - 1 > MAX_EMAX
                            or self._e < MIN_ETINY):
                return _invalid(_context(context))
            self._e = min(max(self._e, MIN_ETINY), MAX_EMAX)
        return self

    @classmethod
    def from_float(cls, f, /):
        """The exact value of a float."""
        if isinstance(f, int):
            result = _from_int(f)
        elif isinstance(f, float):
            result = _parts(*_float_parts(f))
        else:
            raise TypeError("argument must be int or float")
        return result if cls is Decimal else cls(result)

    # -- conversions

    def __repr__(self):
        return f"Decimal('{_dec.str(self)}')"

    @_twin("_dec.str")
    def _py_str(self):
        return _to_string(self, False, getcontext()._capitals)

    __str__ = _dec.str

    def to_eng_string(self, context=None):
        """The number with an exponent that is a multiple of 3."""
        return _to_string(self, True, _context(context)._capitals)

    def as_tuple(self):
        """Sign, digits and exponent."""
        if self._k == _INF:
            return DecimalTuple(self._s, (0,), "F")
        if self._k:
            digits = tuple(map(int, _text(self._c))) if self._c else ()
            return DecimalTuple(self._s, digits,
                                "n" if self._k == _QNAN else "N")
        return DecimalTuple(self._s, tuple(map(int, _text(self._c))),
                            self._e)

    def as_integer_ratio(self):
        """Decimal.as_integer_ratio() -> (int, int)"""
        if self._k:
            if self._k == _INF:
                raise OverflowError(
                    "cannot convert Infinity to integer ratio")
            raise ValueError("cannot convert NaN to integer ratio")
        c, e = self._c, self._e
        if not c:
            return 0, 1
        if e >= 0:
            n, d = c * _ten(e), 1
        else:
            d5 = -e
            while d5 > 0 and c % 5 == 0:
                c //= 5
                d5 -= 1
            d2 = -e
            low = (c & -c).bit_length() - 1
            cut = min(d2, low)
            c >>= cut
            d2 -= cut
            n, d = c, 5 ** d5 << d2
        return (-n if self._s else n), d

    def __int__(self):
        if self._k:
            if self._k == _INF:
                raise OverflowError("cannot convert Infinity to integer")
            raise ValueError("cannot convert NaN to integer")
        return _to_int(self)

    __trunc__ = __int__

    def __float__(self):
        if self._k == _SNAN:
            raise ValueError("cannot convert signaling NaN to float")
        if self._k:
            if self._k == _QNAN:
                return float("-nan" if self._s else "nan")
            return float("-inf" if self._s else "inf")
        return float(_to_string(self, False, 1))

    def __complex__(self):
        return complex(float(self))

    real = property(lambda self: self)
    imag = property(lambda self: _parts(0, 0, 0))

    def conjugate(self):
        """Return self."""
        return self

    def __bool__(self):
        return self._k != _FINITE or self._c != 0

    def __hash__(self):
        if self._k:
            if self._k == _SNAN:
                raise TypeError("Cannot hash a signaling NaN value")
            if self._k == _QNAN:
                return object.__hash__(self)
            return -314159 if self._s else 314159
        p = sys.hash_info.modulus
        if self._e >= 0:
            scale = pow(10, self._e, p)
        else:
            scale = pow(pow(10, p - 2, p), -self._e, p)
        h = self._c * scale % p
        if self._s:
            h = -h
        return -2 if h == -1 else h

    def __round__(self, n=None):
        if n is None:
            if self._k:
                return self.__int__()
            c, _ = (self._c * _ten(self._e), 0) if self._e >= 0 else _drop(
                self._c, -self._e, self._s, ROUND_HALF_EVEN)
            return -c if self._s else c
        if not isinstance(n, int):
            raise TypeError("optional arg must be an integer")
        return _quantize(self, _parts(0, 1, -n), getcontext())

    def __floor__(self):
        if self._k:
            return self.__int__()
        n = _to_int(self)
        return n - 1 if self._s and not _is_integer(self) else n

    def __ceil__(self):
        if self._k:
            return self.__int__()
        n = _to_int(self)
        return n if self._s or _is_integer(self) else n + 1

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return type(self), (str(self),)

    def __format__(self, specifier, override=None, /):
        return _format(self, specifier, override)

    # -- arithmetic

    @_twin("_dec.add")
    def _py_add(self, other):
        b = _other(other)
        return NotImplemented if b is None else _add(
            self, b, 0, getcontext())

    @_twin("_dec.radd")
    def _py_radd(self, other):
        a = _other(other)
        return NotImplemented if a is None else _add(
            a, self, 0, getcontext())

    @_twin("_dec.sub")
    def _py_sub(self, other):
        b = _other(other)
        return NotImplemented if b is None else _add(
            self, b, 1, getcontext())

    @_twin("_dec.rsub")
    def _py_rsub(self, other):
        a = _other(other)
        return NotImplemented if a is None else _add(
            a, self, 1, getcontext())

    @_twin("_dec.mul")
    def _py_mul(self, other):
        b = _other(other)
        return NotImplemented if b is None else _multiply(
            self, b, getcontext())

    @_twin("_dec.rmul")
    def _py_rmul(self, other):
        a = _other(other)
        return NotImplemented if a is None else _multiply(
            a, self, getcontext())

    __add__, __radd__ = _dec.add, _dec.radd
    __sub__, __rsub__ = _dec.sub, _dec.rsub
    __mul__, __rmul__ = _dec.mul, _dec.rmul

    def __truediv__(self, other):
        b = _other(other)
        return NotImplemented if b is None else _divide(
            self, b, getcontext())

    def __rtruediv__(self, other):
        a = _other(other)
        return NotImplemented if a is None else _divide(
            a, self, getcontext())

    def __floordiv__(self, other):
        b = _other(other)
        return NotImplemented if b is None else _floor_divide(
            self, b, getcontext())

    def __rfloordiv__(self, other):
        a = _other(other)
        return NotImplemented if a is None else _floor_divide(
            a, self, getcontext())

    def __mod__(self, other):
        b = _other(other)
        return NotImplemented if b is None else _remainder(
            self, b, getcontext())

    def __rmod__(self, other):
        a = _other(other)
        return NotImplemented if a is None else _remainder(
            a, self, getcontext())

    def __divmod__(self, other):
        b = _other(other)
        return NotImplemented if b is None else _divmod(
            self, b, getcontext())

    def __rdivmod__(self, other):
        a = _other(other)
        return NotImplemented if a is None else _divmod(
            a, self, getcontext())

    def __pow__(self, other, modulo=None):
        b = _other(other)
        if b is None:
            return NotImplemented
        if modulo is None:
            return _power(self, b, getcontext())
        m = _other(modulo)
        if m is None:
            return NotImplemented
        return _power_mod(self, b, m, getcontext())

    def __rpow__(self, other, modulo=None):
        a = _other(other)
        return NotImplemented if a is None else _power(
            a, self, getcontext())

    def __neg__(self):
        return _minus(self, getcontext())

    def __pos__(self):
        return _plus(self, getcontext())

    def __abs__(self):
        ctx = getcontext()
        return _minus(self, ctx) if self._s else _plus(self, ctx)

    # -- comparison

    @_twin("_dec.eq")
    def _py_eq(self, other):
        b = _comparand(self, other, True)
        if b is None:
            return NotImplemented
        a, b = b
        if a._k > _INF or b._k > _INF:
            if a._k == _SNAN or b._k == _SNAN:
                getcontext()._signal(_INVALID)
            return False
        return _compare(a, b) == 0

    def __eq__(self, other):
        return _dec.eq(self, other)

    @_twin("_dec.lt")
    def _py_lt(self, other):
        r = _order(self, other)
        return r if r is NotImplemented else r is not None and r < 0

    @_twin("_dec.le")
    def _py_le(self, other):
        r = _order(self, other)
        return r if r is NotImplemented else r is not None and r <= 0

    @_twin("_dec.gt")
    def _py_gt(self, other):
        r = _order(self, other)
        return r if r is NotImplemented else r is not None and r > 0

    @_twin("_dec.ge")
    def _py_ge(self, other):
        r = _order(self, other)
        return r if r is NotImplemented else r is not None and r >= 0

    __lt__, __le__ = _dec.lt, _dec.le
    __gt__, __ge__ = _dec.gt, _dec.ge

    def compare(self, other, context=None):
        """Compare self to other as numbers; return a Decimal -1, 0, 1 or
        NaN."""
        ctx = _context(context)
        b = _operand(other)
        if self._k > _INF or b._k > _INF:
            return _quiet(self, b, ctx)
        return _from_int(_compare(self, b))

    def compare_signal(self, other, context=None):
        """compare() in which every NaN is an error."""
        ctx = _context(context)
        b = _operand(other)
        if self._k > _INF or b._k > _INF:
            if self._k != _SNAN and b._k != _SNAN:
                ctx._signal(_INVALID)
            return _quiet(self, b, ctx)
        return _from_int(_compare(self, b))

    def compare_total(self, other, context=None):
        """Compare two operands using their abstract representation."""
        _context(context)
        return _from_int(_compare_total(self, _operand(other)))

    def compare_total_mag(self, other, context=None):
        """Like compare_total, ignoring the signs."""
        _context(context)
        return _from_int(_compare_total(self.copy_abs(),
                                        _operand(other).copy_abs()))

    def max(self, other, context=None):
        """The greater of two numbers."""
        return _extreme(self, _operand(other), _context(context), 1, False)

    def min(self, other, context=None):
        """The lesser of two numbers."""
        return _extreme(self, _operand(other), _context(context), -1, False)

    def max_mag(self, other, context=None):
        """As the max() method, but compares the absolute values."""
        return _extreme(self, _operand(other), _context(context), 1, True)

    def min_mag(self, other, context=None):
        """As the min() method, but compares the absolute values."""
        return _extreme(self, _operand(other), _context(context), -1, True)

    # -- functions

    def fma(self, other, third, context=None):
        """Return self*other+third with no rounding of the product."""
        ctx = _context(context)
        return _fma(self, _operand(other), _operand(third), ctx)

    def sqrt(self, context=None):
        """The square root."""
        return _sqrt(self, _context(context))

    def exp(self, context=None):
        """Return the value of e**x."""
        return _exp(self, _context(context))

    def ln(self, context=None):
        """Return the natural logarithm of the operand."""
        return _ln(self, _context(context))

    def log10(self, context=None):
        """The decimal logarithm."""
        return _log10(self, _context(context))

    def logb(self, context=None):
        """Return the adjusted exponent of the operand as a Decimal."""
        ctx = _context(context)
        if self._k:
            return _quiet(self, None, ctx) if self._k > _INF else _inf(0)
        if not self._c:
            ctx._signal(_DIVZERO)
            return _inf(1)
        n = self.adjusted()
        return _finish(1 if n < 0 else 0, abs(n), 0, ctx)

    def scaleb(self, other, context=None):
        """Return the first operand with the exponent adjusted by the
        second."""
        ctx = _context(context)
        b = _operand(other)
        if self._k > _INF or b._k > _INF:
            return _quiet(self, b, ctx)
        limit = 2 * (ctx._Emax + ctx._prec)
        if b._k or b._e != 0 or b._c > limit:
            return _invalid(ctx)
        if self._k:
            return _inf(self._s)
        return _finish(self._s, self._c,
                       self._e + (-b._c if b._s else b._c), ctx)

    @_twin("_dec.quantize")
    def _py_quantize(self, exp, rounding=None, context=None):
        ctx = _context(context)
        if rounding is not None:
            _check_rounding(rounding)
        return _quantize(self, _operand(exp), ctx, rounding)

    quantize = _dec.quantize

    def remainder_near(self, other, context=None):
        """Return the remainder of dividing self by other, the quotient
        being rounded to nearest."""
        ctx = _context(context)
        return _remainder_near(self, _operand(other), ctx)

    def to_integral_exact(self, rounding=None, context=None):
        """Round to the nearest integer, signaling Inexact or Rounded."""
        if rounding is not None:
            _check_rounding(rounding)
        return _to_integral(self, _context(context), rounding, True)

    def to_integral_value(self, rounding=None, context=None):
        """Round to the nearest integer without signaling."""
        if rounding is not None:
            _check_rounding(rounding)
        return _to_integral(self, _context(context), rounding, False)

    to_integral = to_integral_value

    def normalize(self, context=None):
        """Normalize the number by stripping trailing zeros."""
        return _reduce(self, _context(context))

    def next_plus(self, context=None):
        """Return the smallest representable number larger than self."""
        ctx = _context(context)
        if self._k > _INF:
            return _quiet(self, None, ctx)
        return _next(self, 0, ctx)

    def next_minus(self, context=None):
        """Return the largest representable number smaller than self."""
        ctx = _context(context)
        if self._k > _INF:
            return _quiet(self, None, ctx)
        return _next(self, 1, ctx)

    def next_toward(self, other, context=None):
        """Return the number closest to self in the direction of other."""
        ctx = _context(context)
        b = _operand(other)
        if self._k > _INF or b._k > _INF:
            return _quiet(self, b, ctx)
        c = _compare(self, b)
        if c == 0:
            return _parts(b._s, self._c, self._e, self._k)
        result = _next(self, 0 if c < 0 else 1, ctx)
        if result._k:
            ctx._signal(_OVERFLOW | _INEXACT | _ROUNDED)
        elif result.adjusted() < ctx._Emin or not result._c:
            status = _UNDERFLOW | _SUBNORMAL | _INEXACT | _ROUNDED
            ctx._signal(status if result._c else status | _CLAMPED)
        return result

    def adjusted(self):
        """The exponent of the first digit."""
        if self._k:
            return 0
        return self._e + _count(self._c) - 1

    def radix(self):
        """Return Decimal(10), the radix of all arithmetic."""
        return _parts(0, 10, 0)

    def canonical(self):
        """The number itself."""
        return self

    def copy_abs(self):
        """Return the absolute value of the argument, no rounding."""
        return _parts(0, self._c, self._e, self._k)

    def copy_negate(self):
        """Return the negation of the argument, no rounding."""
        return _parts(1 - self._s, self._c, self._e, self._k)

    def copy_sign(self, other, context=None):
        """Return a copy of the first operand with the sign of the
        second."""
        _context(context)
        return _parts(_operand(other)._s, self._c, self._e, self._k)

    def same_quantum(self, other, context=None):
        """Do two numbers have the same exponent?"""
        _context(context)
        b = _operand(other)
        if self._k or b._k:
            nan, onan = self._k > _INF, b._k > _INF
            return nan and onan or self._k == b._k == _INF
        return self._e == b._e

    def is_canonical(self):
        return True

    def is_finite(self):
        return self._k == _FINITE

    def is_infinite(self):
        return self._k == _INF

    def is_nan(self):
        return self._k > _INF

    def is_qnan(self):
        return self._k == _QNAN

    def is_snan(self):
        return self._k == _SNAN

    def is_signed(self):
        return self._s == 1

    def is_zero(self):
        return self._k == _FINITE and self._c == 0

    def is_normal(self, context=None):
        """Return True if the argument is a normal finite number."""
        ctx = _context(context)
        return (self._k == _FINITE and self._c != 0
                and self.adjusted() >= ctx._Emin)

    def is_subnormal(self, context=None):
        """Return True if the argument is subnormal."""
        ctx = _context(context)
        return (self._k == _FINITE and self._c != 0
                and self.adjusted() < ctx._Emin)

    def number_class(self, context=None):
        """What kind of number it is, in words."""
        ctx = _context(context)
        if self._k:
            if self._k == _INF:
                return "-Infinity" if self._s else "+Infinity"
            return "NaN" if self._k == _QNAN else "sNaN"
        sign = "-" if self._s else "+"
        if not self._c:
            return sign + "Zero"
        if self.adjusted() < ctx._Emin:
            return sign + "Subnormal"
        return sign + "Normal"

    def logical_and(self, other, context=None):
        """Return the digit-wise 'and' of the two operands."""
        return _logical(self, _operand(other), _context(context),
                        lambda x, y: x & y)

    def logical_or(self, other, context=None):
        """Return the digit-wise 'or' of the two operands."""
        return _logical(self, _operand(other), _context(context),
                        lambda x, y: x | y)

    def logical_xor(self, other, context=None):
        """Return the digit-wise 'xor' of the two operands."""
        return _logical(self, _operand(other), _context(context),
                        lambda x, y: x ^ y)

    def logical_invert(self, context=None):
        """Return the digit-wise inversion of the operand."""
        ctx = _context(context)
        size = max(ctx._prec, _count(self._c))
        ones = _parts(0, (_ten(size) - 1) // 9, 0)
        return _logical(self, ones, ctx, lambda x, y: x ^ y)

    def rotate(self, other, context=None):
        """Return a copy of the operand with its digits rotated."""
        ctx = _context(context)
        b = _operand(other)
        n = _shift_count(self, b, ctx)
        if not isinstance(n, int):
            return n
        if self._k:
            return self
        n %= ctx._prec
        c = self._c
        if _count(c) > ctx._prec:
            c %= _ten(ctx._prec)
        high, low = divmod(c, _ten(ctx._prec - n))
        return _parts(self._s, low * _ten(n) + high, self._e)

    def shift(self, other, context=None):
        """Return a copy of the operand with its digits shifted."""
        ctx = _context(context)
        b = _operand(other)
        n = _shift_count(self, b, ctx)
        if not isinstance(n, int):
            return n
        if self._k:
            return self
        c = self._c
        if _count(c) > ctx._prec:
            c %= _ten(ctx._prec)
        c = c // _ten(-n) if n < 0 else c * _ten(n)
        if _count(c) > ctx._prec:
            c %= _ten(ctx._prec)
        return _parts(self._s, c, self._e)


if hasattr(abc, "_register_builtin"):
    abc._register_builtin(numbers.Number, Decimal)
else:
    numbers.Number.register(Decimal)
_ONE = _parts(0, 1, 0)


def _type_name(value):
    cls = type(value)
    if cls.__module__ == "builtins":
        return cls.__name__
    return f"{cls.__module__}.{cls.__qualname__}"


def _plus(a, ctx):
    if a._k > _INF:
        return _quiet(a, None, ctx)
    if not a._k and not a._c and ctx._rounding != ROUND_FLOOR:
        return _finish(0, 0, a._e, ctx)
    return _finish_dec(a, ctx)


def _minus(a, ctx):
    if a._k > _INF:
        return _quiet(a, None, ctx)
    if not a._k and not a._c and ctx._rounding != ROUND_FLOOR:
        return _finish(0, 0, a._e, ctx)
    return _finish_dec(_parts(1 - a._s, a._c, a._e, a._k), ctx)


def _comparand(a, other, equality):
    """The pair to compare, or None.  Rationals scale both sides."""
    if isinstance(other, Decimal):
        return a, other
    if isinstance(other, int):
        return a, _from_int(other)
    if isinstance(other, float):
        ctx = getcontext()
        if equality:
            ctx._flags |= _FLOATOP
        else:
            ctx._signal(_FLOATOP)
        return a, _parts(*_float_parts(other))
    if isinstance(other, complex):
        if equality and other.imag == 0:
            return _comparand(a, other.real, True)
        return None
    if isinstance(other, numbers.Rational):
        if a._k:
            return a, _from_int(other.numerator)
        return (_parts(a._s, a._c * other.denominator, a._e),
                _from_int(other.numerator))
    return None


def _order(a, other):
    pair = _comparand(a, other, False)
    if pair is None:
        return NotImplemented
    a, b = pair
    if a._k > _INF or b._k > _INF:
        getcontext()._signal(_INVALID)
        return None
    return _compare(a, b)


def _compare_total(a, b):
    if a._s != b._s:
        return -1 if a._s else 1
    sign = -1 if a._s else 1
    rank = (0, 1, 3, 2)  # finite, infinite, sNaN, NaN
    x, y = rank[a._k], rank[b._k]
    if x != y:
        return sign if x > y else -sign
    if a._k > _INF:
        return sign * ((a._c > b._c) - (a._c < b._c))
    c = _compare(_parts(0, a._c, a._e, a._k), _parts(0, b._c, b._e, b._k))
    if c:
        return sign * c
    return sign * ((a._e > b._e) - (a._e < b._e))


def _extreme(a, b, ctx, want, magnitude):
    """max (want 1) or min (want -1), of magnitudes or of values."""
    if a._k > _INF or b._k > _INF:
        if a._k == _QNAN and b._k <= _INF:
            return _finish_dec(b, ctx)
        if b._k == _QNAN and a._k <= _INF:
            return _finish_dec(a, ctx)
        return _quiet(a, b, ctx)
    if magnitude:
        c = _compare(a.copy_abs(), b.copy_abs())
    else:
        c = _compare(a, b)
    if c == 0 and magnitude:
        c = _compare(a, b)
    if c == 0:
        c = _compare_total(a, b)
    return _finish_dec(a if c * want >= 0 else b, ctx)


def _fma(a, b, c, ctx):
    if a._k > _INF or b._k > _INF:
        if a._k != _SNAN and b._k != _SNAN and c._k == _SNAN:
            return _quiet(c, None, ctx)
        return _quiet(a, b, ctx)
    s = a._s ^ b._s
    if a._k or b._k:
        if a._k and not b._k and not b._c or b._k and not a._k and not a._c:
            return _invalid(ctx)
        product = _inf(s)
    else:
        product = _parts(s, a._c * b._c, a._e + b._e)
    if c._k > _INF:
        return _quiet(c, None, ctx)
    return _add(product, c, 0, ctx)


def _remainder_near(a, b, ctx):
    if a._k > _INF or b._k > _INF:
        return _quiet(a, b, ctx)
    if a._k:
        return _invalid(ctx)
    if b._k:
        return _finish_dec(a, ctx)
    if not b._c:
        return _invalid(ctx, _INVALID if a._c else _UNDEFINED)
    ideal = min(a._e, b._e)
    if not a._c:
        return _finish(a._s, 0, ideal, ctx)
    gap = a.adjusted() - b.adjusted()
    if gap >= ctx._prec + 1:
        return _invalid(ctx, _IMPOSSIBLE)
    if gap <= -2:
        if a._e - ideal > ctx._prec + 40:
            return _finish(a._s, a._c, a._e, ctx)
        return _finish(a._s, a._c * _ten(a._e - ideal), ideal, ctx)
    x, y, _ = _align(a, b)
    q, r = divmod(x, y)
    s = a._s
    if 2 * r + (q & 1) > y:
        r -= y
        q += 1
    if _count(q) > ctx._prec:
        return _invalid(ctx, _IMPOSSIBLE)
    if r < 0:
        s, r = 1 - s, -r
    return _finish(s, r, ideal, ctx)


def _next(a, down, ctx):
    """The neighbour of `a` above (down 0) or below (down 1)."""
    prec = ctx._prec
    top = _ten(prec) - 1
    if a._k:
        if a._s != down:
            return _parts(a._s, top, ctx._Emax - prec + 1)
        return _inf(a._s)
    work = ctx.copy()
    work._traps = 0
    work._rounding = ROUND_FLOOR if down else ROUND_CEILING
    rounded = _finish_dec(a, work)
    if _compare(rounded, a):
        return rounded
    tiny = _parts(down, 1, ctx._Emin - prec)
    return _add(a, tiny, 0, work)


def _logical_bits(a):
    """The digits of a logical operand as an int of bits, or None."""
    if a._k or a._s or a._e:
        return None
    text = _text(a._c)
    return None if text.strip("01") else int(text, 2)


def _logical(a, b, ctx, op):
    x = _logical_bits(a)
    y = _logical_bits(b)
    if x is None or y is None:
        return _invalid(ctx)
    return _parts(0, _number(bin(op(x, y))[2:][-ctx._prec:]), 0)


def _shift_count(a, b, ctx):
    """The count of rotate and shift, or the Decimal to return instead."""
    if a._k > _INF or b._k > _INF:
        return _quiet(a, b, ctx)
    if b._k or b._e or b._c > ctx._prec:
        return _invalid(ctx)
    return -b._c if b._s else b._c


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


# ---------------------------------------------------------------- contexts


class SignalDict(MutableMapping):
    """The flags or the traps of a context, as a mapping from signals."""

    __slots__ = ("_owner", "_field")

    def __init__(self, owner, field):
        self._owner = owner
        self._field = field

    def _bits(self):
        return getattr(self._owner, self._field)

    def __getitem__(self, key):
        return self._bits() & _signal_bits(key) != 0

    def __setitem__(self, key, value):
        bits = _signal_bits(key)
        if value:
            setattr(self._owner, self._field, self._bits() | bits)
        else:
            setattr(self._owner, self._field, self._bits() & ~bits)

    def __delitem__(self, key):
        raise ValueError("signal keys cannot be deleted")

    def __iter__(self):
        return iter([signal for signal, _ in _SIGNALS])

    def __len__(self):
        return len(_SIGNALS)

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return _canonical(self._bits()) == _canonical(other._bits())
        if isinstance(other, dict):
            try:
                return _canonical(self._bits()) == _dict_bits(other)
            except (KeyError, ValueError, TypeError):
                return False
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        body = ", ".join(f"{signal!r}:{self[signal]}"
                         for signal, _ in _SIGNALS)
        return "{" + body + "}"

    def copy(self):
        """Return a plain dict."""
        return {signal: self[signal] for signal, _ in _SIGNALS}


def _canonical(bits):
    return bits | _ANY_INVALID if bits & _ANY_INVALID else bits


def _signal_bits(key):
    try:
        bits = _BITS.get(key)
    except TypeError:
        bits = None
    if bits is None:
        raise KeyError("valid values for signals are:\n"
                       "  [InvalidOperation, FloatOperation, "
                       "DivisionByZero,\n   Overflow, Underflow, "
                       "Subnormal, Inexact, Rounded,\n   Clamped]")
    return bits


def _dict_bits(mapping):
    """Bits of a mapping with every signal as a key."""
    if len(mapping) != len(_SIGNALS):
        raise KeyError("invalid signal dict")
    bits = 0
    for key, value in mapping.items():
        if value:
            bits |= _signal_bits(key)
        else:
            _signal_bits(key)
    return bits


def _list_bits(signals):
    bits = 0
    for signal in signals:
        bits |= _signal_bits(signal)
    return bits


def _mapping_argument(value):
    if isinstance(value, SignalDict):
        return value._bits()
    if isinstance(value, dict):
        return _dict_bits(value)
    raise TypeError("argument must be a signal dict")


def _signals_argument(value):
    if isinstance(value, (list, tuple)):
        return _list_bits(value)
    return _mapping_argument(value)


def _ranged(name, low, high, text):
    """A checked integer attribute of a context."""
    slot = "_clampd" if name == "clamp" else "_" + name

    def get(self):
        return getattr(self, slot)

    def put(self, value):
        if not isinstance(value, int):
            raise TypeError("an integer is required")
        if not low <= value <= high:
            raise ValueError(text)
        setattr(self, slot, value)

    return property(get, put)


def _with_context(name):
    """A Context method of one operand: Decimal.name(a, context=self)."""
    def method(self, a, /):
        return getattr(_operand(a), name)(context=self)
    method.__name__ = method.__qualname__ = name
    return method


def _without_context(name):
    def method(self, a, /):
        return getattr(_operand(a), name)()
    method.__name__ = method.__qualname__ = name
    return method


def _pairwise(name):
    """A Context method of two operands."""
    def method(self, a, b, /):
        return getattr(_operand(a), name)(_operand(b), context=self)
    method.__name__ = method.__qualname__ = name
    return method


class Context:
    """Precision, rounding and what counts as an error."""

    __slots__ = ("_prec", "_rounding", "_Emin", "_Emax", "_capitals",
                 "_clampd", "_flags", "_traps")

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None,
                 capitals=None, clamp=None, flags=None, traps=None):
        base = DefaultContext
        self._prec, self._rounding = base._prec, base._rounding
        self._Emin, self._Emax = base._Emin, base._Emax
        self._capitals, self._clampd = base._capitals, base._clampd
        self._flags, self._traps = 0, base._traps
        if prec is not None:
            self.prec = prec
        if rounding is not None:
            self.rounding = rounding
        if Emin is not None:
            self.Emin = Emin
        if Emax is not None:
            self.Emax = Emax
        if capitals is not None:
            self.capitals = capitals
        if clamp is not None:
            self.clamp = clamp
        if traps is not None:
            self._traps = _signals_argument(traps)
        if flags is not None:
            self._flags = _signals_argument(flags)

    prec = _ranged("prec", 1, MAX_PREC,
                   "valid range for prec is [1, MAX_PREC]")
    Emin = _ranged("Emin", MIN_EMIN, 0,
                   "valid range for Emin is [MIN_EMIN, 0]")
    Emax = _ranged("Emax", 0, MAX_EMAX,
                   "valid range for Emax is [0, MAX_EMAX]")
    capitals = _ranged("capitals", 0, 1,
                       "valid values for capitals are 0 or 1")
    clamp = _ranged("clamp", 0, 1, "valid values for clamp are 0 or 1")

    @property
    def rounding(self):
        return self._rounding

    @rounding.setter
    def rounding(self, value):
        self._rounding = _check_rounding(value)

    @property
    def flags(self):
        return SignalDict(self, "_flags")

    @flags.setter
    def flags(self, value):
        self._flags = _mapping_argument(value)

    @property
    def traps(self):
        return SignalDict(self, "_traps")

    @traps.setter
    def traps(self, value):
        self._traps = _mapping_argument(value)

    def __delattr__(self, name):
        raise AttributeError("context attributes cannot be deleted")

    def _signal(self, status):
        """Set flags; raise the first trapped signal."""
        self._flags |= status
        trapped = status & self._traps
        if trapped:
            for signal, bits in _SIGNALS:
                if trapped & bits:
                    raise signal([c for c, b in _CONDITIONS if trapped & b])

    def __repr__(self):
        flags = ", ".join(s.__name__ for s, b in _NAMED
                          if self._flags & b)
        traps = ", ".join(s.__name__ for s, b in _NAMED
                          if self._traps & b)
        return (f"Context(prec={self._prec}, rounding={self._rounding}, "
                f"Emin={self._Emin}, Emax={self._Emax}, "
                f"capitals={self._capitals}, clamp={self._clampd}, "
                f"flags=[{flags}], traps=[{traps}])")

    def clear_flags(self):
        """Forget all signals."""
        self._flags = 0

    def clear_traps(self):
        """Let no signal be an error."""
        self._traps = 0

    def copy(self):
        """Return a duplicate of the context with all flags."""
        new = object.__new__(Context)
        new._prec, new._rounding = self._prec, self._rounding
        new._Emin, new._Emax = self._Emin, self._Emax
        new._capitals, new._clampd = self._capitals, self._clampd
        new._flags, new._traps = self._flags, self._traps
        return new

    __copy__ = copy

    def __reduce__(self):
        flags = [s for s, b in _SIGNALS if self._flags & b]
        traps = [s for s, b in _SIGNALS if self._traps & b]
        return Context, (self._prec, self._rounding, self._Emin, self._Emax,
                         self._capitals, self._clampd, flags, traps)

    def Etiny(self):
        """Return a value equal to Emin - prec + 1."""
        return self._Emin - self._prec + 1

    def Etop(self):
        """The greatest exponent of a full coefficient."""
        return self._Emax - self._prec + 1

    def create_decimal(self, num="0", /):
        """A number, rounded in this context."""
        if isinstance(num, str):
            parts = _parse(num)
            if parts is None:
                return _invalid(self, _SYNTAX)
            a = _parts(*parts)
        elif isinstance(num, float):
            self._signal(_FLOATOP)
            a = _parts(*_float_parts(num))
        elif isinstance(num, (tuple, list)):
            a = _parts(*_from_tuple(num))
        elif isinstance(num, (int, Decimal)):
            a = _operand(num)
        else:
            raise TypeError(f"conversion from {_type_name(num)} to Decimal "
                            "is not supported")
        if a._k > _INF and a._c and (
                _count(a._c) > self._prec - self._clampd):
            return _invalid(self, _SYNTAX)
        return _finish_dec(a, self)

    def _apply(self, a, /):
        """Round a to the context."""
        return _finish_dec(_operand(a), self)

    def create_decimal_from_float(self, f, /):
        """Create a new Decimal instance from float f, rounded."""
        if isinstance(f, int):
            return _finish_dec(_from_int(f), self)
        if not isinstance(f, float):
            raise TypeError("argument must be int or float")
        return _finish_dec(_parts(*_float_parts(f)), self)

    def abs(self, a, /):
        """Return the absolute value of a."""
        a = _operand(a)
        return _minus(a, self) if a._s else _plus(a, self)

    def add(self, a, b, /):
        """Return the sum of a and b."""
        return _add(_operand(a), _operand(b), 0, self)

    def subtract(self, a, b, /):
        """Return the difference of a and b."""
        return _add(_operand(a), _operand(b), 1, self)

    def multiply(self, a, b, /):
        """Return the product of a and b."""
        return _multiply(_operand(a), _operand(b), self)

    def divide(self, a, b, /):
        """Return a divided by b."""
        return _divide(_operand(a), _operand(b), self)

    def divide_int(self, a, b, /):
        """Return a divided by b, truncated to an integer."""
        return _floor_divide(_operand(a), _operand(b), self)

    def remainder(self, a, b, /):
        """What is left after dividing."""
        return _remainder(_operand(a), _operand(b), self)

    def divmod(self, a, b, /):
        """Return quotient and remainder of the division a / b."""
        return _divmod(_operand(a), _operand(b), self)

    def power(self, a, b, modulo=None):
        """Compute a**b, or (a**b) % modulo."""
        a, b = _operand(a), _operand(b)
        if modulo is None:
            return _power(a, b, self)
        return _power_mod(a, b, _operand(modulo), self)

    def fma(self, a, b, c, /):
        """Return a*b + c."""
        return _fma(_operand(a), _operand(b), _operand(c), self)

    def minus(self, a, /):
        """Minus corresponds to the unary prefix minus operator."""
        return _minus(_operand(a), self)

    def plus(self, a, /):
        """Plus corresponds to the unary prefix plus operator."""
        return _plus(_operand(a), self)

    def quantize(self, a, b, /):
        """Return a with the exponent of b."""
        return _quantize(_operand(a), _operand(b), self)

    def canonical(self, a, /):
        """Return a new instance of a."""
        if not isinstance(a, Decimal):
            raise TypeError("argument must be a Decimal")
        return a

    def is_canonical(self, a, /):
        if not isinstance(a, Decimal):
            raise TypeError("argument must be a Decimal")
        return True

    def radix(self):
        """Return 10."""
        return _parts(0, 10, 0)

    def to_sci_string(self, a, /):
        """The number as text."""
        return _to_string(_operand(a), False, self._capitals)

    def to_eng_string(self, a, /):
        """The number with an exponent that is a multiple of 3."""
        return _to_string(_operand(a), True, self._capitals)

    exp = _with_context("exp")
    ln = _with_context("ln")
    log10 = _with_context("log10")
    logb = _with_context("logb")
    sqrt = _with_context("sqrt")
    next_minus = _with_context("next_minus")
    next_plus = _with_context("next_plus")
    normalize = _with_context("normalize")
    number_class = _with_context("number_class")
    logical_invert = _with_context("logical_invert")
    is_normal = _with_context("is_normal")
    is_subnormal = _with_context("is_subnormal")
    to_integral_exact = _with_context("to_integral_exact")
    to_integral_value = _with_context("to_integral_value")
    to_integral = to_integral_value
    copy_abs = _without_context("copy_abs")
    copy_negate = _without_context("copy_negate")
    copy_decimal = _without_context("canonical")
    is_finite = _without_context("is_finite")
    is_infinite = _without_context("is_infinite")
    is_nan = _without_context("is_nan")
    is_qnan = _without_context("is_qnan")
    is_signed = _without_context("is_signed")
    is_snan = _without_context("is_snan")
    is_zero = _without_context("is_zero")
    compare = _pairwise("compare")
    compare_signal = _pairwise("compare_signal")
    compare_total = _pairwise("compare_total")
    compare_total_mag = _pairwise("compare_total_mag")
    copy_sign = _pairwise("copy_sign")
    logical_and = _pairwise("logical_and")
    logical_or = _pairwise("logical_or")
    logical_xor = _pairwise("logical_xor")
    max = _pairwise("max")
    max_mag = _pairwise("max_mag")
    min = _pairwise("min")
    min_mag = _pairwise("min_mag")
    next_toward = _pairwise("next_toward")
    remainder_near = _pairwise("remainder_near")
    rotate = _pairwise("rotate")
    same_quantum = _pairwise("same_quantum")
    scaleb = _pairwise("scaleb")
    shift = _pairwise("shift")


def _plain(prec, rounding, traps):
    """A Context built without looking at DefaultContext."""
    self = object.__new__(Context)
    self._prec, self._rounding = prec, rounding
    self._Emin, self._Emax = -999999, 999999
    self._capitals, self._clampd = 1, 0
    self._flags, self._traps = 0, traps
    return self


def _shared(slot):
    """An attribute that lives in the session's copy of a template."""
    def get(self):
        return getattr(self._real(), slot)

    def put(self, value):
        setattr(self._real(), slot, value)

    return property(get, put)


class _Template(Context):
    """A module-level context: a name for a per-session one."""

    __slots__ = ("_key", "_start")

    def __init__(self, key, *start):
        self._key = key
        self._start = start

    def _real(self):
        return session_state(self._key, lambda: _plain(*self._start))

    _prec = _shared("_prec")
    _rounding = _shared("_rounding")
    _Emin = _shared("_Emin")
    _Emax = _shared("_Emax")
    _capitals = _shared("_capitals")
    _clampd = _shared("_clampd")
    _flags = _shared("_flags")
    _traps = _shared("_traps")


DefaultContext = _Template("decimal.default", 28, ROUND_HALF_EVEN,
                           _ANY_INVALID | _DIVZERO | _OVERFLOW)
BasicContext = _Template("decimal.basic", 9, ROUND_HALF_UP,
                         _ANY_INVALID | _DIVZERO | _OVERFLOW | _UNDERFLOW
                         | _CLAMPED)
ExtendedContext = _Template("decimal.extended", 9, ROUND_HALF_EVEN, 0)


class _Current:
    """Holder of the session's current context."""

    __slots__ = ("context",)

    def __init__(self):
        self.context = DefaultContext.copy()
        self.context._flags = 0


def getcontext():
    """The context in force."""
    return session_state("decimal", _Current).context


def setcontext(context, /):
    """Put a context in force."""
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    if isinstance(context, _Template):
        context = context.copy()
        context._flags = 0
    session_state("decimal", _Current).context = context


class _ContextManager:
    """Context manager for localcontext()."""

    __slots__ = ("_new", "_saved")

    def __init__(self, new):
        self._new = new

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc):
        setcontext(self._saved)
        return False


def localcontext(ctx=None, **kwargs):
    """A context for a `with` block; the old one comes back."""
    if ctx is None:
        ctx = getcontext()
    elif not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    new = ctx.copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals",
                        "clamp", "flags", "traps"):
            raise TypeError(f"'{name}' is an invalid keyword argument for "
                            "this function")
        setattr(new, name, value)
    return _ContextManager(new)

del _twin
