# ipaddress.py - IPv4 and IPv6 addresses, networks and interfaces.
#
# An address is an int and a version; a network is an int and a prefix length.
# What differs between the versions sits in two mixins.
#
# SPDX-License-Identifier: Apache-2.0
"""A fast, lightweight IPv4/IPv6 manipulation library in Python."""
import functools

__version__ = "1.0"
IPV4LENGTH = 32
IPV6LENGTH = 128


class AddressValueError(ValueError):
    """A Value Error related to the address."""


class NetmaskValueError(ValueError):
    """A Value Error related to the netmask."""


def ip_address(address):
    """Take an IP string/int and return an object of the correct type."""
    for cls in (IPv4Address, IPv6Address):
        try:
            return cls(address)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 "
                     "address")


def ip_network(address, strict=True):
    """Take an IP string/int and return an object of the correct type."""
    for cls in (IPv4Network, IPv6Network):
        try:
            return cls(address, strict)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 "
                     "network")


def ip_interface(address):
    """Take an IP string/int and return an object of the correct type."""
    for cls in (IPv4Interface, IPv6Interface):
        try:
            return cls(address)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 "
                     "interface")


def v4_int_to_packed(address):
    """Represent an address as 4 packed bytes in network order."""
    try:
        return address.to_bytes(4, "big")
    except OverflowError:
        raise ValueError("Address negative or too large for IPv4")


def v6_int_to_packed(address):
    """Represent an address as 16 packed bytes in network order."""
    try:
        return address.to_bytes(16, "big")
    except OverflowError:
        raise ValueError("Address negative or too large for IPv6")


def _split_optional_netmask(address):
    addr = str(address).split("/")
    if len(addr) > 2:
        raise AddressValueError(f"Only one '/' permitted in {address!r}")
    return addr


def _count_righthand_zero_bits(number, bits):
    if number == 0:
        return bits
    return min(bits, (~number & (number - 1)).bit_length())


def _find_address_range(addresses):
    it = iter(addresses)
    first = last = next(it)
    for ip in it:
        if ip._ip != last._ip + 1:
            yield first, last
            first = ip
        last = ip
    yield first, last


def summarize_address_range(first, last):
    """Summarize a network range given the first and last IP addresses."""
    if not (isinstance(first, _BaseAddress)
            and isinstance(last, _BaseAddress)):
        raise TypeError("first and last must be IP addresses, not networks")
    if first.version != last.version:
        raise TypeError("%s and %s are not of the same version"
                        % (first, last))
    if first > last:
        raise ValueError("last IP address must be greater than first")
    if first.version not in (4, 6):
        raise ValueError("unknown IP version")
    cls = IPv4Network if first.version == 4 else IPv6Network
    bits = first._max_prefixlen
    low, high = first._ip, last._ip
    while low <= high:
        size = min(_count_righthand_zero_bits(low, bits),
                   (high - low + 1).bit_length() - 1)
        yield cls((low, bits - size))
        low += 1 << size
        if low - 1 == cls._ALL_ONES:
            break


def _collapse_addresses_internal(addresses):
    """Merge neighbours into their supernets."""
    todo = list(addresses)
    subnets = {}
    while todo:
        net = todo.pop()
        supernet = net.supernet()
        existing = subnets.get(supernet)
        if existing is None:
            subnets[supernet] = net
        elif existing != net:
            del subnets[supernet]
            todo.append(supernet)
    last = None
    for net in sorted(subnets.values()):
        if last is not None and last.broadcast_address >= (
                net.broadcast_address):
            continue
        yield net
        last = net


def collapse_addresses(addresses):
    """Collapse a list of IP objects."""
    addrs, ips, nets = [], [], []
    for ip in addresses:
        if isinstance(ip, _BaseAddress):
            if ips and ips[-1]._version != ip._version:
                raise TypeError("%s and %s are not of the same version"
                                % (ip, ips[-1]))
            ips.append(ip)
        elif ip._prefixlen == ip._max_prefixlen:
            if ips and ips[-1]._version != ip._version:
                raise TypeError("%s and %s are not of the same version"
                                % (ip, ips[-1]))
            try:
                ips.append(ip.ip)
            except AttributeError:
                ips.append(ip.network_address)
        else:
            if nets and nets[-1]._version != ip._version:
                raise TypeError("%s and %s are not of the same version"
                                % (ip, nets[-1]))
            nets.append(ip)
    ips = sorted(set(ips))
    if ips:
        for first, last in _find_address_range(ips):
            addrs.extend(summarize_address_range(first, last))
    return _collapse_addresses_internal(addrs + nets)


