"""mellea's own names, answered by caisson."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from caisson.integrations.mellea import environments, shell, tools

_OURS: dict[str, Any] = {
    "make_execution_environment": environments.make_execution_environment,
    "python_tool": tools.python_tool,
    "code_interpreter": tools.code_interpreter,
    "local_code_interpreter": tools.local_code_interpreter,
    "bash_executor": shell.bash_executor,
}
_replaced: list[tuple[Any, str, Any]] = []


def install() -> None:
    """Route mellea to us: its requirements and tools then run code in a jail.

    Every module of mellea that holds one of the functions gets ours; code that took
    one of them before keeps it.  Twice is fine.
    """
    theirs = importlib.import_module("mellea.stdlib.tools")
    for name in ("python_reqs", "python_tools"):
        importlib.import_module(f"mellea.stdlib.requirements.{name}")
    originals = {name: getattr(theirs, name) for name in _OURS}
    for module in [m for n, m in sys.modules.items() if n.startswith("mellea.")]:
        for name, original in originals.items():
            if vars(module).get(name) is original and original is not _OURS[name]:
                _replaced.append((module, name, original))
                setattr(module, name, _OURS[name])


def uninstall() -> None:
    """Give mellea its own functions back."""
    while _replaced:
        module, name, original = _replaced.pop()
        setattr(module, name, original)
