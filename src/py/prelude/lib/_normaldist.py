"""_normaldist - the normal distribution of the statistics module.

SPDX-License-Identifier: Apache-2.0
"""

import random
from math import erf, exp, fabs, hypot, log, sqrt, tau

from _exact_stats import StatisticsError, Tally

# Coefficients of Wichura's algorithm AS 241 (PPND16), highest power first:
# numerator and denominator for the centre, the tails and the far tails.
_CENTRE = (
    (2.5090809287301226727e+3, 3.3430575583588128105e+4,
     6.7265770927008700853e+4, 4.5921953931549871457e+4,
     1.3731693765509461125e+4, 1.9715909503065514427e+3,
     1.3314166789178437745e+2, 3.3871328727963666080e+0),
    (5.2264952788528545610e+3, 2.8729085735721942674e+4,
     3.9307895800092710610e+4, 2.1213794301586595867e+4,
     5.3941960214247511077e+3, 6.8718700749205790830e+2,
     4.2313330701600911252e+1, 1.0))
_TAIL = (
    (7.74545014278341407640e-4, 2.27238449892691845833e-2,
     2.41780725177450611770e-1, 1.27045825245236838258e+0,
     3.64784832476320460504e+0, 5.76949722146069140550e+0,
     4.63033784615654529590e+0, 1.42343711074968357734e+0),
    (1.05075007164441684324e-9, 5.47593808499534494600e-4,
     1.51986665636164571966e-2, 1.48103976427480074590e-1,
     6.89767334985100004550e-1, 1.67638483018380384940e+0,
     2.05319162663775882187e+0, 1.0))
_FAR = (
    (2.01033439929228813265e-7, 2.71155556874348757815e-5,
     1.24266094738807843860e-3, 2.65321895265761230930e-2,
     2.96560571828504891230e-1, 1.78482653991729133580e+0,
     5.46378491116411436990e+0, 6.65790464350110377720e+0),
    (2.04426310338993978564e-15, 1.42151175831644588870e-7,
     1.84631831751005468180e-5, 7.86869131145613259100e-4,
     1.48753612908506148525e-2, 1.36929880922735805310e-1,
     5.99832206555887937690e-1, 1.0))


def _horner(coefficients, x):
    value = 0.0
    for c in coefficients:
        value = value * x + c
    return value


def _standard_quantile(p):
    """Where the standard distribution has the probability p to its left."""
    centred = p - 0.5
    if fabs(centred) <= 0.425:
        t = 0.180625 - centred * centred
        above, below = _CENTRE
        return _horner(above, t) * centred / _horner(below, t)
    t = sqrt(-log(1.0 - p if centred > 0.0 else p))
    (above, below), origin = (_TAIL, 1.6) if t <= 5.0 else (_FAR, 5.0)
    size = _horner(above, t - origin) / _horner(below, t - origin)
    return size if centred > 0.0 else -size


class NormalDist:
    """A random variable with a normal distribution."""

    __module__ = "statistics"
    __slots__ = ("_mu", "_sigma")

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        """The distribution with the mean and deviation of a sample."""
        tally = Tally(data, squares=True)
        if tally.count < 2:
            raise StatisticsError("stdev requires at least two data points")
        centre = tally.mean()
        if not tally.finite:
            return cls(float(centre), float(centre) / float(centre))
        return cls(float(centre), tally.float_root(tally.count - 1))

    # -- numbers of the distribution

    @property
    def mean(self):
        """The middle."""
        return self._mu

    @property
    def median(self):
        """The middle."""
        return self._mu

    @property
    def mode(self):
        """The middle."""
        return self._mu

    @property
    def stdev(self):
        """The standard deviation."""
        return self._sigma

    @property
    def variance(self):
        """The standard deviation, squared."""
        return self._sigma * self._sigma

    def _needs_width(self, what):
        if not self._sigma:
            raise StatisticsError(f"{what}() not defined when sigma is zero")

    # -- functions of the distribution

    def zscore(self, x):
        """The distance of x from the mean, in standard deviations."""
        self._needs_width("zscore")
        return (x - self._mu) / self._sigma

    def pdf(self, x):
        """The density at x."""
        self._needs_width("pdf")
        spread = self.variance
        off = x - self._mu
        return exp(off * off / (-2.0 * spread)) / sqrt(tau * spread)

    def cdf(self, x):
        """The probability of values up to x."""
        self._needs_width("cdf")
        return 0.5 * (1.0 + erf((x - self._mu) / (self._sigma * sqrt(2.0))))

    def inv_cdf(self, p):
        """The x whose cdf is p."""
        if not 0.0 < p < 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below "
                                  "zero")
        return self._mu + _standard_quantile(p) * self._sigma

    def quantiles(self, n=4):
        """The n - 1 points that make n intervals of equal probability."""
        return [self.inv_cdf(part / n) for part in range(1, n)]

    def samples(self, n, *, seed=None):
        """A list of n random values."""
        source = random if seed is None else random.Random(seed)
        return [source.gauss(self._mu, self._sigma) for _ in range(n)]

    def overlap(self, other):
        """The area that two densities have in common."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        slim, wide = sorted((self, other), key=lambda d: (d._sigma, d._mu))
        if not slim._sigma:
            raise StatisticsError("overlap() not defined when sigma is zero")
        excess = wide.variance - slim.variance
        apart = fabs(wide._mu - slim._mu)
        if not excess:
            return 1.0 - erf(apart / (2.0 * slim._sigma * sqrt(2.0)))
        # The densities cross where a quadratic equation says.
        centre = slim._mu * wide.variance - wide._mu * slim.variance
        ratio = log(wide.variance / slim.variance)
        reach = slim._sigma * wide._sigma * sqrt(
            apart * apart + excess * ratio)
        gaps = [fabs(wide.cdf(x) - slim.cdf(x))
                for x in ((centre + reach) / excess,
                          (centre - reach) / excess)]
        return 1.0 - (gaps[0] + gaps[1])

    # -- arithmetic

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu,
                              hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu,
                              hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __rsub__(self, other):
        return NormalDist(other - self._mu, self._sigma)

    def __mul__(self, factor):
        return NormalDist(self._mu * factor, self._sigma * fabs(factor))

    def __truediv__(self, divisor):
        return NormalDist(self._mu / divisor, self._sigma / fabs(divisor))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other):
        if isinstance(other, NormalDist):
            return self.__getstate__() == other.__getstate__()
        return NotImplemented

    def __hash__(self):
        return hash(self.__getstate__())

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state
