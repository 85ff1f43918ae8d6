"""Text that tells a model what a sandbox can do, from what it really has."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from caisson.errors import ConfigError

if TYPE_CHECKING:
    from caisson._core import Core

_DOC_MAX = 200


def _seconds(value: float) -> str:
    return f"{value:g} s"


def _bytes(n: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n >= size:
            return f"{n / size:.3g} {unit}"
    return f"{n} bytes"


def _clock(flags: int) -> str:
    if flags & 1:
        return "The clock is real."
    if flags & 2:
        return "The clock is fixed; only sleep() moves it."
    return "There is no clock: time and datetime.now() fail."


def _random(flags: int) -> str:
    if flags & 4:
        return "Random numbers are real."
    if flags & 8:
        return "Random numbers are seeded: each run repeats them."
    return "There is no source of randomness: seed random yourself."


_MODE_TEXT = {
    "ro": "reading only",
    "sealed": "reading only",
    "rw": "reading and writing, for real",
    "overlay": "reading and writing; writes stay in this session",
}


def _files(core: Core, flags: int) -> str:
    if core.mounts:
        places = "; ".join(
            f"{at} ({_MODE_TEXT[m.mode]})" for at, m in sorted(core.mounts.items())
        )
        return f"Files: {places}. Nothing else exists."
    if flags & 16:
        return "Files: in memory only, gone with the session."
    return "Files: none; do not use open() or pathlib to read or write."


def _tools(core: Core) -> list[str]:
    if not core.tools:
        return []
    lines = [
        "Tools: call these as functions; await the async ones, several at "
        "once with asyncio.gather.",
        "```python",
    ]
    for tool in core.tools.values():
        start = "async def" if tool.is_async else "def"
        lines.append(f"{start} {tool.name}{tool.signature or '(*args, **kwargs)'}: ...")
        doc = (tool.doc or "").strip().splitlines()
        if doc:
            lines.append(f"    # {doc[0][:_DOC_MAX]}")
    lines.append("```")
    return lines


_PARAMETERS = {
    "type": "object",
    "properties": {"code": {"type": "string", "description": "Python code to run."}},
    "required": ["code"],
}


def as_tool(text: str, form: str) -> dict[str, Any]:
    """The tool ``run_code`` in the notation of a protocol or a provider."""
    if form == "mcp":
        return {"name": "run_code", "description": text, "inputSchema": _PARAMETERS}
    if form == "anthropic":
        return {"name": "run_code", "description": text, "input_schema": _PARAMETERS}
    if form == "openai":
        function = {"name": "run_code", "description": text, "parameters": _PARAMETERS}
        return {"type": "function", "function": function}
    raise ConfigError(f"format must be mcp, openai or anthropic, not {form!r}")


@functools.cache
def modules() -> tuple[str, ...]:
    """Modules of the standard library that programs can import."""
    from caisson.sandbox import Sandbox

    with Sandbox(isolation="inprocess") as box:
        found = box.run("import sys\nsorted(sys.stdlib_module_names)", check=True)
    return tuple(name for name in found.value if not name.startswith("_"))


def describe(core: Core) -> str:
    """Instructions for a model; the same sandbox gives the same text."""
    flags = int(core.copy_options()["os"])
    limits = core.limits
    lines = [
        "Runs Python and returns the value of the last expression and what was "
        "printed.",
        "Python 3.12 syntax with the standard library's common modules (json, re, "
        "math, datetime, collections, itertools, dataclasses, asyncio, ...); no "
        "third-party packages.",
        "Names stay between runs until a restart. Top-level await works.",
        _files(core, flags),
        "Network: none.",
        _clock(flags),
        _random(flags),
        f"Limits per run: {_seconds(limits.time)} of computing, "
        f"{_bytes(limits.output)} of output; memory {_bytes(limits.memory)}. A limit "
        "ends the run; names keep their values.",
        "Errors come as tracebacks with the line numbers of your code: fix and run "
        "again. What is refused stays refused.",
    ]
    return "\n".join(lines + _tools(core))
