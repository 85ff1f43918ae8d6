"""statistics - averages, spread and relations of data.

>>> mean([1, 2, 3, 4, 4])
2.8
>>> median([2, 3, 4, 5])
3.5

SPDX-License-Identifier: Apache-2.0
"""

from bisect import bisect_left, bisect_right
from collections import Counter, namedtuple
from decimal import Decimal
from math import exp, fsum, log, sqrt
from numbers import Real

from _exact_stats import (StatisticsError, Tally, _coerce, _convert,
                          _decimal_sqrt_of_frac, _exact_ratio, _fail_neg,
                          _float_sqrt_of_frac, _integer_sqrt_of_frac_rto,
                          _isfinite, _sum)
from _normaldist import NormalDist

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance",
           "fmean", "geometric_mean", "harmonic_mean", "linear_regression",
           "mean", "median", "median_grouped", "median_high", "median_low",
           "mode", "multimode", "pstdev", "pvariance", "quantiles", "stdev",
           "variance"]

LinearRegression = namedtuple("LinearRegression", ("slope", "intercept"))


def _sized(data):
    """Data that can be measured and read twice."""
    return data if hasattr(data, "__len__") else list(data)


def _at_least(number, count, what):
    if count < number:
        points = "one data point" if number == 1 else "two data points"
        raise StatisticsError(f"{what} requires at least {points}")


# ------------------------------------------------------------------- averages


def mean(data):
    """The arithmetic mean."""
    tally = Tally(data)
    _at_least(1, tally.count, "mean")
    return tally.convert(tally.total / tally.count)


def fmean(data, weights=None):
    """The arithmetic mean as a float, fast; items may have weights."""
    data = _sized(data)
    if weights is None:
        _at_least(1, len(data), "fmean")
        return fsum(data) / len(data)
    weights = _sized(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    whole = fsum(weights)
    weighted = fsum([x * w for x, w in zip(data, weights)])
    if not whole:
        raise StatisticsError("sum of weights must be non-zero")
    return weighted / whole


def geometric_mean(data):
    """The root of the product, as a float."""
    try:
        return exp(fmean([log(x) for x in data]))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset "
                              "containing positive numbers") from None


_NEGATIVE = "harmonic mean does not support negative values"


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of the reciprocals."""
    data = _sized(data)
    count = len(data)
    if not count:
        raise StatisticsError("harmonic_mean requires at least one data "
                              "point")
    if weights is None:
        if count == 1:
            if not isinstance(data[0], (Real, Decimal)):
                raise TypeError("unsupported type")
            return next(_fail_neg(data, _NEGATIVE))
        weights, whole = [1] * count, count
    else:
        weights = _sized(weights)
        if len(weights) != count:
            raise StatisticsError("Number of weights does not match data "
                                  "size")
        whole = Tally(_fail_neg(weights, _NEGATIVE)).total
    try:
        parts = Tally(w / x if w else 0
                      for w, x in zip(weights, _fail_neg(data, _NEGATIVE)))
    except ZeroDivisionError:
        return 0
    if parts.total <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return parts.convert(whole / parts.total)


def _in_order(data):
    ordered = sorted(data)
    if not ordered:
        raise StatisticsError("no median for empty data")
    return ordered


def median(data):
    """The middle item, or the mean of the two middle ones."""
    ordered = _in_order(data)
    half, odd = divmod(len(ordered), 2)
    if odd:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2


def median_low(data):
    """The middle item, or the lower of two."""
    ordered = _in_order(data)
    return ordered[(len(ordered) - 1) // 2]


def median_high(data):
    """The middle item, or the higher of two."""
    ordered = _in_order(data)
    return ordered[len(ordered) // 2]


def median_grouped(data, interval=1.0):
    """The median of data that stand for intervals around them."""
    ordered = _in_order(data)
    half = len(ordered) / 2
    middle = ordered[len(ordered) // 2]
    before = bisect_left(ordered, middle)
    inside = bisect_right(ordered, middle, lo=before) - before
    try:
        width, centre = float(interval), float(middle)
    except ValueError:
        raise TypeError("Value cannot be converted to a float") from None
    return centre - width / 2.0 + width * (half - before) / inside


def mode(data):
    """The most frequent item, the first of them."""
    top = Counter(iter(data)).most_common(1)
    if not top:
        raise StatisticsError("no mode for empty data")
    return top[0][0]


def multimode(data):
    """All the most frequent items, in order of appearance."""
    counts = Counter(iter(data))
    most = max(counts.values(), default=0)
    return [item for item, count in counts.items() if count == most]


def quantiles(data, *, n=4, method="exclusive"):
    """The n - 1 points that cut the data into n equal parts."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    ordered = sorted(data)
    last = len(ordered) - 1
    if last < 1:
        raise StatisticsError("must have at least two data points")
    if method not in ("inclusive", "exclusive"):
        raise ValueError(f"Unknown method: {method!r}")
    # Exclusive: the ends of the data are not the ends of the population.
    outside = 1 if method == "exclusive" else 0
    cuts = []
    for part in range(1, n):
        reach = part * (last + 2 * outside)
        left = reach // n - outside
        left = min(max(left, 0), last - 1)
        share = reach - (left + outside) * n
        mixed = ordered[left] * (n - share) + ordered[left + 1] * share
        cuts.append(mixed / n)
    return cuts


