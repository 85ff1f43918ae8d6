"""Calls of the agent's tools from inside the program, and their record."""

from __future__ import annotations

from typing import Any

from pydantic_ai.exceptions import ApprovalRequired, CallDeferred, UserError
from pydantic_ai.messages import ToolCallPart, ToolReturn, ToolReturnPart
from pydantic_ai.tool_manager import ToolManager
from pydantic_ai.tools import RunContext, ToolDenied

from caisson.integrations.pydantic_ai.folding import Folded
from caisson.integrations.pydantic_ai.preview import preview, summary
from caisson.integrations.pydantic_ai.values import to_guest

_DEFAULT_ID = "pyd_ai_code_mode"


class BudgetError(RuntimeError):
    """The program called too many tools."""


class Deferral(Exception):
    """A nested call must wait for somebody."""

    def __init__(self, why: ApprovalRequired | CallDeferred) -> None:
        super().__init__("a call waits for approval")
        self.why = why


class Calls:
    """The nested calls of one ``run_code``."""

    def __init__(
        self, manager: ToolManager[Any], ctx: RunContext[Any], most: int, pause: bool
    ) -> None:
        self._manager = manager
        self._prefix = ctx.tool_call_id or _DEFAULT_ID
        self._most = most
        self._pause = pause
        self.started: dict[str, ToolCallPart] = {}
        self.returned: dict[str, ToolReturnPart] = {}
        self.refused = False
        self._before = 0

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
        )
        self.started[part.tool_call_id] = part
        return part

    async def make(self, part: ToolCallPart, approved: bool = False) -> Any:
        """Call the tool; its value, ready for the program."""
        try:
            result = await self._manager.handle_call(
                part, approved=approved, wrap_validation_errors=False
            )
        except (ApprovalRequired, CallDeferred) as e:
            if self._pause and not approved:
                raise Deferral(e) from None
            raise UserError(
                f"Tool {part.tool_name!r} raised {type(e).__name__} inside code mode, "
                "but no `HandleDeferredToolCalls` capability resolved it."
            ) from None
        if isinstance(result, ToolDenied):
            self._record(part, result.message, outcome="denied")
            raise RuntimeError(f"Tool {part.tool_name!r} call denied: {result.message}")
        metadata = None
        if isinstance(result, ToolReturn):
            metadata, result = result.metadata, result.return_value
        self._record(part, result, metadata=metadata)
        return to_guest(result)

    def _record(self, part: ToolCallPart, content: Any, **more: Any) -> None:
        self.returned[part.tool_call_id] = ToolReturnPart(
            tool_name=part.tool_name,
            content=content,
            tool_call_id=part.tool_call_id,
            **more,
        )

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


def is_sequential_run(manager: ToolManager[Any] | None) -> bool:
    """Does this run make its calls one at a time?"""
    if manager is None:
        return False
    getter: Any = manager.get_parallel_execution_mode
    try:
        mode = getter()
    except TypeError:  # older releases look at the calls
        mode = getter([])
    return bool(mode != "parallel")
