"""Calls of the agent's tools from inside the program, and their record."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from pydantic_ai.exceptions import (
    ApprovalRequired,
    CallDeferred,
    UsageLimitExceeded,
    UserError,
)
from pydantic_ai.messages import (
    ToolCallPart,
    ToolReturn,
    ToolReturnPart,
    UserContent,
)
from pydantic_ai.tool_manager import ToolManager
from pydantic_ai.tools import RunContext, ToolDenied
from pydantic_ai.toolsets.abstract import AbstractToolset

from caisson.integrations.pydantic_ai.folding import Folded, Folding
from caisson.integrations.pydantic_ai.preview import preview, summary
from caisson.integrations.pydantic_ai.values import to_guest

if TYPE_CHECKING:
    from caisson.integrations.pydantic_ai.launches import Launches

DEFAULT_ID = "pyd_ai_code_mode"


class BudgetError(RuntimeError):
    """The program called too many tools."""


class Deferral(Exception):
    """A nested call must wait for somebody."""

    def __init__(self, why: ApprovalRequired | CallDeferred) -> None:
        super().__init__("a call waits for approval")
        self.why = why


@dataclasses.dataclass
class Outcome:
    """How a nested call ended; ``error`` is what the program sees instead."""

    value: Any = None
    metadata: Any = None
    content: Sequence[UserContent] = ()
    denied: str | None = None
    error: BaseException | None = None

    @property
    def is_over_limit(self) -> bool:
        """Did the run's own limit of tool calls refuse it?"""
        return isinstance(self.error, UsageLimitExceeded)


def nested_manager(
    ctx: RunContext[Any], wrapped: AbstractToolset[Any], folding: Folding
) -> ToolManager[Any]:
    """What makes nested calls, with the agent's hooks around them."""
    parent = ctx.tool_manager
    return ToolManager(
        toolset=wrapped,
        root_capability=parent.root_capability if parent else None,
        ctx=ctx,
        tools=folding.wrapped,
    )


async def invoke(
    manager: ToolManager[Any], part: ToolCallPart, approved: bool = False
) -> Outcome:
    """Call a tool; deferrals are raised, everything else is an outcome."""
    ctx = manager.ctx
    assert ctx is not None
    if not await _guards_allow(ctx):
        text = "did not run: an input guardrail did not allow the prompt."
        return Outcome(error=RuntimeError(f"Tool {part.tool_name!r} {text}"))
    try:
        with _Reservation(ctx):
            result = await manager.handle_call(
                part, approved=approved, wrap_validation_errors=False
            )
    except (ApprovalRequired, CallDeferred):
        raise
    except Exception as e:
        return Outcome(error=e)
    if isinstance(result, ToolDenied):
        return Outcome(denied=result.message)
    if not isinstance(result, ToolReturn):
        return Outcome(result)
    content = result.content or ()
    if isinstance(content, str):
        content = (content,)
    return Outcome(result.return_value, result.metadata, content)


async def _guards_allow(ctx: RunContext[Any]) -> bool:
    """Guards of pydantic-ai-harness may still be judging the prompt."""
    guards = sys.modules.get("pydantic_ai_harness.guardrails._capability")
    allow = getattr(guards, "input_guardrails_allow", None)
    return allow is None or bool(await allow(ctx))


class _Reservation:
    """A call under way counts for ``tool_calls_limit``, and so does ``run_code``.

    Calls that were started together would otherwise all pass before one counts.
    """

    def __init__(self, ctx: RunContext[Any]) -> None:
        self._usage = ctx.usage
        self._limits = getattr(ctx, "usage_limits", None)

    def __enter__(self) -> None:
        if self._limits is not None:
            count = self._usage.tool_calls + 2
            projected = dataclasses.replace(self._usage, tool_calls=count)
            self._limits.check_before_tool_call(projected)
        self._usage.tool_calls += 1

    def __exit__(self, *_: object) -> None:
        self._usage.tool_calls -= 1  # the run counts it if it succeeds


