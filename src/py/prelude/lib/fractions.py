# fractions.py - exact rational numbers.
#
# Invariant: gcd(numerator, denominator) == 1 and denominator > 0.  Arithmetic
# keeps it by dividing out gcds of the parts (Knuth, volume 2, 4.5.1) instead
# of reducing the large result.  Subtraction is addition of the negative,
# division multiplication with the reciprocal, down to the integers.
#
# SPDX-License-Identifier: Apache-2.0
"""Exact fractions."""
import operator
import re
import sys
from decimal import Decimal
from math import gcd, isfinite
from numbers import Complex, Integral, Rational, Real

__all__ = ["Fraction"]

_DIGITS = r"\d+(?:_\d+)*"
_literal = re.compile(
    rf"\s*([-+]?)(?=\.?\d)((?:{_DIGITS})?)"
    rf"(?:/({_DIGITS})|(?:\.((?:{_DIGITS})?))?(?:[eE]([-+]?{_DIGITS}))?)\s*"
).fullmatch


def _make(n, d):
    """A Fraction of parts that are in lowest terms, d > 0."""
    made = object.__new__(Fraction)
    made._numerator, made._denominator = n, d
    return made


def _parse(text):
    """The ratio that a literal stands for, not reduced."""
    found = _literal(text)
    if found is None:
        raise ValueError(f"Invalid literal for Fraction: {text!r}")
    sign, whole, below, decimals, exponent = found.groups()
    decimals = (decimals or "").replace("_", "")
    above = int(whole.replace("_", "") + decimals or "0")
    power = int(exponent or 0) - len(decimals)
    if power > 0:
        above *= 10 ** power
    below = int(below) if below else 10 ** max(-power, 0)
    return (-above if sign == "-" else above), below


