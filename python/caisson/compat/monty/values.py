"""Values on their way between host and program, as Monty shows them.

Each session has a codec: it remembers objects of the host that went in, so that
they come back as themselves, and instances of the program that came out.
"""

from __future__ import annotations

import builtins
import collections
import dataclasses
import datetime as dt
import decimal
import inspect
import pathlib
import uuid
from collections.abc import Callable, Iterable
from typing import Any, Protocol, runtime_checkable

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

from .class_instance import BaseWrapper, ClassInstance, ClassType
from .errors import MontyConversionError
from .modules import ExternalModule

_BRACKETS = {
    _native.WIRE_LIST: "[...]",
    _native.WIRE_TUPLE: "(...)",
    _native.WIRE_SET: "{...}",
    _native.WIRE_FROZENSET: "{...}",
    _native.WIRE_DICT: "{...}",
}
_CALL, _DATA = _native.WIRE_HOST_CALL, _native.WIRE_HOST_DATA
_NUMBERS = (1 << 62) - 1
_DATACLASS, _ENUM = _native.WIRE_IS_DATACLASS, _native.WIRE_IS_ENUM
_FROZEN_DATACLASS = _native.WIRE_IS_FROZEN
_DATA_TYPES = (
    *(bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set),
    *(frozenset, range, slice, object, type),
)


class _Proxy:
    """What stands for an object or a class of the program, outside."""

    __slots__ = ("_host", "attributes", "id", "is_dataclass", "name")

    def __init__(
        self,
        name: str,
        id: uuid.UUID,
        is_dataclass: bool,
        attributes: dict[str, Any],
        host: tuple[int, Any] | None = None,
    ) -> None:
        self.name = name
        self.id = id
        self.is_dataclass = is_dataclass
        self.attributes = attributes
        self._host = host

    def __repr__(self) -> str:
        kind = type(self).__name__
        return f"{kind}(name={self.name!r}, attributes={self.attributes!r})"


class MontyClassProxy(_Proxy):
    """An instance of a class of the program; passed back it is that instance."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MontyClassProxy):
            return NotImplemented
        return (self.name, self.is_dataclass, self.attributes) == (
            other.name,
            other.is_dataclass,
            other.attributes,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.is_dataclass))


class MontyClassTypeProxy(_Proxy):
    """A class of the host that this session does not know, or of the program."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MontyClassTypeProxy) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


class MontyStdTypeProxy:
    """A builtin that has no counterpart among the host's values."""

    __slots__ = ("kind", "name")

    def __init__(self, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MontyStdTypeProxy) and (
            (self.kind, self.name) == (other.kind, other.name)
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.name))

    def __repr__(self) -> str:
        return f"MontyStdTypeProxy(kind={self.kind!r}, name={self.name!r})"


