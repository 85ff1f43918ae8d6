"""Short forms of values for texts that a model reads; cut before rendering."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_TEXT = 120
_ITEMS = 5
_LINES = 2000


def _cut(value: Any, unit: str) -> str:
    if len(value) <= _TEXT:
        return repr(value)
    return f"{value[:_TEXT]!r} ... ({len(value)} {unit} total)"


def preview(value: Any, nested: bool = False) -> str:
    """A value in a few characters.

    >>> preview([1, [2, 3], {"a": 1}])
    '[1, [2 items], {1 items}]'
    """
    if isinstance(value, str):
        return _cut(value, "chars")
    if isinstance(value, (bytes, bytearray)):
        return _cut(bytes(value), "bytes")
    if value is None or isinstance(value, (bool, int, float, complex)):
        return _number(value)
    if isinstance(value, Mapping):
        return _mapping(value, nested)
    if isinstance(value, (list, tuple, set, frozenset)):
        return _items(value, nested)
    return f"<{type(value).__name__}>"


def _number(value: Any) -> str:
    if type(value) is int and abs(value) >= 10**_TEXT:
        return "<int>"
    return repr(value)


def _mapping(value: Mapping[Any, Any], nested: bool) -> str:
    if nested:
        return f"{{{len(value)} items}}"
    parts = []
    for i, (k, v) in enumerate(value.items()):
        if i == _ITEMS:
            parts.append("...")
            break
        parts.append(f"{preview(k, True)}: {preview(v, True)}")
    return "{" + ", ".join(parts) + "}"


def _items(value: Iterable[Any], nested: bool) -> str:
    count = len(value)  # type: ignore[arg-type]
    if nested:
        return f"[{count} items]"
    parts = []
    for i, v in enumerate(value):
        if i == _ITEMS:
            parts.append("...")
            break
        parts.append(preview(v, True))
    return "[" + ", ".join(parts) + "]"


def summary(calls: Iterable[tuple[str, Mapping[str, Any], str]]) -> str:
    """One line per call: name, arguments, outcome; the count is exact."""
    lines: list[str] = []
    count = used = hidden = 0
    for name, args, outcome in calls:
        count += 1
        if used > _LINES:
            hidden += 1
            continue
        shown = ", ".join(f"{k}={preview(v, True)}" for k, v in args.items())
        lines.append(f"- {name}({shown}) {outcome}")
        used += len(lines[-1])
    if hidden:
        lines.append(f"- ... and {hidden} more not shown")
    head = f"{count} nested tool calls started before execution stopped:"
    tail = (
        f"Account for all {count} before retrying; repeating a call repeats whatever "
        "it already did."
    )
    return "\n".join([head, *lines, tail])
