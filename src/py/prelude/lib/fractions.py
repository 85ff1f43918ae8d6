# fractions.py - exact rational numbers.
#
# Invariant: gcd(numerator, denominator) == 1 and denominator > 0.  Arithmetic
# keeps it by dividing out gcds of the parts (Knuth, volume 2, 4.5.1) instead
# of reducing the large result.
#
# SPDX-License-Identifier: Apache-2.0
"""Fraction, infinite-precision, rational numbers."""
import numbers
import operator
import re
import sys
from decimal import Decimal
from math import gcd

__all__ = ["Fraction"]

_HASH_MODULUS = sys.hash_info.modulus
_HASH_INF = sys.hash_info.inf

_FORMAT = re.compile(r"""
    \A\s*
    (?P<sign>[-+]?)
    (?=\d|\.\d)
    (?P<num>\d*|\d+(_\d+)*)
    (?:
        (?:/(?P<denom>\d+(_\d+)*))?
    |
        (?:\.(?P<decimal>\d*|\d+(_\d+)*))?
        (?:E(?P<exp>[-+]?\d+(_\d+)*))?
    )
    \s*\Z
""", re.VERBOSE | re.IGNORECASE)


def _make(n, d):
    """A Fraction from parts already in lowest terms, d > 0."""
    self = object.__new__(Fraction)
    self._numerator = n
    self._denominator = d
    return self


def _from_text(text):
    """(numerator, denominator), not reduced, of a literal."""
    m = _FORMAT.match(text)
    if m is None:
        raise ValueError("Invalid literal for Fraction: %r" % text)
    num = int(m.group("num") or "0")
    den = m.group("denom")
    if den:
        den = int(den)
    else:
        den = 1
        decimal = m.group("decimal")
        if decimal:
            decimal = decimal.replace("_", "")
            scale = 10 ** len(decimal)
            num = num * scale + int(decimal)
            den = scale
        exp = m.group("exp")
        if exp:
            exp = int(exp)
            if exp >= 0:
                num *= 10 ** exp
            else:
                den *= 10 ** -exp
    if m.group("sign") == "-":
        num = -num
    return num, den


