# hashlib.py - message digests over the engine's digest states.
#
# SPDX-License-Identifier: Apache-2.0
"""Hash functions."""
from _caisson import digest_copy, digest_final, digest_new, digest_update

__always_supported = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512",
                      "blake2b", "blake2s", "sha3_224", "sha3_256",
                      "sha3_384", "sha3_512", "shake_128", "shake_256")
algorithms_guaranteed = set(__always_supported)
algorithms_available = set(__always_supported)
__all__ = __always_supported + ("new", "algorithms_guaranteed",
                                "algorithms_available", "file_digest",
                                "pbkdf2_hmac", "scrypt")

# name -> (digest size, block size); SHAKE has no fixed size.
_SIZES = {
    "md5": (16, 64), "sha1": (20, 64), "sha224": (28, 64),
    "sha256": (32, 64), "sha384": (48, 128), "sha512": (64, 128),
    "sha3_224": (28, 144), "sha3_256": (32, 136), "sha3_384": (48, 104),
    "sha3_512": (64, 72), "shake_128": (0, 168), "shake_256": (0, 136),
    "blake2b": (64, 128), "blake2s": (32, 64)}


def _bytes(data):
    if data.__class__ is bytes:
        return data
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise TypeError("object supporting the buffer API required"
                        ) from None


class HASH:
    """A hash object: update() it, then ask for digest() or hexdigest()."""

    __slots__ = ("name", "_state")

    def __init__(self, name, state):
        self.name = name
        self._state = state

    @property
    def digest_size(self):
        return _SIZES[self.name][0]

    @property
    def block_size(self):
        return _SIZES[self.name][1]

    # What the sponge of a SHA-3 function holds back, and how input ends.
    _capacity_bits = property(lambda self: 1600 - self._rate_bits)

    @property
    def _rate_bits(self):
        if self.name[:4] not in ("sha3", "shak"):
            raise AttributeError("_rate_bits")
        return 8 * self.block_size

    @property
    def _suffix(self):
        return b"\x1f" if self.name.startswith("shake") else b"\x06"

    def update(self, obj, /):
        """Update this hash object's state with the provided string."""
        digest_update(self._state, _bytes(obj))

    def digest(self):
        """The hash, in bytes."""
        return digest_final(self._state)

    def hexdigest(self):
        """The hash, in hexadecimal digits."""
        return digest_final(self._state).hex()

    def copy(self):
        """An independent object in the same state."""
        return type(self)(self.name, digest_copy(self._state))

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"


class HASHXOF(HASH):
    """A hash object of which any number of bytes can be asked."""

    __slots__ = ()

    def digest(self, length):
        """The first bytes of the hash, as many as asked for."""
        return _squeeze(self._state, length)

    def hexdigest(self, length):
        return _squeeze(self._state, length).hex()

    def __repr__(self):
        return f"<{self.name} _hashlib.HASHXOF object @ {id(self):#x}>"


class blake2b(HASH):
    """BLAKE2b, for large machines."""

    __slots__ = ("_size",)
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 64
    SALT_SIZE = PERSON_SIZE = 16
    _kind = "blake2b"
    _offset_bits = 64

    def __init__(self, data=b"", /, *, digest_size=None, key=b"", salt=b"",
                 person=b"", fanout=1, depth=1, leaf_size=0, node_offset=0,
                 node_depth=0, inner_size=0, last_node=False,
                 usedforsecurity=True):
        limit = self.MAX_DIGEST_SIZE
        if digest_size is None:
            digest_size = limit
        if not 1 <= digest_size <= limit:
            raise ValueError("digest_size must be between 1 and "
                             f"{limit} bytes")
        key, salt, person = _bytes(key), _bytes(salt), _bytes(person)
        if len(salt) > self.SALT_SIZE:
            raise ValueError("maximum salt length is "
                             f"{self.SALT_SIZE} bytes")
        if len(person) > self.PERSON_SIZE:
            raise ValueError("maximum person length is "
                             f"{self.PERSON_SIZE} bytes")
        if not 0 <= fanout <= 255:
            raise ValueError("fanout must be between 0 and 255")
        if not 1 <= depth <= 255:
            raise ValueError("depth must be between 1 and 255")
        if not 0 <= node_depth <= 255:
            raise ValueError("node_depth must be between 0 and 255")
        if not 0 <= inner_size <= limit:
            raise ValueError("inner_size must be between 0 and is "
                             f"{limit}")
        if len(key) > self.MAX_KEY_SIZE:
            raise ValueError("maximum key length is "
                             f"{self.MAX_KEY_SIZE} bytes")
        if leaf_size < 0 or node_offset < 0:
            raise ValueError("value must be positive")
        if leaf_size >> 32:
            raise OverflowError("leaf_size is too large")
        if node_offset >> 64:
            raise OverflowError("int too big to convert")
        if node_offset >> self._offset_bits:
            raise OverflowError("node_offset is too large")
        if node_offset >> 63:
            node_offset -= 1 << 64  # as a signed word
        numbers = (digest_size, fanout, depth, leaf_size, node_offset,
                   node_depth, inner_size, int(bool(last_node)))
        self.name = self._kind
        self._size = digest_size
        self._state = digest_new(self._kind, numbers, key, salt, person)
        if data != b"":
            digest_update(self._state, _bytes(data))

    digest_size = property(lambda self: self._size)

    def copy(self):
        new = object.__new__(type(self))
        new.name, new._size = self.name, self._size
        new._state = digest_copy(self._state)
        return new

    def __repr__(self):
        return f"<_blake2.{self._kind} object at {id(self):#x}>"


