"""Exception classes that hosts and sandboxes both have, by the name they cross under.

A class is recognised by identity, never by its name alone: a class of the host that
is called JSONDecodeError is not the one of ``json``.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import json
import sys
from typing import Any

_DECIMAL = (
    *("DecimalException", "Clamped", "InvalidOperation", "ConversionSyntax"),
    *("DivisionByZero", "DivisionImpossible", "DivisionUndefined", "Inexact"),
    *("InvalidContext", "Rounded", "Subnormal", "Overflow", "Underflow"),
    "FloatOperation",
)
_LIBRARY: dict[str, tuple[str, ...]] = {
    "json": ("JSONDecodeError",),
    "tomllib": ("TOMLDecodeError",),
    "binascii": ("Error", "Incomplete"),
    "csv": ("Error",),
    "re": ("error",),
    "io": ("UnsupportedOperation",),
    "dataclasses": ("FrozenInstanceError",),
    "decimal": _DECIMAL,
    "struct": ("error",),
    "zlib": ("error",),
    "queue": ("Empty", "Full"),
    "statistics": ("StatisticsError",),
    "configparser": ("Error", "NoSectionError", "NoOptionError", "ParsingError"),
    "zoneinfo": ("ZoneInfoNotFoundError",),
    "zipfile": ("BadZipFile",),
    "tarfile": ("TarError", "ReadError"),
    "shutil": ("Error",),
    "pickle": ("PickleError", "PicklingError", "UnpicklingError"),
}
_NAMES = {f"{module}.{name}" for module, names in _LIBRARY.items() for name in names}
_MOVED = {"json.decoder": "json", "_decimal_base": "decimal", "_csv": "csv"}
"""Where a class is defined, if not in the module by which people know it."""


def _public_name(dotted: str) -> str:
    module, _, name = dotted.rpartition(".")
    if name == "PatternError":
        name = "error"
    return f"{_MOVED.get(module, module)}.{name}"


@functools.lru_cache(maxsize=256)
def host_class(name: str) -> type[BaseException] | None:
    """The class of the host for a name from inside; None: it has none."""
    module, dot, last = name.rpartition(".")
    if dot:
        name = _public_name(name)
        if name not in _NAMES:
            return None
        module, _, last = name.rpartition(".")
    home = importlib.import_module(module) if dot else builtins
    cls = getattr(home, last, None)
    return cls if isinstance(cls, type) and issubclass(cls, BaseException) else None


def _shared_name(cls: type) -> str | None:
    if cls.__module__ == "builtins":
        return cls.__name__ if getattr(builtins, cls.__name__, None) is cls else None
    for module in (cls.__module__, _MOVED.get(cls.__module__, "")):
        name = _public_name(f"{module}.{cls.__name__}")
        home = sys.modules.get(name.rpartition(".")[0])
        if name in _NAMES and getattr(home, name.rpartition(".")[2], None) is cls:
            return name
    if cls.__name__ == "Error" and cls.__module__ == "_csv":
        return "csv.Error"
    return None


def guest_name(exc: BaseException) -> str:
    """The nearest class that sandboxes have."""
    for cls in type(exc).__mro__:
        name = _shared_name(cls)
        if name is not None:
            return name
    return "Exception"


def arguments(exc: BaseException) -> tuple[Any, ...]:
    """What the exception is made of inside; OSError keeps its paths elsewhere."""
    if isinstance(exc, json.JSONDecodeError):
        fields = ("msg", "doc", "pos", "lineno", "colno")
        if all(hasattr(exc, name) for name in fields):
            return tuple(getattr(exc, name) for name in fields)
        return exc.args
    if not isinstance(exc, OSError) or exc.filename is None or len(exc.args) != 2:
        return exc.args
    if exc.filename2 is None:
        return (*exc.args, exc.filename)
    return (*exc.args, exc.filename, None, exc.filename2)


def _json_error(args: tuple[Any, ...]) -> json.JSONDecodeError:
    """From message, document (None: it was too long), position, line, column."""
    msg, doc, pos, line, column = args
    made = json.JSONDecodeError(str(msg), doc if isinstance(doc, str) else "", 0)
    made.pos, made.lineno, made.colno = int(pos), int(line), int(column)
    if doc is None:
        del made.doc
    made.args = (f"{msg}: line {line} column {column} (char {pos})",)
    return made


def make(name: str, text: str, args: tuple[Any, ...]) -> BaseException | None:
    """The host's exception for one of inside; None: no class of the host fits."""
    cls = host_class(name)
    if cls is None:
        return None
    try:
        if cls is json.JSONDecodeError:
            return _json_error(args) if len(args) == 5 else ValueError(text)
        return cls(*args)
    except Exception:
        pass
    try:
        return cls(text)
    except Exception:
        return ValueError(text) if issubclass(cls, ValueError) else None
