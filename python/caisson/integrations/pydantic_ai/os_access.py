"""``os_access``: the operating system as a function of the application.

Handlers are asked with the names of Python's own functions (``os.getenv``,
``Path.read_bytes``, ``datetime.now``); here they meet the engine's requests.
"""

from __future__ import annotations

import asyncio
import contextvars
import datetime as dt
import functools
import inspect
import sys
import warnings
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, Union

from caisson import _events
from caisson._host import REFUSED, Reply, failure, value
from caisson.integrations.pydantic_ai.files import HostFiles


class CodeModeOSCallback(Protocol):
    """A handler: returns an answer, raises, or returns ``NOT_HANDLED``."""

    def __call__(
        self,
        *,
        name: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        is_async: bool,
    ) -> Any | Awaitable[Any]:
        """Answer one request."""
        ...


CodeModeOS = Union[CodeModeOSCallback, Callable[..., Any]]
"""What ``os_access`` takes: a handler, or an ``AbstractOS`` of
``caisson.compat.monty``."""


class Handler:
    """A handler of any form, called in one way; warns about the old form."""

    def __init__(self, given: CodeModeOS) -> None:
        self._given: Callable[..., Any] = given
        self._positional = _is_positional(given)
        call = getattr(given, "__call__", None)  # noqa: B004
        self._is_coroutine = inspect.iscoroutinefunction(
            given
        ) or inspect.iscoroutinefunction(call)
        if self._positional:
            warnings.warn(
                "an `os_access` handler that takes (name, args, kwargs) by position "
                "is deprecated: take them as keywords, with `is_async`",
                DeprecationWarning,
                stacklevel=4,
            )

    @classmethod
    def of(cls, given: CodeModeOS | Handler | None) -> Handler | None:
        """Make one, unless it is one."""
        if given is None or isinstance(given, Handler):
            return given
        if not callable(given):
            raise TypeError("`os_access` must be an AbstractOS or a function")
        return cls(given)

    async def ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The answer; ``_events.NOT_HANDLED`` if there is none."""
        if self._positional:
            call = functools.partial(self._given, name, args, kwargs)
        else:
            call = functools.partial(
                self._given, name=name, args=args, kwargs=kwargs, is_async=True
            )
        answer = call() if self._is_coroutine else await _in_thread(call)
        if inspect.isawaitable(answer):
            answer = await answer
        return _events.NOT_HANDLED if _is_refusal(answer) else answer


def _is_positional(given: Any) -> bool:
    try:
        signature = inspect.signature(given)
    except (TypeError, ValueError):
        return False
    try:
        signature.bind(name="", args=(), kwargs={}, is_async=False)
    except TypeError:
        pass
    else:
        return False
    try:
        signature.bind("", (), {})
    except TypeError:
        return False
    return True


def _is_refusal(answer: Any) -> bool:
    if answer is _events.NOT_HANDLED:
        return True
    compat = sys.modules.get("caisson.compat.monty")
    return compat is not None and answer is getattr(compat, "NOT_HANDLED", compat)


async def _in_thread(call: Callable[[], Any]) -> Any:
    """Off the loop, with the caller's context variables."""
    context = contextvars.copy_context()
    loop = asyncio.get_running_loop()
    try:
        future = loop.run_in_executor(None, context.run, call)
    except NotImplementedError:  # a workflow engine's loop
        return call()
    return await future


class Unsupported(RuntimeError):
    """Nobody answers this request."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} is not supported in this environment")


class OsAnswers:
    """The requests of one session, answered by a handler or refused."""

    def __init__(self, handler: Handler | None) -> None:
        self._handler = handler
        self._files = HostFiles(handler.ask) if handler is not None else None

    async def answer(self, ev: _events.Event) -> Reply:
        """The reply to an OS event."""
        try:
            if ev.name.startswith("fs."):
                return await self._file(ev)
            if ev.name in ("os.getcwd", "stdin.readline"):
                return REFUSED
            return value(await self._other(ev))
        except Exception as e:
            if isinstance(e, Unsupported):
                e = RuntimeError(str(e))
            return failure(e)

    async def _file(self, ev: _events.Event) -> Reply:
        if self._files is None:
            return REFUSED
        answer = await self._files.answer(ev.name, ev.args)
        return REFUSED if answer is _events.NOT_HANDLED else value(answer)

    async def _ask(self, name: str, *args: Any) -> Any:
        if self._handler is None:
            raise Unsupported(name)
        answer = await self._handler.ask(name, *args)
        if answer is _events.NOT_HANDLED:
            raise Unsupported(name)
        return answer

    async def _other(self, ev: _events.Event) -> Any:
        if ev.name != "time.time_ns":
            return await self._ask(ev.name, *ev.args)
        caller = ev.args[0] if ev.args else "time.time"
        if caller == "datetime.now":
            return _instant(await self._ask(caller, *ev.args[1:2]))
        if caller == "date.today":
            return _instant(await self._ask(caller))
        return round(await self._ask("time.time", caller) * 1_000_000_000)

    async def finish(self) -> None:
        """Write out what files of the host still hold."""
        if self._files is not None:
            await self._files.flush()


_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)


def _instant(when: Any) -> int:
    """Nanoseconds since 1970 of a date or a time; without a zone it is UTC."""
    if not isinstance(when, dt.date):
        raise TypeError(f"a date is expected, not {type(when).__name__}")
    if not isinstance(when, dt.datetime):
        when = dt.datetime(when.year, when.month, when.day)
    if when.tzinfo is None:
        when = when.replace(tzinfo=dt.timezone.utc)
    return int((when - _EPOCH) // dt.timedelta(microseconds=1)) * 1000
