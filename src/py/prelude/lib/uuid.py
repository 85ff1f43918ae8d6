# uuid.py - universally unique identifiers (RFC 4122).
#
# There is no network card here: getnode() is a random multicast address,
# drawn once per session, and so is the state of uuid1().
#
# SPDX-License-Identifier: Apache-2.0
"""UUID objects (universally unique identifiers) according to RFC 4122."""
from enum import Enum

from _caisson import os_call, session_state
from hashlib import md5, sha1

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122",
    "reserved for Microsoft compatibility", "reserved for future definition"]


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


class UUID:
    """Instances of the UUID class represent UUIDs as specified in RFC
    4122."""

    __slots__ = ("int", "is_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None,
                 int=None, version=None, *, is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or "
                            "int arguments must be given")
        if hex is not None:
            hex = hex.replace("urn:", "").replace("uuid:", "")
            hex = hex.strip("{}").replace("-", "")
            if len(hex) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = int_(hex, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = (bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1]
                     + bytes_le[8:])
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            assert isinstance(bytes, bytes_), repr(bytes)
            int = int_.from_bytes(bytes, "big")
        if fields is not None:
            int = _from_fields(fields)
        if int is not None:
            if not 0 <= int < 1 << 128:
                raise ValueError("int is out of range (need a 128-bit "
                                 "value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            int &= ~(0xc000 << 48)
            int |= 0x8000 << 48
            int &= ~(0xf000 << 64)
            int |= version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "is_safe", is_safe)

    def __getstate__(self):
        d = {"int": self.int}
        if self.is_safe != SafeUUID.unknown:
            d["is_safe"] = self.is_safe.value
        return d

    def __setstate__(self, state):
        object.__setattr__(self, "int", state["int"])
        object.__setattr__(self, "is_safe",
                           SafeUUID(state["is_safe"]) if "is_safe" in state
                           else SafeUUID.unknown)

    def __eq__(self, other):
        if isinstance(other, UUID):
            return self.int == other.int
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, UUID):
            return self.int < other.int
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, UUID):
            return self.int > other.int
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, UUID):
            return self.int <= other.int
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, UUID):
            return self.int >= other.int
        return NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __str__(self):
        h = "%032x" % self.int
        return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"

    @property
    def bytes(self):
        return self.int.to_bytes(16, "big")

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version,
                self.clock_seq_hi_variant, self.clock_seq_low, self.node)

    @property
    def time_low(self):
        return self.int >> 96

    @property
    def time_mid(self):
        return (self.int >> 80) & 0xffff

    @property
    def time_hi_version(self):
        return (self.int >> 64) & 0xffff

    @property
    def clock_seq_hi_variant(self):
        return (self.int >> 56) & 0xff

    @property
    def clock_seq_low(self):
        return (self.int >> 48) & 0xff

    @property
    def time(self):
        return ((self.time_hi_version & 0x0fff) << 48
                | self.time_mid << 32 | self.time_low)

    @property
    def clock_seq(self):
        return (self.clock_seq_hi_variant & 0x3f) << 8 | self.clock_seq_low

    @property
    def node(self):
        return self.int & 0xffffffffffff

    @property
    def hex(self):
        return "%032x" % self.int

    @property
    def urn(self):
        return "urn:uuid:" + str(self)

    @property
    def variant(self):
        if not self.int & (0x8000 << 48):
            return RESERVED_NCS
        if not self.int & (0x4000 << 48):
            return RFC_4122
        if not self.int & (0x2000 << 48):
            return RESERVED_MICROSOFT
        return RESERVED_FUTURE

    @property
    def version(self):
        if self.variant == RFC_4122:
            return int_((self.int >> 76) & 0xf)


int_ = int
bytes_ = bytes
_LIMITS = ((32, "1 out of range (need a 32-bit value)"),
           (16, "2 out of range (need a 16-bit value)"),
           (16, "3 out of range (need a 16-bit value)"),
           (8, "4 out of range (need an 8-bit value)"),
           (8, "5 out of range (need an 8-bit value)"),
           (48, "6 out of range (need a 48-bit value)"))


def _from_fields(fields):
    """The 128-bit number of the six fields."""
    if len(fields) != 6:
        raise ValueError("fields is not a 6-tuple")
    value = 0
    for field, (bits, text) in zip(fields, _LIMITS):
        if not 0 <= field < 1 << bits:
            raise ValueError("field " + text)
        value = value << bits | field
    return value


class _State:
    """Node and last time of uuid1, per session."""

    __slots__ = ("node", "last")

    def __init__(self):
        raw = int_.from_bytes(os_call("os.urandom", 6), "big")
        self.node = raw | 1 << 40
        self.last = None


def getnode():
    """Get the hardware address as a 48-bit positive integer."""
    return session_state("uuid", _State).node


def uuid1(node=None, clock_seq=None):
    """Generate a UUID from a host ID, sequence number, and the current
    time."""
    state = session_state("uuid", _State)
    stamp = os_call("time.time_ns") // 100 + 0x01b21dd213814000
    if state.last is not None and stamp <= state.last:
        stamp = state.last + 1
    state.last = stamp
    if clock_seq is None:
        clock_seq = int_.from_bytes(os_call("os.urandom", 2), "big") & 0x3fff
    if node is None:
        node = state.node
    return UUID(fields=(stamp & 0xffffffff, (stamp >> 32) & 0xffff,
                        (stamp >> 48) & 0x0fff, (clock_seq >> 8) & 0x3f,
                        clock_seq & 0xff, node), version=1)


def uuid3(namespace, name):
    """Generate a UUID from the MD5 hash of a namespace UUID and a name."""
    digest = md5(namespace.bytes + bytes_(name, "utf-8"),
                 usedforsecurity=False).digest()
    return UUID(bytes=digest[:16], version=3)


def uuid4():
    """Generate a random UUID."""
    return UUID(bytes=os_call("os.urandom", 16), version=4)


def uuid5(namespace, name):
    """Generate a UUID from the SHA-1 hash of a namespace UUID and a
    name."""
    digest = sha1(namespace.bytes + bytes_(name, "utf-8")).digest()
    return UUID(bytes=digest[:16], version=5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
