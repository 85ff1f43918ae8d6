"""Text that tells a model what a sandbox can do, from what it really has.

The text is made by the library (src/session/describe.c), which the MCP server uses,
too: the same facts give the same bytes.  Each of its fragments is a claim that a test
proves in the state that makes it appear (tests/python/test_instructions.py); a
fragment without such a probe does not ship.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from caisson import _depth, _native
from caisson.errors import ConfigError

if TYPE_CHECKING:
    from caisson._core import Core
    from caisson.mounts import Mount

_HABITS = _native.habits().split()
"""Modules that models try to import; those that are not there are named."""

FRAGMENTS = _native.fragments()
"""Claims by name; words in braces are filled in."""


@functools.cache
def modules() -> tuple[str, ...]:
    """Modules of the standard library that programs can import."""
    from caisson._sync import Sandbox

    with Sandbox(isolation="inprocess") as box:
        found = box.run("import sys\nsorted(sys.stdlib_module_names)", check=True)
    return tuple(name for name in found.value if not name.startswith("_"))


# -- facts ------------------------------------------------------------------------


def _absent() -> str:
    known = set(modules())
    return ", ".join(m for m in _HABITS if m not in known) or "antigravity"


def _env(core: Core) -> list[str]:
    fixed = {"HOME", "LANG", "PATH"} if _depth.is_jail(core.depth) else set()
    return sorted(fixed | set(core.env_names))


def _facts(core: Core, sessions: float) -> tuple[object, ...]:
    """What src/session/describe.h wants to know."""
    process = _depth.is_jail(core.depth)
    return (
        1 if process else 2 if core.undecided else 0,
        0 if process else int(core.copy_options()["os"]),
        core.os_handler is not None,
        float(sessions),
        float(core.limits.time),
        core.limits.output,
        core.limits.memory,
        0 if process else len(modules()),
        "" if process else _absent(),
        [(at, "ro" if m.mode == "sealed" else m.mode) for at, m in _mounts(core)],
        _env(core),
        [
            (t.name, t.signature or None, t.doc or None, t.is_async)
            for t in core.tools.values()
        ],
    )


def _mounts(core: Core) -> list[tuple[str, Mount]]:
    return sorted(core.mounts.items())


def describe(core: Core, sessions: float = 0.0) -> str:
    """Instructions for a model; the same sandbox gives the same text.

    ``sessions``: seconds that an unused session lives, for hosts that keep several
    kept by ``session_id``.
    """
    return _native.describe(_native.encode(_facts(core, sessions)))


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