# --------------------------------------------------------------------- spread


def _spread(data, centre, number, what):
    """The tally of the data, and the divisor of its variance."""
    if centre is None:
        tally = Tally(data, squares=True)
    else:
        tally = Tally.of_deviations(data, centre)
    _at_least(number, tally.count, what)
    return tally, tally.count - number + 1


def variance(data, xbar=None):
    """The variance of a population, guessed from a sample."""
    tally, divisor = _spread(data, xbar, 2, "variance")
    return tally.convert(tally.variance(divisor))


def pvariance(data, mu=None):
    """The variance of a whole population."""
    tally, divisor = _spread(data, mu, 1, "pvariance")
    return tally.convert(tally.variance(divisor))


def stdev(data, xbar=None):
    """The square root of variance()."""
    tally, divisor = _spread(data, xbar, 2, "stdev")
    return tally.root(divisor)


def pstdev(data, mu=None):
    """The square root of pvariance()."""
    tally, divisor = _spread(data, mu, 1, "pstdev")
    return tally.root(divisor)


# ------------------------------------------------------------------ relations


def _check_pairs(x, y, what):
    if len(x) != len(y):
        raise StatisticsError(f"{what} requires that both inputs have same "
                              "number of data points")
    _at_least(2, len(x), what)


def _deviations(x):
    """The mean, and the distances from it."""
    centre = fsum(x) / len(x)
    return centre, [value - centre for value in x]


def _dot(x, y):
    return fsum([a * b for a, b in zip(x, y)])


def covariance(x, y, /):
    """How much two variables go together."""
    _check_pairs(x, y, "covariance")
    common = _dot(_deviations(x)[1], _deviations(y)[1])
    return common / (len(x) - 1)


def correlation(x, y, /):
    """Pearson's coefficient, from -1 to 1."""
    _check_pairs(x, y, "correlation")
    dx, dy = _deviations(x)[1], _deviations(y)[1]
    scale = sqrt(_dot(dx, dx) * _dot(dy, dy))
    if not scale:
        raise StatisticsError("at least one of the inputs is constant")
    return _dot(dx, dy) / scale


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the line of least squares."""
    _check_pairs(x, y, "linear regression")
    x_mean = y_mean = 0.0
    if not proportional:
        x_mean, x = _deviations(x)
        y_mean, y = _deviations(y)
    width = _dot(x, x)
    if not width:
        raise StatisticsError("x is constant")
    slope = _dot(x, y) / width
    return LinearRegression(slope, y_mean - slope * x_mean)
