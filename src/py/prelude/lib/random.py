# random.py - Mersenne Twister and distributions, bit-exact with CPython.
#
# The twister itself is native: its state is an object in the first slot of a
# generator.  The generator behind the module's functions is per session, and
# takes its seed when it is first used.
#
# SPDX-License-Identifier: Apache-2.0
"""Random variable generators."""
from bisect import bisect
from itertools import accumulate, repeat
from math import (acos, ceil, cos, e, exp, floor, isfinite, log, pi, sin,
                  sqrt, tau)
from operator import index
from warnings import warn

import _random
from _caisson import (digest_final, digest_new, digest_update, os_call,
                      session_state)
from collections.abc import Sequence
from intrinsics import _twin

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices",
           "expovariate", "gammavariate", "gauss", "getrandbits", "getstate",
           "lognormvariate", "normalvariate", "paretovariate", "randbytes",
           "randint", "random", "randrange", "sample", "seed", "setstate",
           "shuffle", "triangular", "uniform", "vonmisesvariate",
           "weibullvariate"]

NV_MAGICCONST = 4 * exp(-0.5) / sqrt(2.0)
LOG4 = log(4.0)
SG_MAGICCONST = 1.0 + log(4.5)
BPF = 53
RECIP_BPF = 2 ** -BPF
TWOPI = tau
_ONE = 1
_e, _log, _exp, _pi, _sqrt = e, log, exp, pi, sqrt
_WORD = 0xFFFFFFFF


def _sha512(data):
    state = digest_new("sha512")
    digest_update(state, data)
    return digest_final(state)


def _whole(value, name):
    """An argument of randrange; floats with whole values still pass."""
    try:
        return index(value)
    except TypeError:
        number = int(value)
        if number != value:
            warn("randrange() will raise TypeError in the future",
                 DeprecationWarning, 3)
            raise ValueError(f"non-integer {name} for randrange()")
        warn("non-integer arguments to randrange() have been deprecated "
             "since Python 3.10 and will be removed in a subsequent version",
             DeprecationWarning, 3)
        return number


class _Core:
    """The part of a generator that C code knows."""

    __slots__ = ("_mt",)


_Core.__name__ = _Core.__qualname__ = "Random"
_Core.__module__ = "_random"


