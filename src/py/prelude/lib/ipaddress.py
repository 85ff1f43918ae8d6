"""ipaddress - IPv4 and IPv6 addresses, networks and interfaces.

SPDX-License-Identifier: Apache-2.0
"""

import functools

from _ipaddress_text import V4, V6, AddressValueError, NetmaskValueError

__version__ = "1.0"
IPV4LENGTH = V4.bits
IPV6LENGTH = V6.bits


# --- Functions --------------------------------------------------------------

def _first_that_fits(classes, word, address, *args):
    for cls in classes:
        try:
            return cls(address, *args)
        except (AddressValueError, NetmaskValueError):
            continue
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 "
                     f"{word}")


def ip_address(address):
    """Make an address of the version that fits."""
    return _first_that_fits((IPv4Address, IPv6Address), "address", address)


def ip_network(address, strict=True):
    """Make a network of the version that fits."""
    return _first_that_fits((IPv4Network, IPv6Network), "network", address,
                            strict)


def ip_interface(address):
    """Make an interface of the version that fits."""
    return _first_that_fits((IPv4Interface, IPv6Interface), "interface",
                            address)


def _packed(number, family):
    try:
        return number.to_bytes(family.bits // 8, "big")
    except OverflowError:
        raise ValueError("Address negative or too large for "
                         f"IPv{family.version}")


def v4_int_to_packed(address):
    """The four bytes of an address."""
    return _packed(address, V4)


def v6_int_to_packed(address):
    """The sixteen bytes of an address."""
    return _packed(address, V6)


def get_mixed_type_key(obj):
    """A key that sorts addresses and networks together."""
    if isinstance(obj, _BaseNetwork):
        return obj.version, obj.network_address, obj.netmask
    return ((obj.version, obj) if isinstance(obj, _BaseAddress)
            else NotImplemented)


def _require_same_version(one, other):
    if one.version != other.version:
        raise TypeError(f"{one} and {other} are not of the same version")


def _blocks(low, high, cls):
    """The fewest networks that cover a range of numbers."""
    bits = cls._family.bits
    while low <= high:
        # the largest power of two that divides low and is not too big
        size = (high - low + 1).bit_length() - 1
        if low:
            size = min(size, (low & -low).bit_length() - 1)
        yield cls((low, bits - size))
        low += 1 << size


def summarize_address_range(first, last):
    """Yield the networks that cover all addresses from first to last."""
    if not (isinstance(first, _BaseAddress)
            and isinstance(last, _BaseAddress)):
        raise TypeError("first and last must be IP addresses, not networks")
    _require_same_version(first, last)
    if last < first:
        raise ValueError("last IP address must be greater than first")
    if first.version not in (4, 6):
        raise ValueError("unknown IP version")
    cls = IPv4Network if first.version == 4 else IPv6Network
    yield from _blocks(first._ip, last._ip, cls)


def collapse_addresses(addresses):
    """Join addresses and networks to as few networks as possible."""
    ranges = []
    given = {}  # networks, which may have scopes, by what they cover
    before = None
    for item in addresses:
        if before is not None:
            _require_same_version(item, before)
        before = item
        if isinstance(item, _BaseAddress):
            low = high = item._ip
        else:
            low, high = item._bounds()
            given[low, high] = item
        ranges.append((low, high))
    if not ranges:
        return iter(())
    ranges.sort()
    joined = ranges[:1]
    for low, high in ranges[1:]:
        start, end = joined[-1]
        if low <= end + 1:
            joined[-1] = start, max(end, high)
        else:
            joined.append((low, high))
    cls = IPv4Network if before.version == 4 else IPv6Network
    return iter([given.get(block._bounds(), block) for low, high in joined
                 for block in _blocks(low, high, cls)])


# --- What all classes share -------------------------------------------------

def _split(address, family):
    """Take the part after the slash off; return (address, prefix)."""
    if isinstance(address, (int, bytes)):
        return address, family.bits
    parts = address
    if not isinstance(parts, tuple):
        parts = str(address).split("/")
        if len(parts) > 2:
            raise AddressValueError(f"Only one '/' permitted in {address!r}")
    return parts if len(parts) > 1 else (parts[0], family.bits)


class _IPAddressBase:
    __slots__ = ()

    @property
    def version(self):
        """4 or 6."""
        return self._family.version

    @property
    def max_prefixlen(self):
        """The number of bits of an address."""
        return self._family.bits

    @property
    def compressed(self):
        """The short form as text."""
        return str(self)

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self):
        return type(self), (str(self),)


