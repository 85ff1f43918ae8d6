"""Values on their way between host and program, as Monty shows them.

Each session has a codec: it remembers objects of the host that went in, so that
they come back as themselves, and instances of the program that came out.
"""

from __future__ import annotations

import builtins
import collections
import dataclasses
import inspect
import pathlib
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from caisson import _native
from caisson import _values as plain
from caisson._values import (
    CYCLE,
    DEEP,
    HOST,
    INSTANCE,
    NAMED,
    NAMEDTUPLE,
    OBJECT,
    PATH,
    TEXT,
)

from .errors import MontyConversionError
from .hostobjects import ClassType, Opened

_BRACKETS = {
    _native.WIRE_LIST: "[...]",
    _native.WIRE_TUPLE: "(...)",
    _native.WIRE_SET: "{...}",
    _native.WIRE_FROZENSET: "{...}",
    _native.WIRE_DICT: "{...}",
}
_FROZEN, _CALL = _native.WIRE_HOST_FROZEN, _native.WIRE_HOST_CALL
_DATACLASS, _ENUM = _native.WIRE_IS_DATACLASS, _native.WIRE_IS_ENUM
_FROZEN_DATACLASS = _native.WIRE_IS_FROZEN
_DATA_TYPES = (
    *(bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set),
    *(frozenset, range, slice, object, type),
)


@dataclasses.dataclass(frozen=True)
class MontyClassProxy:
    """An instance of a class of the program; passed back it is that instance."""

    name: str
    id: uuid.UUID | None = dataclasses.field(default=None, repr=False)
    is_dataclass: bool = dataclasses.field(default=False, repr=False)
    attributes: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.name, self.id))


@dataclasses.dataclass(frozen=True)
class MontyClassTypeProxy:
    """A class of the program."""

    name: str
    id: uuid.UUID | None = dataclasses.field(default=None, repr=False)


@dataclasses.dataclass(frozen=True)
class MontyStdTypeProxy:
    """A builtin that has no counterpart among the host's values."""

    kind: str
    name: str


class UnknownDataclass:
    """A dataclass of the program whose class the host did not register."""

    def __init__(self, name: str, fields: dict[str, Any]) -> None:
        self._name = name
        self.__dict__.update(fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnknownDataclass) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self._name)

    def __repr__(self) -> str:
        fields = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if k != "_name")
        return f"<Unknown Dataclass {self._name}({fields})>"


def _type_of(name: str) -> Any:
    cls = getattr(builtins, name, None)
    if name == "NoneType":
        return type(None)
    if not isinstance(cls, type):
        return _LIBRARY.get(name)
    if cls in _DATA_TYPES or issubclass(cls, BaseException):
        return cls
    return MontyStdTypeProxy("type", name)


def _library() -> dict[str, type]:
    import datetime as dt

    plain_ones: tuple[type, ...] = (dt.date, dt.datetime, dt.time, dt.timedelta)
    known: dict[str, type] = {c.__name__: c for c in plain_ones}
    known |= {"timezone": dt.timezone, "UUID": uuid.UUID}
    known |= {n: pathlib.PurePosixPath for n in ("Path", "PosixPath", "PurePosixPath")}
    return known | {f"{c.__module__}.{n}": c for n, c in known.items()}


_LIBRARY: dict[str, Any] = _library()