class Random(_Core):
    """Random number generator base class used by bound module functions.

    Used to instantiate instances of Random to get generators that don't
    share state."""

    VERSION = 3
    gauss_next = None

    def __new__(cls, /, *args, **kwargs):
        self = super().__new__(cls)
        self._mt = None
        return self

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def __init_subclass__(cls, /, **kwargs):
        super().__init_subclass__(**kwargs)
        # A class that replaces random() but not getrandbits() draws
        # integers from its random().
        for c in cls.__mro__:
            if "_randbelow" in c.__dict__:
                break
            if "getrandbits" in c.__dict__:
                cls._randbelow = cls._randbelow_with_getrandbits
                break
            if "random" in c.__dict__:
                cls._randbelow = cls._randbelow_without_getrandbits
                break

    def seed(self, a=None, version=2):
        """Initialize internal state from a seed."""
        if version == 1 and isinstance(a, (str, bytes)):
            a = a.decode("latin-1") if isinstance(a, bytes) else a
            x = ord(a[0]) << 7 if a else 0
            for c in map(ord, a):
                x = ((1000003 * x) ^ c) & 0xFFFFFFFFFFFFFFFF
            x ^= len(a)
            a = -2 if x == -1 else x
        elif version == 2 and isinstance(a, (str, bytes, bytearray)):
            data = a.encode() if isinstance(a, str) else bytes(a)
            a = int.from_bytes(data + _sha512(data), "big")
        elif not isinstance(a, (type(None), int, float, str, bytes,
                                bytearray)):
            raise TypeError("The only supported seed types are: None,\n"
                            "int, float, str, bytes, and bytearray.")
        if a is None:
            a = int.from_bytes(os_call("os.urandom", 2496), "little")
        elif not isinstance(a, int):
            a = hash(a) & 0xFFFFFFFFFFFFFFFF
        self._mt = _random._new(int(a))
        self.gauss_next = None

    def getstate(self):
        """Return internal state; can be passed to setstate() later."""
        if self._mt is None:
            Random.seed(self)
        return self.VERSION, _random._words(self._mt), self.gauss_next

    def setstate(self, state):
        """Restore internal state from object returned by getstate()."""
        version = state[0]
        if version == 3:
            version, words, self.gauss_next = state
        elif version == 2:
            version, words, self.gauss_next = state
            try:
                words = tuple(x % (2 ** 32) for x in words)
            except ValueError as err:
                raise TypeError from err
        else:
            raise ValueError("state with version %s passed to "
                             "Random.setstate() of version %s"
                             % (version, self.VERSION))
        if not isinstance(words, tuple):
            raise TypeError("state vector must be a tuple")
        if len(words) != 625:
            raise ValueError("state vector is the wrong size")
        for w in words:
            if not isinstance(w, int):
                raise TypeError("an integer is required")
            if w < 0:
                raise OverflowError(
                    "can't convert negative value to unsigned int")
            if w >= 2**64:
                raise OverflowError(
                    "Python int too large to convert to C unsigned long")
        if words[624] > 624:
            raise ValueError("invalid state")
        self._mt = _random._load([w & _WORD for w in words])

    random = _random.random
    getrandbits = _random.getrandbits

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    def _randbelow_with_getrandbits(self, n):
        "Returns a random int in the range [0,n)."
        getrandbits = self.getrandbits
        k = n.bit_length()
        r = getrandbits(k)
        while r >= n:
            r = getrandbits(k)
        return r

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        """Returns a random int in the range [0,n) from random() alone."""
        random = self.random
        if n >= maxsize:
            warn("Underlying random() generator does not supply \n"
                 "enough bits to choose from a population range this large."
                 "\nTo remove the range limitation, add a getrandbits() "
                 "method.")
            return floor(random() * n)
        rem = maxsize % n
        limit = (maxsize - rem) / maxsize
        r = random()
        while r >= limit:
            r = random()
        return floor(r * maxsize) % n

    _randbelow = _random._randbelow

    def randbytes(self, n):
        """Generate n random bytes."""
        return self.getrandbits(n * 8).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=_ONE):
        """Choose a random item from range(stop) or range(start, stop[,
        step])."""
        istart = _whole(start, "arg 1")
        if stop is None:
            if step is not _ONE:
                raise TypeError("Missing a non-None stop argument")
            if istart > 0:
                return self._randbelow(istart)
            raise ValueError("empty range for randrange()")
        istop = _whole(stop, "stop")
        width = istop - istart
        istep = _whole(step, "step")
        if istep == 1:
            if width > 0:
                return istart + self._randbelow(width)
            raise ValueError("empty range for randrange() (%d, %d, %d)"
                             % (istart, istop, width))
        if istep > 0:
            n = (width + istep - 1) // istep
        elif istep < 0:
            n = (width + istep + 1) // istep
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return istart + istep * self._randbelow(n)

    def randint(self, a, b):
        """Return random integer in range [a, b], including both end
        points."""
        return self.randrange(a, b + 1)

    def choice(self, seq):
        """Choose a random element from a non-empty sequence."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        """Shuffle list x in place, and return None."""
        if type(self) is Random and type(x) is list:
            return _random._shuffle(self, x)
        randbelow = self._randbelow
        for i in range(len(x) - 1, 0, -1):
            j = randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        """Chooses k unique random elements from a population sequence."""
        if not isinstance(population, Sequence):
            raise TypeError("Population must be a sequence.  "
                            "For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            return self._sample_counts(population, k, n, counts)
        randbelow = self._randbelow
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        # A set of used positions costs less than a copy of a large
        # population; 21 is the size of a small set.
        setsize = 21
        if k > 5:
            setsize += 4 ** ceil(log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = randbelow(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            used = set()
            for i in range(k):
                j = randbelow(n)
                while j in used:
                    j = randbelow(n)
                used.add(j)
                result[i] = population[j]
        return result

    def _sample_counts(self, population, k, n, counts):
        sums = list(accumulate(counts))
        if len(sums) != n:
            raise ValueError("The number of counts does not match the "
                             "population")
        total = sums.pop()
        if not isinstance(total, int):
            raise TypeError("Counts must be integers")
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        picks = self.sample(range(total), k=k)
        return [population[bisect(sums, s)] for s in picks]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """Return a k sized list of population elements chosen with
        replacement."""
        random = self.random
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[floor(random() * n)]
                        for _ in repeat(None, k)]
            try:
                cum_weights = list(accumulate(weights))
            except TypeError:
                if not isinstance(weights, int):
                    raise
                k = weights
                raise TypeError("The number of choices must be a keyword "
                                f"argument: {k=}") from None
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative "
                            "weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the "
                             "population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not isfinite(total):
            raise ValueError("Total of weights must be finite")
        hi = n - 1
        return [population[bisect(cum_weights, random() * total, 0, hi)]
                for _ in repeat(None, k)]

    def uniform(self, a, b):
        "Get a random number in the range [a, b) or [a, b]."
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """Triangular distribution."""
        u = self.random()
        try:
            c = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normal distribution (ratio of uniforms)."""
        random = self.random
        while True:
            u1 = random()
            u2 = 1.0 - random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """Gaussian distribution (Box-Muller, two values per turn)."""
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            angle = self.random() * TWOPI
            radius = sqrt(-2.0 * log(1.0 - self.random()))
            z = cos(angle) * radius
            self.gauss_next = sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        """Log normal distribution."""
        return exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        """Exponential distribution."""
        return -log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """Circular data distribution (Best and Fisher)."""
        random = self.random
        if kappa <= 1e-6:
            return TWOPI * random()
        s = 0.5 / kappa
        r = s + sqrt(1.0 + s * s)
        while True:
            z = cos(pi * random())
            d = z / (r + z)
            u = random()
            if u < 1.0 - d * d or u <= (1.0 - d) * exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        if random() > 0.5:
            return (mu + acos(f)) % TWOPI
        return (mu - acos(f)) % TWOPI

    def gammavariate(self, alpha, beta):
        """Gamma distribution.  Not the gamma function!"""
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        random = self.random
        if alpha > 1.0:
            # Cheng's rejection method GA.
            ainv = sqrt(2.0 * alpha - 1.0)
            bbb = alpha - LOG4
            ccc = alpha + ainv
            while True:
                u1 = random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - random()
                v = log(u1 / (1.0 - u1)) / ainv
                x = alpha * exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= log(z):
                    return x * beta
        if alpha == 1.0:
            return -log(1.0 - random()) * beta
        # Ahrens and Dieter, algorithm GS.
        while True:
            u = random()
            b = (e + alpha) / e
            p = b * u
            if p <= 1.0:
                x = p ** (1.0 / alpha)
            else:
                x = -log((b - p) / alpha)
            u1 = random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= exp(-x):
                break
        return x * beta

    def betavariate(self, alpha, beta):
        """Beta distribution."""
        y = self.gammavariate(alpha, 1.0)
        if y:
            return y / (y + self.gammavariate(beta, 1.0))
        return 0.0

    def paretovariate(self, alpha):
        """Pareto distribution.  alpha is the shape parameter."""
        u = 1.0 - self.random()
        return u ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """Weibull distribution."""
        u = 1.0 - self.random()
        return alpha * (-log(u)) ** (1.0 / beta)


