"""_exact_stats - sums without rounding, for the statistics module.

A Tally adds the numbers up as fractions, by denominator, and remembers their
types: the one rounding happens when a result is converted to the type that
the data call for.

SPDX-License-Identifier: Apache-2.0
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import isfinite, isqrt


class StatisticsError(ValueError):
    __module__ = "statistics"


def _exact_ratio(x):
    """(numerator, denominator) of a number; (x, None) if it is not finite."""
    if hasattr(x, "as_integer_ratio"):
        try:
            return x.as_integer_ratio()
        except (ValueError, OverflowError):
            return x, None
    if hasattr(x, "numerator"):
        return x.numerator, x.denominator
    raise TypeError(f"can't convert type '{type(x).__name__}' to "
                    "numerator/denominator")


def _coerce(one, other):
    """The type in which mixed data give their result."""
    if one is other or other is int or other is bool:
        return one
    if one is int or issubclass(other, one):
        return other
    if issubclass(one, other):
        return one
    for narrow, broad in ((one, other), (other, one)):
        if issubclass(narrow, int):
            return broad
    for narrow, broad in ((one, other), (other, one)):
        if issubclass(narrow, Fraction) and issubclass(broad, float):
            return broad
    raise TypeError("don't know how to coerce "
                    f"{one.__name__} and {other.__name__}")


def _collect(by_denominator):
    if None in by_denominator:
        return by_denominator[None]
    total = Fraction(0)
    for denominator, numerator in by_denominator.items():
        total += Fraction(numerator, denominator)
    return total


class Tally:
    """Count, type and exact sum of numbers; on request of squares too."""

    def __init__(self, data, squares=False):
        if data.__class__ is not list:
            data = list(data)
        self.count = len(data)
        kinds = dict.fromkeys(map(type, data))
        only = [*kinds][0] if len(kinds) == 1 else None
        sums, of_squares = {}, {}
        if only is int:
            sums[1] = sum(data)
            if squares:
                of_squares[1] = sum([x * x for x in data])
        else:
            plain = only is float and all(map(isfinite, data))
            ratio = float.as_integer_ratio if plain else _exact_ratio
            for above, below in map(ratio, data):
                sums[below] = sums.get(below, 0) + above
                if squares:
                    of_squares[below] = of_squares.get(below, 0) + (
                        above * above)
        self.kind = int
        for kind in kinds:
            self.kind = _coerce(self.kind, kind)
        self.finite = None not in sums
        self.total = _collect(sums)
        if squares and self.finite:
            self._square_total = _collect(
                {below * below: above for below, above in of_squares.items()})

    @classmethod
    def of_deviations(cls, data, centre):
        """Squared distances from a given centre, as if of a mean of 0."""
        tally = cls((off := x - centre) * off for x in data)
        tally._square_total = tally.total
        tally.total = Fraction(0) if tally.finite else tally.total
        return tally

    def mean(self):
        return self.total / self.count if self.finite else self.total

    def deviation(self):
        """The sum of the squared distances from the mean."""
        if not self.finite or not self.count:
            return self.total
        return self._square_total - self.total * self.total / self.count

    def variance(self, divisor):
        return self.deviation() / divisor

    def convert(self, value):
        """A result in the type of the data."""
        return _convert(value, self.kind)

    def root(self, divisor):
        """The square root of variance(divisor)."""
        if issubclass(self.kind, Decimal):
            return self._of_fraction(_decimal_sqrt_of_frac, divisor)
        return self.float_root(divisor)

    def float_root(self, divisor):
        """The root as a float, rounded once."""
        return self._of_fraction(_float_sqrt_of_frac, divisor)

    def _of_fraction(self, root, divisor):
        value = self.variance(divisor)
        return root(value.numerator, value.denominator)


# The names below are CPython's: programs and its tests look at them.


def _sum(data):
    """(type, exact sum, count) of the data."""
    tally = Tally(data)
    return tally.kind, tally.total, tally.count


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return isfinite(x)


def _fail_neg(values, errmsg="negative value"):
    """The values, until one is negative."""
    for value in values:
        if value < 0:
            raise StatisticsError(errmsg)
        yield value


def _convert(value, kind):
    """A fraction as a number of a type."""
    if type(value) is kind:
        return value
    if issubclass(kind, int) and value.denominator != 1:
        kind = float
    try:
        return kind(value)
    except TypeError:
        if not issubclass(kind, Decimal):
            raise
        return kind(value.numerator) / kind(value.denominator)


def _positive(above, below):
    """The same fraction with a positive denominator, if it has one."""
    return (-above, -below) if below < 0 else (above, below)


def _float_sqrt_of_frac(n, m):
    """The root of n / m as a float, rounded once."""
    above, below = _positive(n, m)
    # Scale by 4 ** shift: the whole root then has 64 bits or more.
    shift = 64 - (above.bit_length() - below.bit_length()) // 2
    shift = max(shift, 0)
    root = _integer_sqrt_of_frac_rto(above << 2 * shift, below)
    return root / (1 << shift)


def _decimal_sqrt_of_frac(n, m):
    """The root of n / m as a Decimal, rounded once in the current context."""
    above, below = _positive(n, m)
    value = Fraction(above, below)
    if not above:
        return Decimal("0.0")
    guess = (Decimal(above) / Decimal(below)).sqrt()
    if Fraction(guess) ** 2 == value:
        return guess
    with localcontext() as context:
        # Enough digits, the last one odd: the rounding comes after.
        places = max(0, context.prec + 2 - guess.adjusted())
        context.prec += 10 + abs(guess.adjusted())
        digits = _integer_sqrt_of_frac_rto(above * 100 ** places, below)
        exact = Decimal(digits).scaleb(-places)
    return +exact


def _integer_sqrt_of_frac_rto(n, m):
    """The whole root of a fraction, odd if it is not exact.

    Rounding it once more gives what rounding the true root would give.
    """
    root = isqrt(n // m)
    return root if root * root * m == n else root | 1
