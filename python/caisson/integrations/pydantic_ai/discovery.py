"""Names of tools that a search has found, from whatever it returned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, ToolReturn


def discovered(result: Any) -> list[str]:
    """Names in the result of a search; something malformed has none."""
    if isinstance(result, ToolReturn):
        result = result.return_value
    found = result.get("discovered_tools") if isinstance(result, Mapping) else None
    if not isinstance(found, (list, tuple)):
        return []
    names = [m.get("name") for m in found if isinstance(m, Mapping)]
    return [n for n in names if isinstance(n, str)]


def discovered_natively(messages: Iterable[ModelMessage]) -> list[str]:
    """Names that the provider's own search has found."""
    names: list[str] = []
    for message in messages:
        if isinstance(message, ModelResponse):
            for part in message.parts:
                if getattr(part, "tool_kind", None) == "tool-search":
                    names += discovered(getattr(part, "content", None))
    return names