def _seeded(self):
    if self._mt is None:
        Random.seed(self)


@_twin("_random.random")
def _first_random(self):
    _seeded(self)
    return _random.random(self)


@_twin("_random._word")
def _first_word(self):
    _seeded(self)
    return _random._word(self)


@_twin("_random.getrandbits")
def _many_bits(self, k, /):
    k = index(k)
    if k < 0:
        raise ValueError("number of bits must be non-negative")
    _seeded(self)
    if k < 50:
        return _random.getrandbits(self, k)
    result = shift = 0
    while k > 0:
        word = _random._word(self)
        if k < 32:
            word >>= 32 - k
        result |= word << shift
        shift += 32
        k -= 32
    return result


@_twin("_random._randbelow")
def _below(self, n, /):
    return self._randbelow_with_getrandbits(n)


@_twin("_random._shuffle")
def _first_shuffle(self, x, /):
    _seeded(self)
    return _random._shuffle(self, x)


class SystemRandom(Random):
    """Alternate random number generator using sources provided by the
    host."""

    def random(self):
        """Get the next random number in the range 0.0 <= X < 1.0."""
        word = int.from_bytes(os_call("os.urandom", 7), "big")
        return (word >> 3) * RECIP_BPF

    def getrandbits(self, k):
        """getrandbits(k) -> x.  Generates an int with k random bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        size = (k + 7) // 8
        return int.from_bytes(os_call("os.urandom", size), "big") >> (
            size * 8 - k)

    def randbytes(self, n):
        """Generate n random bytes."""
        return os_call("os.urandom", n)

    def seed(self, *args, **kwds):
        "Stub method.  Not used for a system random number generator."
        return None

    def _notimplemented(self, *args, **kwds):
        "Method should not be called for a system random number generator."
        raise NotImplementedError("System entropy source does not have "
                                  "state.")

    getstate = setstate = _notimplemented


def _unseeded():
    return Random.__new__(Random)


def _hidden():
    """The session's generator."""
    return session_state("random", _unseeded)