class blake2s(blake2b):
    """BLAKE2s, for small machines."""

    __slots__ = ()
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 32
    SALT_SIZE = PERSON_SIZE = 8
    _kind = "blake2s"
    _offset_bits = 48


def _squeeze(state, length):
    if length < 0:
        raise ValueError("value must be positive")
    if length >= 1 << 29:
        raise ValueError("length is too large")
    return digest_final(state, length) if length else b""


def _start(name, data):
    state = digest_new(name)
    if data.__class__ is not bytes:
        data = _bytes(data)
    if data:
        digest_update(state, data)
    return (HASH if _SIZES[name][0] else HASHXOF)(name, state)


def new(name, data=b"", **kwargs):
    """Begin a hash by the name of the function."""
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    plain = name.lower().replace("-", "_")
    plain = {"sha_1": "sha1", "sha_224": "sha224", "sha_256": "sha256",
             "sha_384": "sha384", "sha_512": "sha512"}.get(plain, plain)
    if plain == "blake2b":
        return blake2b(data, **kwargs)
    if plain == "blake2s":
        return blake2s(data, **kwargs)
    if plain not in _SIZES:
        raise ValueError("unsupported hash type " + name)
    return _start(plain, data)


def md5(string=b"", *, usedforsecurity=True):
    """Begin an MD5 hash."""
    return _start("md5", string)


def sha1(string=b"", *, usedforsecurity=True):
    return _start("sha1", string)


def sha224(string=b"", *, usedforsecurity=True):
    return _start("sha224", string)


def sha256(string=b"", *, usedforsecurity=True):
    return _start("sha256", string)


def sha384(string=b"", *, usedforsecurity=True):
    return _start("sha384", string)


def sha512(string=b"", *, usedforsecurity=True):
    return _start("sha512", string)


def sha3_224(string=b"", *, usedforsecurity=True):
    return _start("sha3_224", string)


def sha3_256(string=b"", *, usedforsecurity=True):
    return _start("sha3_256", string)


def sha3_384(string=b"", *, usedforsecurity=True):
    return _start("sha3_384", string)


def sha3_512(string=b"", *, usedforsecurity=True):
    return _start("sha3_512", string)


def shake_128(string=b"", *, usedforsecurity=True):
    return _start("shake_128", string)


def shake_256(string=b"", *, usedforsecurity=True):
    return _start("shake_256", string)


_INNER = bytes(x ^ 0x36 for x in range(256))
_OUTER = bytes(x ^ 0x5C for x in range(256))


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key from a password, by PKCS #5."""
    if not isinstance(hash_name, str):
        raise TypeError("pbkdf2_hmac() argument 'hash_name' must be str, "
                        f"not {type(hash_name).__name__}")
    inner = new(hash_name)
    outer = new(hash_name)
    password, salt = _bytes(password), _bytes(salt)
    if len(password) > inner.block_size:
        password = new(hash_name, password).digest()
    password = password.ljust(inner.block_size, b"\0")
    inner.update(password.translate(_INNER))
    outer.update(password.translate(_OUTER))

    def prf(message):
        i, o = inner.copy(), outer.copy()
        i.update(message)
        o.update(i.digest())
        return o.digest()

    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if dklen is None:
        dklen = outer.digest_size
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    key = b""
    block = 1
    while len(key) < dklen:
        u = prf(salt + block.to_bytes(4, "big"))
        total = int.from_bytes(u, "big")
        for _ in range(iterations - 1):
            u = prf(u)
            total ^= int.from_bytes(u, "big")
        key += total.to_bytes(inner.digest_size, "big")
        block += 1
    return key[:dklen]


