"""random - pseudo-random numbers, bit by bit those of CPython.

The Mersenne Twister itself is native: its state is an object in the first
slot of a generator.  The generator behind the module's functions belongs to
the session, and takes its seed when it is first used.

SPDX-License-Identifier: Apache-2.0
"""

from bisect import bisect
from itertools import accumulate
from math import ceil, floor, isfinite, log, tau
from operator import index
from warnings import warn

import _random
from _caisson import (digest_final, digest_new, digest_update, os_call as _os_call,
                      session_state)
from collections.abc import Sequence
from _random_dist import (LOG4, NV_MAGICCONST, SG_MAGICCONST,
                          Distributions as _Distributions)
from intrinsics import _twin

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices",
           "expovariate", "gammavariate", "gauss", "getrandbits", "getstate",
           "lognormvariate", "normalvariate", "paretovariate", "randbytes",
           "randint", "random", "randrange", "sample", "seed", "setstate",
           "shuffle", "triangular", "uniform", "vonmisesvariate",
           "weibullvariate"]

BPF = 53  # bits of a float
RECIP_BPF = 2 ** -BPF
TWOPI = tau
_ONE = 1
_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF


def _urandom(size):
    """Bytes from the host; programs and tests replace this name."""
    size = index(size)
    if size < 0:
        raise ValueError("negative argument not allowed")
    return _os_call("os.urandom", size) if size else b""


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


def _old_hash(text):
    """What seed() made of text in Python 2."""
    value = ord(text[0]) << 7 if text else 0
    for char in text:
        value = value * 1000003 & _LONG ^ ord(char)
    return value ^ len(text)


class _Core:
    """The part of a generator that C code knows."""

    __slots__ = ("_mt",)


_Core.__name__ = _Core.__qualname__ = "Random"
_Core.__module__ = "_random"


