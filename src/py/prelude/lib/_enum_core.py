"""_enum_core - the base classes of enumerations and flags.

Combined flags are made on demand and kept by the session, because classes of
the library are read-only.

SPDX-License-Identifier: Apache-2.0
"""

import warnings

import _enum
from _caisson import session_state
from _enum_parts import _iter_bits_lsb, auto, bin
from _enum_type import EnumMeta, EnumType, _by_value, _is_flag, late, property
from intrinsics import _twin

__name__ = "enum"


# --- Enum -------------------------------------------------------------------

class Enum(metaclass=EnumType):
    """Base of enumerations: classes with a fixed set of instances.

    Color.RED, Color["RED"] and Color(1) are the same object.
    """

    def __new__(cls, value):
        # native candidate: the lookup is all there is to do nearly always
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            found = _by_value(cls, value)
            if found is not None:
                return found
        return _ask_missing(cls, value)

    def __init__(self, *args, **kwds):
        pass

    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): one more than the last."""
        if not last_values:
            return start
        last = last_values[-1]
        try:
            if last == max(last_values):
                return last + 1
        except TypeError:
            pass
        warnings.warn(
            "In 3.13 the default `auto()`/`_generate_next_value_` will "
            "require all values to be sortable and support adding +1\nand "
            "the value returned will be the largest value in the enum "
            "incremented by 1", DeprecationWarning, stacklevel=3)
        for value in last_values[::-1]:
            try:
                return value + 1
            except TypeError:
                continue
        return start

    @classmethod
    def _missing_(cls, value):
        """What a value means that no member has; can be overridden."""
        return None

    @property
    def name(self):
        """How it is called."""
        return self._name_

    name._member = "_name_"  # so that C finds it

    @property
    def value(self):
        """What it stands for."""
        return self._value_

    value._member = "_value_"

    def __repr__(self):
        cls = type(self)
        name = self._name_
        shown = (cls._value_repr_ or repr)(self._value_)
        return f"<{cls.__name__}.{name}: {shown}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, format_spec):
        return format(str(self), format_spec)

    @_twin("_enum.__hash__")
    def _py_hash(self):
        return hash(self._name_)

    __hash__ = _enum.__hash__

    def __reduce_ex__(self, proto):
        return getattr, (type(self), self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dir__(self):
        cls = type(self)
        if cls._member_type_ is object:
            names = set("__class__ __doc__ __eq__ __hash__ __module__ name "
                        "value".split())
        else:
            names = set(object.__dir__(self))
        names.update([name for name in getattr(self, "__dict__", ())
                      if name[0] != "_"])
        for base in cls.__mro__:
            for name, value in vars(base).items():
                if name[0] == "_":
                    continue
                # a property that only leads to a member is none of its own
                if isinstance(value, property) and value.fget is None and (
                        name in cls._member_map_):
                    names.discard(name)
                else:
                    names.add(name)
        return sorted(names)


def _ask_missing(cls, value):
    """Let _missing_() decide about a value, and check what it says."""
    if not cls._member_map_ and cls.__module__ != "enum":  # super().__new__()?
        raise TypeError(f"{cls!r} has no members defined")
    invalid = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
    try:
        found = cls._missing_(value)
    except Exception as error:
        problem = error
        if not isinstance(error, ValueError):
            problem.__context__ = invalid
    else:
        if isinstance(found, cls):
            return found
        if found is None:
            problem = invalid
        elif isinstance(found, int) and _is_flag(cls) and (
                cls._boundary_ is EJECT):
            return found
        else:
            problem = TypeError(
                f"error in {cls.__name__}._missing_: returned {found!r} "
                "instead of None or a valid member")
            problem.__context__ = invalid
    raise problem


late.Enum = Enum


class ReprEnum(Enum):
    """An enumeration that only prints differently from its data type."""


late.ReprEnum = ReprEnum


class IntEnum(int, ReprEnum):
    """Members are ints."""


class StrEnum(str, ReprEnum):
    """Members are texts."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        first, encoding, errors = (*values, *[""] * 3)[:3]
        if len(values) == 1 and not isinstance(first, str):
            raise TypeError(f"{first!r} is not a string")
        for what, given in ("encoding", encoding), ("errors", errors):
            if not isinstance(given, str):
                raise TypeError(f"{what} must be a string, not {given!r}")
        made = str.__new__(cls, *values)
        made._value_ = str(*values)
        return made

    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): the name in small letters."""
        return name.lower()


# --- Flags ------------------------------------------------------------------

class FlagBoundary(StrEnum):
    """What to do with values that have unknown bits."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary
late.KEEP = KEEP