@runtime_checkable
class _Parts(Protocol):
    """What knows its own parts."""

    def __caisson_parts__(self) -> tuple[Any, ...]: ...


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
    out as instances of the classes in ``registry``.  ``native_types``: dataclasses,
    enums, UUIDs and the like cross as they are, with all their fields.
    """

    def __init__(
        self,
        *,
        strict: bool = False,
        as_dataclass: bool = False,
        native_types: bool = False,
        registry: Iterable[type] = (),
    ) -> None:
        self.strict = strict
        self.as_dataclass = as_dataclass
        self.native_types = native_types or as_dataclass
        self.registry: dict[str, type] = {c.__name__: c for c in registry}
        self.objects: dict[int, BaseWrapper] = {}
        self.modules: dict[str, ExternalModule] = {}
        self._active: set[int] = set()
        self._tuples: dict[tuple[str, ...], Any] = {}
        self.unconverted: BaseException | None = None

    # -- in --------------------------------------------------------------------------

    def number_of(self, wrapper: BaseWrapper) -> int:
        """The number under which a host object is known in the session.

        The last wrapper of an object says what is allowed, but the class that an
        instance brings along never replaces one that the host passed itself.
        """
        key: Any = wrapper.id
        kind = type(wrapper).__mro__[-3].__name__
        if not isinstance(key, uuid.UUID):
            raise TypeError(f"{kind}.id must be a uuid.UUID")
        number = key.int & _NUMBERS or 1
        known = self.objects.get(number)
        if known is None:
            self.objects[number] = wrapper
        elif known.value is not wrapper.value:
            raise ValueError(
                f"wrapper id {key} already identifies a different object in this "
                "session"
            )
        elif not (isinstance(wrapper, ClassType) and wrapper.is_default):
            self.objects[number] = wrapper
        return number

    def _host(self, given: BaseWrapper) -> tuple[Any, ...]:
        number = self.number_of(given)
        wrapper = self.objects[number]
        attributes = wrapper.get_eager_attrs()
        if isinstance(wrapper, ClassInstance):
            flags = 0
            name: Any = wrapper.class_type
        else:
            flags, name = _CALL, wrapper.value_type.__name__
            if wrapper.is_dataclass():
                flags |= _DATA
                attributes["__dataclass_fields__"] = {}
        methods, lazy = wrapper._told_methods(), wrapper._told_lazy()
        return (HOST, flags, number, name, methods, lazy, attributes)

    def take_apart(self, value: Any) -> Any:
        """Parts of a value that enters."""
        try:
            return self._take_apart(value)
        except TypeError as e:
            self.unconverted = e
            raise

    def _take_apart(self, value: Any) -> Any:
        if isinstance(value, BaseWrapper):
            return self._host(value)
        if isinstance(value, (MontyClassProxy, MontyClassTypeProxy)):
            return self._proxy(value)
        if isinstance(value, MontyFileHandleBase):
            return (PATH, value.path)
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, MontyStdTypeProxy):
            return (NAMED, 0 if value.kind == "type" else 1, value.name)
        if inspect.iscoroutine(value):
            value.close()
            raise RuntimeError("async external functions require AsyncMonty")
        if isinstance(value, ExternalModule):
            raise TypeError(
                "an ExternalModule enters the sandbox only through "
                "external_modules, not as a value"
            )
        if callable(value) and not hasattr(value, "__caisson_parts__"):
            return (NAMED, 1, getattr(value, "__name__", "function"))
        if isinstance(value, (dt.datetime, dt.time)):
            return _with_offset(value)
        if self.as_dataclass and dataclasses.is_dataclass(value):
            self.registry.setdefault(type(value).__name__, type(value))
        elif not (self.native_types or isinstance(value, _PLAIN)):
            raise TypeError(_refusal(value))
        try:
            return plain.take_apart(value)
        except TypeError:
            raise TypeError(_refusal(value)) from None

    def _class(self, cls: type) -> Any:
        """A class that both sides have, else something to call."""
        name = _known_name(cls)
        return (NAMED, 1, cls.__name__) if name is None else (NAMED, 0, name)

    def _proxy(self, value: MontyClassProxy | MontyClassTypeProxy) -> Any:
        """What came out goes back in: the program's own object, if it is there."""
        if value._host is None:
            return (OBJECT, INSTANCE, value.id.int, value.name, {})
        flags, cls = value._host
        number = value.id.int
        return (HOST, flags, number, cls, None, None, dict(value.attributes))

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
        return MontyClassProxy(name, uuid.UUID(int=number), dataclass, fields)

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
            return self._text(f"<function {name}>" if self.as_dataclass else name)
        if detail == 2 and name in self.modules:
            return self.modules[name]
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

    def _returned(
        self, flags: int, number: int, cls: Any, _methods: Any, _lazy: Any, fields: Any
    ) -> Any:
        known = self.objects.get(number)
        if known is not None:
            return known.value
        key = uuid.UUID(int=number)
        if flags & _CALL:
            return MontyClassTypeProxy(
                cls, key, bool(flags & _DATA), fields, (flags, cls)
            )
        name = (
            cls if isinstance(cls, str) else getattr(cls, "name", None) or cls.__name__
        )
        is_dataclass = getattr(cls, "is_dataclass", False) is True
        if isinstance(cls, type):
            is_dataclass = dataclasses.is_dataclass(cls)
            cls = ClassType(cls)
        return MontyClassProxy(name, key, is_dataclass, fields, (flags, cls))

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

    path: str


_PLAIN = (
    *(str, int, float, complex, bytes, list, tuple, dict, set, frozenset),
    *(dt.date, dt.timedelta, dt.timezone, decimal.Decimal, BaseException),
    *(pathlib.PurePosixPath, _Parts),
)
"""What crosses without ``native_types``, with subclasses."""


def _refusal(value: Any) -> str:
    cls = type(value)
    return (
        f"Cannot convert {cls.__module__}.{cls.__qualname__} to Monty value "
        "\N{EM DASH} wrap class instances in pydantic_monty.ClassInstance(...)"
    )


def _with_offset(value: dt.datetime | dt.time) -> Any:
    """A time with the offset that its zone has then, named after it."""
    tz, offset = value.tzinfo, value.utcoffset()
    if tz is None or isinstance(tz, dt.timezone):
        if offset is not None and offset.microseconds:
            raise TypeError(
                "datetime.timezone offset must be an exact number of whole seconds"
            )
        return plain.take_apart(value)
    if isinstance(value, dt.time) or offset is None:
        raise TypeError(
            f"cannot convert {_dotted(type(value))} with tzinfo of type "
            f"{type(tz).__name__!r} to a Monty value"
        )
    name = value.tzname()
    fixed = dt.timezone(offset) if name is None else dt.timezone(offset, name)
    return plain.take_apart(value.replace(tzinfo=fixed))


def _dotted(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _known_name(cls: type) -> str | None:
    """The name of a class that programs have too; recognised by identity."""
    if cls is getattr(builtins, cls.__name__, None):
        return str(cls.__name__)
    for name, known in _LIBRARY.items():
        if known is cls and "." not in name:
            return name
    return None
