"""_ipaddress_text - IP addresses and masks as text.

A family knows how addresses of one version are written.  To everybody else
an address is an int.

SPDX-License-Identifier: Apache-2.0
"""

__name__ = "ipaddress"

_HEX_DIGITS = "0123456789abcdefABCDEF"


class AddressValueError(ValueError):
    """This is no address."""


class NetmaskValueError(ValueError):
    """This is no netmask."""


def prefix_of_mask(mask, bits):
    """The number of leading ones; None if ones follow a zero."""
    zeros = ((1 << bits) - 1) ^ mask
    if zeros & (zeros + 1):
        return None
    return bits - zeros.bit_length()


class _Family:
    """What the versions share; `bits` is the length of an address."""

    def __init__(self, version, bits):
        self.version = version
        self.bits = bits
        self.ones = (1 << bits) - 1

    def check(self, number):
        """Raise AddressValueError for a number out of range."""
        if number < 0:
            problem = "< 0"
        elif number > self.ones:
            problem = f">= 2**{self.bits}"
        else:
            return number
        raise AddressValueError(f"{number} ({problem}) is not permitted as "
                                f"an IPv{self.version} address")

    def unpack(self, data):
        if len(data) * 8 != self.bits:
            raise AddressValueError(
                f"{data!r} (len {len(data)} != {self.bits // 8}) is not "
                f"permitted as an IPv{self.version} address")
        return int.from_bytes(data, "big")

    def mask(self, prefix):
        return self.ones ^ (self.ones >> prefix)

    def prefix(self, given):
        """Read the length of a prefix, or a mask where that is allowed."""
        if isinstance(given, int):
            length = given
        elif given.isascii() and given.isdigit():
            length = int(given)
        else:
            length = self.prefix_of_text(given)
        if length is None or not 0 <= length <= self.bits:
            raise NetmaskValueError(f"{given!r} is not a valid netmask")
        return length

    def prefix_of_text(self, text):
        return None


class _FamilyV4(_Family):
    def parse(self, text):
        if not text:
            raise AddressValueError("Address cannot be empty")
        fields = text.split(".")
        if len(fields) != 4:
            raise AddressValueError(f"Expected 4 octets in {text!r}")
        number = 0
        for field in fields:
            problem = self.problem_of(field)
            if problem:
                raise AddressValueError(f"{problem} in {text!r}")
            number = number << 8 | int(field)
        return number

    @staticmethod
    def problem_of(field):
        if not field:
            return "Empty octet not permitted"
        if not (field.isascii() and field.isdigit()):
            return f"Only decimal digits permitted in {field!r}"
        if len(field) > 3:
            return f"At most 3 characters permitted in {field!r}"
        if field[0] == "0" and field != "0":
            return f"Leading zeros are not permitted in {field!r}"
        if int(field) > 255:
            return f"Octet {int(field)} (> 255) not permitted"
        return None

    def write(self, number):
        return ".".join([str(octet) for octet in number.to_bytes(4, "big")])

    explode = write

    def reverse(self, number):
        octets = self.write(number).split(".")
        return ".".join(octets[::-1]) + ".in-addr.arpa"

    def prefix_of_text(self, text):
        """A netmask such as 255.0.0.0, or a hostmask such as 0.0.0.255."""
        try:
            mask = self.parse(text)
        except AddressValueError:
            return None
        length = prefix_of_mask(mask, 32)
        return prefix_of_mask(mask ^ self.ones, 32) if length is None else (
            length)


class _FamilyV6(_Family):
    def parse(self, text):
        if not text:
            raise AddressValueError("Address cannot be empty")
        try:
            return self.parse_fields(text.split(":"))
        except ValueError as error:
            raise AddressValueError(f"{error} in {text!r}") from None

    def parse_fields(self, fields):
        if len(fields) < 3:
            raise ValueError("At least 3 parts expected")
        if "." in fields[-1]:  # the last 32 bits written like IPv4
            tail = V4.parse(fields.pop())
            fields += [f"{tail >> 16:x}", f"{tail & 0xFFFF:x}"]
        if len(fields) > 9:
            raise ValueError("At most 8 colons permitted")
        gaps = [i for i in range(1, len(fields) - 1) if not fields[i]]
        if len(gaps) > 1:
            raise ValueError("At most one '::' permitted")
        if gaps:
            head, tail = fields[:gaps[0]], fields[gaps[0] + 1:]
            # "::" at an end leaves one empty field more
            if not head[0]:
                del head[0]
                if head:
                    raise ValueError("Leading ':' only permitted as part of "
                                     "'::'")
            if not tail[-1]:
                del tail[-1]
                if tail:
                    raise ValueError("Trailing ':' only permitted as part of "
                                     "'::'")
            missing = 8 - len(head) - len(tail)
            if missing < 1:
                raise ValueError("Expected at most 7 other parts with '::'")
            fields = head + ["0"] * missing + tail
        elif len(fields) != 8:
            raise ValueError("Exactly 8 parts expected without '::'")
        elif not fields[0]:
            raise ValueError("Leading ':' only permitted as part of '::'")
        elif not fields[-1]:
            raise ValueError("Trailing ':' only permitted as part of '::'")
        number = 0
        for field in fields:
            if not field or field.strip(_HEX_DIGITS):
                raise ValueError(f"Only hex digits permitted in {field!r}")
            if len(field) > 4:
                raise ValueError("At most 4 characters permitted in "
                                 f"{field!r}")
            number = number << 16 | int(field, 16)
        return number

    def write(self, number):
        """Shortest form: the longest run of zeros, if two, becomes "::"."""
        fields = [f"{number >> shift & 0xFFFF:x}"
                  for shift in range(112, -16, -16)]
        longest = max(range(8), key=lambda i: self.zeros_at(fields, i))
        width = self.zeros_at(fields, longest)
        if width < 2:
            return ":".join(fields)
        return (":".join(fields[:longest]) + "::"
                + ":".join(fields[longest + width:]))

    @staticmethod
    def zeros_at(fields, i):
        end = i
        while end < 8 and fields[end] == "0":
            end += 1
        return end - i

    def explode(self, number):
        digits = f"{number:032x}"
        return ":".join([digits[i:i + 4] for i in range(0, 32, 4)])

    def reverse(self, number):
        return ".".join(f"{number:032x}"[::-1]) + ".ip6.arpa"


V4 = _FamilyV4(4, 32)
V6 = _FamilyV6(6, 128)
