"""A session that began in the engine and goes on in a jail.

Names and definitions cross as ``_carry`` of the engine's library writes them
down.  What cannot cross is named in the error, and then nothing has moved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caisson import _native, errors
from caisson._events import DONE, RAISED, Event

_KEPT = 1 << 20
_CARRY = "__import__('_carry').program(globals(), _carried)"
_WHY = "the session would move"


class Mover:
    """What a session needs to move: where to, and what ran in it."""

    def __init__(self, make: Callable[[], _native.Jails], mounted: bool) -> None:
        self._make = make
        self._mounted = mounted
        self._sources: list[str] = []
        self._size = 0

    def note(self, code: str) -> None:
        """This text runs in the engine: its definitions can cross."""
        self._size += len(code)
        if self._size <= _KEPT:
            self._sources.append(code)

    def wants(self, code: str) -> str | None:
        """Why the engine cannot run this text; None: it can."""
        depth, reason = _native.auto(code, _WHY, self._mounted)
        if depth != "none":
            return None
        why = reason.removeprefix("interp: ").partition("; process: ")[0]
        return f"auto: {why}; the session moved"

    def jails(self) -> _native.Jails | None:
        """Where to; None: there are no jails here."""
        try:
            return self._make()
        except errors.UnavailableError:
            return None

    def pack(self, native: Any) -> tuple[str, Any]:
        """A program, and what its name ``_carried`` must have."""
        if native.changes()[0]:
            raise errors.SessionStateError(
                "the code needs a jail, and files that the session changed in "
                "memory cannot move there: commit() or discard() them first"
            )
        native.set("_carried", self._sources)
        ev = Event(*native.run(_CARRY))
        if ev.kind == DONE:
            text, data = ev.value
            return text, data
        if ev.kind < DONE:
            native.abandon()
        native.set("_carried", None)
        if ev.kind == RAISED and ev.error and ev.error[0][0] == "CannotMove":
            raise errors.SessionStateError(ev.error[0][1])
        raise errors.SessionStateError(
            "the session cannot move to a jail: its names cannot be written down; "
            "use a new sandbox with depth='process'"
        )

    @staticmethod
    def unpack(native: Any, text: str, data: Any) -> None:
        """Make the names again, in the jail."""
        native.set("_carried", data)
        ev = Event(*native.run(text))
        if ev.kind == DONE:
            return
        shown = ev.text.strip().rpartition("\n")[2] if ev.text else "no answer"
        raise errors.SessionStateError(
            f"the session cannot move to a jail: its names cannot be made again "
            f"there ({shown}); use a new sandbox with depth='process'"
        )
