"""Functions of the host that a program may call.

A plain function or coroutine function becomes a tool by its name, signature and
docstring.  The signature is checked inside the sandbox: a call that does not
fit raises there what Python would raise, and the function is not called.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import types
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union

from caisson.errors import ConfigError

Handler = Callable[..., Any]
ToolsArg = Union[Mapping[str, Handler], Iterable["Handler | Tool"], None]


@dataclasses.dataclass(frozen=True)
class Tool:
    """A host function with the name and signature that programs see."""

    name: str
    function: Handler
    signature: str | None = None
    doc: str | None = None
    schema: Mapping[str, Any] | None = None
    is_async: bool = False

    @classmethod
    def of(cls, function: Handler, name: str | None = None) -> Tool:
        """Make a tool of a function.

        >>> def add(a: int, b: int = 1) -> int: return a + b
        >>> Tool.of(add).signature
        '(a: int, b: int = 1) -> int'
        """
        if not callable(function):
            raise ConfigError(f"a tool must be a function, not {function!r}")
        name = str(name or getattr(function, "__name__", ""))
        if not name.isidentifier():
            raise ConfigError(
                f"a tool needs a name that is an identifier, not "
                f"{name!r}: use Tool(name=..., function=...)"
            )
        signature, doc, awaited = _about(function)
        return cls(name, function, signature, doc, is_async=awaited)

    def row(self) -> tuple[str, str | None, str | None, str | None, int]:
        """Name, signature, JSON schema, docstring and flags, for the engine."""
        schema = None if self.schema is None else json.dumps(self.schema)
        return self.name, self.signature, schema, self.doc, int(self.is_async)


def is_async(function: Handler) -> bool:
    """Does calling it give a coroutine?"""
    call = getattr(function, "__call__", None)  # noqa: B004
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)


def _annotation_text(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    if annotation is None or annotation is type(None):
        return "None"
    plain = isinstance(annotation, type) and not hasattr(annotation, "__origin__")
    if plain and getattr(annotation, "__args__", None) is None:
        return str(annotation.__name__)
    return str(annotation).replace("typing.", "")


_LITERALS = (str, int, float, bool, bytes, type(None))


def _default_text(value: Any) -> str:
    return repr(value) if isinstance(value, _LITERALS) else "..."


def _parameter_text(p: inspect.Parameter) -> str:
    text = p.name
    if p.kind is p.VAR_POSITIONAL:
        text = "*" + text
    elif p.kind is p.VAR_KEYWORD:
        text = "**" + text
    noted = p.annotation is not inspect.Parameter.empty
    if noted:
        text += ": " + _annotation_text(p.annotation)
    if p.default is not p.empty:
        text += (" = " if noted else "=") + _default_text(p.default)
    return text


_About = tuple[Union[str, None], Union[str, None], bool]
_SEEN: weakref.WeakKeyDictionary[Any, _About] = weakref.WeakKeyDictionary()


def _about(function: Handler) -> _About:
    """Signature, docstring, is it a coroutine function; looked up once."""
    known = isinstance(function, types.FunctionType)
    if known and function in _SEEN:
        return _SEEN[function]
    doc = inspect.getdoc(function) if callable(function) else None
    found = _signature_text(function), doc, is_async(function)
    if known:
        _SEEN[function] = found
    return found


def signature_text(function: Handler) -> str | None:
    """Python's own notation of a function's signature; None if unknown."""
    return _about(function)[0]


def _signature_text(function: Handler) -> str | None:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    parts: list[str] = []
    seen_star = slash_due = False
    for p in signature.parameters.values():
        if p.kind is p.POSITIONAL_ONLY:
            slash_due = True
        elif slash_due:
            parts.append("/")
            slash_due = False
        if p.kind is p.VAR_POSITIONAL:
            seen_star = True
        if p.kind is p.KEYWORD_ONLY and not seen_star:
            parts.append("*")
            seen_star = True
        parts.append(_parameter_text(p))
    if slash_due:
        parts.append("/")
    text = "(" + ", ".join(parts) + ")"
    if signature.return_annotation is not signature.empty:
        text += " -> " + _annotation_text(signature.return_annotation)
    return text


def as_tools(tools: ToolsArg) -> dict[str, Tool]:
    """Tools by name, from a mapping or a list of functions."""
    if tools is None:
        return {}
    if isinstance(tools, Mapping):
        made = [
            f if isinstance(f, Tool) else Tool.of(f, name) for name, f in tools.items()
        ]
    elif not isinstance(tools, Iterable) or isinstance(tools, str):
        raise ConfigError(
            f"tools must be a list of functions, tools=[f, g], not {tools!r}"
        )
    else:
        made = [f if isinstance(f, Tool) else Tool.of(f) for f in tools]
    by_name = {t.name: t for t in made}
    if len(by_name) != len(made):
        raise ConfigError("two tools have the same name")
    return by_name
