"""enum - enumerations and flags.

How they are made is in _enum_core; here are the checks and decorators.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from _enum_core import (CONFORM, EJECT, KEEP, STRICT, Enum, EnumMeta,
                        EnumType, Flag, FlagBoundary, IntEnum, IntFlag,
                        ReprEnum, StrEnum, property)
from _enum_parts import (_auto_null, _EnumDict, _is_descriptor, _is_dunder,
                         _is_private, _is_single_bit, _is_sunder,
                         _iter_bits_lsb, auto, bin, member, nonmember,
                         show_flag_values)

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag",
           "IntFlag", "ReprEnum", "auto", "unique", "property", "verify",
           "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM",
           "EJECT", "KEEP", "global_flag_repr", "global_enum_repr",
           "global_str", "global_enum", "EnumCheck", "CONTINUOUS",
           "NAMED_FLAGS", "UNIQUE"]


# --- Checks -----------------------------------------------------------------

def _aliases(enumeration):
    """Describe the names that are not the first of their member."""
    return ", ".join([f"{name} -> {item.name}"
                      for name, item in enumeration.__members__.items()
                      if item.name != name])


def unique(enumeration):
    """Refuse a class in which a member has two names."""
    found = _aliases(enumeration)
    if found:
        raise ValueError(f"duplicate values found in {enumeration!r}: "
                         f"{found}")
    return enumeration


class EnumCheck(StrEnum):
    """The checks that verify() knows."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """A class decorator that makes some checks."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        name = enumeration.__name__
        if not isinstance(enumeration, EnumType):
            raise TypeError("the 'verify' decorator only works with Enum and "
                            "Flag")
        methods = {UNIQUE: self._unique, CONTINUOUS: self._continuous,
                   NAMED_FLAGS: self._named}
        for check in self.checks:
            if check in methods:
                methods[check](enumeration, name)
        return enumeration

    def _unique(self, enumeration, name):
        found = _aliases(enumeration)
        if found:
            raise ValueError(f"aliases found in {enumeration!r}: {found}")

    def _continuous(self, enumeration, name):
        values = {item.value for item in enumeration}
        if len(values) < 2:
            return
        first, last = min(values), max(values)
        if issubclass(enumeration, Flag):
            kind = "flag"
            wanted = [1 << i for i in range(first.bit_length(),
                                            last.bit_length() - 1)]
        else:
            kind = "enum"
            wanted = range(first + 1, last)
        gaps = [str(value) for value in wanted if value not in values]
        if gaps:
            raise ValueError(f"invalid {kind} {name!r}: "
                             f"missing values {', '.join(gaps)}"[:256])

    def _named(self, enumeration, name):
        named = {item._value_ for item in enumeration}
        names = []
        missing = 0
        for alias, item in enumeration.__members__.items():
            if alias in enumeration._member_names_ or item.value < 0:
                continue
            unnamed = [bit for bit in _iter_bits_lsb(item.value)
                       if bit not in named]
            if unnamed:
                names.append(alias)
                missing |= sum(unnamed)
        if not names:
            return
        *others, last = names
        who = (f"aliases {', '.join(others)} and {last} are" if others
               else f"alias {last} is")
        what = "value" if _is_single_bit(missing) else "combined values of"
        raise ValueError(
            f"invalid Flag {name!r}: {who} missing {what} "
            f"{missing:#x} [use enum.show_flag_values(value) for details]")


# --- Members as names of a module -------------------------------------------

def _module_of(member):
    return type(member).__module__.rpartition(".")[2]


def global_enum_repr(self):
    """Print a member as module.NAME."""
    return f"{_module_of(self)}.{self._name_}"


def global_flag_repr(self):
    """Print flags as module.NAME|module.NAME."""
    module = _module_of(self)
    if self._name_ is None:
        return f"{module}.{type(self).__name__}({self._value_!r})"
    # unknown bits are printed as numbers
    return "|".join([
        name if self._boundary_ is KEEP and name[0].isdigit()
        and not _is_single_bit(self._value_) else f"{module}.{name}"
        for name in self._name_.split("|")])


def global_str(self):
    """Print a member by its bare name."""
    return f"{type(self).__name__}({self._value_!r})" if (
        self._name_ is None) else self._name_


def global_enum(cls, update_str=False):
    """Let the members be names of their module as well."""
    cls.__repr__ = (global_flag_repr if issubclass(cls, Flag)
                    else global_enum_repr)
    if update_str or not issubclass(cls, ReprEnum):
        cls.__str__ = global_str
    vars(sys.modules[cls.__module__]).update(cls.__members__)
    return cls


# --- Simple enumerations ----------------------------------------------------

def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """A class decorator that turns a plain class into an enumeration."""
    def decorate(cls):
        metacls = type(etype)
        body = metacls.__prepare__(cls.__name__, (etype,))
        for name, value in vars(cls).items():
            if name not in ("__dict__", "__weakref__"):
                body[name] = value
        body["__qualname__"] = cls.__qualname__
        return metacls(cls.__name__, (etype,), body, boundary=boundary)
    return decorate


def _test_simple_enum(checked_enum, simple_enum):
    """TypeError unless both ways to make an enumeration gave the same one."""
    wrong = []
    for name in checked_enum.__members__.keys() | simple_enum.__members__.keys():
        pair = [cls.__members__.get(name) for cls in (checked_enum, simple_enum)]
        if None in pair:
            wrong.append(f"{name}: only one has it")
        elif pair[0].value != pair[1].value:
            wrong.append(f"{name}: {pair[0].value!r} and {pair[1].value!r}")
    if checked_enum._member_type_ is not simple_enum._member_type_:
        wrong.append("the member types differ")
    if wrong:
        raise TypeError("enum mismatch:\n   " + "\n   ".join(wrong))


def _reduce_ex_by_global_name(self, proto):
    """A member is pickled as a name of its module."""
    return self.name


def _refuse_pickle(self, proto):
    raise TypeError(f"{self!r} cannot be pickled")


def _make_class_unpicklable(cls):
    """Make members fail to be pickled."""
    cls.__reduce_ex__ = _refuse_pickle
    cls.__module__ = "<unknown>"