def get_mixed_type_key(obj):
    """Return a key suitable for sorting between networks and addresses."""
    if isinstance(obj, _BaseNetwork):
        return obj._get_networks_key()
    if isinstance(obj, _BaseAddress):
        return obj._get_address_key()
    return NotImplemented


class _IPAddressBase:
    """The mother class."""

    __slots__ = ()

    @property
    def exploded(self):
        """Return the longhand version of the IP address as a string."""
        return self._explode_shorthand_ip_string()

    @property
    def compressed(self):
        """Return the shorthand version of the IP address as a string."""
        return str(self)

    @property
    def reverse_pointer(self):
        """The name of the reverse DNS pointer for the IP address."""
        return self._reverse_pointer()

    @property
    def version(self):
        return self._version

    def _check_int_address(self, address):
        if address < 0:
            raise AddressValueError("%d (< 0) is not permitted as an IPv%d "
                                    "address" % (address, self._version))
        if address > self._ALL_ONES:
            raise AddressValueError(
                "%d (>= 2**%d) is not permitted as an IPv%d address"
                % (address, self._max_prefixlen, self._version))

    def _check_packed_address(self, address, expected):
        if len(address) != expected:
            raise AddressValueError(
                "%r (len %d != %d) is not permitted as an IPv%d address"
                % (address, len(address), expected, self._version))

    @classmethod
    def _ip_int_from_prefix(cls, prefixlen):
        return cls._ALL_ONES ^ (cls._ALL_ONES >> prefixlen)

    @classmethod
    def _prefix_from_ip_int(cls, ip_int):
        zeros = _count_righthand_zero_bits(ip_int, cls._max_prefixlen)
        prefixlen = cls._max_prefixlen - zeros
        if ip_int >> zeros != (1 << prefixlen) - 1:
            details = ip_int.to_bytes(cls._max_prefixlen // 8, "big")
            raise ValueError("Netmask pattern %r mixes zeroes & ones"
                             % details)
        return prefixlen

    @classmethod
    def _report_invalid_netmask(cls, text):
        raise NetmaskValueError("%r is not a valid netmask"
                                % text) from None

    @classmethod
    def _prefix_from_prefix_string(cls, text):
        if not (text.isascii() and text.isdigit()):
            cls._report_invalid_netmask(text)
        prefixlen = int(text)
        if not 0 <= prefixlen <= cls._max_prefixlen:
            cls._report_invalid_netmask(text)
        return prefixlen

    @classmethod
    def _prefix_from_ip_string(cls, text):
        try:
            ip_int = cls._ip_int_from_string(text)
        except AddressValueError:
            cls._report_invalid_netmask(text)
        try:
            return cls._prefix_from_ip_int(ip_int)
        except ValueError:
            pass
        try:
            return cls._prefix_from_ip_int(ip_int ^ cls._ALL_ONES)
        except ValueError:
            cls._report_invalid_netmask(text)

    @classmethod
    def _split_addr_prefix(cls, address):
        if not isinstance(address, tuple):
            if isinstance(address, (bytes, int)):
                return address, cls._max_prefixlen
            address = _split_optional_netmask(address)
        if len(address) > 1:
            return address
        return address[0], cls._max_prefixlen

    def __reduce__(self):
        return self.__class__, (str(self),)


@functools.total_ordering
class _BaseAddress(_IPAddressBase):
    """A generic IP object."""

    __slots__ = ()

    def __int__(self):
        return self._ip

    def __eq__(self, other):
        try:
            return (self._ip == other._ip
                    and self._version == other._version)
        except AttributeError:
            return NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _BaseAddress):
            return NotImplemented
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same version"
                            % (self, other))
        if self._ip != other._ip:
            return self._ip < other._ip
        return False

    def __add__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        return self.__class__(int(self) + other)

    def __sub__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        return self.__class__(int(self) - other)

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __str__(self):
        return str(self._string_from_ip_int(self._ip))

    def __hash__(self):
        return hash(hex(int(self._ip)))

    def _get_address_key(self):
        return self._version, self

    def __reduce__(self):
        return self.__class__, (self._ip,)

    def __format__(self, fmt):
        """Numbers as 'b', 'x', 'X' or 'n', with '#' and '_'; everything
        else formats the text."""
        if not fmt or fmt[-1] == "s":
            return format(str(self), fmt)
        kind = fmt[-1]
        options = fmt[:-1]
        if kind not in "bxXn" or options not in ("", "#", "_", "#_"):
            return super().__format__(fmt)
        if kind == "n":
            kind = "b" if self._version == 4 else "x"
        width = self._max_prefixlen if kind == "b" else (
            self._max_prefixlen // 4)
        if "_" in options:
            width += width // 4 - 1
        if "#" in options:
            width += 2
        return format(int(self),
                      f"{'#' if '#' in options else ''}0{width}"
                      f"{'_' if '_' in options else ''}{kind}")


@functools.total_ordering
class _BaseNetwork(_IPAddressBase):
    """A generic IP network object."""

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __str__(self):
        return "%s/%d" % (self.network_address, self.prefixlen)

    def hosts(self):
        """Generate Iterator over usable hosts in a network."""
        low = int(self.network_address)
        high = int(self.broadcast_address)
        for x in range(low + 1, high):
            yield self._address_class(x)

    def __iter__(self):
        for x in range(int(self.network_address),
                       int(self.broadcast_address) + 1):
            yield self._address_class(x)

    def __getitem__(self, n):
        low = int(self.network_address)
        high = int(self.broadcast_address)
        if n >= 0:
            if low + n > high:
                raise IndexError("address out of range")
            return self._address_class(low + n)
        n += 1
        if high + n < low:
            raise IndexError("address out of range")
        return self._address_class(high + n)

    def __lt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same version"
                            % (self, other))
        if self.network_address != other.network_address:
            return self.network_address < other.network_address
        if self.netmask != other.netmask:
            return self.netmask < other.netmask
        return False

    def __eq__(self, other):
        try:
            return (self._version == other._version
                    and self.network_address == other.network_address
                    and int(self.netmask) == int(other.netmask))
        except AttributeError:
            return NotImplemented

    def __hash__(self):
        return hash(int(self.network_address) ^ int(self.netmask))

    def __contains__(self, other):
        if self._version != other._version:
            return False
        if isinstance(other, _BaseNetwork):
            return False
        return other._ip & self.netmask._ip == self.network_address._ip

    def overlaps(self, other):
        """Tell if self is partly contained in other."""
        return (other.network_address in self
                or other.broadcast_address in self
                or self.network_address in other
                or self.broadcast_address in other)

    @property
    def broadcast_address(self):
        return self._address_class(int(self.network_address)
                                   | int(self.hostmask))

    @property
    def hostmask(self):
        return self._address_class(int(self.netmask) ^ self._ALL_ONES)

    @property
    def with_prefixlen(self):
        return "%s/%d" % (self.network_address, self._prefixlen)

    @property
    def with_netmask(self):
        return "%s/%s" % (self.network_address, self.netmask)

    @property
    def with_hostmask(self):
        return "%s/%s" % (self.network_address, self.hostmask)

    @property
    def num_addresses(self):
        """Number of hosts in the current subnet."""
        return int(self.broadcast_address) - int(self.network_address) + 1

    @property
    def prefixlen(self):
        return self._prefixlen

    def address_exclude(self, other):
        """Remove an address from a larger block."""
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same version"
                            % (self, other))
        if not isinstance(other, _BaseNetwork):
            raise TypeError("%s is not a network object" % other)
        if not other.subnet_of(self):
            raise ValueError("%s not contained in %s" % (other, self))
        if other == self:
            return
        other = other.__class__("%s/%s" % (other.network_address,
                                           other.prefixlen))
        s1, s2 = self.subnets()
        while s1 != other and s2 != other:
            if other.subnet_of(s1):
                yield s2
                s1, s2 = s1.subnets()
            else:
                yield s1
                s1, s2 = s2.subnets()
        yield s2 if s1 == other else s1

    def compare_networks(self, other):
        """Compare two IP objects: -1, 0 or 1."""
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same type"
                            % (self, other))
        if self.network_address < other.network_address:
            return -1
        if self.network_address > other.network_address:
            return 1
        if self.netmask < other.netmask:
            return -1
        return 1 if self.netmask > other.netmask else 0

    def _get_networks_key(self):
        return self._version, self.network_address, self.netmask

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The subnets which join to make the current subnet."""
        if self._prefixlen == self._max_prefixlen:
            yield self
            return
        if new_prefix is not None:
            if new_prefix < self._prefixlen:
                raise ValueError("new prefix must be longer")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = new_prefix - self._prefixlen
        if prefixlen_diff < 0:
            raise ValueError("prefix length diff must be > 0")
        prefixlen = self._prefixlen + prefixlen_diff
        if prefixlen > self._max_prefixlen:
            raise ValueError("prefix length diff %d is invalid for netblock "
                             "%s" % (prefixlen, self))
        start = int(self.network_address)
        end = int(self.broadcast_address) + 1
        step = (int(self.hostmask) + 1) >> prefixlen_diff
        for address in range(start, end, step):
            yield self.__class__((address, prefixlen))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The supernet containing the current network."""
        if self._prefixlen == 0:
            return self
        if new_prefix is not None:
            if new_prefix > self._prefixlen:
                raise ValueError("new prefix must be shorter")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = self._prefixlen - new_prefix
        prefixlen = self.prefixlen - prefixlen_diff
        if prefixlen < 0:
            raise ValueError("current prefixlen is %d, cannot have a "
                             "prefixlen_diff of %d"
                             % (self.prefixlen, prefixlen_diff))
        return self.__class__((int(self.network_address)
                               & (int(self.netmask) << prefixlen_diff),
                               prefixlen))

    @staticmethod
    def _is_subnet_of(a, b):
        try:
            if a._version != b._version:
                raise TypeError(f"{a} and {b} are not of the same version")
            return (b.network_address <= a.network_address
                    and b.broadcast_address >= a.broadcast_address)
        except AttributeError:
            raise TypeError("Unable to test subnet containment between "
                            f"{a} and {b}")

    def subnet_of(self, other):
        """Return True if this network is a subnet of other."""
        return self._is_subnet_of(self, other)

    def supernet_of(self, other):
        """Return True if this network is a supernet of other."""
        return self._is_subnet_of(other, self)

    def _both(self, name):
        return (getattr(self.network_address, name)
                and getattr(self.broadcast_address, name))

    is_multicast = property(lambda self: self._both("is_multicast"))
    is_reserved = property(lambda self: self._both("is_reserved"))
    is_link_local = property(lambda self: self._both("is_link_local"))
    is_global = property(lambda self: not self.is_private)
    is_unspecified = property(lambda self: self._both("is_unspecified"))
    is_loopback = property(lambda self: self._both("is_loopback"))

    @property
    def is_private(self):
        """True if the address is reserved per iana-ipv*-special-registry."""
        private, public = self._private_networks()
        return any(self.network_address in net
                   and self.broadcast_address in net
                   for net in private) and all(
            self.network_address not in net
            and self.broadcast_address not in net for net in public)

    def _explode_shorthand_ip_string(self):
        return "%s/%d" % (self.network_address.exploded, self.prefixlen)

    def _setup(self, address, strict):
        addr, mask = self._split_addr_prefix(address)
        self.network_address = self._address_class(addr)
        self.netmask, self._prefixlen = self._make_netmask(mask)
        packed = int(self.network_address)
        if packed & int(self.netmask) != packed:
            if strict:
                raise ValueError("%s has host bits set" % self)
            self.network_address = self._address_class(
                packed & int(self.netmask))
        if self._prefixlen == self._max_prefixlen - 1:
            self.hosts = self.__iter__
        elif self._prefixlen == self._max_prefixlen:
            self.hosts = lambda: [self._address_class(addr)]


