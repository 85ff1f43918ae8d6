"""Values on their way between tools, program and model.

Nothing that a program returns can make the agent's run fail: what has no JSON
form is replaced by its ``repr``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import (
    BinaryContent,
    UserContent,
    is_multi_modal_content,
    tool_return_content_ta,
    tool_return_ta,
)

from caisson._values import Named, Opaque, Record, guest_repr
from caisson.displays import Display

_SIMPLE = (str, bytes, bytearray, bool, int, float, type(None), type(...))


def to_guest(value: Any) -> Any:
    """A tool's result as the program sees it."""
    return _plain(tool_return_ta.dump_python(value, by_alias=True))


def _plain(value: Any) -> Any:
    if isinstance(value, _SIMPLE):
        return value
    if isinstance(value, Mapping):
        return _string_keys(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(v) for v in value]
    return tool_return_ta.dump_python(value, mode="json", by_alias=True)


def _string_keys(value: Mapping[Any, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, item in value.items():
        name = key if isinstance(key, str) else _key_text(key)
        if name in made:
            raise UserError(
                f"A tool returned a mapping in which two keys become {name!r}"
            )
        made[name] = _plain(item)
    return made


def _key_text(key: Any) -> str:
    (text,) = tool_return_ta.dump_python({key: None}, mode="json", by_alias=True)
    return str(text)


# -- results for the model -------------------------------------------------------


def to_model(value: Any) -> Any:
    """The program's result as the model gets it."""
    try:
        shown = tool_return_content_ta.validate_python(_shown(value))
        tool_return_ta.dump_json(shown, by_alias=True)
    except (ValueError, RecursionError):  # pydantic's own errors are ValueErrors
        return _last_resort(value)
    return shown


def _last_resort(value: Any) -> str:
    try:
        return guest_repr(value).encode("utf-8", "backslashreplace").decode()
    except RecursionError:
        return "<deeply nested>"


def _shown(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else repr(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    if isinstance(value, Mapping):
        return _shown_mapping(value)
    if type(value) is tuple:
        return tuple(_shown(v) for v in value)
    if isinstance(value, (list, tuple)):
        return [_shown(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return [_shown(v) for v in value]
    if isinstance(value, Record):
        return _shown_mapping(value.fields)
    return _other(value)


def _shown_mapping(value: Mapping[Any, Any]) -> Any:
    made: dict[str, Any] = {}
    for key, item in value.items():
        name = key if isinstance(key, str) else _shown_key(key)
        if name in made:
            return guest_repr(value)
        made[name] = _shown(item)
    return made


def _shown_key(key: Any) -> str:
    shown = _shown(key)
    try:
        return _key_text(shown)
    except Exception:
        return guest_repr(key)


def _other(value: Any) -> Any:
    if isinstance(value, (Named, Opaque, BaseException)) or value is ...:
        return guest_repr(value)
    try:
        tool_return_ta.dump_json(value, by_alias=True)
    except Exception:
        return guest_repr(value)
    return value


def as_content(displays: Iterable[Display]) -> list[UserContent]:
    """What the program showed, for the model: pictures, or the plain text."""
    made: list[UserContent] = []
    for one in displays:
        picture = one.picture
        if picture is not None:
            made.append(BinaryContent(picture[1], media_type=picture[0]))
        elif one.text:
            made.append(one.text)
    return made


def has_files(value: Any) -> bool:
    """Is it something multimodal, or a list that directly holds some?"""
    if isinstance(value, list):
        return any(is_multi_modal_content(v) for v in value)
    return is_multi_modal_content(value)


def result_shape(text: str, value: Any) -> Any:
    """What ``run_code`` returns for printed text and a value (None: none)."""
    if not text:
        return {} if value is None else value
    if value is None:
        return {"output": text}
    if has_files(value):
        return [text, *(value if isinstance(value, list) else [value])]
    return {"output": text, "result": value}
