# uuid.py - universally unique identifiers (RFC 4122).
#
# There is no network card here: getnode() is a random multicast address,
# drawn once per session, and so is the state of uuid1().
#
# SPDX-License-Identifier: Apache-2.0
"""Universally unique identifiers."""
import operator
from enum import Enum

from _caisson import os_call, session_state
from hashlib import md5, sha1

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122",
    "reserved for Microsoft compatibility", "reserved for future definition"]

# The class below has properties of these names.
_int, _bytes = int, bytes

# Public name of each field with its width in bits, most significant first.
_FIELDS = (("time_low", 32), ("time_mid", 16), ("time_hi_version", 16),
           ("clock_seq_hi_variant", 8), ("clock_seq_low", 8), ("node", 48))
_EPOCH = 0x01B21DD213814000  # 1582-10-15 to 1970-01-01 in 100 ns


class SafeUUID(Enum):
    """Was an identifier made in a way that is safe for several processes?"""

    safe = 0
    unsafe = -1
    unknown = None


def _join(fields):
    """The number that six fields make."""
    if len(fields) != len(_FIELDS):
        raise ValueError("fields is not a 6-tuple")
    number = 0
    for place, (value, (_, bits)) in enumerate(zip(fields, _FIELDS), 1):
        if value < 0 or value >> bits:
            article = "an" if bits == 8 else "a"
            raise ValueError(f"field {place} out of range (need {article} "
                             f"{bits}-bit value)")
        number = number << bits | value
    return number


def _swap(data):
    """The first three fields in the other byte order."""
    return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]


def _parse(text):
    digits = text.replace("urn:", "").replace("uuid:", "")
    digits = digits.strip("{}").replace("-", "")
    if len(digits) != 32:
        raise ValueError("badly formed hexadecimal UUID string")
    return _int(digits, 16)


def _from_bytes(data, what):
    if len(data) != 16:
        raise ValueError(f"{what} is not a 16-char string")
    assert what != "bytes" or isinstance(data, _bytes), repr(data)
    return _int.from_bytes(data if what == "bytes" else _swap(data), "big")


def _stamped(number, version):
    """The number with variant and version bits in place."""
    if version not in range(1, 6):
        raise ValueError("illegal version number")
    number &= ~(0x3 << 62 | 0xF << 76)
    return number | 0x2 << 62 | version << 76


def _bits(shift, count):
    mask = (1 << count) - 1
    return property(lambda self: self.int >> shift & mask)


def _ordering(compare):
    def method(self, other):
        if isinstance(other, UUID):
            return compare(self.int, other.int)
        return NotImplemented

    return method


class UUID:
    """A 128-bit identifier that cannot be changed."""

    __slots__ = ("int", "is_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None,
                 int=None, version=None, *, is_safe=SafeUUID.unknown):
        forms = hex, bytes, bytes_le, fields, int
        if sum(form is not None for form in forms) != 1:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or "
                            "int arguments must be given")
        if hex is not None:
            int = _parse(hex)
        elif bytes is not None:
            int = _from_bytes(bytes, "bytes")
        elif bytes_le is not None:
            int = _from_bytes(bytes_le, "bytes_le")
        elif fields is not None:
            int = _join(fields)
        if int < 0 or int >> 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            int = _stamped(int, version)
        self.__setstate__({"int": int, "is_safe": is_safe})

    def __getstate__(self):
        state = {"int": self.int}
        if self.is_safe is not SafeUUID.unknown:
            state["is_safe"] = self.is_safe.value
        return state

    def __setstate__(self, state):
        safe = state.get("is_safe", SafeUUID.unknown)
        object.__setattr__(self, "int", state["int"])
        object.__setattr__(self, "is_safe", SafeUUID(safe))

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    __eq__ = _ordering(operator.eq)
    __lt__ = _ordering(operator.lt)
    __le__ = _ordering(operator.le)
    __gt__ = _ordering(operator.gt)
    __ge__ = _ordering(operator.ge)

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __str__(self):
        digits = self.hex
        cuts = (0, 8, 12, 16, 20, 32)
        return "-".join([digits[a:b] for a, b in zip(cuts, cuts[1:])])

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    time_low = _bits(96, 32)
    time_mid = _bits(80, 16)
    time_hi_version = _bits(64, 16)
    clock_seq_hi_variant = _bits(56, 8)
    clock_seq_low = _bits(48, 8)
    node = _bits(0, 48)
    clock_seq = _bits(48, 14)

    @property
    def fields(self):
        """The six fields."""
        return tuple([getattr(self, name) for name, _ in _FIELDS])

    @property
    def time(self):
        """The time stamp, 60 bits."""
        high = self.time_hi_version & 0xFFF
        return high << 48 | self.time_mid << 32 | self.time_low

    @property
    def bytes(self):
        """The 16 bytes."""
        return self.int.to_bytes(16, "big")

    @property
    def bytes_le(self):
        """The bytes with the time fields in little-endian order."""
        return _swap(self.bytes)

    @property
    def hex(self):
        """The 32 digits."""
        return f"{self.int:032x}"

    @property
    def urn(self):
        """The text as a URN."""
        return f"urn:uuid:{self}"

    @property
    def variant(self):
        """Which layout the identifier has."""
        top = self.clock_seq_hi_variant
        if top < 0x80:
            return RESERVED_NCS
        if top < 0xC0:
            return RFC_4122
        return RESERVED_MICROSOFT if top < 0xE0 else RESERVED_FUTURE

    @property
    def version(self):
        """How it was made; None outside of RFC 4122."""
        if self.variant != RFC_4122:
            return None
        return self.time_hi_version >> 12


class _Clock:
    """Node and last time of uuid1, per session."""

    __slots__ = ("node", "last")

    def __init__(self):
        # The lowest bit of the first byte says: not a real address.
        self.node = _random(6) | 1 << 40
        self.last = 0

    def tick(self):
        now = os_call("time.time_ns") // 100 + _EPOCH
        self.last = max(now, self.last + 1)
        return self.last


def _random(size):
    return _int.from_bytes(os_call("os.urandom", size), "big")


def getnode():
    """The number that stands for this machine."""
    return session_state("uuid", _Clock).node


def uuid1(node=None, clock_seq=None):
    """An identifier of machine and time."""
    clock = session_state("uuid", _Clock)
    time = clock.tick()
    sequence = _random(2) if clock_seq is None else clock_seq
    parts = (time & 0xFFFFFFFF, time >> 32 & 0xFFFF, time >> 48 & 0xFFF,
             sequence >> 8 & 0x3F, sequence & 0xFF,
             clock.node if node is None else node)
    return UUID(fields=parts, version=1)


def _named(maker, namespace, name, version):
    data = namespace.bytes + _bytes(name, "utf-8")
    digest = maker(data, usedforsecurity=False).digest()
    return UUID(bytes=digest[:16], version=version)


def uuid3(namespace, name):
    """An identifier of a name, by MD5."""
    return _named(md5, namespace, name, 3)


def uuid4():
    """A random identifier."""
    return UUID(int=_random(16), version=4)


def uuid5(namespace, name):
    """An identifier of a name, by SHA-1."""
    return _named(sha1, namespace, name, 5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")


# Helpers that programs do not see.
_hidden_names = (
    "md5", "sha1")
