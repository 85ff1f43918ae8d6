"""One feed: how its events are answered.

The rules stand here once; whoever drives a feed (``drive.py``, the snapshots)
asks for a reply to an event and hands it back to the session.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, NamedTuple

from caisson import _events

from .errors import SourceRange
from .guest import Guest
from .hostcalls import HostCalls, Unhandled


class Reply(NamedTuple):
    """What to call on the session to go on."""

    method: str
    args: tuple[Any, ...]


class Later(NamedTuple):
    """The answer is a coroutine; for a call it becomes a future of the program."""

    coroutine: Any
    is_call: bool


UNHANDLED = Reply("resume", (_events.UNHANDLED,))
FUNCTION = Reply("resume", (_events.FUNCTION,))
PENDING = Reply("resume", (_events.PENDING,))
_NOTHING: dict[str, Any] = {}


def value(v: Any) -> Reply:
    """Answer with a value."""
    return Reply("resume", (_events.VALUE, v))


def failure(exc: BaseException) -> Reply:
    """Raise this in the program."""
    return Reply("resume", (_events.RAISE, exc))


class Feed:
    """What one feed was given to answer its events with."""

    def __init__(
        self,
        guest: Guest,
        code: str,
        *,
        lookup: Mapping[str, Any] | None,
        host: HostCalls,
        modules: Mapping[str, Any] | None = None,
        awaits: bool = False,
    ) -> None:
        self.guest = guest
        self.code = code
        self.lookup = _NOTHING if lookup is None else lookup
        self.host = host
        self.modules = modules or _NOTHING
        self.awaits = awaits

    # -- replies ---------------------------------------------------------------------

    def answer(self, ev: _events.Event) -> Reply | Later:
        """The reply to a call, a name or a request; not to a WAIT."""
        try:
            if ev.kind == _events.CALL:
                return self._call(ev)
            if ev.kind == _events.NAME:
                return self._name(ev)
            return self._os(ev)
        except Unhandled:
            return UNHANDLED

    def _call(self, ev: _events.Event) -> Reply | Later:
        function = self.function(ev)
        if function is None:
            return UNHANDLED
        try:
            result = function(*ev.args, **ev.kwargs)
        except Exception as e:
            return failure(e)
        if self.awaits and inspect.isawaitable(result):
            return Later(result, True)
        return value(result)

    def function(self, ev: _events.Event) -> Any:
        """The function of the host that a CALL means, or None."""
        if ev.object:
            opened = self.guest.codec.objects.get(ev.object)
            if opened is None:
                return None
            return lambda *args, **kwargs: opened.call(ev.name, args, kwargs)
        module, dot, name = ev.name.partition(".")
        if dot and module in self.modules:
            return self.modules[module].members.get(name)
        found = self.lookup.get(ev.name)
        return found if callable(found) else None

    def _name(self, ev: _events.Event) -> Reply | Later:
        if ev.object:
            opened = self.guest.codec.objects.get(ev.object)
            if opened is None:
                return UNHANDLED
            try:
                return value(opened.read(ev.name))
            except Exception as e:
                return failure(e)
        if ev.name not in self.lookup:
            return UNHANDLED
        found = self.lookup[ev.name]
        return FUNCTION if callable(found) else value(found)

    def _os(self, ev: _events.Event) -> Reply | Later:
        try:
            result = self.host.answer(ev.name, ev.args)
        except Unhandled:
            raise
        except Exception as e:
            return failure(e)
        if self.awaits and inspect.isawaitable(result):
            return Later(result, False)
        return value(result)

    def send(self, reply: Reply) -> _events.Event:
        """Hand a reply to the session."""
        if reply.args[0] == _events.VALUE and reply.method == "resume":
            return self._send_value(reply)
        return self.guest.step(reply.method, *reply.args)

    def _send_value(self, reply: Reply) -> _events.Event:
        """A value that cannot enter is an error of the host's, or a TypeError."""
        try:
            return self.guest.step(reply.method, *reply.args)
        except (TypeError, ValueError, RuntimeError) as e:
            waiting = self.guest.native.event()
            if waiting is None or waiting[0] >= _events.DONE:
                raise
            if waiting[0] == _events.NAME and not waiting[2]:
                raise self.guest.unconvertible(e, reply.args[1]) from None
            return self.guest.step("resume", _events.RAISE, e)

    # -- places ----------------------------------------------------------------------

    def position(self) -> SourceRange:
        """Where in the feed's text the program waits."""
        where = self.guest.native.where()
        if where is None:
            return SourceRange(self.guest.settings.script_name, 0, 0)
        file, _function, _source, line, column, end_line, end_column = where
        lines = self.code.split("\n")
        return SourceRange(
            file, _offset(lines, line, column), _offset(lines, end_line, end_column)
        )

    def is_called(self) -> bool:
        """Is the name that the program reads called at once?"""
        where = self.guest.native.where()
        if where is None:
            return False
        line: bytes = where[2].encode("utf-8", "surrogatepass")
        rest = line[where[6] - 1 :] if where[3] == where[5] else b""
        return rest.lstrip().startswith(b"(")


def _offset(lines: list[str], line: int, column: int) -> int:
    """Bytes before a place in the text; columns count bytes."""
    before = "\n".join(lines[: line - 1]) + "\n" if line > 1 else ""
    return len(before.encode("utf-8", "surrogatepass")) + max(column - 1, 0)
