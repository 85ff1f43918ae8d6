"""``eager``: statements run while the model still writes the rest.

What runs early is a prefix of the code, cut at the end of a line.  When the whole
code is there it must begin with that prefix; then only the rest is run.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections import deque
from collections.abc import Callable
from typing import Any

from pydantic_ai.tools import RunContext

from caisson.integrations.pydantic_ai.folding import RUN_CODE
from caisson.integrations.pydantic_ai.launches import GIVE_UP_S
from caisson.integrations.pydantic_ai.run import Runner

MakeRunner = Callable[[RunContext[Any]], Runner]


@dataclasses.dataclass
class EagerCall:
    """One ``run_code`` call of which a part runs already."""

    runner: Runner
    code: str = ""  # the text that was handed over, without its last line break
    lines: int = 0
    queue: deque[str] = dataclasses.field(default_factory=deque)
    pump: asyncio.Task[None] | None = None
    error: BaseException | None = None

    def fits(self, code: str) -> bool:
        """Does the whole code begin with what was handed over?"""
        return code.split("\n")[: self.lines] == self.code.split("\n")

    def rest(self, code: str) -> str:
        """What is left to run, with its lines where they were."""
        return "\n" * self.lines + "\n".join(code.split("\n")[self.lines :])


class Eager:
    """The early statements of one agent run."""

    def __init__(self) -> None:
        self.make_runner: MakeRunner | None = None  # set when the toolset is entered
        self._calls: dict[str, EagerCall] = {}

    async def grow(
        self, ctx: RunContext[Any], number: str, code: str, last: int
    ) -> None:
        """The first ``last`` lines of this code cannot change any more."""
        call = self._calls.get(number)
        if call is None:
            assert self.make_runner is not None
            inside = dataclasses.replace(ctx, tool_call_id=number, tool_name=RUN_CODE)
            call = self._calls[number] = EagerCall(self.make_runner(inside))
        if call.error is not None:
            return
        lines = code.split("\n")
        if call.lines and not call.fits(code):  # the provider took something back
            await self.cancel(call)
            return
        if call.lines >= last:
            return
        part = "\n" * call.lines + "\n".join(lines[call.lines : last])
        call.lines, call.code = last, "\n".join(lines[:last])
        call.queue.append(part)
        if call.pump is None or call.pump.done():
            call.pump = asyncio.create_task(self._run(call))

    async def _run(self, call: EagerCall) -> None:
        while call.queue and call.error is None:
            part = call.queue.popleft()
            try:
                await call.runner.run_part(part)
            except Exception as e:
                call.error = e

    def rename(self, old: str, new: str) -> None:
        """The call has another id now."""
        if old in self._calls:
            self._calls[new] = self._calls.pop(old)

    def take(self, number: str) -> EagerCall | None:
        """The call is complete: whoever runs the rest continues with it."""
        return self._calls.pop(number, None)

    @staticmethod
    async def wait(call: EagerCall) -> None:
        """Until everything that was handed over has run; raises its error."""
        if call.pump is not None:
            await call.pump
        if call.error is not None:
            raise call.error

    async def drop(self, number: str) -> None:
        """The call is not to go on."""
        call = self._calls.pop(number, None)
        if call is not None:
            await self.cancel(call)

    async def drop_all(self) -> None:
        """No call is left, and nothing of them runs."""
        for number in list(self._calls):
            await self.drop(number)

    @staticmethod
    async def cancel(call: EagerCall) -> None:
        """End what runs; a tool that swallows it is left alone after a while."""
        call.error = call.error or asyncio.CancelledError()
        if call.pump is not None and not call.pump.done():
            call.pump.cancel()
            await asyncio.wait({call.pump}, timeout=GIVE_UP_S)


def off_in(ctx: RunContext[Any]) -> bool:
    """Workflows replay their code: nothing in them may start on its own."""
    return bool(getattr(ctx, "in_durable_context", False))
