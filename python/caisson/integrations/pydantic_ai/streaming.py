"""What the model has written of a ``run_code`` call so far."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

from pydantic_ai.messages import (
    PartDeltaEvent,
    PartEndEvent,
    PartStartEvent,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.tools import RunContext
from pydantic_core import from_json

from caisson.integrations.pydantic_ai import events
from caisson.integrations.pydantic_ai.eager import Eager
from caisson.integrations.pydantic_ai.folding import RUN_CODE
from caisson.integrations.pydantic_ai.launches import Launches
from caisson.integrations.pydantic_ai.literals import parse

SCAN_MOST = 1 << 18  # characters that are looked at in one go
WORK_MOST = 1 << 20  # and over all scans of one call
READ_MOST = 1 << 26  # decoding is much cheaper than parsing


@dataclasses.dataclass
class StreamedCall:
    """One ``run_code`` call while its arguments arrive."""

    id: str
    is_first: bool
    text: str = ""
    fields: dict[str, Any] | None = None
    lines: int = -1  # of the code, when it was last scanned
    closed: int = 0
    work: int = 0
    reads: int = 0
    is_full: bool = False

    def take(self, args: object) -> None:
        """More of the arguments: a piece of JSON, or fields."""
        if isinstance(args, str):
            self.text += args
        elif isinstance(args, dict):
            self.fields = {**(self.fields or {}), **args}

    def read(self) -> dict[str, Any]:
        """The fields so far; a text may be incomplete."""
        if self.fields is not None:
            return self.fields
        self.reads += len(self.text)
        if self.is_full or len(self.text) > SCAN_MOST or self.reads > READ_MOST:
            self.is_full = True
            return {}
        try:
            found = from_json(self.text, allow_partial="trailing-strings")
        except (ValueError, TypeError):
            return {}
        return found if isinstance(found, dict) else {}

    def may_scan(self, code: str) -> bool:
        """Is this text within the bounds?"""
        self.work += len(code)
        if len(code) > SCAN_MOST or self.work > WORK_MOST:
            self.is_full = True
        return not self.is_full


def closed_statements(code: str) -> list[tuple[int, int]]:
    """(first, last line) of statements that more text cannot change.

    Only whole lines count, and the last statement may still grow.  Statements that
    share a line wait for all that is on it.

    >>> closed_statements("a = 1\\nif a:\\n  b\\nc\\n")
    [(1, 1), (2, 3)]
    """
    if "\r" in code.replace("\r\n", ""):
        return []
    tree = parse(code[: code.rfind("\n") + 1])
    body = tree.body if tree else []
    closed = []
    for one, after in itertools.pairwise(body):
        last = one.end_lineno or one.lineno
        if after.lineno <= last:
            break
        closed.append((one.lineno, last))
    return closed


class Stream:
    """Follows the calls of an agent run; starts what may start early."""

    def __init__(self, eager: Eager | None, launches: Launches | None) -> None:
        self.eager = eager
        self.launches = launches
        self._step = -1
        self._first: int | None = None
        self._open: dict[int, StreamedCall] = {}

    async def observe(self, ctx: RunContext[Any], event: object) -> None:
        """One event of the model's stream."""
        if ctx.run_step != self._step:
            await self._next_step(ctx)
        if isinstance(event, PartStartEvent):
            if isinstance(event.part, ToolCallPart):
                await self._start(ctx, event.index, event.part)
        elif isinstance(event, PartDeltaEvent):
            call = self._open.get(event.index)
            if call is not None and isinstance(event.delta, ToolCallPartDelta):
                self._rename(call, event.delta.tool_call_id)
                call.take(event.delta.args_delta)
                await self._scan(ctx, call)
        elif isinstance(event, PartEndEvent):
            call = self._open.pop(event.index, None)
            if call is not None:
                await self._scan(ctx, call, is_end=True)
        if self.launches is not None:
            await self.launches.tell_settled(ctx)

    async def _next_step(self, ctx: RunContext[Any]) -> None:
        self._step = ctx.run_step
        self._first = None
        self._open.clear()
        if self.eager is not None:
            await self.eager.drop_all()
        if self.launches is not None:
            await self.launches.retire(ctx)

    async def _start(
        self, ctx: RunContext[Any], index: int, part: ToolCallPart
    ) -> None:
        """What stands before it must be done first: only the first call is early."""
        if self._first is None:
            self._first = index
        if part.tool_name != RUN_CODE:
            return
        call = self._open.get(index)
        if call is None:
            is_first = index == self._first
            call = self._open[index] = StreamedCall(part.tool_call_id, is_first)
        call.take(part.args)
        await self._scan(ctx, call)

    def _rename(self, call: StreamedCall, number: str | None) -> None:
        """Some providers change the id on the way."""
        if number is None or number == call.id:
            return
        if self.eager is not None:
            self.eager.rename(call.id, number)
        call.id = number

    async def _scan(
        self, ctx: RunContext[Any], call: StreamedCall, is_end: bool = False
    ) -> None:
        if not call.is_first or call.is_full:
            return
        fields = call.read()
        if fields.get("restart") and self.eager is not None:
            await self.eager.drop(call.id)
            call.is_full = True
        code = fields.get("code")
        if call.is_full or not isinstance(code, str):
            return
        lines = code.count("\n")
        is_new = is_end or lines != call.lines
        if is_new and call.may_scan(code):
            call.lines = lines
            await self._scan_lines(ctx, call, code)
        if self.launches is not None:
            inside = dataclasses.replace(ctx, tool_call_id=call.id, tool_name=RUN_CODE)
            told = events.SpeculativeCodeUpdateEvent(
                code=code, closed_statements=call.closed
            )
            await events.emit(inside, told)
            if is_new and not call.is_full:
                await self.launches.on_text(ctx, call.id, code)

    async def _scan_lines(
        self, ctx: RunContext[Any], call: StreamedCall, code: str
    ) -> None:
        closed = closed_statements(code)
        call.closed = len(closed)
        if self.eager is not None and closed:
            await self.eager.grow(ctx, call.id, code, closed[-1][1])

    async def close(self) -> None:
        """The run is over."""
        if self.eager is not None:
            await self.eager.drop_all()
        if self.launches is not None:
            await self.launches.close()