# --- Addresses --------------------------------------------------------------

@functools.total_ordering
class _BaseAddress(_IPAddressBase):
    __slots__ = ()

    def __init__(self, address):
        family = self._family
        if isinstance(address, int):
            self._ip = family.check(address)
        elif isinstance(address, bytes):
            self._ip = family.unpack(address)
        else:
            text = str(address)
            if "/" in text:
                raise AddressValueError(f"Unexpected '/' in {address!r}")
            self._ip = family.parse(text)

    def __int__(self):
        return self._ip

    def __str__(self):
        return self._family.write(self._ip)

    def __hash__(self):
        return hash((self._family.version, self._ip))

    def __eq__(self, other):
        if isinstance(other, _BaseAddress):
            return other._ip == self._ip and other.version == self.version
        return NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _BaseAddress):
            return NotImplemented
        _require_same_version(self, other)
        return self._ip < other._ip

    def __add__(self, other):
        return type(self)(self._ip + other) if isinstance(other, int) else (
            NotImplemented)

    def __sub__(self, other):
        return type(self)(self._ip - other) if isinstance(other, int) else (
            NotImplemented)

    def __reduce__(self):
        return type(self), (self._ip,)

    def __format__(self, fmt):
        kind = fmt[-1:]
        options = fmt[:-1]
        if kind in ("", "s"):
            return format(str(self), fmt)
        if kind not in "bxXn" or options not in ("", "#", "_", "#_"):
            return super().__format__(fmt)
        if kind == "n":
            kind = "b" if self.version == 4 else "x"
        digits = self._family.bits if kind == "b" else self._family.bits // 4
        separator = "_" if "_" in options else ""
        if separator:
            digits += digits // 4 - 1
        prefix = "#" if "#" in options else ""
        return format(self._ip, f"{prefix}0{digits + 2 * len(prefix)}"
                                f"{separator}{kind}")

    @property
    def exploded(self):
        """The long form as text."""
        return self._family.explode(self._ip)

    @property
    def reverse_pointer(self):
        """The name under which the DNS knows the name of the address."""
        return self._family.reverse(self._ip)

    @property
    def packed(self):
        """The bytes of the address."""
        return _packed(self._ip, self._family)

    @property
    def is_unspecified(self):
        """Is it 0.0.0.0 or ::?"""
        return self._ip == 0

    @property
    def is_private(self):
        """Is it for use inside of networks only?"""
        return _is_inside(self._ip, self._ip, self._private_table())


class IPv4Address(_BaseAddress):
    """A single IPv4 address."""

    __slots__ = ("_ip", "__weakref__")
    _family = V4

    @staticmethod
    def _private_table():
        return _PRIVATE4

    @property
    def is_multicast(self):
        """Is it in 224.0.0.0/4?"""
        return self._ip >> 28 == 0xE

    @property
    def is_reserved(self):
        """Is it in 240.0.0.0/4?"""
        return self._ip >> 28 == 0xF

    @property
    def is_loopback(self):
        """Is it in 127.0.0.0/8?"""
        return self._ip >> 24 == 127

    @property
    def is_link_local(self):
        """Is it in 169.254.0.0/16?"""
        return self._ip >> 16 == 0xA9FE

    @property
    def is_global(self):
        """Is it for use everywhere?"""
        return self._ip >> 22 != _SHARED and not self.is_private


