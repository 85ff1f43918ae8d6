"""One call of ``run_code``, from the code to the result or the retry."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

from pydantic_ai.exceptions import ApprovalRequired, ModelRetry
from pydantic_ai.messages import ToolReturn
from pydantic_ai.tool_manager import ToolManager
from pydantic_ai.tools import RunContext
from pydantic_ai.toolsets.abstract import AbstractToolset

from caisson.aio import AsyncSandbox
from caisson.checking import check
from caisson.integrations.pydantic_ai import retry as texts
from caisson.integrations.pydantic_ai.calls import Calls, is_sequential_run
from caisson.integrations.pydantic_ai.catalog import stubs
from caisson.integrations.pydantic_ai.feed import Feed
from caisson.integrations.pydantic_ai.folding import Folding
from caisson.integrations.pydantic_ai.options import without_url
from caisson.integrations.pydantic_ai.pause import Paused, Resumption
from caisson.integrations.pydantic_ai.session import Session
from caisson.integrations.pydantic_ai.sleeping import Sleeper
from caisson.integrations.pydantic_ai.values import result_shape, to_model
from caisson.result import Result


class Runner:
    """Runs one snippet in the session of an agent run."""

    def __init__(
        self,
        session: Session,
        folding: Folding,
        wrapped: AbstractToolset[Any],
        ctx: RunContext[Any],
        *,
        max_tool_calls: int,
        keep_on_timeout: bool,
        pause: bool,
    ) -> None:
        parent = ctx.tool_manager
        self._session = session
        self._tools = folding.folded
        self._ctx = ctx
        self._keep_on_timeout = keep_on_timeout
        self._one_at_a_time = is_sequential_run(parent)
        manager: ToolManager[Any] = ToolManager(
            toolset=wrapped,
            root_capability=parent.root_capability if parent else None,
            ctx=ctx,
            tools=folding.wrapped,
        )
        self._calls = Calls(manager, ctx, max_tool_calls, pause)

    async def run(self, code: str, restart: bool) -> Any:
        """The result for the model; ``ModelRetry`` when the code failed."""
        resumption = None
        if self._ctx.tool_call_approved:
            resumption = Resumption.find(self._ctx.tool_call_metadata)
        try:
            if restart and resumption is None:
                await self._session.reset()
            result = await self._execute(code, resumption)
        except asyncio.CancelledError:
            await self._session.reset()
            raise
        except Paused as e:
            printed = self._session.take_printed()
            await self._session.reset()
            raise ApprovalRequired(e.metadata(printed, self._calls)) from None
        except ModelRetry:
            raise
        except Exception as e:
            raise await self._host_failure(e) from e
        earlier = resumption.printed if resumption else ""
        return await self._conclude(result, earlier)

    # -- running ---------------------------------------------------------------------

    async def _execute(self, code: str, resumption: Resumption | None) -> Result:
        session = self._session
        session.take_printed()
        if resumption is not None:
            box = await session.restore(resumption.snapshot)
            parts = [c.part for c in resumption.open_calls]
            self._calls.go_on(parts, resumption.started)
            feed = self._feed(box)
            feed.take_over(resumption.open_calls)
            return await box.drive(None, feed)
        box = await session.box(self._tools)
        await self._check(box, code)
        session.is_new = False
        return await box.drive(code, self._feed(box))

    def _feed(self, box: AsyncSandbox) -> Feed:
        return Feed(
            self._tools,
            self._calls,
            self._session.os,
            Sleeper(self._session.allowance.duration, self._one_at_a_time),
            self._one_at_a_time,
            functools.partial(box.off, box.dump),
        )

    async def _check(self, box: AsyncSandbox, code: str) -> None:
        """Nothing runs when the code is no Python, or cannot fit the tools."""
        is_new = self._session.is_new
        error = await box.off(functools.partial(box.syntax_error, code))
        if error is not None:
            if is_new:
                await self._session.reset()
            raise texts.retry(texts.SYNTAX, error.traceback)
        if not is_new or not self._tools:
            return
        findings = check(code, stubs=stubs(self._tools.values()))
        if findings:
            await self._session.reset()
            raise texts.retry(texts.TYPING, "\n".join(str(f) for f in findings))

    # -- what it came to --------------------------------------------------------------

    async def _conclude(self, result: Result, earlier: str) -> Any:
        printed = earlier + self._session.take_printed()
        if result.status == "crashed":
            raise await self._crash(result, printed)
        await self._session.end_call()
        if result.status == "ok":
            value = to_model(result.value) if result.value_present else None
            return ToolReturn(
                result_shape(printed, value), metadata=self._calls.metadata()
            )
        if result.status == "error":
            body = result.error.traceback if result.error else result.message
            summary = self._calls.summary() if self._calls.refused else ""
            raise texts.retry(texts.RUNTIME, body, printed, summary)
        raise await self._limit(result, printed)

    async def _limit(self, result: Result, printed: str) -> Exception:
        keeps = result.limit != "time" or self._keep_on_timeout
        allowance = self._session.allowance
        body = texts.limit_text(
            result, allowance.suspensions, keeps, allowance.duration or 0
        )
        if not keeps:
            await self._session.reset()
        if result.limit == "output":
            printed = printed[:2000]
        return texts.retry(texts.RUNTIME, body, printed, self._calls.summary())

    async def _crash(self, result: Result, printed: str) -> Exception:
        await self._session.reset()
        head = texts.CRASHED if "worker" in result.message else texts.ABORTED
        return texts.retry(head, "", printed, self._calls.summary())

    async def _host_failure(self, e: Exception) -> Exception:
        printed = self._session.take_printed()
        await self._session.reset()
        body = without_url(f"{type(e).__name__}: {e}", self._session.remote)
        return texts.retry(texts.FAILED, body, printed, self._calls.summary())