class Codec:
    """Conversions of one session.

    ``strict``: what has no form outside is an error instead of its text.
    ``as_dataclass``: the older generation, in which instances of dataclasses come
    out as instances of the classes in ``registry``.
    """

    def __init__(
        self,
        *,
        strict: bool = False,
        as_dataclass: bool = False,
        registry: Iterable[type] = (),
    ) -> None:
        self.strict = strict
        self.as_dataclass = as_dataclass
        self.registry: dict[str, type] = {c.__name__: c for c in registry}
        self.objects: dict[int, Opened] = {}
        self._numbers: dict[int, int] = {}
        self._active: set[int] = set()
        self._tuples: dict[tuple[str, ...], Any] = {}
        self.unconverted: BaseException | None = None

    # -- in --------------------------------------------------------------------------

    def number_of(self, opened: Opened) -> int:
        """The number under which a host object is known in the session."""
        number = self._numbers.get(id(opened))
        if number is None:
            number = len(self.objects) + 1
            self._numbers[id(opened)] = number
            self.objects[number] = opened
        return number

    def _host(self, opened: Opened) -> tuple[Any, ...]:
        flags = _FROZEN if opened.frozen else 0
        if isinstance(opened, ClassType):
            flags |= _CALL
        return (
            HOST,
            flags,
            self.number_of(opened),
            opened.type_name,
            tuple(opened.methods()),
            tuple(opened.lazy()),
            opened.eager(),
        )

    def take_apart(self, value: Any) -> Any:
        """Parts of a value that enters."""
        try:
            return self._take_apart(value)
        except TypeError as e:
            self.unconverted = e
            raise

    def _take_apart(self, value: Any) -> Any:
        if isinstance(value, Opened):
            return self._host(value)
        if isinstance(value, MontyClassProxy) and value.id is not None:
            return (OBJECT, INSTANCE, value.id.int, value.name, {})
        if isinstance(value, MontyFileHandleBase):
            return (PATH, str(value.path))
        if isinstance(value, type):
            return (NAMED, 0, _guest_type_name(value))
        if isinstance(value, MontyStdTypeProxy):
            return (NAMED, 0 if value.kind == "type" else 1, value.name)
        if isinstance(value, collections.deque):
            return list(value)
        if inspect.iscoroutine(value):
            value.close()
            raise RuntimeError(
                "the host function is a coroutine function: use AsyncMonty"
            )
        if callable(value) and not dataclasses.is_dataclass(value):
            return (NAMED, 1, getattr(value, "__name__", "function"))
        if self.as_dataclass and dataclasses.is_dataclass(value):
            self.registry.setdefault(type(value).__name__, type(value))
        try:
            return plain.take_apart(value)
        except TypeError:
            cls = type(value)
            raise TypeError(
                f"Cannot convert {cls.__module__}.{cls.__qualname__} to a sandbox "
                "value: wrap instances of classes in ClassInstance(...)"
            ) from None

    # -- out -------------------------------------------------------------------------

    def put_together(self, parts: list[Any]) -> Any:
        """A value that leaves."""
        make = self._MAKE.get(parts[0])
        if make is None:
            return plain.put_together(parts)
        return make(self, *parts[1:])

    def _object(self, detail: int, number: int, name: str, fields: Any) -> Any:
        if detail == NAMEDTUPLE:
            return self._named_tuple(name, fields)
        if detail == _ENUM:
            return fields.get("value")
        dataclass = detail in (_DATACLASS, _FROZEN_DATACLASS)
        if self.as_dataclass and (dataclass or name in self.registry):
            return self._dataclass(name, fields)
        key = uuid.UUID(int=number) if number else None
        return MontyClassProxy(name, key, dataclass, fields)

    def _named_tuple(self, name: str, fields: dict[str, Any]) -> Any:
        if name in ("stat_result", "StatResult"):
            from .stat import StatResult

            return StatResult(*[fields[n] for n in StatResult._fields if n in fields])
        key = (name, *fields)
        cls = self._tuples.get(key)
        if cls is None:
            # The program chose these names: a builtin class is checked by it.
            make: Any = collections.namedtuple
            cls = make(name, list(fields), rename=True)
            self._tuples[key] = cls
        return cls(*fields.values())

    def _dataclass(self, name: str, fields: dict[str, Any]) -> Any:
        cls: Any = self.registry.get(name)
        if cls is None:
            return UnknownDataclass(name, fields)
        made = cls.__new__(cls)
        for field, value in fields.items():
            object.__setattr__(made, field, value)
        return made

    def _text(self, text: str) -> str:
        if self.strict:
            self.unconverted = TypeError(f"{text} has no form outside the sandbox")
            raise MontyConversionError(self.unconverted)
        return text

    def _named(self, detail: int, name: str) -> Any:
        if detail == 1:
            return self._text(f"<function {name}>")
        if detail == 2:
            return self._text(f"<module '{name}'>")
        known = _type_of(name)
        if known is None:
            return self._text(f"<class '{name}'>")
        return known

    def _opaque(self, kind: str, text: str) -> Any:
        if kind == "builtin_function_or_method" and text.startswith("<built-in fun"):
            return MontyStdTypeProxy("function", text.split()[-1].rstrip(">"))
        return self._text(text)

    def _returned(self, _flags: int, number: int, *_rest: Any) -> Any:
        opened = self.objects.get(number)
        if opened is None:
            name = _rest[0] if _rest else "object"
            return MontyClassProxy(str(name), uuid.UUID(int=number), False, _rest[-1])
        return opened.value

    _MAKE: dict[int, Callable[..., Any]] = {
        OBJECT: _object,
        NAMED: _named,
        HOST: _returned,
        CYCLE: lambda self, tag: _BRACKETS.get(tag, "..."),
        DEEP: lambda self: "<deeply nested>",
        TEXT: _opaque,
    }


class MontyFileHandleBase:
    """What every handle of a file is, here to be known by the codec."""

    path: pathlib.PurePosixPath


def _guest_type_name(cls: type) -> str:
    if cls.__module__ == "builtins" or cls in _LIBRARY.values():
        return cls.__name__
    raise TypeError(
        f"Cannot convert {cls.__module__}.{cls.__qualname__} to a sandbox "
        "value: wrap classes in ClassType(...)"
    )
