# hmac.py - keyed hashing (RFC 2104).
#
# SPDX-License-Identifier: Apache-2.0
"""Message authentication with a secret key."""
import hashlib
import warnings

digest_size = None
_BLOCK = 64
# Every byte with some of its bits turned.
_INNER = bytes([byte ^ 0x36 for byte in range(256)])
_OUTER = bytes([byte ^ 0x5C for byte in range(256)])


def _bytes_of(x):
    try:
        return bytes(memoryview(x))
    except TypeError:
        raise TypeError("a bytes-like object is required, not "
                        f"'{type(x).__name__}'") from None


def compare_digest(a, b, /):  # native candidate
    """Are they equal?  The time does not depend on the contents."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a + b).isascii():
            raise TypeError("comparing strings with non-ASCII characters is "
                            "not supported")
        a, b = a.encode(), b.encode()
    a, b = _bytes_of(a), _bytes_of(b)
    difference = len(a) ^ len(b)
    # With unequal lengths compare something all the same.
    for x, y in zip(b if difference else a, b):
        difference |= x ^ y
    return not difference


def _hash_maker(digestmod):
    """A function that makes hash objects, of whatever names the hash."""
    if not digestmod:
        raise TypeError("Missing required parameter 'digestmod'.")
    if isinstance(digestmod, str):
        return lambda data=b"": hashlib.new(digestmod, data)
    if callable(digestmod):
        return digestmod
    return lambda data=b"": digestmod.new(data)


class HMAC:
    """A hash of messages that only those who know the key can make."""

    blocksize = _BLOCK

    __slots__ = ("_inner", "_outer", "block_size", "digest_size", "_name")

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got "
                            f"{type(key).__name__!r}")
        make = _hash_maker(digestmod)
        self._inner, self._outer = make(), make()
        self.digest_size = self._inner.digest_size
        self.block_size = self._find_block_size()
        self._name = f"hmac-{self._inner.name}"
        secret = bytes(key)
        if len(secret) > self.block_size:
            secret = make(secret).digest()
        secret = secret.ljust(self.block_size, b"\0")
        self._inner.update(secret.translate(_INNER))
        self._outer.update(secret.translate(_OUTER))
        if msg is not None:
            self._inner.update(msg)

    def _find_block_size(self):
        size = getattr(self._inner, "block_size", None)
        if size is None:
            complaint = ("No block_size attribute on given digest object; "
                         f"Assuming {self.blocksize}.")
        elif size < 16:
            complaint = (f"block_size of {size} seems too small; using our "
                         f"default of {self.blocksize}.")
        else:
            return size
        warnings.warn(complaint, RuntimeWarning, 3)
        return self.blocksize

    @property
    def name(self):
        """The name of the hash, after "hmac-"."""
        return self._name

    def copy(self):
        """An independent object in the same state."""
        twin = object.__new__(type(self))
        for name in ("block_size", "digest_size", "_name"):
            setattr(twin, name, getattr(self, name))
        twin._inner, twin._outer = self._inner.copy(), self._outer.copy()
        return twin

    def update(self, msg):
        """Add a part of the message."""
        self._inner.update(msg)

    def _finished(self):
        final = self._outer.copy()
        final.update(self._inner.digest())
        return final

    def digest(self):
        """The code of the message so far."""
        return self._finished().digest()

    def hexdigest(self):
        """The code in hexadecimal digits."""
        return self._finished().hexdigest()


def new(key, msg=None, digestmod=""):
    """Begin a message."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """The code of a whole message."""
    return HMAC(key, msg, digest).digest()