class _BaseV4:
    """IPv4 texts and masks."""

    __slots__ = ()
    _version = 4
    _ALL_ONES = 2 ** IPV4LENGTH - 1
    _max_prefixlen = IPV4LENGTH

    @property
    def max_prefixlen(self):
        return self._max_prefixlen

    def _explode_shorthand_ip_string(self):
        return str(self)

    @classmethod
    def _make_netmask(cls, arg):
        if isinstance(arg, int):
            prefixlen = arg
            if not 0 <= prefixlen <= cls._max_prefixlen:
                cls._report_invalid_netmask(prefixlen)
        else:
            try:
                prefixlen = cls._prefix_from_prefix_string(arg)
            except NetmaskValueError:
                prefixlen = cls._prefix_from_ip_string(arg)
        return IPv4Address(cls._ip_int_from_prefix(prefixlen)), prefixlen

    @classmethod
    def _ip_int_from_string(cls, text):
        if not text:
            raise AddressValueError("Address cannot be empty")
        octets = text.split(".")
        if len(octets) != 4:
            raise AddressValueError("Expected 4 octets in %r" % text)
        try:
            return int.from_bytes(map(cls._parse_octet, octets), "big")
        except ValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None

    @classmethod
    def _parse_octet(cls, text):
        if not text:
            raise ValueError("Empty octet not permitted")
        if not (text.isascii() and text.isdigit()):
            raise ValueError("Only decimal digits permitted in %r" % text)
        if len(text) > 3:
            raise ValueError("At most 3 characters permitted in %r" % text)
        if text != "0" and text[0] == "0":
            raise ValueError("Leading zeros are not permitted in %r" % text)
        value = int(text, 10)
        if value > 255:
            raise ValueError("Octet %d (> 255) not permitted" % value)
        return value

    @classmethod
    def _string_from_ip_int(cls, ip_int):
        return ".".join(map(str, ip_int.to_bytes(4, "big")))

    def _reverse_pointer(self):
        octets = str(self).split(".")[::-1]
        return ".".join(octets) + ".in-addr.arpa"


