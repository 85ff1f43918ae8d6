"""Values with a class of their own, taken apart for the border and back.

The extension converts plain data itself.  For everything else it calls
``take_apart``, which gives a tuple that starts with the wire's tag, and
``put_together``, which gets such a list.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import pathlib
import uuid
import zoneinfo
from collections.abc import Callable, Mapping
from typing import Any

from caisson import _exceptions, _native

DATE = _native.WIRE_DATE
TIME = _native.WIRE_TIME
DATETIME = _native.WIRE_DATETIME
TIMEDELTA = _native.WIRE_TIMEDELTA
TIMEZONE = _native.WIRE_TIMEZONE
ZONE = _native.WIRE_ZONE
PATH = _native.WIRE_PATH
UUID = _native.WIRE_UUID
DECIMAL = _native.WIRE_DECIMAL
FRACTION = _native.WIRE_FRACTION
EXCEPTION = _native.WIRE_EXCEPTION
OBJECT = _native.WIRE_OBJECT
NAMED = _native.WIRE_NAMED
HOST = _native.WIRE_HOST
CYCLE = _native.WIRE_CYCLE
DEEP = _native.WIRE_DEEP
TEXT = _native.WIRE_TEXT

INSTANCE = _native.WIRE_IS_INSTANCE
DATACLASS = _native.WIRE_IS_DATACLASS
NAMEDTUPLE = _native.WIRE_IS_NAMEDTUPLE
ENUM = _native.WIRE_IS_ENUM
FROZEN = _native.WIRE_IS_FROZEN


@dataclasses.dataclass(frozen=True)
class Record:
    """An instance of a class that lives in the sandbox: its fields, by value."""

    type: str
    fields: dict[str, Any]
    kind: str = "instance"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python's own: the program has no say there
            raise AttributeError(f"a record has no {name!r}")
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(
                f"{self.type!r} record has no field {name!r}"
            ) from None

    def __hash__(self) -> int:
        return hash((self.type, self.kind, _hash(self.fields, 0)))


def _hash(value: Any, depth: int) -> int:
    """A number that equal values share, also of what cannot be a key by itself.

    Records are keys where the program's own objects were; many with equal numbers
    would make a host slow, so their content counts.
    """
    if depth > 20:
        return 0
    if isinstance(value, Mapping):
        pairs = ((_hash(k, depth + 1), _hash(v, depth + 1)) for k, v in value.items())
        return hash(frozenset(pairs))
    if isinstance(value, (list, tuple)):
        return hash(tuple(_hash(v, depth + 1) for v in value))
    if isinstance(value, Record):
        return hash((value.type, _hash(value.fields, depth + 1)))
    try:
        return hash(value)
    except TypeError:
        return 0


@dataclasses.dataclass(frozen=True)
class Named:
    """A class, function or module of the sandbox, known by name only."""

    kind: str
    name: str


@dataclasses.dataclass(frozen=True)
class Opaque:
    """A value that has no form outside the sandbox: its type and ``repr``."""

    type: str
    repr: str


class _Cycle:
    """Stands where a container contains itself."""

    def __repr__(self) -> str:
        return "..."

    def __reduce__(self) -> str:
        return "CYCLE_MARK"


CYCLE_MARK = _Cycle()


class GuestException(Exception):
    """An exception value whose class exists only in the sandbox."""

    def __init__(self, type_name: str, message: str, args: tuple[Any, ...]) -> None:
        super().__init__(*args)
        self.type_name = type_name
        self.message = message

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.type_name, self.message, self.args)


# -- outside to inside ---------------------------------------------------------


def _zone(tz: dt.tzinfo | None) -> Any:
    if tz is None or isinstance(tz, (dt.timezone, zoneinfo.ZoneInfo)):
        return tz
    raise TypeError(
        f"cannot convert time zone {type(tz).__name__!r} to a sandbox value"
    )


def _decimal(v: decimal.Decimal) -> tuple[Any, ...]:
    sign, digits, exponent = v.as_tuple()
    kind = {"F": 1, "n": 2, "N": 3}.get(str(exponent), 0)
    number = int("".join(map(str, digits)) or "0")
    return (DECIMAL, sign, kind, number, exponent if kind == 0 else 0)


def _timezone(v: dt.timezone) -> tuple[Any, ...]:
    offset = v.utcoffset(None)
    default = dt.timezone(offset).tzname(None)
    name = v.tzname(None)
    return (TIMEZONE, offset, None if name == default else name)


def _exception(v: BaseException) -> tuple[Any, ...]:
    args = _exceptions.arguments(v)
    shown = tuple(a if _plain(a) else repr(a) for a in args)
    return (EXCEPTION, exception_name(v), str(v), shown)


def exception_name(v: BaseException) -> str:
    """The class that a program sees: its own, or the nearest that it has.

    A class of the host that has nothing nearer than Exception goes by its own name,
    which no program has: RuntimeError there.
    """
    own = getattr(v, "type_name", None)
    name = _exceptions.guest_name(v)
    if own or name in ("Exception", "BaseException"):
        return own or type(v).__name__
    return name


def _plain(v: Any) -> bool:
    return v is None or isinstance(v, (str, bytes, int, float, bool))


def _dataclass(v: Any) -> tuple[Any, ...]:
    frozen = type(v).__dataclass_params__.frozen
    fields = {f.name: getattr(v, f.name) for f in dataclasses.fields(v)}
    return (OBJECT, FROZEN if frozen else DATACLASS, 0, type(v).__name__, fields)


_TAKE: list[tuple[type, Callable[[Any], Any]]] = [
    (
        enum.Enum,
        lambda v: (
            OBJECT,
            ENUM,
            0,
            type(v).__name__,
            {"name": v.name, "value": v.value},
        ),
    ),
    (
        dt.datetime,
        lambda v: (
            DATETIME,
            v.year,
            v.month,
            v.day,
            v.hour,
            v.minute,
            v.second,
            v.microsecond,
            v.fold,
            _zone(v.tzinfo),
        ),
    ),
    (dt.date, lambda v: (DATE, v.year, v.month, v.day)),
    (
        dt.time,
        lambda v: (
            TIME,
            v.hour,
            v.minute,
            v.second,
            v.microsecond,
            v.fold,
            _zone(v.tzinfo),
        ),
    ),
    (dt.timedelta, lambda v: (TIMEDELTA, v.days, v.seconds, v.microseconds)),
    (dt.timezone, _timezone),
    (zoneinfo.ZoneInfo, lambda v: (ZONE, v.key)),
    (pathlib.PurePath, lambda v: (PATH, v.as_posix())),
    (uuid.UUID, lambda v: (UUID, v.bytes)),
    (decimal.Decimal, _decimal),
    (fractions.Fraction, lambda v: (FRACTION, v.numerator, v.denominator)),
    (BaseException, _exception),
]

# A subclass of plain data crosses as the data.
_BASES: tuple[type, ...] = (
    str,
    int,
    float,
    complex,
    bytes,
    bytearray,
    list,
    dict,
    set,
    frozenset,
)


def take_apart(v: Any) -> Any:
    """Give the parts of a value, or plain data that stands for it."""
    for cls, function in _TAKE:
        if isinstance(v, cls):
            return function(v)
    if dataclasses.is_dataclass(v) and not isinstance(v, type):
        return _dataclass(v)
    if isinstance(v, tuple):
        names = getattr(v, "_fields", None)
        if names is None:
            return list(v)  # the extension takes plain subclasses as tuples
        return (
            OBJECT,
            NAMEDTUPLE,
            0,
            type(v).__name__,
            dict(zip(names, v, strict=True)),
        )
    if isinstance(v, (Record, Named)):
        raise TypeError(f"a {type(v).__name__} of one sandbox cannot enter another")
    for base in _BASES:
        if isinstance(v, base):
            return base(v)
    special = getattr(v, "__caisson_parts__", None)
    if special is not None:
        return special()
    raise TypeError(f"cannot convert {type(v).__name__!r} object to a sandbox value")


# -- inside to outside -----------------------------------------------------------

_KINDS = {
    INSTANCE: "instance",
    DATACLASS: "dataclass",
    NAMEDTUPLE: "namedtuple",
    ENUM: "enum",
    FROZEN: "dataclass",
}
_NAMED_KINDS = ("type", "function", "module")


_EXACT = decimal.Context(
    prec=decimal.MAX_PREC, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX
)


def _make_decimal(sign: bool, kind: int, number: int, exponent: int) -> Any:
    if kind:
        return decimal.Decimal(
            ("-" if sign else "") + ("", "Infinity", "NaN", "sNaN")[kind]
        )
    value = decimal.Decimal(number).scaleb(exponent, _EXACT)
    return value.copy_negate() if sign else value


def _make_exception(name: str, text: str, args: tuple[Any, ...]) -> BaseException:
    made = _exceptions.make(name, text, args)
    return GuestException(name, text, args) if made is None else made


def _make_path(text: str) -> pathlib.PurePosixPath:
    return pathlib.PurePosixPath(text)


def _make_zone(key: str) -> Any:
    try:
        return zoneinfo.ZoneInfo(key)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return Named("timezone", key)


def _make_timezone(offset: dt.timedelta, name: str | None) -> dt.timezone:
    return dt.timezone(offset) if name is None else dt.timezone(offset, name)


def _make_time(h: int, m: int, s: int, us: int, fold: int, tz: Any) -> dt.time:
    return dt.time(h, m, s, us, tz, fold=fold)


def _make_datetime(
    y: int, mo: int, d: int, h: int, m: int, s: int, us: int, fold: int, tz: Any
) -> dt.datetime:
    return dt.datetime(y, mo, d, h, m, s, us, tz, fold=fold)


_MAKE: dict[int, Callable[..., Any]] = {
    DATE: dt.date,
    TIME: _make_time,
    DATETIME: _make_datetime,
    TIMEDELTA: lambda d, s, us: dt.timedelta(days=d, seconds=s, microseconds=us),
    TIMEZONE: _make_timezone,
    ZONE: _make_zone,
    PATH: _make_path,
    UUID: lambda b: uuid.UUID(bytes=b),
    DECIMAL: _make_decimal,
    FRACTION: fractions.Fraction,
    EXCEPTION: _make_exception,
    OBJECT: lambda detail, _id, name, fields: Record(
        name, fields, _KINDS.get(detail, "instance")
    ),
    NAMED: lambda detail, name: Named(_NAMED_KINDS[detail % 3], name),
    HOST: lambda _flags, number, *_rest: HostReference(number),
    CYCLE: lambda _tag: CYCLE_MARK,
    DEEP: lambda: CYCLE_MARK,
    TEXT: Opaque,
}


@dataclasses.dataclass(frozen=True)
class HostReference:
    """A host object that came back from the sandbox, by its number."""

    number: int


def put_together(parts: list[Any]) -> Any:
    """Make the value whose tag and parts these are.

    A sandbox that was taken over sends parts that fit no value, a fraction of zero:
    whatever they are, nothing is raised here.
    """
    try:
        return _MAKE[parts[0]](*parts[1:])
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return Opaque("malformed", f"<malformed value {parts[0]}>")


_native.set_codec(take_apart, put_together)


# -- as text --------------------------------------------------------------------

_NAMED = {
    "type": "<class '{}'>",
    "function": "<function {}>",
    "module": "<module '{}'>",
}


def guest_repr(value: Any) -> str:
    """``repr`` of a value, as the program would print it."""
    if isinstance(value, Named):
        return _NAMED[value.kind].format(value.name)
    if isinstance(value, Opaque):
        return value.repr
    if isinstance(value, Record):
        fields = ", ".join(f"{k}={guest_repr(v)}" for k, v in value.fields.items())
        return f"{value.type}({fields})"
    if isinstance(value, Mapping):
        items = (f"{guest_repr(k)}: {guest_repr(v)}" for k, v in value.items())
        return "{" + ", ".join(items) + "}"
    if type(value) is list:
        return "[" + ", ".join(map(guest_repr, value)) + "]"
    return repr(value)
