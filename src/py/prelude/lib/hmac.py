# hmac.py - keyed hashing (RFC 2104).
#
# SPDX-License-Identifier: Apache-2.0
"""HMAC (Keyed-Hashing for Message Authentication) module."""
import hashlib
import warnings

trans_5C = bytes((x ^ 0x5C) for x in range(256))
trans_36 = bytes((x ^ 0x36) for x in range(256))
digest_size = None


def compare_digest(a, b, /):  # native candidate
    """Return 'a == b' in a time that does not depend on the contents."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is "
                            "not supported")
        a, b = a.encode("ascii"), b.encode("ascii")
    else:
        for x in (a, b):
            try:
                memoryview(x)
            except TypeError:
                raise TypeError("a bytes-like object is required, not "
                                f"'{type(x).__name__}'") from None
        a, b = bytes(a), bytes(b)
    diff = len(a) ^ len(b)
    if diff:
        a = b
    for x, y in zip(a, b):
        diff |= x ^ y
    return diff == 0


class HMAC:
    """RFC 2104 HMAC class.  Also complies with RFC 4231."""

    blocksize = 64

    __slots__ = ("_digest_cons", "_inner", "_outer", "block_size",
                 "digest_size", "_name")

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got %r"
                            % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        if callable(digestmod):
            cons = digestmod
        elif isinstance(digestmod, str):
            def cons(d=b""):
                return hashlib.new(digestmod, d)
        else:
            def cons(d=b""):
                return digestmod.new(d)
        self._digest_cons = cons
        self._outer = cons()
        self._inner = cons()
        self.digest_size = self._inner.digest_size
        blocksize = getattr(self._inner, "block_size", None)
        if blocksize is None:
            warnings.warn("No block_size attribute on given digest object; "
                          "Assuming %d." % self.blocksize, RuntimeWarning, 2)
            blocksize = self.blocksize
        elif blocksize < 16:
            warnings.warn("block_size of %d seems too small; using our "
                          "default of %d." % (blocksize, self.blocksize),
                          RuntimeWarning, 2)
            blocksize = self.blocksize
        self.block_size = blocksize
        self._name = f"hmac-{self._inner.name}"
        if len(key) > blocksize:
            key = cons(bytes(key)).digest()
        key = bytes(key).ljust(blocksize, b"\0")
        self._outer.update(key.translate(trans_5C))
        self._inner.update(key.translate(trans_36))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return self._name

    def update(self, msg):
        """Feed data from msg into this hashing object."""
        self._inner.update(msg)

    def copy(self):
        """Return a separate copy of this hashing object."""
        other = object.__new__(type(self))
        other._digest_cons = self._digest_cons
        other.digest_size = self.digest_size
        other.block_size = self.block_size
        other._name = self._name
        other._inner = self._inner.copy()
        other._outer = self._outer.copy()
        return other

    def _current(self):
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h

    def digest(self):
        """Return the hash value of this hashing object."""
        return self._current().digest()

    def hexdigest(self):
        """Like digest(), but returns a string of hexadecimal digits."""
        return self._current().hexdigest()


def new(key, msg=None, digestmod=""):
    """Create a new hashing object and return it."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """Fast inline implementation of HMAC."""
    return HMAC(key, msg, digest).digest()