class IPv4Address(_BaseV4, _BaseAddress):
    """Represent and manipulate single IPv4 Addresses."""

    __slots__ = ("_ip", "__weakref__")

    def __init__(self, address):
        if isinstance(address, int):
            self._check_int_address(address)
            self._ip = address
            return
        if isinstance(address, bytes):
            self._check_packed_address(address, 4)
            self._ip = int.from_bytes(address, "big")
            return
        text = str(address)
        if "/" in text:
            raise AddressValueError(f"Unexpected '/' in {address!r}")
        self._ip = self._ip_int_from_string(text)

    @property
    def packed(self):
        """The binary representation of this address."""
        return v4_int_to_packed(self._ip)

    @property
    def is_reserved(self):
        return self._ip >> 28 == 15

    @property
    def is_private(self):
        return _is_private(self, _private4())

    @property
    def is_multicast(self):
        return self._ip >> 28 == 14

    @property
    def is_global(self):
        return not self._shared() and not self.is_private

    def _shared(self):
        return self._ip >> 22 == 0x64400000 >> 22

    @property
    def is_unspecified(self):
        return self._ip == 0

    @property
    def is_loopback(self):
        return self._ip >> 24 == 127

    @property
    def is_link_local(self):
        return self._ip >> 16 == 0xA9FE


