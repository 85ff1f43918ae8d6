"""_random_dist - real numbers with given distributions.

Each method draws from self.random() in the order that makes its results equal
to CPython's, bit by bit.

SPDX-License-Identifier: Apache-2.0
"""

from math import acos, cos, e, exp, log, pi, sin, sqrt, tau

__name__ = "random"

NV_MAGICCONST = 4 * exp(-0.5) / sqrt(2.0)
LOG4 = log(4.0)
SG_MAGICCONST = 1.0 + log(4.5)


class Distributions:
    """A mixin of generators."""

    gauss_next = None  # gauss() makes two values at a time

    def _is_stale(self):
        return False

    def uniform(self, a, b):
        """Evenly between a and b."""
        return a + self.random() * (b - a)

    def triangular(self, low=0.0, high=1.0, mode=None):
        """Most often at `mode`, never outside of low and high."""
        draw = self.random()
        peak = 0.5
        if mode is not None:
            try:
                peak = (mode - low) / (high - low)
            except ZeroDivisionError:
                return low
        if draw > peak:  # mirror it
            draw, peak = 1.0 - draw, 1.0 - peak
            low, high = high, low
        return low + (high - low) * sqrt(draw * peak)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normal, by Kinderman and Monahan's ratio of uniforms."""
        while True:
            offset = self.random() - 0.5
            scale = 1.0 - self.random()
            deviation = NV_MAGICCONST * offset / scale
            if deviation * deviation / 4.0 <= -log(scale):
                return mu + deviation * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """Normal, by Box and Muller's method."""
        deviation, self.gauss_next = self.gauss_next, None
        if deviation is None or self._is_stale():
            angle = self.random() * tau
            radius = sqrt(-2.0 * log(1.0 - self.random()))
            deviation, self.gauss_next = (cos(angle) * radius,
                                          sin(angle) * radius)
        return mu + deviation * sigma

    def lognormvariate(self, mu, sigma):
        """A value whose logarithm is normal."""
        return exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        """Exponential with the mean 1/lambd."""
        return -log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """An angle around mu, by Best and Fisher's method."""
        if kappa <= 1e-6:
            return self.random() * tau
        half = 0.5 / kappa
        bound = half + sqrt(1.0 + half * half)
        accepted = False
        while not accepted:
            cosine = cos(pi * self.random())
            ratio = cosine / (bound + cosine)
            draw = self.random()
            accepted = (draw < 1.0 - ratio * ratio
                        or draw <= (1.0 - ratio) * exp(ratio))
        inverse = 1.0 / bound
        angle = acos((inverse + cosine) / (1.0 + inverse * cosine))
        if self.random() <= 0.5:
            angle = -angle
        return (mu + angle) % tau

    def gammavariate(self, alpha, beta):
        """Gamma with the mean alpha * beta."""
        if not (alpha > 0.0 and beta > 0.0):
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha > 1.0:
            return self._gamma_large(alpha) * beta
        if alpha == 1.0:
            return -log(1.0 - self.random()) * beta
        return self._gamma_small(alpha) * beta

    def _gamma_large(self, alpha):
        """Cheng's rejection method GA."""
        width = sqrt(2.0 * alpha - 1.0)
        offset = alpha - LOG4
        factor = alpha + width
        while True:
            draw = self.random()
            if draw <= 1e-7 or draw >= 0.9999999:
                continue
            other = 1.0 - self.random()
            step = log(draw / (1.0 - draw)) / width
            value = alpha * exp(step)
            product = draw * draw * other
            rest = offset + factor * step - value
            if (rest + SG_MAGICCONST - 4.5 * product >= 0.0
                    or rest >= log(product)):
                return value

    def _gamma_small(self, alpha):
        """Ahrens and Dieter's algorithm GS."""
        top = (e + alpha) / e
        while True:
            place = top * self.random()
            if place <= 1.0:
                value = place ** (1.0 / alpha)
                limit = exp(-value)
            else:
                value = -log((top - place) / alpha)
                limit = value ** (alpha - 1.0)
            if self.random() <= limit:
                return value

    def betavariate(self, alpha, beta):
        """Beta, between 0 and 1."""
        part = self.gammavariate(alpha, 1.0)
        return part / (part + self.gammavariate(beta, 1.0)) if part else 0.0

    def paretovariate(self, alpha):
        """Pareto, from 1 upwards."""
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """Weibull with the scale alpha."""
        return alpha * (-log(1.0 - self.random())) ** (1.0 / beta)
