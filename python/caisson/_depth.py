"""Depths: what each can do, and where ``auto`` runs a program.

The rows are those of ``src/base/depths.def``; nobody else compares names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from caisson import _native, errors

BY_DEFAULT = "the default of Sandbox"
NOT_YET = "auto: no program has run yet"
TOO_LATE = "auto: the session was used before a program was known"


def is_jail(depth: str | None) -> bool:
    """Is this the depth of programs of the machine, in a jail?"""
    return bool(_native.DEPTHS.get(depth or "", 0) & _native.IS_JAIL)


def is_engine(depth: str | None) -> bool:
    """Is this a depth of our own engine?"""
    return bool(_native.DEPTHS.get(depth or "", 0) & _native.IS_ENGINE)


ENGINE = next(filter(is_engine, _native.DEPTHS))
JAIL = next(filter(is_jail, _native.DEPTHS))


@dataclasses.dataclass(frozen=True)
class Choice:
    """A depth, why, and its jails."""

    depth: str
    reason: str
    jails: _native.Jails | None = None


def refusal(**given: object) -> str | None:
    """Why options keep a program from depth ``process``; None: they do not."""
    names = [name for name, value in given.items() if value is not None]
    return f"{names[0]!r} is given" if names else None


def choose(
    code: str, no_process: str | None, mounted: bool, make: Callable[[], _native.Jails]
) -> Choice:
    """Choose before anything runs; jails are made only when they are needed."""
    depth, reason = _native.auto(code, no_process, mounted)
    if is_jail(depth):
        try:
            return Choice(depth, reason, make())
        except errors.UnavailableError as e:
            depth, reason = _native.auto(code, str(e), mounted)
    if depth == "none":
        raise errors.UnavailableError(
            f"no depth can run the program (no_depth): {reason}",
            f"depth={ENGINE!r} runs it as far as the engine can",
            (ENGINE, JAIL),
        )
    return Choice(depth, reason)