class _InterfaceMixin:
    """What interfaces of both versions share."""

    __slots__ = ()

    def __eq__(self, other):
        equal = self._address_type.__eq__(self, other)
        if equal is NotImplemented or not equal:
            return equal
        try:
            return self.network == other.network
        except AttributeError:
            return False

    def __lt__(self, other):
        less = self._address_type.__lt__(self, other)
        if less is NotImplemented:
            return NotImplemented
        try:
            return self.network < other.network or (
                self.network == other.network and less)
        except AttributeError:
            return False

    def __hash__(self):
        return hash((self._ip, self._prefixlen,
                     int(self.network.network_address)))

    @property
    def with_prefixlen(self):
        return "%s/%s" % (self._string_from_ip_int(self._ip),
                          self._prefixlen)

    @property
    def with_netmask(self):
        return "%s/%s" % (self._string_from_ip_int(self._ip), self.netmask)

    @property
    def with_hostmask(self):
        return "%s/%s" % (self._string_from_ip_int(self._ip), self.hostmask)

    @property
    def hostmask(self):
        return self.network.hostmask

    def __reduce__(self):
        return self.__class__, (str(self),)


class IPv4Interface(_InterfaceMixin, IPv4Address):
    _address_type = IPv4Address

    def __init__(self, address):
        addr, mask = self._split_addr_prefix(address)
        IPv4Address.__init__(self, addr)
        self.network = IPv4Network((addr, mask), strict=False)
        self.netmask = self.network.netmask
        self._prefixlen = self.network._prefixlen

    def __str__(self):
        return "%s/%d" % (self._string_from_ip_int(self._ip),
                          self._prefixlen)

    @property
    def ip(self):
        return IPv4Address(self._ip)