def _salsa(b):  # native candidate
    """Salsa20/8 on 16 words, in place."""
    x = list(b)
    for _ in range(4):
        for a, c, d, e in ((4, 0, 12, 7), (8, 4, 0, 9), (12, 8, 4, 13),
                           (0, 12, 8, 18), (9, 5, 1, 7), (13, 9, 5, 9),
                           (1, 13, 9, 13), (5, 1, 13, 18), (14, 10, 6, 7),
                           (2, 14, 10, 9), (6, 2, 14, 13), (10, 6, 2, 18),
                           (3, 15, 11, 7), (7, 3, 15, 9), (11, 7, 3, 13),
                           (15, 11, 7, 18), (1, 0, 3, 7), (2, 1, 0, 9),
                           (3, 2, 1, 13), (0, 3, 2, 18), (6, 5, 4, 7),
                           (7, 6, 5, 9), (4, 7, 6, 13), (5, 4, 7, 18),
                           (11, 10, 9, 7), (8, 11, 10, 9), (9, 8, 11, 13),
                           (10, 9, 8, 18), (12, 15, 14, 7), (13, 12, 15, 9),
                           (14, 13, 12, 13), (15, 14, 13, 18)):
            t = (x[c] + x[d]) & 0xFFFFFFFF
            x[a] ^= (t << e | t >> 32 - e) & 0xFFFFFFFF
    for i in range(16):
        b[i] = (b[i] + x[i]) & 0xFFFFFFFF


def _block_mix(words, r):
    x = words[-16:]
    even, odd = [], []
    for i in range(2 * r):
        x = [p ^ q for p, q in zip(x, words[16 * i:16 * i + 16])]
        _salsa(x)
        (odd if i & 1 else even).extend(x)
    return even + odd


def scrypt(password, *, salt, n, r, p, maxmem=0, dklen=64):
    """A key from a password, by scrypt."""
    for name, number in (("n", n), ("r", r), ("p", p)):
        if not isinstance(number, int):
            raise TypeError(f"{name} is required and must be an unsigned int")
    if n < 2 or n & (n - 1):
        raise ValueError("n must be a power of 2.")
    for name, number in (("maxmem", maxmem), ("dklen", dklen)):
        if not isinstance(number, int):
            raise TypeError(f"'{type(number).__name__}' object cannot be "
                            "interpreted as an integer")
    if not 0 <= maxmem < 1 << 31:
        raise ValueError("maxmem must be positive and smaller than "
                         "2147483647")
    if not 0 < dklen < 1 << 31:
        raise ValueError("dklen must be greater than 0 and smaller than "
                         "2147483647")
    if r < 1 or p < 1:
        raise ValueError("Invalid parameter combination for n, r, p, "
                         "maxmem.")
    if 128 * n * r > (maxmem or 32 * 1024 * 1024):
        raise ValueError("Invalid parameter combination for n, r, p, "
                         "maxmem.")
    size = 128 * r
    raw = pbkdf2_hmac("sha256", password, salt, 1, p * size)
    out = []
    for i in range(p):
        block = raw[i * size:(i + 1) * size]
        x = [int.from_bytes(block[j:j + 4], "little")
             for j in range(0, size, 4)]
        seen = []
        for _ in range(n):
            seen.append(x)
            x = _block_mix(x, r)
        for _ in range(n):
            j = x[-16] & (n - 1)
            x = _block_mix([a ^ b for a, b in zip(x, seen[j])], r)
        out.append(b"".join(w.to_bytes(4, "little") for w in x))
    return pbkdf2_hmac("sha256", password, b"".join(out), 1, dklen)


def file_digest(fileobj, digest, /, *, _bufsize=2**18):
    """Hash all that an open file holds."""
    hasher = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):  # all of it is in memory
        hasher.update(fileobj.getbuffer())
        return hasher
    able = getattr(fileobj, "readable", lambda: False)
    if not hasattr(fileobj, "readinto") or not able():
        raise ValueError(f"'{fileobj!r}' is not a file-like object in "
                         "binary reading mode.")
    piece = memoryview(bytearray(_bufsize))
    while size := fileobj.readinto(piece):
        hasher.update(piece[:size])
    return hasher


_CONSTRUCTORS = {f.__name__: f for f in (
    md5, sha1, sha224, sha256, sha384, sha512, sha3_224, sha3_256, sha3_384,
    sha3_512, shake_128, shake_256, blake2b, blake2s)}

__builtin_constructor_cache = {}


def __get_builtin_constructor(name):
    """The function that begins a hash of this name, in any case."""
    try:
        return _CONSTRUCTORS[name.lower()]
    except KeyError:
        raise ValueError("unsupported hash type " + name) from None
