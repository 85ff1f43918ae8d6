"""Runs driven by hand: each step is a call to answer, a wait, or the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

from caisson import _core as core
from caisson import _events
from caisson.errors import SessionStateError
from caisson.result import Result


class Done:
    """The run has ended; ``result`` tells how."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def __repr__(self) -> str:
        return f"Done({self.result.status})"


class _Step:
    """Something the program waits for; answered once."""

    def __init__(self, owner: core.Core, event: _events.Event) -> None:
        self._owner = owner
        self._event = event
        self._used = False

    def _go(self, method: str, *args: Any) -> Step:
        if self._used:
            raise SessionStateError("this step was answered already")
        self._used = True
        return make_step(self._owner, self._owner.event(method, *args))


class Suspended(_Step):
    """The program called something of the host and waits for the answer.

    ``kind`` is ``call`` for a tool, ``os`` for the operating system, ``name`` for
    an undefined name.
    """

    @property
    def kind(self) -> str:
        """What it waits for: call, os or name."""
        return {_events.CALL: "call", _events.OS: "os", _events.NAME: "name"}[
            self._event.kind
        ]

    @property
    def name(self) -> str:
        """Of the tool, the OS function, or the name that was read."""
        return self._event.name

    @property
    def args(self) -> tuple[Any, ...]:
        """Positional arguments."""
        return self._event.args or ()

    @property
    def kwargs(self) -> dict[str, Any]:
        """Keyword arguments."""
        return self._event.kwargs or {}

    @property
    def call_id(self) -> int:
        """Number of the call, to settle it later."""
        return self._event.id

    def resume(self, value: Any = None) -> Step:
        """Answer with a value."""
        return self._go("resume", _events.VALUE, value)

    def fail(self, exc: BaseException) -> Step:
        """Raise this at the place of the call."""
        return self._go("resume", _events.RAISE, _events.raised(exc))

    def pend(self) -> Step:
        """Give the program a future; the result comes with ``Waiting.settle``."""
        return self._go("resume", _events.PENDING)

    def refuse(self) -> Step:
        """Not handled: the program gets the documented error."""
        return self._go("resume", _events.UNHANDLED)

    def __repr__(self) -> str:
        return f"Suspended({self.kind} {self.name}, id={self.call_id})"


class Waiting(_Step):
    """Everything in the program waits for calls that are pending."""

    @property
    def pending(self) -> list[int]:
        """Numbers of the calls."""
        return list(self._event.pending)

    @property
    def timeout(self) -> float | None:
        """Seconds after which the program wants to go on; None: never."""
        return None if self._event.timeout < 0 else self._event.timeout

    def settle(
        self,
        results: Mapping[int, Any] | None = None,
        errors: Mapping[int, BaseException] | None = None,
    ) -> Step:
        """Give results or exceptions for any of the pending calls."""
        items = [(n, False, v) for n, v in (results or {}).items()]
        items += [(n, True, _events.raised(e)) for n, e in (errors or {}).items()]
        return self._go("settle", items)

    def __repr__(self) -> str:
        return f"Waiting({self.pending})"


Step = Union[Done, Suspended, Waiting]


def make_step(owner: core.Core, event: _events.Event) -> Step:
    """The step that an event means."""
    if event.kind == _events.WAIT:
        return Waiting(owner, event)
    if event.kind in (_events.CALL, _events.OS, _events.NAME):
        return Suspended(owner, event)
    return Done(owner.result(event))