class IPv4Network(_BaseV4, _BaseNetwork):
    """This class represents and manipulates 32-bit IPv4 network +
    addresses."""

    _address_class = IPv4Address

    def __init__(self, address, strict=True):
        self._setup(address, strict)

    def _private_networks(self):
        return _private4()

    @property
    def is_global(self):
        shared = IPv4Network("100.64.0.0/10")
        return not (self.network_address in shared
                    and self.broadcast_address in shared) and (
            not self.is_private)


class _BaseV6:
    """IPv6 texts and masks."""

    __slots__ = ()
    _version = 6
    _ALL_ONES = 2 ** IPV6LENGTH - 1
    _HEXTET_COUNT = 8
    _max_prefixlen = IPV6LENGTH

    @property
    def max_prefixlen(self):
        return self._max_prefixlen

    @classmethod
    def _make_netmask(cls, arg):
        if isinstance(arg, int):
            prefixlen = arg
            if not 0 <= prefixlen <= cls._max_prefixlen:
                cls._report_invalid_netmask(prefixlen)
        else:
            prefixlen = cls._prefix_from_prefix_string(arg)
        return IPv6Address(cls._ip_int_from_prefix(prefixlen)), prefixlen

    @classmethod
    def _ip_int_from_string(cls, text):
        if not text:
            raise AddressValueError("Address cannot be empty")
        parts = text.split(":")
        if len(parts) < 3:
            raise AddressValueError("At least 3 parts expected in %r" % text)
        if "." in parts[-1]:
            try:
                ipv4 = IPv4Address(parts.pop())._ip
            except AddressValueError as exc:
                raise AddressValueError("%s in %r" % (exc, text)) from None
            parts.append("%x" % ((ipv4 >> 16) & 0xFFFF))
            parts.append("%x" % (ipv4 & 0xFFFF))
        if len(parts) > 9:
            raise AddressValueError("At most 8 colons permitted in %r"
                                    % text)
        skip = None
        for i in range(1, len(parts) - 1):
            if not parts[i]:
                if skip is not None:
                    raise AddressValueError("At most one '::' permitted in "
                                            "%r" % text)
                skip = i
        high, low, skipped = cls._layout(parts, skip, text)
        try:
            ip_int = 0
            for i in range(high):
                ip_int = ip_int << 16 | cls._parse_hextet(parts[i])
            ip_int <<= 16 * skipped
            for i in range(-low, 0):
                ip_int = ip_int << 16 | cls._parse_hextet(parts[i])
            return ip_int
        except ValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None

    @classmethod
    def _layout(cls, parts, skip, text):
        """(parts before "::", after it, hextets it stands for)."""
        if skip is not None:
            high, low = skip, len(parts) - skip - 1
            if not parts[0]:
                high -= 1
                if high:
                    raise AddressValueError("Leading ':' only permitted as "
                                            "part of '::' in %r" % text)
            if not parts[-1]:
                low -= 1
                if low:
                    raise AddressValueError("Trailing ':' only permitted as "
                                            "part of '::' in %r" % text)
            skipped = 8 - (high + low)
            if skipped < 1:
                raise AddressValueError("Expected at most 7 other parts "
                                        "with '::' in %r" % text)
            return high, low, skipped
        if len(parts) != 8:
            raise AddressValueError("Exactly 8 parts expected without '::' "
                                    "in %r" % text)
        if not parts[0]:
            raise AddressValueError("Leading ':' only permitted as part of "
                                    "'::' in %r" % text)
        if not parts[-1]:
            raise AddressValueError("Trailing ':' only permitted as part of "
                                    "'::' in %r" % text)
        return len(parts), 0, 0

    @classmethod
    def _parse_hextet(cls, text):
        if not text or text.strip("0123456789abcdefABCDEF"):
            raise ValueError("Only hex digits permitted in %r" % text)
        if len(text) > 4:
            raise ValueError("At most 4 characters permitted in %r" % text)
        return int(text, 16)

    @classmethod
    def _compress_hextets(cls, hextets):
        """Replace the longest run of zeros by "::"."""
        best_start, best_len, start, length = -1, 0, -1, 0
        for i, hextet in enumerate(hextets):
            if hextet == "0":
                length += 1
                if start == -1:
                    start = i
                if length > best_len:
                    best_len, best_start = length, start
            else:
                length, start = 0, -1
        if best_len > 1:
            end = best_start + best_len
            if end == len(hextets):
                hextets += [""]
            hextets[best_start:end] = [""]
            if best_start == 0:
                hextets = [""] + hextets
        return hextets

    @classmethod
    def _string_from_ip_int(cls, ip_int=None):
        if ip_int > cls._ALL_ONES:
            raise ValueError("IPv6 address is too large")
        text = "%032x" % ip_int
        hextets = ["%x" % int(text[x:x + 4], 16) for x in range(0, 32, 4)]
        return ":".join(cls._compress_hextets(hextets))

    def _explode_shorthand_ip_string(self):
        if isinstance(self, IPv6Network):
            text = str(self.network_address)
        elif isinstance(self, IPv6Interface):
            text = str(self.ip)
        else:
            text = str(self)
        ip_int = self._ip_int_from_string(text.partition("%")[0])
        digits = "%032x" % ip_int
        parts = [digits[x:x + 4] for x in range(0, 32, 4)]
        if isinstance(self, (_BaseNetwork, IPv6Interface)):
            return "%s/%d" % (":".join(parts), self._prefixlen)
        return ":".join(parts)

    def _reverse_pointer(self):
        chars = self.exploded[::-1].replace(":", "")
        return ".".join(chars) + ".ip6.arpa"

    @staticmethod
    def _split_scope_id(text):
        addr, sep, scope = text.partition("%")
        if not sep:
            return addr, None
        if not scope or "%" in scope:
            raise AddressValueError('Invalid IPv6 address: "%r"' % text)
        return addr, scope


