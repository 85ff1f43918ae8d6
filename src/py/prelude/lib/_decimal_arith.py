# _decimal_arith.py - sums, products, quotients, order.
#
# Each takes operands and a context, and signals what happened.
#
# Decimal comes from decimal.py, which imports this file.
#
# SPDX-License-Identifier: Apache-2.0
"""Basic arithmetic."""
from math import gcd, isqrt

from _decimal_base import (
    ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN,
    ROUND_HALF_UP, ROUND_UP, _CLAMPED, _DIVZERO, _FINITE, _IMPOSSIBLE,
    _INEXACT, _INF, _INVALID, _OVERFLOW, _QNAN, _ROUNDED, _SNAN,
    _SUBNORMAL, _UNDEFINED, _UNDERFLOW, _count, _drop, _number, _ten, _text)


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
