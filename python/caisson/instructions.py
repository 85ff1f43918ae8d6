"""Text that tells a model what a sandbox can do, from what it really has.

The text is made of fragments.  Each one is a claim that a test proves in the state
that makes it appear (tests/python/test_instructions.py); a fragment without such a
probe does not ship.  Equal sandboxes give equal bytes.  Names that users chose are
quoted and cut.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from caisson.errors import ConfigError

if TYPE_CHECKING:
    from caisson._core import Core
    from caisson.tools import Tool

_DOC_MAX = 200
_NAME_MAX = 60
_LISTED = 10

_CLOCK, _FIXED, _ENTROPY, _SEEDED, _MEMORY, _ENVIRON, _MONOTONIC = (
    1 << n for n in range(7)
)

_HABITS = [
    *("socket", "ssl", "http", "subprocess", "multiprocessing", "sqlite3", "ctypes"),
    *("select", "signal", "smtplib", "email", "tkinter", "curses", "bz2", "lzma"),
]
"""Modules that models try to import; those that are not there are named."""

FRAGMENTS = {
    "purpose": (
        "Runs Python and returns the value of the last expression and what was printed."
    ),
    "language": (
        "Python 3.12 syntax and {count} modules of the standard library (not {absent})"
        "; no third-party packages. Top-level await works."
    ),
    "language.process": (
        "CPython with its standard library and what is installed there; other "
        "programs can be started. Top-level await works."
    ),
    "state": "Names stay defined between runs until a restart.",
    "files.none": "Files: none; open() and pathlib cannot read or write.",
    "files.memory": "Files: in memory only, kept for this session.",
    "files.mounts": "Files: {places}. Nothing else exists.",
    "files.mounts.host": "Files: {places}. Other paths are answered by the host.",
    "files.host": "Files: answered by the host; what it refuses fails.",
    "files.process": "Files: /tmp is writable and private; the rest is read-only.",
    "files.process.mounts": (
        "Files: /tmp is writable and private; {places}; the rest is read-only."
    ),
    "files.ro": "{at} (reading only)",
    "files.overlay": (
        "{at} (reading and writing; writes stay in this session, the host decides "
        "whether they are kept)"
    ),
    "files.rw": "{at} (reading and writing; writes are real)",
    "network.none": "Network: none.",
    "env.none": "Environment variables: none.",
    "env.some": "Environment variables: {names}.",
    "env.host": "Environment variables: answered by the host.",
    "clock.real": "The clock is real.",
    "clock.fixed": "The clock is fixed; only sleeping moves it.",
    "clock.monotonic": (
        "time.monotonic() and sleeping work; time.time() and datetime.now() fail."
    ),
    "clock.none": "There is no clock: time.time() and datetime.now() fail.",
    "clock.host": "The clock is answered by the host; sleeping works.",
    "random.real": "Random numbers are real.",
    "random.seeded": "Random numbers are seeded: every session gets the same.",
    "random.none": "There is no randomness: give random.Random() a seed.",
    "random.host": "Randomness is answered by the host.",
    "limits": (
        "Limits: {time} of computing and {output} of output per run, {memory} of "
        "memory. A limit ends the run; names keep their values."
    ),
    "limits.process": "Limits: {time} per run, {memory} of memory.",
    "errors": (
        "Errors come as tracebacks with the line numbers of the code: fix it and run "
        "again. What is refused stays refused; do not repeat it."
    ),
    "tools.sync": "Functions of the host: call them like any other.",
    "tools.async": (
        "Functions of the host: await them, several at once with asyncio.gather."
    ),
    "tools.mixed": (
        "Functions of the host: await the async ones, several at once with "
        "asyncio.gather."
    ),
}


def _seconds(value: float) -> str:
    return f"{value:g} s"


def _bytes(n: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n >= size:
            return f"{n / size:.3g} {unit}"
    return f"{n} bytes"


def _quoted(name: str) -> str:
    """A name that somebody chose, as data."""
    cut = name if len(name) <= _NAME_MAX else name[: _NAME_MAX - 3] + "..."
    return ascii(cut) if not cut.isprintable() or "'" in cut else f"'{cut}'"


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    shown = [_quoted(n) for n in listed[:_LISTED]]
    more = len(listed) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


@functools.cache
def modules() -> tuple[str, ...]:
    """Modules of the standard library that programs can import."""
    from caisson.sandbox import Sandbox

    with Sandbox(isolation="inprocess") as box:
        found = box.run("import sys\nsorted(sys.stdlib_module_names)", check=True)
    return tuple(name for name in found.value if not name.startswith("_"))


# -- which fragments hold ---------------------------------------------------------


def _clock(flags: int, asks: bool) -> str:
    if flags & _CLOCK:
        return "clock.real"
    if flags & _FIXED:
        return "clock.fixed"
    if asks:
        return "clock.host"
    return "clock.monotonic" if flags & _MONOTONIC else "clock.none"


def _random(flags: int, asks: bool) -> str:
    if flags & _ENTROPY:
        return "random.real"
    if flags & _SEEDED:
        return "random.seeded"
    return "random.host" if asks else "random.none"


def _places(core: Core) -> str:
    modes = {"sealed": "ro"}
    places = [
        FRAGMENTS[f"files.{modes.get(m.mode, m.mode)}"].format(at=_quoted(at))
        for at, m in sorted(core.mounts.items())
    ]
    shown = "; ".join(places[:_LISTED])
    more = len(places) - _LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def _files(core: Core, flags: int, asks: bool) -> str:
    if core.mounts:
        name = "files.mounts.host" if asks else "files.mounts"
        return FRAGMENTS[name].format(places=_places(core))
    if flags & _MEMORY:
        return FRAGMENTS["files.memory"]
    return FRAGMENTS["files.host" if asks else "files.none"]


def _environment(core: Core, flags: int) -> str:
    if not flags & _ENVIRON:
        return FRAGMENTS["env.host"]
    if not core.env_names:
        return FRAGMENTS["env.none"]
    return FRAGMENTS["env.some"].format(names=_some(core.env_names))


def _limits(core: Core) -> str:
    limits = core.limits
    return FRAGMENTS["limits"].format(
        time=_seconds(limits.time),
        output=_bytes(limits.output),
        memory=_bytes(limits.memory),
    )


def _language() -> str:
    known = set(modules())
    absent = [m for m in _HABITS if m not in known]
    shown = ", ".join(absent) or "antigravity"
    return FRAGMENTS["language"].format(count=len(known), absent=shown)


# -- tools --------------------------------------------------------------------------


def _tools_head(tools: list[Tool]) -> str:
    kinds = {t.is_async for t in tools}
    name = "mixed" if len(kinds) == 2 else "async" if kinds == {True} else "sync"
    return FRAGMENTS[f"tools.{name}"]


def _one_tool(tool: Tool) -> list[str]:
    start = "async def" if tool.is_async else "def"
    lines = [f"{start} {tool.name}{tool.signature or '(*args, **kwargs)'}: ..."]
    doc = (tool.doc or "").strip().splitlines()
    if doc:
        text = "".join(c if c.isprintable() else " " for c in doc[0])
        lines.append(f"    # {text[:_DOC_MAX]}")
    return lines


def _catalogue(core: Core) -> list[str]:
    tools = list(core.tools.values())
    if not tools:
        return []
    lines = [_tools_head(tools), "```python"]
    for tool in tools:
        lines += _one_tool(tool)
    return [*lines, "```"]


def _in_a_jail(core: Core) -> list[str]:
    """The lines for a real interpreter, where the kernel answers."""
    places = _places(core)
    files = "files.process.mounts" if places else "files.process"
    names = sorted({"HOME", "LANG", "PATH", *core.env_names})
    return [
        FRAGMENTS["purpose"],
        FRAGMENTS["language.process"],
        FRAGMENTS["state"],
        FRAGMENTS[files].format(places=places),
        FRAGMENTS["network.none"],
        FRAGMENTS["env.some"].format(names=_some(names)),
        FRAGMENTS["clock.real"],
        FRAGMENTS["random.real"],
        FRAGMENTS["limits.process"].format(
            time=_seconds(core.limits.time), memory=_bytes(core.limits.memory)
        ),
        FRAGMENTS["errors"],
    ]


def describe(core: Core) -> str:
    """Instructions for a model; the same sandbox gives the same text."""
    if core.depth == "process":
        return "\n".join(_in_a_jail(core) + _catalogue(core))
    flags = int(core.copy_options()["os"])
    asks = core.os_handler is not None
    lines = [
        FRAGMENTS["purpose"],
        _language(),
        FRAGMENTS["state"],
        _files(core, flags, asks),
        FRAGMENTS["network.none"],
        _environment(core, flags),
        FRAGMENTS[_clock(flags, asks)],
        FRAGMENTS[_random(flags, asks)],
        _limits(core),
        FRAGMENTS["errors"],
    ]
    return "\n".join(lines + _catalogue(core))


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
