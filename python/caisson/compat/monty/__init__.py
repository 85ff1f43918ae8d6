"""The names of ``pydantic_monty``, both generations, on Caisson's engine.

>>> import caisson.compat.monty as pydantic_monty
>>> pydantic_monty.Monty("1 + 2").run()
3
>>> with pydantic_monty.Monty() as pool, pool.checkout() as session:
...     session.feed_run("1 + 2")
3

``Monty`` called with code is a program of the older generation (0.0.8 to
0.0.18), without it a pool of the newer one (0.0.19 and later).  ``v0`` and ``v1``
are the generations by themselves.
"""

from __future__ import annotations

import sys

from . import _binary, class_instance, os_access, program, v0, v1
from .pool import MontyPool
from .program import MontyRepl
from .v0 import (
    MontyFutureSnapshot,
    MontySnapshot,
    UnknownDataclass,
    load_repl_snapshot,
    load_snapshot,
    run_monty_async,
    run_repl_async,
)
from .v1 import *  # noqa: F403
from .v1 import MONTY_API

from .monty import Monty  # type: ignore[assignment]  # isort: skip

program.connect(MontyPool)

__all__ = [
    *(name for name in v1.__all__ if name not in ("Monty", "MONTY_API")),
    "MONTY_API",
    "Monty",
    "MontyFutureSnapshot",
    "MontyRepl",
    "MontySnapshot",
    "UnknownDataclass",
    "install",
    "load_repl_snapshot",
    "load_snapshot",
    "os_access",
    "run_monty_async",
    "run_repl_async",
    "v0",
    "v1",
]


def install() -> None:
    """Let ``import pydantic_monty`` give this module, for unmodified programs.

    Refused if the real package was imported before.
    """
    there = sys.modules.get("pydantic_monty")
    own = sys.modules[__name__]
    if there is not None and there is not own:
        raise RuntimeError(
            "pydantic_monty was imported already: call install() before that"
        )
    sys.modules["pydantic_monty"] = own
    for module in (_binary, class_instance, os_access, v1):
        name = "_monty" if module is v1 else module.__name__.rpartition(".")[2]
        sys.modules[f"pydantic_monty.{name}"] = module
