"""Who answers the events of an asynchronous run.

A host is asked for one answer at a time and may start work that goes on while
the program continues; what it started is over when ``finish`` has returned.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Coroutine, Iterable
from typing import Any, Protocol

from caisson import _core as core
from caisson import _events, _native

Reply = tuple[int, Any]
Settled = list[tuple[int, bool, Any]]

SLEEPS = _native.SLEEPS
REFUSED: Reply = (_events.UNHANDLED, None)
LATER: Reply = (_events.PENDING, None)


def value(answer: Any) -> Reply:
    """The program gets this."""
    return _events.VALUE, answer


def failure(exc: BaseException) -> Reply:
    """The program gets this exception where it waits."""
    return _events.RAISE, _events.raised(exc)


class Host(Protocol):
    """Answers the events of one run."""

    async def answer(self, ev: _events.Event) -> Reply:
        """The answer to a call, an OS request or a name."""
        ...

    async def settle(self, ev: _events.Event) -> Settled:
        """Wait until pending calls have results: (id, raised, value) of them."""
        ...

    async def finish(self) -> None:
        """End what is still going on; the run is over."""
        ...


class Tasks:
    """Calls that go on while the program does: tasks by the call's number."""

    def __init__(self) -> None:
        self._open: dict[int, asyncio.Task[Any]] = {}

    def start(self, number: int, work: Coroutine[Any, Any, Any]) -> None:
        """Begin a call now."""
        self._open[number] = asyncio.ensure_future(work)

    async def wait(self, ev: _events.Event) -> Settled:
        """As ``Host.settle``: whatever is done when the first one is."""
        timeout = None if ev.timeout < 0 else ev.timeout
        waiting = self._of(ev.pending)
        if waiting:
            await asyncio.wait(
                waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
        elif timeout:
            await asyncio.sleep(timeout)
        done = [n for n in ev.pending if n in self._open and self._open[n].done()]
        return [outcome(n, self._open.pop(n)) for n in done]

    async def wait_all(self) -> None:
        """Wait until nothing is going on; results stay for ``wait``."""
        if self._open:
            await asyncio.wait(self._open.values())

    async def finish(self) -> None:
        """Cancel what is going on and wait until it has unwound."""
        tasks, self._open = list(self._open.values()), {}
        for task in tasks:
            task.cancel()
        await unwind(tasks)

    def _of(self, numbers: Iterable[int]) -> list[asyncio.Task[Any]]:
        return [self._open[n] for n in numbers if n in self._open]


async def unwind(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Wait for all of these, however often the waiter is cancelled."""
    left = [t for t in tasks if not t.done()]
    cancelled: asyncio.CancelledError | None = None
    while left:
        try:
            await asyncio.wait(left)
        except asyncio.CancelledError as e:
            cancelled = e
        left = [t for t in left if not t.done()]
    if cancelled is not None:
        raise cancelled


def outcome(number: int, future: Any) -> tuple[int, bool, Any]:
    """What a finished call gives to the program: (id, raised, value)."""
    if future.cancelled():
        return number, True, RuntimeError("the call was cancelled")
    exc = future.exception()
    if exc is not None:
        return number, True, _events.raised(exc)
    return number, False, future.result()


class ToolHost:
    """Answers from a sandbox's own tools and OS handler."""

    def __init__(self, owned: core.Core) -> None:
        self._core = owned
        self._tasks = Tasks()

    async def answer(self, ev: _events.Event) -> Reply:
        """As ``Host.answer``."""
        if ev.kind == _events.OS:
            return await self._call_os(ev)
        tool = self._core.tools.get(ev.name) if ev.kind == _events.CALL else None
        if tool is None:
            return REFUSED
        if tool.is_async:
            self._tasks.start(ev.id, tool.function(*ev.args, **ev.kwargs))
            return LATER
        try:
            return value(tool.function(*ev.args, **ev.kwargs))
        except Exception as e:
            return failure(e)

    async def _call_os(self, ev: _events.Event) -> Reply:
        if ev.name in SLEEPS:
            if ev.name != "asyncio.sleep":
                await asyncio.sleep(ev.args[0])
            return value(None)
        if self._core.os_handler is None:
            return REFUSED
        try:
            answer = self._core.os_handler(ev.name, ev.args, ev.kwargs)
            if inspect.isawaitable(answer):
                answer = await answer
        except Exception as e:
            return failure(e)
        return REFUSED if answer is _events.NOT_HANDLED else value(answer)

    async def settle(self, ev: _events.Event) -> Settled:
        """As ``Host.settle``."""
        return await self._tasks.wait(ev)

    async def finish(self) -> None:
        """As ``Host.finish``."""
        await self._tasks.finish()
