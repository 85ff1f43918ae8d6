# decimal.py - decimal floating point after the General Decimal Arithmetic
# Specification 1.70.
#
# A number is (sign, coefficient, exponent, kind); the coefficient is an int,
# for NaNs the payload.  Operations collect status bits and hand them to
# Context._signal, which sets flags and raises what is trapped.  The current
# context belongs to the session; BasicContext, ExtendedContext and
# DefaultContext are names for per-session contexts too.
#
# The files _decimal_*.py hold the parts; this one the class.  What they need of
# each other in a circle is handed to them at the end.
#
# SPDX-License-Identifier: Apache-2.0
"""C decimal arithmetic module"""
import abc
import numbers
import sys

import _dec
import _decimal_arith
import _decimal_context
import _decimal_power
import _decimal_text
from _decimal_arith import (
    _add, _compare, _compare_total, _divide, _divmod, _extreme, _finish,
    _floor_divide, _fma, _inf, _invalid, _logical, _minus, _multiply,
    _next, _parts, _plus, _quiet, _remainder, _remainder_near,
    _shift_count, _sqrt)
from _decimal_base import (
    Clamped, ConversionSyntax, DecimalException, DecimalTuple,
    DivisionByZero, DivisionImpossible, DivisionUndefined, FloatOperation,
    HAVE_CONTEXTVAR, HAVE_THREADS, Inexact, InvalidContext,
    InvalidOperation, MAX_EMAX, MAX_PREC, MIN_EMIN, MIN_ETINY, Overflow,
    ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN,
    ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Rounded, Subnormal,
    Underflow, _CLAMPED, _DIVZERO, _FINITE, _FLOATOP, _INEXACT, _INF,
    _INVALID, _OVERFLOW, _QNAN, _ROUNDED, _SNAN, _SUBNORMAL, _SYNTAX,
    _UNDERFLOW, _count, _drop, _ten, _text, _type_name)
from _decimal_context import (
    BasicContext, Context, DefaultContext, ExtendedContext, getcontext,
    localcontext, setcontext)
from _decimal_power import (
    _exp, _is_integer, _ln, _log10, _power, _power_mod, _quantize, _reduce,
    _to_int, _to_integral)
from _decimal_text import (
    _check_rounding, _clean, _context, _float_parts, _format, _from_int,
    _from_tuple, _operand, _other, _parse, _to_string)
from intrinsics import _set_maker, _twin

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


class Decimal:
    """A decimal number of an integer, a text, a tuple, a float or another."""

    __slots__ = ("_s", "_c", "_e", "_k")

    def __new__(cls, value="0", context=None):
        kind = value.__class__
        if context is None and (kind is str or kind is int) and (
                cls is Decimal):
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
    __float__, __hash__ = _dec.float, _dec.hash

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

    @_twin("_dec.int")
    def _py_int(self):
        if self._k:
            if self._k == _INF:
                raise OverflowError("cannot convert Infinity to integer")
            raise ValueError("cannot convert NaN to integer")
        return _to_int(self)

    __int__ = __trunc__ = _dec.int

    @_twin("_dec.float")
    def _py_float(self):
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

    @_twin("_dec.bool")
    def _py_bool(self):
        return self._k != _FINITE or self._c != 0

    __bool__ = _dec.bool

    @_twin("_dec.hash")
    def _py_hash(self):
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
        return _dec.quantize(self, _parts(0, 1, -n))

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

    @_twin("_dec.format")
    def _py_format(self, specifier, override=None, /):
        return _format(self, specifier, override)

    def __format__(self, specifier, override=None, /):
        if override is not None:
            return _format(self, specifier, override)
        return _dec.format(self, specifier)

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
    __truediv__, __rtruediv__ = _dec.div, _dec.rdiv
    __floordiv__, __mod__, __pow__ = _dec.floordiv, _dec.mod, _dec.pow
    __neg__, __pos__, __abs__ = _dec.neg, _dec.pos, _dec.abs

    @_twin("_dec.div")
    def _py_div(self, other):
        b = _other(other)
        return NotImplemented if b is None else _divide(
            self, b, getcontext())

    @_twin("_dec.rdiv")
    def _py_rdiv(self, other):
        a = _other(other)
        return NotImplemented if a is None else _divide(
            a, self, getcontext())

    @_twin("_dec.floordiv")
    def _py_floordiv(self, other):
        b = _other(other)
        return NotImplemented if b is None else _floor_divide(
            self, b, getcontext())

    def __rfloordiv__(self, other):
        a = _other(other)
        return NotImplemented if a is None else _floor_divide(
            a, self, getcontext())

    @_twin("_dec.mod")
    def _py_mod(self, other):
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

    @_twin("_dec.pow")
    def _py_pow(self, other, modulo=None):
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

    @_twin("_dec.neg")
    def _py_neg(self):
        return _minus(self, getcontext())

    @_twin("_dec.pos")
    def _py_pos(self):
        return _plus(self, getcontext())

    @_twin("_dec.abs")
    def _py_abs(self):
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


# Names that the parts use and could not import.
_decimal_arith.Decimal = Decimal
_decimal_power.Context = Context
_decimal_text.Context = Context
_decimal_text.Decimal = Decimal
_decimal_text.getcontext = getcontext
_decimal_context.Decimal = Decimal
_decimal_power._ONE = _parts(0, 1, 0)

if hasattr(abc, "_register_builtin"):
    abc._register_builtin(numbers.Number, Decimal)
else:
    numbers.Number.register(Decimal)


@_twin("_dec.Decimal")
def _make(cls, value="0", context=None):
    return cls.__new__(cls, value, context)


_set_maker(Decimal, _dec.Decimal)
del _set_maker, _twin
