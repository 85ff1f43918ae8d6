"""``speculate``: calls that start before the program asks for them.

Only tools that are declared to have no effects are called early, and only with
literal arguments.  The program still makes its call: then it gets the result of
the early one.  A launch is worthless once a tool with effects was called after it
began, because it may have read what that tool changes; then the call is made anew.
"""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import anyio
from pydantic_ai.exceptions import ApprovalRequired, CallDeferred, UserError
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import RunContext, ToolDefinition
from pydantic_ai.toolsets.abstract import AbstractToolset

from caisson.integrations.pydantic_ai import events
from caisson.integrations.pydantic_ai.calls import (
    Outcome,
    invoke,
    is_sequential_run,
    nested_manager,
)
from caisson.integrations.pydantic_ai.folding import RUN_CODE, Folding
from caisson.integrations.pydantic_ai.literals import (
    LiteralCall,
    call_key,
    calls_in_text,
    calls_in_tree,
    cut_before,
)

MOST = 32  # launches of one run_code
GIVE_UP_S = 5.0  # how long a cancelled tool may take to stop
Phase = Literal["streaming", "execution"]


@dataclasses.dataclass
class SpeculationStats:
    """Early calls of all runs of one ``CodeMode``."""

    launched: int = 0
    adopted: int = 0
    evicted: int = 0


@dataclasses.dataclass
class Launch:
    """One call that was started early."""

    id: str
    key: str
    tool: str
    task: asyncio.Task[Outcome]
    epoch: int
    began: float
    ended: float | None = None
    is_told: bool = False

    @property
    def state(self) -> Literal["pending", "ready", "failed"]:
        """Where it stands."""
        if not self.task.done() or self.task.cancelled():
            return "pending"
        failed = self.task.exception() or self.task.result().error
        return "failed" if failed else "ready"

    @property
    def elapsed_ms(self) -> float:
        """From its start to its end, or until now."""
        return ((self.ended or time.perf_counter()) - self.began) * 1000

    @property
    def is_refused(self) -> bool:
        """Did the limit of tool calls refuse it?"""
        return self.state == "failed" and self.task.result().is_over_limit


@dataclasses.dataclass
class _Part:
    """The launches of one ``run_code`` call."""

    step: int
    open: list[Launch] = dataclasses.field(default_factory=list)
    wanted: dict[str, int] = dataclasses.field(default_factory=dict)
    count: int = 0
    hits: int = 0
    misses: int = 0
    hidden_ms: float = 0.0