class IPv6Address(_BaseV6, _BaseAddress):
    """Represent and manipulate single IPv6 Addresses."""

    __slots__ = ("_ip", "_scope_id", "__weakref__")

    def __init__(self, address):
        self._scope_id = None
        if isinstance(address, int):
            self._check_int_address(address)
            self._ip = address
            return
        if isinstance(address, bytes):
            self._check_packed_address(address, 16)
            self._ip = int.from_bytes(address, "big")
            return
        text = str(address)
        if "/" in text:
            raise AddressValueError(f"Unexpected '/' in {address!r}")
        text, self._scope_id = self._split_scope_id(text)
        self._ip = self._ip_int_from_string(text)

    def __str__(self):
        text = super().__str__()
        return text + "%" + self._scope_id if self._scope_id else text

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        equal = super().__eq__(other)
        if equal is NotImplemented or not equal:
            return equal
        return self._scope_id == getattr(other, "_scope_id", None)

    def __reduce__(self):
        return self.__class__, (str(self),)

    @property
    def scope_id(self):
        return self._scope_id

    @property
    def packed(self):
        """The binary representation of this address."""
        return v6_int_to_packed(self._ip)

    @property
    def is_multicast(self):
        return self._ip >> 120 == 0xFF

    @property
    def is_reserved(self):
        return any(self in net for net in _reserved6())

    @property
    def is_link_local(self):
        return self._ip >> 118 == 0xFE80 >> 6

    @property
    def is_site_local(self):
        return self._ip >> 118 == 0xFEC0 >> 6

    @property
    def is_private(self):
        mapped = self.ipv4_mapped
        if mapped is not None:
            return mapped.is_private
        return _is_private(self, _private6())

    @property
    def is_global(self):
        return not self.is_private

    @property
    def is_unspecified(self):
        return self._ip == 0

    @property
    def is_loopback(self):
        return self._ip == 1

    @property
    def ipv4_mapped(self):
        """The embedded IPv4 address of ::ffff:a.b.c.d, or None."""
        if self._ip >> 32 != 0xFFFF:
            return None
        return IPv4Address(self._ip & 0xFFFFFFFF)

    @property
    def teredo(self):
        """Tuple of embedded teredo IPs, or None."""
        if self._ip >> 96 != 0x20010000:
            return None
        return (IPv4Address((self._ip >> 64) & 0xFFFFFFFF),
                IPv4Address(~self._ip & 0xFFFFFFFF))

    @property
    def sixtofour(self):
        """The IPv4 6to4 embedded address, or None."""
        if self._ip >> 112 != 0x2002:
            return None
        return IPv4Address((self._ip >> 80) & 0xFFFFFFFF)


