"""One snippet: who answers its calls, sleeps and requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from pydantic_ai.messages import ToolCallPart

from caisson import _events
from caisson._host import (
    LATER,
    REFUSED,
    SLEEPS,
    Reply,
    Settled,
    Tasks,
    failure,
    value,
)
from caisson.integrations.pydantic_ai.calls import BudgetError, Calls, Deferral
from caisson.integrations.pydantic_ai.folding import Folded
from caisson.integrations.pydantic_ai.os_access import OsAnswers
from caisson.integrations.pydantic_ai.pause import OpenCall, Paused
from caisson.integrations.pydantic_ai.sleeping import Sleeper


class Feed:
    """A ``caisson._host.Host`` for one snippet.

    Ordinary calls start at once and are pending; a sequential tool waits for all
    of them first.  In a sequential run calls wait until the program does.
    """

    def __init__(
        self,
        tools: Mapping[str, Folded],
        calls: Calls,
        os: OsAnswers,
        sleeper: Sleeper,
        one_at_a_time: bool,
        dump: Callable[[], Awaitable[bytes]],
    ) -> None:
        self._tools = tools
        self._calls = calls
        self._os = os
        self._sleeper = sleeper
        self._one_at_a_time = one_at_a_time
        self._dump = dump
        self._tasks = Tasks()
        self._parts: dict[int, ToolCallPart] = {}
        self._waiting: list[int] = []
        self._resumed: ToolCallPart | None = None

    def take_over(self, open_calls: list[OpenCall]) -> None:
        """Calls of a run that was paused: the ones that waited are made now."""
        for one in open_calls:
            self._parts[one.number] = one.part
            if one.is_awaited:
                self._tasks.start(one.number, one.result(self._calls))
            else:
                self._resumed = one.part

    async def answer(self, ev: _events.Event) -> Reply:
        """As ``Host.answer``."""
        if ev.kind == _events.OS:
            source = self._sleeper if ev.name in SLEEPS else self._os
            return await source.answer(ev)
        return await self._call(ev) if ev.kind == _events.CALL else REFUSED

    async def _call(self, ev: _events.Event) -> Reply:
        tool = self._tools.get(ev.name)
        if tool is None:
            return failure(NameError(f"Unknown function: {ev.name}"))
        if ev.args:
            return failure(
                TypeError(
                    f"{ev.name}() does not accept positional arguments; "
                    "use keyword arguments"
                )
            )
        approved, self._resumed = self._resumed, None
        try:
            part = approved or self._calls.reserve(tool, ev.kwargs)
        except BudgetError as e:
            return failure(RuntimeError(str(e)))
        if not tool.is_async:
            return await self._make_now(ev.id, part, approved is not None)
        self._parts[ev.id] = part
        if self._one_at_a_time:
            self._waiting.append(ev.id)
        else:
            self._tasks.start(ev.id, self._calls.make(part))
        return LATER

    async def _make_now(self, number: int, part: ToolCallPart, approved: bool) -> Reply:
        await self._tasks.wait_all()
        try:
            return value(await self._calls.make(part, approved))
        except Deferral as e:
            opened = [OpenCall(number, part, is_awaited=False)]
            raise await self._pause(opened, e) from None
        except Exception as e:
            return failure(e)

    async def settle(self, ev: _events.Event) -> Settled:
        """As ``Host.settle``."""
        turn = next((n for n in self._waiting if n in ev.pending), None)
        if turn is not None:
            self._waiting.remove(turn)
            self._tasks.start(turn, self._calls.make(self._parts[turn]))
            await self._tasks.wait_all()
        settled = await self._tasks.wait(ev)
        for _, _, outcome in settled:
            if isinstance(outcome, Deferral):
                raise await self._pause_all(ev, settled, outcome)
        return settled

    async def _pause_all(
        self, ev: _events.Event, settled: Settled, why: Deferral
    ) -> Paused:
        """Nothing is left half done: the other calls end before the pause."""
        await self._tasks.wait_all()
        settled = settled + await self._tasks.wait(ev)
        done = {number: (raised, result) for number, raised, result in settled}
        opened = [OpenCall(n, self._parts[n], outcome=done.get(n)) for n in ev.pending]
        return await self._pause(opened, why)

    async def _pause(self, opened: list[OpenCall], why: Deferral) -> Paused:
        return Paused(await self._dump(), opened, why.why)

    async def finish(self) -> None:
        """As ``Host.finish``."""
        try:
            await self._tasks.finish()
        finally:
            await self._os.finish()