class Fraction(Rational):
    """A rational number: of two of them, a float, a Decimal or a text."""

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        above, below = numerator, denominator
        if below is None:
            if type(above) is int:
                below = 1
            elif isinstance(above, Rational):
                above, below = above.numerator, above.denominator
            elif isinstance(above, (float, Decimal)):
                above, below = above.as_integer_ratio()
            elif isinstance(above, str):
                above, below = _parse(above)
            else:
                raise TypeError("argument should be a string "
                                "or a Rational instance")
        elif type(above) is not int or type(below) is not int:
            if not (isinstance(above, Rational)
                    and isinstance(below, Rational)):
                raise TypeError("both arguments should be Rational instances")
            above, below = (above.numerator * below.denominator,
                            above.denominator * below.numerator)
        if not below:
            raise ZeroDivisionError(f"Fraction({above}, 0)")
        common = gcd(above, below)
        if below < 0:
            common = -common
        made = object.__new__(cls)
        made._numerator = above // common
        made._denominator = below // common
        return made

    @classmethod
    def from_float(cls, f):
        """The exact value of a float."""
        if not isinstance(f, (float, Integral)):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, "
                            f"not {f!r} ({type(f).__name__})")
        return cls(*f.as_integer_ratio()) if isinstance(f, float) else cls(f)

    @classmethod
    def from_decimal(cls, dec):
        """The exact value of a Decimal."""
        if not isinstance(dec, (Decimal, Integral)):
            raise TypeError(f"{cls.__name__}.from_decimal() only takes "
                            f"Decimals, not {dec!r} ({type(dec).__name__})")
        if isinstance(dec, Decimal):
            return cls(*dec.as_integer_ratio())
        return cls(int(dec))

    @property
    def numerator(self):
        """The part above the line."""
        return self._numerator

    @property
    def denominator(self):
        """The part below the line, positive."""
        return self._denominator

    def as_integer_ratio(self):
        """Both parts."""
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """The nearest fraction with a denominator no greater than that."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        n, d = self._numerator, self._denominator
        if d <= max_denominator:
            return _make(n, d)
        # Follow the continued fraction while its convergents are in range.
        older, last = (0, 1), (1, 0)
        while True:
            whole, rest = divmod(n, d)
            below = older[1] + whole * last[1]
            if below > max_denominator:
                break
            older, last = last, (older[0] + whole * last[0], below)
            n, d = d, rest
        # The answer lies on one of two sides: the last convergent, or as
        # many steps of it beyond the one before as fit.
        steps = (max_denominator - older[1]) // last[1]
        other = [a + steps * b for a, b in zip(older, last)]
        sides = Fraction(*last), Fraction(*other)
        return min(sides, key=lambda side: abs(side - self))

    # -- text

    def __repr__(self):
        return (f"{type(self).__name__}({self._numerator}, "
                f"{self._denominator})")

    def __str__(self):
        n, d = self.as_integer_ratio()
        return str(n) if d == 1 else f"{n}/{d}"

    # -- arithmetic

    def __add__(self, other):
        return _left(_add, operator.add, self, other)

    def __radd__(self, other):
        return _right(_add, operator.add, other, self)

    def __sub__(self, other):
        return _left(_sub, operator.sub, self, other)

    def __rsub__(self, other):
        return _right(_sub, operator.sub, other, self)

    def __mul__(self, other):
        return _left(_mul, operator.mul, self, other)

    def __rmul__(self, other):
        return _right(_mul, operator.mul, other, self)

    def __truediv__(self, other):
        return _left(_div, operator.truediv, self, other)

    def __rtruediv__(self, other):
        return _right(_div, operator.truediv, other, self)

    def __floordiv__(self, other):
        return _left(_floordiv, operator.floordiv, self, other)

    def __rfloordiv__(self, other):
        return _right(_floordiv, operator.floordiv, other, self)

    def __mod__(self, other):
        return _left(_mod, operator.mod, self, other)

    def __rmod__(self, other):
        return _right(_mod, operator.mod, other, self)

    def __divmod__(self, other):
        return _left(_divmod, divmod, self, other)

    def __rdivmod__(self, other):
        return _right(_divmod, divmod, other, self)

    def __pow__(self, exponent):
        if isinstance(exponent, (float, complex)):
            return float(self) ** exponent
        if not isinstance(exponent, Rational):
            return NotImplemented
        if exponent.denominator != 1:
            return float(self) ** float(exponent)
        n, d = self.as_integer_ratio()
        power = exponent.numerator
        if power < 0:
            n, d, power = d, n, -power
            if not d:
                raise ZeroDivisionError(f"Fraction({n ** power}, 0)")
            if d < 0:
                n, d = -n, -d
        return _make(n ** power, d ** power)

    def __rpow__(self, base):
        n, d = self.as_integer_ratio()
        if d == 1 and n >= 0:
            return base ** n
        if isinstance(base, Rational):
            return Fraction(base.numerator, base.denominator) ** self
        return base ** (n if d == 1 else float(self))

    def __pos__(self):
        return _make(self._numerator, self._denominator)

    def __neg__(self):
        return _make(-self._numerator, self._denominator)

    def __abs__(self):
        return _make(abs(self._numerator), self._denominator)

    # -- rounding

    def __trunc__(self):
        n, d = self.as_integer_ratio()
        return n // d if n >= 0 else -(-n // d)

    def __int__(self):
        return operator.index(self.__trunc__())

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        n, d = self.as_integer_ratio()
        if ndigits is None:
            return _half_even(n, d)
        scale = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(_half_even(n * scale, d), scale)
        return Fraction(_half_even(n, d * scale) * scale)

    # -- comparing

    def __bool__(self):
        return self._numerator != 0

    def __hash__(self):
        # As for every number: n / d modulo the prime of sys.hash_info.
        info = sys.hash_info
        try:
            inverse = pow(self._denominator, -1, info.modulus)
            size = abs(self._numerator) * inverse % info.modulus
        except ValueError:
            size = info.inf
        signed = size if self._numerator >= 0 else -size
        return -2 if signed == -1 else signed

    def __eq__(self, other):
        if type(other) is int:
            return self._denominator == 1 and self._numerator == other
        if isinstance(other, Complex) and not isinstance(other, Rational):
            if other.imag == 0:
                other = other.real
        return _compare(operator.eq, self, other)

    def __lt__(self, other):
        return _compare(operator.lt, self, other)

    def __le__(self, other):
        return _compare(operator.le, self, other)

    def __gt__(self, other):
        return _compare(operator.gt, self, other)

    def __ge__(self, other):
        return _compare(operator.ge, self, other)

    # -- copying

    def __reduce__(self):
        return type(self), self.as_integer_ratio()

    def __copy__(self):
        same = type(self) is Fraction
        return self if same else type(self)(*self.as_integer_ratio())

    def __deepcopy__(self, memo):
        return self.__copy__()


def _left(exact, general, a, b):
    """a op b of a Fraction a and anything."""
    if isinstance(b, (int, Fraction)):
        return exact(a, b)
    for kind in (float, complex):
        if isinstance(b, kind):
            return general(kind(a), b)
    return NotImplemented


def _right(exact, general, a, b):
    """a op b of anything and a Fraction b."""
    if isinstance(a, Rational):
        return exact(a, b)
    for abstract, kind in ((Real, float), (Complex, complex)):
        if isinstance(a, abstract):
            return general(kind(a), kind(b))
    return NotImplemented


def _compare(op, a, b):
    if isinstance(b, Rational):
        n, d = b.numerator, b.denominator
    elif not isinstance(b, float):
        return NotImplemented
    elif not isfinite(b):
        return op(0.0, b)
    else:
        n, d = b.as_integer_ratio()
    return op(a._numerator * d, n * a._denominator)


def _half_even(n, d):
    """n / d rounded to an integer, halves to the even one."""
    whole, rest = divmod(n, d)
    twice = 2 * rest
    if twice > d or twice == d and whole % 2:
        whole += 1
    return whole


def _total(n1, d1, n2, d2):
    """The sum of two ratios in lowest terms."""
    common = gcd(d1, d2)
    if common == 1:
        return _make(n1 * d2 + n2 * d1, d1 * d2)
    part = d1 // common
    above = n1 * (d2 // common) + n2 * part
    again = gcd(above, common)
    return _make(above // again, part * (d2 // again))


def _product(n1, d1, n2, d2):
    """The product of two ratios in lowest terms, d2 of any sign."""
    if not d2:
        raise ZeroDivisionError(f"Fraction({n1 * n2 // gcd(n1, d2)}, 0)"
                                if n1 else "Fraction(0, 0)")
    if d2 < 0:
        n2, d2 = -n2, -d2
    one, two = gcd(n1, d2), gcd(n2, d1)
    return _make((n1 // one) * (n2 // two), (d1 // two) * (d2 // one))


def _add(a, b):
    return _total(a.numerator, a.denominator, b.numerator, b.denominator)


def _sub(a, b):
    return _total(a.numerator, a.denominator, -b.numerator, b.denominator)


def _mul(a, b):
    return _product(a.numerator, a.denominator, b.numerator, b.denominator)


def _div(a, b):
    return _product(a.numerator, a.denominator, b.denominator, b.numerator)


def _divmod(a, b):
    """Quotient and remainder over the common denominator."""
    below = a.denominator * b.denominator
    whole, rest = divmod(a.numerator * b.denominator,
                         b.numerator * a.denominator)
    return whole, Fraction(rest, below)


def _floordiv(a, b):
    return (a.numerator * b.denominator) // (b.numerator * a.denominator)


def _mod(a, b):
    rest = a.numerator * b.denominator % (b.numerator * a.denominator)
    return Fraction(rest, a.denominator * b.denominator)
