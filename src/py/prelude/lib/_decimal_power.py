# _decimal_power.py - exponentials, logarithms, powers, rounding to a unit.
#
# Context and _ONE come from decimal.py, which imports this file.
#
# SPDX-License-Identifier: Apache-2.0
"""Powers and roundings."""
from math import log10 as float_log10

from _decimal_arith import (
    _align, _compare, _divide, _finish, _finish_dec, _inf, _invalid,
    _multiply, _parts, _quiet, _trim_nan, _with_half_even)
from _decimal_base import (
    MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_HALF_EVEN, _CLAMPED, _INEXACT,
    _INF, _INVALID, _OVERFLOW, _QNAN, _ROUNDED, _SNAN, _SUBNORMAL,
    _UNDERFLOW, _count, _drop, _ten)
from _decimal_log import exp_digits, ln_digits, log10_digits


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
