"""The older generation alone: ``Monty`` is always a program.

Mounts and handler hold for the one ``start`` or ``resume`` that they are given
to; later requests to the operating system become snapshots.
"""

from __future__ import annotations

from typing import Any

from . import _names, program
from ._names import *  # noqa: F403
from .program import (
    load_repl_snapshot,
    load_snapshot,
    run_monty_async,
    run_repl_async,
)
from .snapshots import FunctionSnapshot as MontySnapshot
from .snapshots import FutureSnapshot as MontyFutureSnapshot
from .values import UnknownDataclass

MONTY_API = "0.0.18"


class Monty(program.MontyProgram):
    """A program that can be run any number of times."""

    _sticky = False

    @staticmethod
    async def acreate(code: str, **options: Any) -> Monty:
        """A program, made without blocking the event loop."""
        import asyncio

        return await asyncio.to_thread(Monty, code, **options)


class MontyRepl(program.MontyRepl):
    """A program that grows: names stay from feed to feed."""

    _sticky = False


__all__ = [
    *_names.__all__,
    "MONTY_API",
    "Monty",
    "MontyFutureSnapshot",
    "MontyRepl",
    "MontySnapshot",
    "UnknownDataclass",
    "load_repl_snapshot",
    "load_snapshot",
    "run_monty_async",
    "run_repl_async",
]