class IPv6Interface(_InterfaceMixin, IPv6Address):
    _address_type = IPv6Address

    def __init__(self, address):
        addr, mask = self._split_addr_prefix(address)
        IPv6Address.__init__(self, addr)
        self.network = IPv6Network((addr, mask), strict=False)
        self.netmask = self.network.netmask
        self._prefixlen = self.network._prefixlen

    def __str__(self):
        return "%s/%d" % (IPv6Address.__str__(self), self._prefixlen)

    @property
    def ip(self):
        return IPv6Address(self._ip)

    @property
    def is_unspecified(self):
        return self._ip == 0 and self.network.is_unspecified

    @property
    def is_loopback(self):
        return super().is_loopback and self.network.is_loopback


class IPv6Network(_BaseV6, _BaseNetwork):
    """This class represents and manipulates 128-bit IPv6 networks."""

    _address_class = IPv6Address

    def __init__(self, address, strict=True):
        self._setup(address, strict)

    def hosts(self):
        """Generate Iterator over usable hosts in a network: all but the
        Subnet-Router anycast address."""
        low = int(self.network_address)
        high = int(self.broadcast_address)
        for x in range(low + 1, high + 1):
            yield self._address_class(x)

    @property
    def is_site_local(self):
        return (self.network_address.is_site_local
                and self.broadcast_address.is_site_local)

    def _private_networks(self):
        return _private6()


_PRIVATE4 = tuple(IPv4Network(n) for n in (
    "0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24", "192.0.0.170/31", "192.0.2.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "240.0.0.0/4", "255.255.255.255/32"))
_PUBLIC4 = tuple(IPv4Network(n) for n in ("192.0.0.9/32", "192.0.0.10/32"))
_PRIVATE6 = tuple(IPv6Network(n) for n in (
    "::1/128", "::/128", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64",
    "2001::/23", "2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10"))
_PUBLIC6 = tuple(IPv6Network(n) for n in (
    "2001:1::1/128", "2001:1::2/128", "2001:3::/32", "2001:4:112::/48",
    "2001:20::/28", "2001:30::/28"))
_RESERVED6 = tuple(IPv6Network(n) for n in (
    "::/8", "100::/8", "200::/7", "400::/6", "800::/5", "1000::/4",
    "4000::/3", "6000::/3", "8000::/3", "A000::/3", "C000::/3", "E000::/4",
    "F000::/5", "F800::/6", "FE00::/9"))


def _private4():
    """The private networks and the public ones inside them."""
    return _PRIVATE4, _PUBLIC4


def _private6():
    return _PRIVATE6, _PUBLIC6


def _reserved6():
    return _RESERVED6


def _is_private(address, networks):
    private, public = networks
    return (any(address in net for net in private)
            and all(address not in net for net in public))