class Fraction(numbers.Rational):
    """This class implements rational numbers.

    In the two-argument form of the constructor, Fraction(8, 6) will
    produce a rational number equivalent to 4/3. Both arguments must
    be Rational. The numerator defaults to 0 and the denominator
    defaults to 1 so that Fraction(3) == 3 and Fraction() == 0."""

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator = numerator
                self._denominator = 1
                return self
            if isinstance(numerator, numbers.Rational):
                self._numerator = numerator.numerator
                self._denominator = numerator.denominator
                return self
            if isinstance(numerator, (float, Decimal)):
                self._numerator, self._denominator = (
                    numerator.as_integer_ratio())
                return self
            if not isinstance(numerator, str):
                raise TypeError("argument should be a string "
                                "or a Rational instance")
            numerator, denominator = _from_text(numerator)
        elif type(numerator) is int is type(denominator):
            pass
        elif (isinstance(numerator, numbers.Rational)
              and isinstance(denominator, numbers.Rational)):
            numerator, denominator = (
                numerator.numerator * denominator.denominator,
                denominator.numerator * numerator.denominator)
        else:
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % numerator)
        g = gcd(numerator, denominator)
        if denominator < 0:
            g = -g
        self._numerator = numerator // g
        self._denominator = denominator // g
        return self

    @classmethod
    def from_float(cls, f):
        """Converts a finite float to a rational number, exactly."""
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("%s.from_float() only takes floats, not %r (%s)"
                            % (cls.__name__, f, type(f).__name__))
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        """Converts a finite Decimal instance to a rational number,
        exactly."""
        if isinstance(dec, numbers.Integral):
            dec = Decimal(int(dec))
        elif not isinstance(dec, Decimal):
            raise TypeError(
                "%s.from_decimal() only takes Decimals, not %r (%s)"
                % (cls.__name__, dec, type(dec).__name__))
        return cls(*dec.as_integer_ratio())

    def as_integer_ratio(self):
        """Return the integer ratio as a tuple."""
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """Closest Fraction to self with denominator at most
        max_denominator."""
        # Walk the continued fraction; the answer is the last convergent in
        # range or a semiconvergent, whichever is closer.
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        bound1 = Fraction(p0 + k * p1, q0 + k * q1)
        bound2 = Fraction(p1, q1)
        if abs(bound2 - self) <= abs(bound1 - self):
            return bound2
        return bound1

    @property
    def numerator(a):
        return a._numerator

    @property
    def denominator(a):
        return a._denominator

    def __repr__(self):
        return "%s(%s, %s)" % (self.__class__.__name__, self._numerator,
                               self._denominator)

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return "%s/%s" % (self._numerator, self._denominator)

    def __add__(a, b):
        return _forward(a, b, _add, operator.add)

    def __radd__(b, a):
        return _reverse(a, b, _add, operator.add)

    def __sub__(a, b):
        return _forward(a, b, _sub, operator.sub)

    def __rsub__(b, a):
        return _reverse(a, b, _sub, operator.sub)

    def __mul__(a, b):
        return _forward(a, b, _mul, operator.mul)

    def __rmul__(b, a):
        return _reverse(a, b, _mul, operator.mul)

    def __truediv__(a, b):
        return _forward(a, b, _div, operator.truediv)

    def __rtruediv__(b, a):
        return _reverse(a, b, _div, operator.truediv)

    def __floordiv__(a, b):
        return _forward(a, b, _floordiv, operator.floordiv)

    def __rfloordiv__(b, a):
        return _reverse(a, b, _floordiv, operator.floordiv)

    def __divmod__(a, b):
        return _forward(a, b, _divmod, divmod)

    def __rdivmod__(b, a):
        return _reverse(a, b, _divmod, divmod)

    def __mod__(a, b):
        return _forward(a, b, _mod, operator.mod)

    def __rmod__(b, a):
        return _reverse(a, b, _mod, operator.mod)

    def __pow__(a, b):
        if isinstance(b, numbers.Rational):
            if b.denominator == 1:
                power = b.numerator
                n, d = a._numerator, a._denominator
                if power >= 0:
                    return _make(n ** power, d ** power)
                if n > 0:
                    return _make(d ** -power, n ** -power)
                if n == 0:
                    raise ZeroDivisionError(
                        "Fraction(%s, 0)" % d ** -power)
                return _make((-d) ** -power, (-n) ** -power)
            return float(a) ** float(b)
        if isinstance(b, (float, complex)):
            return float(a) ** b
        return NotImplemented

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        if b._denominator == 1:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(a):
        return _make(a._numerator, a._denominator)

    def __neg__(a):
        return _make(-a._numerator, a._denominator)

    def __abs__(a):
        return _make(abs(a._numerator), a._denominator)

    def __int__(a, _index=operator.index):
        if a._numerator < 0:
            return _index(-(-a._numerator // a._denominator))
        return _index(a._numerator // a._denominator)

    def __trunc__(a):
        if a._numerator < 0:
            return -(-a._numerator // a._denominator)
        return a._numerator // a._denominator

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        d = self._denominator
        if ndigits is None:
            floor, remainder = divmod(self._numerator, d)
            if remainder * 2 < d:
                return floor
            if remainder * 2 > d or floor & 1:
                return floor + 1
            return floor
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, _HASH_MODULUS)
        except ValueError:
            value = _HASH_INF
        else:
            value = hash(hash(abs(self._numerator)) * inverse)
        result = value if self._numerator >= 0 else -value
        return -2 if result == -1 else result

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return (a._numerator == b.numerator
                    and a._denominator == b.denominator)
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if b != b or b - b != 0:  # nan, inf
                return 0.0 == b
            return a == a.from_float(b)
        return NotImplemented

    def __lt__(a, b):
        return _compare(a, b, operator.lt)

    def __gt__(a, b):
        return _compare(a, b, operator.gt)

    def __le__(a, b):
        return _compare(a, b, operator.le)

    def __ge__(a, b):
        return _compare(a, b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        if type(self) == Fraction:
            return self
        return self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()


def _forward(a, b, exact, fallback):
    """a op b where a is a Fraction."""
    if type(b) is int or isinstance(b, (int, Fraction)):
        return exact(a, b)
    if isinstance(b, float):
        return fallback(float(a), b)
    if isinstance(b, complex):
        return fallback(complex(a), b)
    return NotImplemented


def _reverse(a, b, exact, fallback):
    """a op b where b is a Fraction."""
    if isinstance(a, numbers.Rational):
        return exact(a, b)
    if isinstance(a, numbers.Real):
        return fallback(float(a), float(b))
    if isinstance(a, numbers.Complex):
        return fallback(complex(a), complex(b))
    return NotImplemented


def _add(a, b):
    na, da = a.numerator, a.denominator
    nb, db = b.numerator, b.denominator
    g = gcd(da, db)
    if g == 1:
        return _make(na * db + da * nb, da * db)
    s = da // g
    t = na * (db // g) + nb * s
    g2 = gcd(t, g)
    if g2 == 1:
        return _make(t, s * db)
    return _make(t // g2, s * (db // g2))


def _sub(a, b):
    na, da = a.numerator, a.denominator
    nb, db = b.numerator, b.denominator
    g = gcd(da, db)
    if g == 1:
        return _make(na * db - da * nb, da * db)
    s = da // g
    t = na * (db // g) - nb * s
    g2 = gcd(t, g)
    if g2 == 1:
        return _make(t, s * db)
    return _make(t // g2, s * (db // g2))


def _mul(a, b):
    na, da = a.numerator, a.denominator
    nb, db = b.numerator, b.denominator
    g1 = gcd(na, db)
    if g1 > 1:
        na //= g1
        db //= g1
    g2 = gcd(nb, da)
    if g2 > 1:
        nb //= g2
        da //= g2
    return _make(na * nb, db * da)


def _div(a, b):
    nb, db = b.numerator, b.denominator
    na, da = a.numerator, a.denominator
    g1 = gcd(na, nb)
    if g1 > 1:
        na //= g1
        nb //= g1
    g2 = gcd(db, da)
    if g2 > 1:
        da //= g2
        db //= g2
    n, d = na * db, nb * da
    if d <= 0:
        if d == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % n)
        n, d = -n, -d
    return _make(n, d)


def _floordiv(a, b):
    return (a.numerator * b.denominator) // (a.denominator * b.numerator)


def _divmod(a, b):
    da, db = a.denominator, b.denominator
    q, n = divmod(a.numerator * db, da * b.numerator)
    return q, Fraction(n, da * db)


def _mod(a, b):
    da, db = a.denominator, b.denominator
    return Fraction((a.numerator * db) % (b.numerator * da), da * db)


def _compare(a, b, op):
    if isinstance(b, numbers.Rational):
        return op(a._numerator * b.denominator,
                  a._denominator * b.numerator)
    if isinstance(b, float):
        if b != b or b - b != 0:
            return op(0.0, b)
        return op(a, a.from_float(b))
    return NotImplemented