class IPv6Address(_BaseAddress):
    """A single IPv6 address, perhaps with a scope."""

    __slots__ = ("_ip", "_scope_id", "__weakref__")
    _family = V6

    def __init__(self, address):
        self._scope_id = None
        if not isinstance(address, (int, bytes)):
            text = str(address)
            number, percent, scope = text.partition("%")
            if percent and "/" not in text:
                if not scope or "%" in scope:
                    raise AddressValueError(
                        f'Invalid IPv6 address: "{text!r}"')
                address, self._scope_id = number, scope
        _BaseAddress.__init__(self, address)

    @property
    def scope_id(self):
        """The scope after the percent sign, or None."""
        return self._scope_id

    def __str__(self):
        text = self._family.write(self._ip)
        return f"{text}%{self._scope_id}" if self._scope_id else text

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        same = _BaseAddress.__eq__(self, other)
        if same is not True:
            return same
        return getattr(other, "_scope_id", None) == self._scope_id

    def __reduce__(self):
        return type(self), (str(self),)

    @staticmethod
    def _private_table():
        return _PRIVATE6

    @property
    def is_private(self):
        """Is it for use inside of networks only?"""
        inner = self.ipv4_mapped
        return _BaseAddress.is_private.fget(self) if inner is None else (
            inner.is_private)

    @property
    def is_global(self):
        """Is it for use everywhere?"""
        return not self.is_private

    @property
    def is_multicast(self):
        """Is it in ff00::/8?"""
        return self._ip >> 120 == 0xFF

    @property
    def is_reserved(self):
        """Does the IETF keep it for later?"""
        return any([low <= self._ip <= high for low, high in _RESERVED6])

    @property
    def is_loopback(self):
        """Is it ::1?"""
        return self._ip == 1

    @property
    def is_link_local(self):
        """Is it in fe80::/10?"""
        return self._ip >> 118 == 0xFE80 >> 6

    @property
    def is_site_local(self):
        """Is it in fec0::/10?"""
        return self._ip >> 118 == 0xFEC0 >> 6

    def _ipv4_at(self, shift):
        return IPv4Address(self._ip >> shift & V4.ones)

    @property
    def ipv4_mapped(self):
        """The IPv4 address in ::ffff:a.b.c.d, or None."""
        return self._ipv4_at(0) if self._ip >> 32 == 0xFFFF else None

    @property
    def sixtofour(self):
        """The IPv4 address in 2002::/16, or None."""
        return self._ipv4_at(80) if self._ip >> 112 == 0x2002 else None

    @property
    def teredo(self):
        """Server and client in 2001::/32, or None."""
        if self._ip >> 96 != 0x20010000:
            return None
        return self._ipv4_at(64), IPv4Address(self._ip & V4.ones ^ V4.ones)


# --- Networks ---------------------------------------------------------------

