"""What tools for agent frameworks have in common: one sandbox, one text."""

from __future__ import annotations

import json
from typing import Any

from caisson._sync import Sandbox
from caisson.result import Result

NAME = "run_code"
PRINTED_MOST = 20_000


def describe(box: Sandbox) -> str:
    """What the model reads about the tool."""
    return box.instructions()


def text_of(result: Result) -> str:
    """A run as text for a model: what was printed, the value, or why it failed."""
    parts = [_cut(result.stdout), _cut(result.stderr)]
    if result.status == "ok":
        if result.value_present and result.value is not None:
            parts.append(_shown(result.value))
        if result.displays:
            parts.append(f"[{len(result.displays)} displays: {_types(result)}]")
    elif result.error is not None:
        parts.append(result.traced())
    else:
        parts.append(f"{result.status}: {result.message}")
    text = "\n".join(p.rstrip("\n") for p in parts if p)
    return text or "The code ran and has no output."


def _types(result: Result) -> str:
    return ", ".join(d.mime for d in result.displays)


def _shown(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def _cut(text: str) -> str:
    if len(text) <= PRINTED_MOST:
        return text
    return f"{text[:PRINTED_MOST]}\n[{len(text) - PRINTED_MOST} characters more]"