def _session_members(cls):
    """The combined members that this session made for a class."""
    table = session_state("enum.pseudo", dict)
    return table.setdefault(id(cls), (cls, {}))[1]


class Flag(Enum, boundary=CONFORM):
    """Members are bits and can be combined."""

    _numeric_repr_ = repr

    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): the next higher bit."""
        if not last_values:
            return 1 if start is None else start
        top = max(last_values)
        try:
            return 1 << top.bit_length()
        except Exception:
            raise TypeError(f"invalid flag value {top!r}") from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        """Yield the members in a value, lowest bit first."""
        known = cls._value2member_map_
        return (known[bit] for bit in _iter_bits_lsb(value & cls._flag_mask_))

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        """Yield the members in a value in the order of the class body."""
        return iter(sorted(cls._iter_member_by_value_(value),
                           key=lambda item: item._sort_order_))

    @classmethod
    def _missing_(cls, value):
        """Find or make the member that combines several."""
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        table = _session_members(cls)
        found = table.get(value)
        if found is None:
            number = _bounded(cls, value)
            if cls._boundary_ is EJECT and not _fits(cls, value):
                return value
            if number != value:
                found = cls._value2member_map_.get(number,
                                                   table.get(number))
            if found is None:
                found = table[number] = _combine(cls, number)
            table[value] = found
        return found

    def __contains__(self, other):
        if isinstance(other, type(self)):
            return other._value_ & ~self._value_ == 0
        raise TypeError("unsupported operand type(s) for 'in': "
                        f"{type(other).__qualname__!r} and "
                        f"{type(self).__qualname__!r}")

    def __iter__(self):
        return iter(self._iter_member_(self._value_))

    def __len__(self):
        return abs(self._value_).bit_count()

    def __bool__(self):
        return self._value_ != 0

    def __repr__(self):
        cls = type(self)
        shown = (cls._value_repr_ or repr)(self._value_)
        name = "" if self._name_ is None else "." + self._name_
        return f"<{cls.__name__}{name}: {shown}>"

    def __str__(self):
        name = type(self).__name__
        return (f"{name}({self._value_!r})" if self._name_ is None
                else f"{name}.{self._name_}")

    def __reduce_ex__(self, proto):
        cls = type(self)
        if self._value_ not in cls._value2member_map_:
            return cls, (self._value_,)
        return getattr, (cls, self._name_)

    def _number(self, other):
        """The value of an operand; None if it does not fit."""
        if isinstance(other, type(self)):
            return other._value_
        kind = self._member_type_
        return other if kind is not object and isinstance(other, kind) else (
            None)

    def __or__(self, other):
        number = self._number(other)
        return NotImplemented if number is None else type(self)(
            self._value_ | number)

    def __and__(self, other):
        number = self._number(other)
        return NotImplemented if number is None else type(self)(
            self._value_ & number)

    def __xor__(self, other):
        number = self._number(other)
        return NotImplemented if number is None else type(self)(
            self._value_ ^ number)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        cls = type(self)
        number = ~self._value_
        return cls(number if cls._boundary_ is KEEP
                   else number & cls._flag_mask_)


late.Flag = Flag


def _fits(cls, value):
    """Has a value no bits outside of the known flags?"""
    bits = cls._all_bits_
    return ~bits <= value <= bits and not value & (bits ^ cls._flag_mask_)


def _bounded(cls, value):
    """Bring a value into the range of a flag, as its boundary says."""
    room = cls._all_bits_ + 1
    boundary = cls._boundary_
    if not _fits(cls, value):
        mask = cls._flag_mask_
        if boundary is STRICT:
            size = max(value.bit_length(), mask.bit_length())
            raise ValueError(f"{cls!r} invalid value {value!r}\n"
                             f"    given {bin(value, size)}\n"
                             f"  allowed {bin(mask, size)}")
        if boundary is CONFORM:
            value &= mask
        elif boundary is KEEP:
            room = max(room, 1 << value.bit_length())
        elif boundary is not EJECT:
            raise ValueError(f"{cls!r} unknown flag boundary {boundary!r}")
    return value + room if value < 0 else value


def _combine(cls, value):
    """Make a member that is not named in the class."""
    kind = cls._member_type_
    maker = getattr(cls, "__new_member__", None)
    if maker is None and kind is not object:
        maker = kind.__new__
    made = object.__new__(cls) if maker is None else maker(cls, value)
    if not hasattr(made, "_value_"):
        made._value_ = value
    mask = cls._flag_mask_
    names = [item._name_ for item in cls._iter_member_(value & mask)]
    if names and value & ~mask:
        names.append(cls._numeric_repr_(value & ~mask))
    made._name_ = "|".join(names) or None
    return made


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Members are ints and can be combined."""