@functools.total_ordering
class _BaseNetwork(_IPAddressBase):
    """Addresses that begin with the same bits."""

    def __init__(self, address, strict=True):
        given, mask = _split(address, self._family)
        self.network_address = self._address_class(given)
        self._prefixlen = self._family.prefix(mask)
        self.netmask = self._address_class(
            self._family.mask(self._prefixlen))
        low = self.network_address._ip & self.netmask._ip
        if low != self.network_address._ip:
            if strict:
                raise ValueError(f"{self} has host bits set")
            self.network_address = self._address_class(low)

    def _bounds(self):
        """The first and the last address, as numbers."""
        low = self.network_address._ip
        return low, low | self._family.ones ^ self.netmask._ip

    def _addresses(self, low, high):
        return map(self._address_class, range(low, high + 1))

    def __str__(self):
        return f"{self.network_address}/{self._prefixlen}"

    def __hash__(self):
        return hash((self.network_address._ip, self.netmask._ip))

    def __eq__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        return get_mixed_type_key(other) == get_mixed_type_key(self)

    def __lt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        _require_same_version(self, other)
        return ((self.network_address, self._prefixlen)
                < (other.network_address, other._prefixlen))

    def __iter__(self):
        return self._addresses(*self._bounds())

    def __getitem__(self, n):
        low, high = self._bounds()
        number = (low if n >= 0 else high + 1) + n
        if low <= number <= high:
            return self._address_class(number)
        raise IndexError("address out of range")

    def __contains__(self, other):
        if isinstance(other, _BaseNetwork) or other.version != self.version:
            return False
        return other._ip & self.netmask._ip == self.network_address._ip

    def hosts(self):
        """The addresses that devices can have."""
        if self._prefixlen == self._family.bits:
            return [self.network_address]
        low, high = self._bounds()
        if self._prefixlen == self._family.bits - 1:
            return self._addresses(low, high)
        return self._addresses(low + 1, high - self._has_broadcast)

    @property
    def prefixlen(self):
        """How many bits all addresses share."""
        return self._prefixlen

    @property
    def num_addresses(self):
        """How many addresses there are."""
        return 1 << self._family.bits - self._prefixlen

    @property
    def broadcast_address(self):
        """The last address."""
        return self._address_class(self._bounds()[1])

    @property
    def hostmask(self):
        """The bits in which addresses differ."""
        return self._address_class(self._family.ones ^ self.netmask._ip)

    @property
    def exploded(self):
        """The long form as text."""
        return f"{self.network_address.exploded}/{self._prefixlen}"

    @property
    def reverse_pointer(self):
        """The reversed text of the network under the domain for names."""
        if self.version == 4:
            octets = str(self).split(".")
            return ".".join(octets[::-1]) + ".in-addr.arpa"
        return ".".join(self.exploded[::-1].replace(":", "")) + ".ip6.arpa"

    @property
    def with_prefixlen(self):
        """Text with the length of the prefix."""
        return str(self)

    @property
    def with_netmask(self):
        """Text with the netmask."""
        return f"{self.network_address}/{self.netmask}"

    @property
    def with_hostmask(self):
        """Text with the hostmask."""
        return f"{self.network_address}/{self.hostmask}"

    # --- Relations ---

    def overlaps(self, other):
        """Do the networks have addresses in common?"""
        return (self.network_address in other
                or self.broadcast_address in other
                or other.network_address in self)

    def compare_networks(self, other):
        """Order as -1, 0 or 1."""
        if self.version != other.version:
            raise TypeError(f"{self} and {other} are not of the same type")
        mine = self.network_address, self.netmask
        theirs = other.network_address, other.netmask
        return int(mine > theirs) - int(mine < theirs)

    def _is_within(self, other):
        try:
            _require_same_version(self, other)
            low, high = other._bounds()
            inner_low, inner_high = self._bounds()
        except AttributeError:
            raise TypeError("Unable to test subnet containment between "
                            f"{self} and {other}")
        return low <= inner_low and inner_high <= high

    def subnet_of(self, other):
        """Is this network a part of the other one?"""
        return self._is_within(other)

    def supernet_of(self, other):
        """Is the other network a part of this one?"""
        if not isinstance(other, _BaseNetwork):
            raise TypeError("Unable to test subnet containment between "
                            f"{other} and {self}")
        return other._is_within(self)

    def address_exclude(self, other):
        """Yield the networks that remain without another one."""
        _require_same_version(self, other)
        if not isinstance(other, _BaseNetwork):
            raise TypeError(f"{other} is not a network object")
        if not other.subnet_of(self):
            raise ValueError(f"{other} not contained in {self}")
        bits = self._family.bits
        for length in range(self._prefixlen + 1, other._prefixlen + 1):
            # the half without `other` of the block that has it
            bit = 1 << bits - length
            start = other.network_address._ip & self._family.mask(length)
            yield type(self)((start ^ bit, length))

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """Yield the parts of the network with a longer prefix."""
        bits = self._family.bits
        if self._prefixlen == bits:
            yield self
            return
        if new_prefix is not None:
            if new_prefix < self._prefixlen:
                raise ValueError("new prefix must be longer")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            length = new_prefix
        else:
            length = self._prefixlen + prefixlen_diff
        if length < self._prefixlen:
            raise ValueError("prefix length diff must be > 0")
        if length > bits:
            raise ValueError(f"prefix length diff {length} is invalid for "
                             f"netblock {self}")
        low, high = self._bounds()
        for start in range(low, high + 1, 1 << bits - length):
            yield type(self)((start, length))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The network around this one with a shorter prefix."""
        length = self._prefixlen
        if length == 0:
            return self
        if new_prefix is not None:
            if length < new_prefix:
                raise ValueError("new prefix must be shorter")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = length - new_prefix
        wanted = length - prefixlen_diff
        if wanted < 0:
            raise ValueError(f"current prefixlen is {length}, cannot have a "
                             f"prefixlen_diff of {prefixlen_diff}")
        start = self.network_address._ip & self._family.mask(wanted)
        return type(self)((start, wanted))

    # --- Kinds: what both ends are, all addresses are ---

    def _both(self, name):
        return (getattr(self.network_address, name)
                and getattr(self.broadcast_address, name))

    @property
    def is_private(self):
        """Is it for use inside of networks only?"""
        return _is_inside(*self._bounds(),
                          self._address_class._private_table())

    @property
    def is_global(self):
        """Is it for use everywhere?"""
        return not self.is_private


def _kind_property(name):
    return property(lambda self: self._both(name))


for _name in ("is_multicast", "is_reserved", "is_loopback", "is_link_local",
              "is_unspecified"):
    setattr(_BaseNetwork, _name, _kind_property(_name))


class IPv4Network(_BaseNetwork):
    """An IPv4 network."""

    _family = V4
    _address_class = IPv4Address
    _has_broadcast = True

    @property
    def is_global(self):
        """Is it for use everywhere?"""
        low, high = self._bounds()
        return not (low >> 22 == high >> 22 == _SHARED) and (
            not self.is_private)


class IPv6Network(_BaseNetwork):
    """An IPv6 network."""

    _family = V6
    _address_class = IPv6Address
    _has_broadcast = False

    is_site_local = _kind_property("is_site_local")


# --- Interfaces -------------------------------------------------------------

class _Interface:
    """An address that knows its network."""

    __slots__ = ()

    def __init__(self, address):
        given, mask = _split(address, self._family)
        self._address_class.__init__(self, given)
        self.network = self._network_class((given, mask), strict=False)
        self.netmask = self.network.netmask
        self._prefixlen = self.network._prefixlen

    @property
    def ip(self):
        """The address without the network."""
        return self._address_class(self._ip)

    @property
    def hostmask(self):
        """The hostmask of the network."""
        return self.network.hostmask

    def __str__(self):
        return f"{self._address_class.__str__(self)}/{self._prefixlen}"

    def _text(self, tail):
        return f"{self._family.write(self._ip)}/{tail}"

    @property
    def with_prefixlen(self):
        """Text with the length of the prefix."""
        return self._text(self._prefixlen)

    @property
    def with_netmask(self):
        """Text with the netmask."""
        return self._text(self.netmask)

    @property
    def with_hostmask(self):
        """Text with the hostmask."""
        return self._text(self.hostmask)

    def __hash__(self):
        return hash((self._ip, self._prefixlen))

    def __eq__(self, other):
        same = self._address_class.__eq__(self, other)
        if same is not True:
            return same
        return isinstance(other, _Interface) and (
            other.network == self.network)

    def __lt__(self, other):
        less = self._address_class.__lt__(self, other)
        if less is NotImplemented or not isinstance(other, _Interface):
            return NotImplemented if less is NotImplemented else False
        if self.network == other.network:
            return less
        return self.network < other.network

    def __reduce__(self):
        return type(self), (str(self),)


class IPv4Interface(_Interface, IPv4Address):
    """An IPv4 address with its network."""

    _address_class = IPv4Address
    _network_class = IPv4Network


class IPv6Interface(_Interface, IPv6Address):
    """An IPv6 address with its network."""

    _address_class = IPv6Address
    _network_class = IPv6Network

    @property
    def exploded(self):
        """The long form as text."""
        return f"{V6.explode(self._ip)}/{self._prefixlen}"

    @property
    def reverse_pointer(self):
        """The reversed text of the interface under the domain for names."""
        return ".".join(self.exploded[::-1].replace(":", "")) + ".ip6.arpa"

    @property
    def is_unspecified(self):
        """Are address and network unspecified?"""
        return self._ip == 0 and self.network.is_unspecified

    @property
    def is_loopback(self):
        """Are address and network those of the loopback?"""
        return self._ip == 1 and self.network.is_loopback


# --- Registered networks, as pairs of first and last number -----------------

def _table(cls, text):
    return tuple([cls(word)._bounds() for word in text.split()])


_SHARED = 0x64400000 >> 22  # 100.64.0.0/10 is neither private nor global
# those inside of networks, and exceptions among them
_PRIVATE4 = (_table(IPv4Network, """
    0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
    192.0.0.0/24 192.0.0.170/31 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15
    198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32"""),
    _table(IPv4Network, "192.0.0.9/32 192.0.0.10/32"))
_PRIVATE6 = (_table(IPv6Network, """
    ::1/128 ::/128 ::ffff:0:0/96 64:ff9b:1::/48 100::/64 2001::/23
    2001:db8::/32 2002::/16 fc00::/7 fe80::/10"""),
    _table(IPv6Network, """
    2001:1::1/128 2001:1::2/128 2001:3::/32 2001:4:112::/48 2001:20::/28
    2001:30::/28"""))
_RESERVED6 = _table(IPv6Network, """
    ::/8 100::/8 200::/7 400::/6 800::/5 1000::/4 4000::/3 6000::/3 8000::/3
    A000::/3 C000::/3 E000::/4 F000::/5 F800::/6 FE00::/9""")


def _is_inside(low, high, table):
    """Are both ends in one listed network, and none in an exception?"""
    listed, exceptions = table
    if not any([start <= low and high <= end for start, end in listed]):
        return False
    return not any([start <= low <= end or start <= high <= end
                    for start, end in exceptions])


# Helpers that programs do not see.
_hidden_names = (
    "V4", "V6")
