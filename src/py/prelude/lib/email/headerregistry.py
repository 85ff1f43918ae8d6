# headerregistry.py - headers that know what they are.
#
# SPDX-License-Identifier: Apache-2.0
"""Headers of modern messages, and the addresses in them."""
import re

from email.header import decoded_text
from email.utils import (
    format_datetime, getaddresses, parsedate_to_datetime)

__all__ = ["Address", "Group"]

_ADDRESSES = frozenset("to cc bcc from reply-to resent-to resent-cc resent-bcc "
                       "resent-from sender resent-sender".split())
_UNIQUE = frozenset("subject date orig-date from sender to cc bcc reply-to "
                    "mime-version content-type content-transfer-encoding "
                    "content-disposition message-id".split())
_SPECIAL = re.compile(r'[()<>@,:;".\\\[\]]')


class Address:
    """A mailbox: who, and where."""

    def __init__(self, display_name="", username="", domain="", addr_spec=None):
        if "\r" in display_name + username + domain \
                or "\n" in display_name + username + domain:
            raise ValueError("invalid arguments; address parts cannot contain "
                             "CR or LF")
        if addr_spec is not None:
            if username or domain:
                raise TypeError("addrspec specified when username and/or "
                                "domain also specified")
            username, _, domain = addr_spec.rpartition("@")
        self._display_name, self._username = display_name, username
        self._domain = domain

    display_name = property(lambda self: self._display_name)
    username = property(lambda self: self._username)
    domain = property(lambda self: self._domain)

    @property
    def addr_spec(self):
        """user@domain."""
        local = self._username
        if _SPECIAL.search(local.replace(".", "")) or " " in local:
            local = '"' + local.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return f"{local}@{self._domain}" if self._domain else local or "<>"

    def __repr__(self):
        return (f"{type(self).__name__}(display_name={self._display_name!r}, "
                f"username={self._username!r}, domain={self._domain!r})")

    def __str__(self):
        name = self._display_name
        if not name:
            return self.addr_spec
        if _SPECIAL.search(name):
            name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        where = "" if self.addr_spec == "<>" else self.addr_spec
        return f"{name} <{where}>"

    def __eq__(self, other):
        if not isinstance(other, Address):
            return NotImplemented
        return str(self) == str(other)


class Group:
    """Some mailboxes under one name."""

    def __init__(self, display_name=None, addresses=None):
        self._display_name = display_name
        self._addresses = tuple(addresses or ())

    display_name = property(lambda self: self._display_name)
    addresses = property(lambda self: self._addresses)

    def __repr__(self):
        return (f"{type(self).__name__}(display_name={self._display_name!r}, "
                f"addresses={self._addresses!r}")

    def __str__(self):
        inside = ", ".join(map(str, self._addresses))
        return inside if self._display_name is None \
            else f"{self._display_name}: {inside};"


class BaseHeader(str):
    """The text of a header, with its name."""

    name = ""
    defects = ()

    @property
    def max_count(self):
        """1 for headers that come once, else None."""
        return 1 if self.name.lower() in _UNIQUE else None


class AddressHeader(BaseHeader):
    """A header with mailboxes."""

    addresses = groups = ()


class SingleAddressHeader(AddressHeader):
    """A header with one mailbox."""

    @property
    def address(self):
        """The mailbox."""
        if len(self.addresses) != 1:
            raise ValueError(f"value of single address header {self.name} is "
                             "not a single address")
        return self.addresses[0]


class DateHeader(BaseHeader):
    """A header with a date."""

    datetime = None


def _as_addresses(value):
    if isinstance(value, (Address, Group)):
        value = [value]
    if isinstance(value, str):
        return tuple([Address(decoded_text(name), *_split(address))
                      for name, address in getaddresses([value])])
    found = []
    for item in value:
        found += item.addresses if isinstance(item, Group) else [item]
    return tuple(found)


def _split(address):
    user, at, domain = address.rpartition("@")
    return (user, domain) if at else (domain, "")


def make(name, value):
    """The object for a header of a modern message."""
    lower = name.lower()
    if isinstance(value, str) and not isinstance(value, BaseHeader):
        if "\n" in value or "\r" in value:
            raise ValueError("Header values may not contain linefeed or "
                             "carriage return characters")
    if lower in _ADDRESSES:
        found = _as_addresses(value)
        single = lower in ("sender", "resent-sender")
        made = (SingleAddressHeader if single else AddressHeader)(
            ", ".join(map(str, found)))
        made.addresses = found
        made.groups = tuple([Group(None, [one]) for one in found])
    elif lower in ("date", "resent-date", "orig-date"):
        moment = value if hasattr(value, "utcoffset") else None
        text = format_datetime(value) if moment is not None else str(value)
        if moment is None:
            try:
                moment = parsedate_to_datetime(text)
            except ValueError:
                moment = None
        made = DateHeader(text)
        made.datetime = moment
    else:
        made = BaseHeader(decoded_text(value))
    made.name = name
    return made


def is_unique(name):
    """May a message have this header once only?"""
    return name.lower() in _UNIQUE