class Random(_Distributions, _Core):
    """A generator with a state of its own."""

    VERSION = 3

    def __new__(cls, /, *args, **kwargs):
        self = super().__new__(cls)
        self._mt = None
        return self

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def __init_subclass__(cls, /, **kwargs):
        super().__init_subclass__(**kwargs)
        # a class that replaces random() but not getrandbits() draws
        # integers from its random()
        for base in cls.__mro__:
            own = {"_randbelow", "getrandbits", "random"} & set(vars(base))
            if "_randbelow" not in own and own:
                cls._randbelow = (
                    cls._randbelow_with_getrandbits
                    if "getrandbits" in own
                    else cls._randbelow_without_getrandbits)
            if own:
                break

    def seed(self, a=None, version=2):
        """Begin the sequence that belongs to a value."""
        text_like = isinstance(a, (str, bytes, bytearray))
        if text_like and version == 2:
            data = a.encode() if isinstance(a, str) else bytes(a)
            a = int.from_bytes(data + _sha512(data), "big")
        elif text_like and version == 1 and not isinstance(a, bytearray):
            a = _old_hash(a.decode("latin-1") if isinstance(a, bytes) else a)
        elif not text_like and a is not None and not isinstance(
                a, (int, float)):
            raise TypeError("The only supported seed types are: None,\n"
                            "int, float, str, bytes, and bytearray.")
        from_host = a is None
        if from_host:
            try:
                a = int.from_bytes(_urandom(2496), "little")
            except NotImplementedError:
                a = _os_call("time.time_ns", "time.time")
        elif not isinstance(a, int):
            a = hash(a) & _LONG
        self._mt = _random._new(int(a), from_host)
        self.gauss_next = None

    def _is_stale(self):
        return self._mt is not None and not _random._ready(self)

    def getstate(self):
        """The state, for setstate()."""
        _seeded(self)
        return self.VERSION, _random._words(self._mt), self.gauss_next

    def setstate(self, state):
        """Go on from a state."""
        version = state[0]
        if version not in (2, 3):
            raise ValueError(f"state with version {version} passed to "
                             f"Random.setstate() of version {self.VERSION}")
        _, words, self.gauss_next = state
        if version == 2:  # written where words had a sign
            try:
                words = tuple([word % 2 ** 32 for word in words])
            except ValueError as error:
                raise TypeError from error
        if not isinstance(words, tuple):
            raise TypeError("state vector must be a tuple")
        if len(words) != 625:
            raise ValueError("state vector is the wrong size")
        for word in words:
            if not isinstance(word, int):
                raise TypeError("an integer is required")
            if word < 0:
                raise OverflowError(
                    "can't convert negative value to unsigned int")
            if word > _LONG:
                raise OverflowError(
                    "Python int too large to convert to C unsigned long")
        if words[624] > 624:
            raise ValueError("invalid state")
        self._mt = _random._load([word & _WORD for word in words])

    random = _random.random
    getrandbits = _random.getrandbits

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return type(self), (), self.getstate()

    def _randbelow_with_getrandbits(self, n):
        draw = self.getrandbits
        bits = n.bit_length()
        while (number := draw(bits)) >= n:
            pass
        return number

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        if n >= maxsize:
            warn("Underlying random() generator does not supply \n"
                 "enough bits to choose from a population range this large."
                 "\nTo remove the range limitation, add a getrandbits() "
                 "method.")
            return floor(self.random() * n)
        # what lies beyond the last multiple of n would favour some numbers
        limit = (maxsize - maxsize % n) / maxsize
        while (draw := self.random()) >= limit:
            pass
        return floor(draw * maxsize) % n

    _randbelow = _random._randbelow

    def randbytes(self, n):
        """So many bytes."""
        return self.getrandbits(8 * n).to_bytes(n, "little")

    # --- Integers and items ---

    def randrange(self, start, stop=None, step=_ONE):
        """A number of range(start, stop, step)."""
        first = _whole(start, "arg 1")
        if stop is None:
            if step is not _ONE:
                raise TypeError("Missing a non-None stop argument")
            if first <= 0:
                raise ValueError("empty range for randrange()")
            return self._randbelow(first)
        end = _whole(stop, "stop")
        stride = _whole(step, "step")
        if stride == 0:
            raise ValueError("zero step for randrange()")
        if stride == 1 and end <= first:
            raise ValueError("empty range for randrange() "
                             f"({first}, {end}, {end - first})")
        # how many steps there are, the last one perhaps shorter
        count = -((first - end) // stride)
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return first + self._randbelow(count) * stride

    def randint(self, a, b):
        """A number from a to b, both included."""
        return self.randrange(a, b + 1)

    def choice(self, seq):
        """An item of a sequence."""
        size = len(seq)
        if size == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(size)]

    def shuffle(self, x):
        """Bring a list into another order."""
        if type(self) is Random and type(x) is list:
            return _random._shuffle(self, x)
        for last in reversed(range(1, len(x))):
            other = self._randbelow(last + 1)
            x[last], x[other] = x[other], x[last]

    def sample(self, population, k, *, counts=None):
        """k different items of a sequence."""
        if not isinstance(population, Sequence):
            raise TypeError("Population must be a sequence.  For dicts or "
                            "sets, use sorted(d).")
        size = len(population)
        if counts is not None:
            return self._sample_repeated(population, counts, k)
        if not 0 <= k <= size:
            raise ValueError("Sample larger than population or is negative")
        # remember used places, unless a copy of everything takes less room
        set_size = 21 + (4 ** ceil(log(k * 3, 4)) if k > 5 else 0)
        if size > set_size:
            used = {}
            while len(used) < k:
                used[self._randbelow(size)] = None
            return [population[place] for place in used]
        pool = list(population)
        chosen = []
        for left in range(size, size - k, -1):
            place = self._randbelow(left)
            chosen.append(pool[place])
            pool[place] = pool[left - 1]
        return chosen

    def _sample_repeated(self, population, counts, k):
        *bounds, total = accumulate(counts)
        if len(bounds) + 1 != len(population):
            raise ValueError("The number of counts does not match the "
                             "population")
        if not isinstance(total, int):
            raise TypeError("Counts must be integers")
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        return [population[bisect(bounds, place)]
                for place in self.sample(range(total), k=k)]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """k items of a sequence, each as likely as its weight."""
        draw = self.random
        size = len(population)
        if weights is None and cum_weights is None:
            width = size + 0.0
            return [population[floor(draw() * width)] for _ in range(k)]
        if cum_weights is None:
            if isinstance(weights, int):
                raise TypeError("The number of choices must be a keyword "
                                f"argument: k={weights!r}")
            cum_weights = list(accumulate(weights))
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative "
                            "weights")
        if len(cum_weights) != size:
            raise ValueError("The number of weights does not match the "
                             "population")
        total = cum_weights[-1] + 0.0
        if not total > 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not isfinite(total):
            raise ValueError("Total of weights must be finite")
        return [population[bisect(cum_weights, draw() * total, 0, size - 1)]
                for _ in range(k)]


def _seeded(self):
    """Never used, or a twin of another session took the seed along."""
    if not _random._ready(self):
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
    """Numbers from the host, which nobody can foretell."""

    def random(self):
        """A number from 0 to 1, without 1."""
        return self.getrandbits(BPF) * RECIP_BPF

    def getrandbits(self, k):
        """A number of k bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        size = -(-index(k) // 8)
        number = int.from_bytes(_urandom(size), "big")
        return number >> 8 * size - k

    def randbytes(self, n):
        """So many bytes."""
        return _urandom(n)

    def seed(self, *args, **kwds):
        """Nothing: there is no state."""

    def _notimplemented(self, *args, **kwds):
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


def _function(name):
    """A function that calls a method of the session's generator."""
    def call(*args, **kwargs):
        return getattr(_hidden(), name)(*args, **kwargs)
    call.__name__ = call.__qualname__ = name
    return call


for _name in __all__:
    if _name not in ("Random", "SystemRandom"):
        globals()[_name] = _function(_name)
_hidden_names = tuple(name for name in __all__
                       if name not in ("Random", "SystemRandom"))
del _name, _twin