class Calls:
    """The nested calls of one ``run_code``."""

    def __init__(
        self,
        manager: ToolManager[Any],
        ctx: RunContext[Any],
        most: int,
        pause: bool,
        launches: Launches | None = None,
    ) -> None:
        self._manager = manager
        self._ctx = ctx
        self._prefix = ctx.tool_call_id or DEFAULT_ID
        self._most = most
        self._pause = pause
        self._launches = launches
        self.started: dict[str, ToolCallPart] = {}
        self.returned: dict[str, ToolReturnPart] = {}
        self._content: dict[str, Sequence[UserContent]] = {}
        self.refused = False
        self.over_limit: BaseException | None = None
        self._before = 0

    def attach(self, manager: ToolManager[Any], ctx: RunContext[Any]) -> None:
        """The next part of the same ``run_code`` runs in another context."""
        self._manager, self._ctx = manager, ctx

    def go_on(self, open_calls: list[ToolCallPart], count: int) -> None:
        """Calls of the same ``run_code`` before it was paused."""
        self.started |= {part.tool_call_id: part for part in open_calls}
        self._before = count - len(open_calls)

    def reserve(self, tool: Folded, kwargs: dict[str, Any]) -> ToolCallPart:
        """A call within the budget; BudgetError if nothing is left."""
        count = self._before + len(self.started)
        if count >= self._most:
            self.refused = True
            raise BudgetError(
                f"Code mode allows {self._most} nested tool calls per `run_code` "
                "call; this one was not made"
            )
        part = ToolCallPart(
            tool_name=tool.original,
            args=kwargs,
            tool_call_id=f"{self._prefix}__{count + 1}",
            **_kind(tool),
        )
        self.started[part.tool_call_id] = part
        return part

    async def make(self, part: ToolCallPart, approved: bool = False) -> Any:
        """Call the tool; its value, ready for the program."""
        try:
            outcome = await self._outcome_of(part, approved)
        except (ApprovalRequired, CallDeferred) as e:
            if self._pause and not approved:
                raise Deferral(e) from None
            raise UserError(
                f"Tool {part.tool_name!r} raised {type(e).__name__} inside code mode, "
                "but no `HandleDeferredToolCalls` capability resolved it."
            ) from None
        if outcome.is_over_limit:
            self.over_limit = outcome.error
        if outcome.error is not None:
            raise outcome.error
        if outcome.denied is not None:
            self._record(part, outcome.denied, outcome="denied")
            raise RuntimeError(f"Tool {part.tool_name!r} call denied: {outcome.denied}")
        self._content[part.tool_call_id] = outcome.content
        self._record(part, outcome.value, metadata=outcome.metadata)
        return to_guest(outcome.value)

    async def _outcome_of(self, part: ToolCallPart, approved: bool) -> Outcome:
        """Of a call that was started early, or of one that is made now."""
        launches = self._launches
        if launches is None or approved:
            return await invoke(self._manager, part, approved)
        early = await launches.adopt(self._ctx, self._prefix, part)
        if early is not None:
            return early
        safe = launches.is_eligible(part.tool_name)
        with nullcontext() if safe else launches.unsafe():
            return await invoke(self._manager, part)

    def _record(self, part: ToolCallPart, content: Any, **more: Any) -> None:
        kind = getattr(part, "tool_kind", None)
        if kind is not None:
            more["tool_kind"] = kind
        self.returned[part.tool_call_id] = ToolReturnPart(
            tool_name=part.tool_name,
            content=content,
            tool_call_id=part.tool_call_id,
            **more,
        )

    def content(self) -> list[UserContent]:
        """What tools want the model to see, in the order the calls started."""
        return [c for number in self.started for c in self._content.get(number, ())]

    def summary(self) -> str:
        """What became of the calls, for a run that was cut short."""
        if not self.started:
            return ""
        return summary(
            (part.tool_name, part.args_as_dict(), self._outcome(number))
            for number, part in self.started.items()
        )

    def _outcome(self, number: str) -> str:
        part = self.returned.get(number)
        if part is None:
            return "did not finish, so it may have applied a partial change"
        if part.outcome == "denied":
            return "was denied and did not run"
        return f"returned {preview(part.content)}"

    def metadata(self) -> dict[str, Any]:
        """What the application finds on the result of ``run_code``."""
        return {
            "code_mode": True,
            "tool_calls": dict(self.started),
            "tool_returns": dict(self.returned),
        }


_HAS_KINDS = any(f.name == "tool_kind" for f in dataclasses.fields(ToolCallPart))


def _kind(tool: Folded) -> dict[str, Any]:
    kind = tool.definition.tool_kind
    return {"tool_kind": kind} if kind is not None and _HAS_KINDS else {}


def is_sequential_run(manager: ToolManager[Any] | None) -> bool:
    """Does this run make its calls one at a time?"""
    if manager is None:
        return False
    getter: Any = manager.get_parallel_execution_mode
    try:
        mode = getter()
    except TypeError:  # older releases look at the calls
        mode = getter([])
    return bool(mode == "sequential")