def _init_module(space):
    """The session's functions are methods of its generator."""
    generator = _hidden()
    for name in __all__:
        if name not in ("Random", "SystemRandom"):
            space[name] = getattr(generator, name)
    space["_inst"] = generator


def seed(a=None, version=2):
    return _hidden().seed(a, version)


def random():
    """random() -> x in the interval [0, 1)."""
    return _hidden().random()


def uniform(a, b):
    return _hidden().uniform(a, b)


def triangular(low=0.0, high=1.0, mode=None):
    return _hidden().triangular(low, high, mode)


def randint(a, b):
    return _hidden().randrange(a, b + 1)


def choice(seq):
    return _hidden().choice(seq)


def randrange(start, stop=None, step=_ONE):
    return _hidden().randrange(start, stop, step)


def sample(population, k, *, counts=None):
    return _hidden().sample(population, k, counts=counts)


def shuffle(x):
    return _hidden().shuffle(x)


def choices(population, weights=None, *, cum_weights=None, k=1):
    return _hidden().choices(population, weights, cum_weights=cum_weights,
                             k=k)


def normalvariate(mu=0.0, sigma=1.0):
    return _hidden().normalvariate(mu, sigma)


def lognormvariate(mu, sigma):
    return _hidden().lognormvariate(mu, sigma)


def expovariate(lambd):
    return _hidden().expovariate(lambd)


def vonmisesvariate(mu, kappa):
    return _hidden().vonmisesvariate(mu, kappa)


def gammavariate(alpha, beta):
    return _hidden().gammavariate(alpha, beta)


def gauss(mu=0.0, sigma=1.0):
    return _hidden().gauss(mu, sigma)


def betavariate(alpha, beta):
    return _hidden().betavariate(alpha, beta)


def paretovariate(alpha):
    return _hidden().paretovariate(alpha)


def weibullvariate(alpha, beta):
    return _hidden().weibullvariate(alpha, beta)


def getstate():
    return _hidden().getstate()


def setstate(state):
    return _hidden().setstate(state)


def getrandbits(k, /):
    return _hidden().getrandbits(k)


def randbytes(n):
    return _hidden().randbytes(n)


del _twin