class Launches:
    """The early calls of one agent run."""

    def __init__(
        self, names: Sequence[str] | Literal["declared"], most: int, stats: Any
    ) -> None:
        self._names = names
        self._most = min(MOST, most)
        self._stats = stats
        self._parts: dict[str, _Part] = {}
        self._epoch = 0
        self._folding: Folding | None = None
        self._wrapped: AbstractToolset[Any] | None = None
        self._eligible: dict[str, str] = {}

    def prepare(self, wrapped: AbstractToolset[Any], folding: Folding) -> None:
        """The tools of this step."""
        self._wrapped, self._folding = wrapped, folding
        self._eligible = {
            tool.name: tool.original
            for tool in folding.folded.values()
            if tool.is_async and self._is_listed(tool.definition)
        }

    def _is_listed(self, definition: ToolDefinition) -> bool:
        if self._names != "declared":
            return definition.name in self._names
        metadata = definition.metadata or {}
        if metadata.get("read_only") is True:
            return True
        hints = metadata.get("annotations")
        return isinstance(hints, dict) and hints.get("readOnlyHint") is True

    def is_eligible(self, original: str) -> bool:
        """May this tool be called early?"""
        return original in self._eligible.values()

    @contextmanager
    def unsafe(self) -> Iterator[None]:
        """Around a call that may change what launches have read."""
        self._epoch += 1
        try:
            yield
        finally:
            self._epoch += 1

    # -- launching --------------------------------------------------------------------

    async def on_text(self, ctx: RunContext[Any], number: str, code: str) -> None:
        """More of the code is there."""
        if self._eligible and not is_sequential_run(ctx.tool_manager):
            text = self._before_effects(code)
            calls = calls_in_text(text, self._eligible)
            await self._launch_all(ctx, number, calls, "streaming")

    async def on_run(self, ctx: RunContext[Any], number: str, code: str) -> None:
        """The code is about to run: independent calls need not wait in line."""
        if self._eligible and not is_sequential_run(ctx.tool_manager):
            calls = calls_in_tree(self._before_effects(code), self._eligible)
            await self._launch_all(ctx, number, calls, "execution")

    def _before_effects(self, code: str) -> str:
        """The code before the first mention of a call to a tool with effects."""
        assert self._folding is not None
        known = set(self._folding.folded) | set(self._folding.wrapped)
        return cut_before(code, known - set(self._eligible))

    async def _launch_all(
        self,
        ctx: RunContext[Any],
        number: str,
        calls: Sequence[LiteralCall],
        phase: Phase,
    ) -> None:
        if not calls:
            return
        part = self._parts.setdefault(number, _Part(ctx.run_step))
        seen: dict[str, int] = {}
        for call in calls:
            key = call.key
            seen[key] = seen.get(key, 0) + 1
            if phase == "streaming" and seen[key] <= part.wanted.get(key, 0):
                continue
            if part.count >= self._most:
                return
            part.wanted[key] = max(seen[key], part.wanted.get(key, 0))
            if seen[key] > self._in_flight(key):
                await self._launch(ctx, number, part, call, phase)

    def _in_flight(self, key: str) -> int:
        launches = (one for part in self._parts.values() for one in part.open)
        return sum(one.key == key and one.epoch == self._epoch for one in launches)

    async def _launch(
        self,
        ctx: RunContext[Any],
        number: str,
        part: _Part,
        call: LiteralCall,
        phase: Phase,
    ) -> None:
        assert self._wrapped is not None
        assert self._folding is not None
        inside = dataclasses.replace(ctx, tool_call_id=number, tool_name=RUN_CODE)
        part.count += 1
        self._stats.launched += 1
        name = f"{number}__spec_{part.count}"
        tool = self._eligible[call.function]
        manager = nested_manager(inside, self._wrapped, self._folding)
        made = ToolCallPart(tool_name=tool, args=call.kwargs, tool_call_id=name)
        launch = Launch(
            name,
            call.key,
            tool,
            asyncio.ensure_future(_settle(invoke(manager, made), tool)),
            self._epoch,
            time.perf_counter(),
        )
        launch.task.add_done_callback(
            lambda _: setattr(launch, "ended", time.perf_counter())
        )
        part.open.append(launch)
        told = events.SpeculativeCallLaunchedEvent(
            launch_id=name,
            sandbox_function=call.function,
            wrapped_tool_name=tool,
            arguments=call.kwargs,
            line_start=call.first_line,
            line_end=call.last_line,
            phase=phase,
        )
        await events.emit(inside, told)

    async def tell_settled(self, ctx: RunContext[Any]) -> None:
        """While the model writes: which launches have ended since the last look."""
        for number, part in self._parts.items():
            for one in part.open:
                if one.is_told or one.state == "pending":
                    continue
                one.is_told = True
                told = events.SpeculativeCallSettledEvent(
                    launch_id=one.id, outcome=one.state, elapsed_ms=one.elapsed_ms
                )
                inside = dataclasses.replace(
                    ctx, tool_call_id=number, tool_name=RUN_CODE
                )
                await events.emit(inside, told)

    # -- what becomes of them --------------------------------------------------------

    async def adopt(
        self, ctx: RunContext[Any], number: str, made: ToolCallPart
    ) -> Outcome | None:
        """The result for a call of the program; None: it is to be made now."""
        function = next(
            (f for f, o in self._eligible.items() if o == made.tool_name), None
        )
        if function is None:
            return None
        part = self._parts.setdefault(number, _Part(ctx.run_step))
        launch = self._claim(part, call_key(function, made.args_as_dict()))
        if launch is None:
            part.misses += 1
            told = events.SpeculativeCallMissedEvent(
                sandbox_function=function,
                wrapped_tool_name=made.tool_name,
                nested_tool_call_id=made.tool_call_id,
            )
            await events.emit(ctx, told)
            return None
        was_ready = launch.task.done()
        outcome = await launch.task
        self._stats.adopted += 1
        part.hits += 1
        part.hidden_ms += launch.elapsed_ms
        told = events.SpeculativeCallClaimedEvent(
            launch_id=launch.id,
            nested_tool_call_id=made.tool_call_id,
            wrapped_tool_name=made.tool_name,
            ready_at_claim=was_ready,
            elapsed_ms=launch.elapsed_ms,
        )
        await events.emit(ctx, told)
        return outcome

    def _claim(self, own: _Part, key: str) -> Launch | None:
        """The oldest launch of this call that can be used; its own part's first."""
        others = [part for part in self._parts.values() if part is not own]
        for part in (own, *others):
            for one in part.open:
                if one.key == key and one.epoch == self._epoch and not one.is_refused:
                    part.open.remove(one)
                    return one
        return None

    async def conclude(self, ctx: RunContext[Any], number: str) -> dict[str, Any]:
        """The snippet succeeded: figures for its metadata; the rest is cancelled."""
        part = self._parts.pop(number, None)
        if part is None:
            return {}
        wasted = await self._evict(ctx, number, part)
        if not (part.hits or part.misses or wasted):
            return {}
        figures = {
            "hits": part.hits,
            "hidden_ms": round(part.hidden_ms, 3),
            "misses": part.misses,
            "wasted": wasted,
        }
        return {"speculation": figures}

    async def retire(self, ctx: RunContext[Any]) -> None:
        """A model step begins: launches survive one retry, not two."""
        for number, part in list(self._parts.items()):
            if part.step < ctx.run_step - 1:
                del self._parts[number]
                await self._evict(ctx, number, part)

    async def _evict(self, ctx: RunContext[Any], number: str, part: _Part) -> int:
        states = [(one, one.state) for one in part.open]
        await _cancel(part.open)
        self._stats.evicted += len(states)
        inside = dataclasses.replace(ctx, tool_call_id=number, tool_name=RUN_CODE)
        for one, state in states:
            told = events.SpeculativeCallEvictedEvent(
                launch_id=one.id, wrapped_tool_name=one.tool, state=state
            )
            await events.emit(inside, told)
        return len(states)

    async def close(self) -> None:
        """The run is over: nothing goes on, and nobody is told."""
        parts, self._parts = self._parts, {}
        left = [one for part in parts.values() for one in part.open]
        self._stats.evicted += len(left)
        with anyio.CancelScope(shield=True):
            await _cancel(left)


async def _settle(work: Any, tool: str) -> Outcome:
    """A call that must wait for somebody cannot be adopted in silence."""
    try:
        outcome: Outcome = await work
    except (ApprovalRequired, CallDeferred) as e:
        text = f"Tool {tool!r} raised {type(e).__name__} inside code mode"
        return Outcome(error=UserError(text))
    return outcome


async def _cancel(launches: Sequence[Launch]) -> None:
    left = {one.task for one in launches if not one.task.done()}
    for task in left:
        task.cancel()
    if left:  # a tool that swallows it is left alone after a while
        await asyncio.wait(left, timeout=GIVE_UP_S)
