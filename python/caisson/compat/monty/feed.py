"""One feed: how its events are answered.

The rules stand here once; whoever drives a feed (``drive.py``, the snapshots)
asks for a reply to an event and hands it back to the session.
"""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from caisson import _events

from .errors import SourceRange
from .guest import Guest
from .hostcalls import HostCalls, Unhandled
from .modules import Function, ModuleSet, answer


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
        modules: ModuleSet | None = None,
        awaits: bool = False,
    ) -> None:
        self.guest = guest
        self.code = code
        self.lookup = _NOTHING if lookup is None else lookup
        self.host = host
        self.modules = modules
        self.awaits = awaits
        self.postponed: dict[str, int] = {}
        """Sleeps that the host answered with a future, by the name of their call."""
        self.renamed: dict[int, int] = {}
        """Numbers of those calls, and the numbers that the host knows them by."""

    def postpone(self, number: int) -> Reply:
        """The program gets a function whose call is a future of this number."""
        name = f"asyncio.sleep#{number} later"
        self.postponed[name] = number
        return value(Function(name))

    def is_postponed(self, ev: _events.Event) -> bool:
        """Is it the call of such a function?  Then its number is known."""
        number = self.postponed.pop(ev.name, None) if ev.name else None
        if number is not None:
            self.renamed[ev.id] = number
        return number is not None

    # -- replies ---------------------------------------------------------------------

    def answer(self, ev: _events.Event) -> Reply | Later:
        """The reply to a call, a name or a request; not to a WAIT."""
        self.guest.sink.part()
        try:
            if ev.kind == _events.CALL:
                return self._call(ev)
            if ev.kind == _events.NAME:
                return self._name(ev)
            return self._os(ev)
        except Unhandled:
            return UNHANDLED

    def _call(self, ev: _events.Event) -> Reply | Later:
        slept = self.host.sleeping.pop(ev.name, None)
        if slept is not None:
            return Later(slept, True)
        try:
            function = self.function(ev)
            if function is None:
                return UNHANDLED
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
                raise RuntimeError(
                    "no host object registered for method call "
                    f"'{ev.name}' (id {uuid.UUID(int=ev.object)}) \N{EM DASH} "
                    "the instance store is empty after loading a dump into a fresh "
                    "session"
                )
            return lambda *args, **kwargs: opened.serve_call(ev.name, args, kwargs)
        if "." in ev.name:
            return self._module_function(ev.name)
        found = self.lookup.get(ev.name)
        return found if callable(found) else None

    def _module_function(self, path: str) -> Any:
        """Of a module of the host, looked up anew: public names only."""
        name, _, inner = path.partition(".")
        module = None if self.modules is None else self.modules.get(name)
        if inspect.isawaitable(module):
            return self._when_there(path, inner, module)
        return self._function_of(path, inner, module)

    def _when_there(self, path: str, inner: str, module: Any) -> Any:
        """As a function that waits for the module first."""

        async def call(*args: Any, **kwargs: Any) -> Any:
            function = self._function_of(path, inner, await module)
            result = function(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result

        return call

    def _function_of(self, path: str, inner: str, module: Any) -> Any:
        try:
            found = None if module is None else module.find(inner)
        except KeyError:
            raise NameError(f"name {path!r} is not defined") from None
        if not callable(found):
            raise NameError(f"name {path!r} is not defined")
        return found

    def _name(self, ev: _events.Event) -> Reply | Later:
        if ev.object:
            opened = self.guest.codec.objects.get(ev.object)
            if opened is None:
                return UNHANDLED
            try:
                return value(opened.serve_attribute(ev.name))
            except Exception as e:
                return failure(e)
        if ev.name not in self.lookup:
            return UNHANDLED
        found = self.lookup[ev.name]
        return FUNCTION if callable(found) else value(found)

    def _import(self, name: str) -> Any:
        """What an import of the program gets, or an awaitable of it."""
        module = None if self.modules is None else self.modules.get(name)
        if inspect.isawaitable(module):
            return self._import_later(name, module)
        return None if module is None else answer(name, module)

    async def _import_later(self, name: str, module: Any) -> Any:
        return answer(name, await module)

    def _os(self, ev: _events.Event) -> Reply | Later:
        try:
            if ev.name == "import":
                result = self._import(ev.args[0])
                if inspect.isawaitable(result):
                    return Later(result, False)
                return value(result)
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
