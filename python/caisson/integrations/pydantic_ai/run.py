"""One call of ``run_code``, from the code to the result or the retry."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
from typing import Any

from pydantic_ai.exceptions import ApprovalRequired, ModelRetry
from pydantic_ai.messages import ToolReturn
from pydantic_ai.tools import RunContext
from pydantic_ai.toolsets.abstract import AbstractToolset

from caisson.aio import AsyncSandbox
from caisson.checking import check
from caisson.displays import Display
from caisson.integrations.pydantic_ai import retry as texts
from caisson.integrations.pydantic_ai.calls import (
    DEFAULT_ID,
    Calls,
    is_sequential_run,
    nested_manager,
)
from caisson.integrations.pydantic_ai.catalog import stubs
from caisson.integrations.pydantic_ai.feed import Feed
from caisson.integrations.pydantic_ai.folding import Folding
from caisson.integrations.pydantic_ai.launches import Launches
from caisson.integrations.pydantic_ai.literals import assigned_name
from caisson.integrations.pydantic_ai.pause import Paused, Resumption
from caisson.integrations.pydantic_ai.session import Session
from caisson.integrations.pydantic_ai.sleeping import Sleeper
from caisson.integrations.pydantic_ai.store import StoreLink
from caisson.integrations.pydantic_ai.values import (
    as_content,
    result_shape,
    to_model,
)
from caisson.result import Result

_NO_MATCH = (
    "The submitted code no longer matches the prefix eager execution already ran, "
    "so the session was restarted. Send the snippet again."
)
_ASSIGNED = (
    "The last statement assigns a name, which has no value of its own; this is what "
    "the name holds. End with the name to return it."
)


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """What the application configured for every snippet."""

    max_tool_calls: int
    keep_on_timeout: bool = False
    pause: bool = False
    offer_assigned: bool = False


class Runner:
    """Runs one snippet in the session of an agent run, whole or in parts.

    ``lock``: one part at a time, over all snippets of the run.
    """

    def __init__(
        self,
        session: Session,
        folding: Folding,
        wrapped: AbstractToolset[Any],
        ctx: RunContext[Any],
        options: RunOptions,
        *,
        lock: asyncio.Lock,
        store: StoreLink | None = None,
        launches: Launches | None = None,
    ) -> None:
        self._session = session
        self._tools = folding.folded
        self._ctx = ctx
        self._options = options
        self._lock = lock
        self._store = store
        self._launches = launches
        self._one_at_a_time = is_sequential_run(ctx.tool_manager)
        self._calls = Calls(
            nested_manager(ctx, wrapped, folding),
            ctx,
            options.max_tool_calls,
            options.pause,
            launches,
        )
        self._printed = ""
        self._displays: tuple[Display, ...] = ()
        self._make_manager = functools.partial(
            nested_manager, wrapped=wrapped, folding=folding
        )

    async def run(self, code: str, restart: bool) -> Any:
        """The result for the model; ``ModelRetry`` when the code failed."""
        async with self._lock:
            return await self._run(code, restart)

    async def run_part(self, code: str) -> None:
        """Statements at the front; what they print is kept for the result."""
        async with self._lock:
            await self._attempt(code, False, is_part=True)

    async def run_rest(self, ctx: RunContext[Any], code: str) -> Any:
        """What is left after the parts."""
        self._ctx = ctx
        self._calls.attach(self._make_manager(ctx), ctx)
        return await self.run(code, False)

    def mismatch(self) -> ModelRetry:
        """The rest does not fit to the parts."""
        return ModelRetry(_NO_MATCH)

    async def _run(self, code: str, restart: bool) -> Any:
        result = await self._attempt(code, restart)
        assert isinstance(result, ToolReturn)
        if self._launches is not None:
            number = self._ctx.tool_call_id or DEFAULT_ID
            result.metadata |= await self._launches.conclude(self._ctx, number)
        return result

    async def _attempt(self, code: str, restart: bool, is_part: bool = False) -> Any:
        """As ``run``; the run's own limit of tool calls wins over everything."""
        try:
            result = await self._try(code, restart, is_part)
        except Exception:
            if self._calls.over_limit is not None:
                raise self._calls.over_limit from None
            raise
        if self._calls.over_limit is not None:
            raise self._calls.over_limit
        return result

    async def _try(self, code: str, restart: bool, is_part: bool) -> Any:
        resumption = None
        if self._ctx.tool_call_approved:
            resumption = Resumption.find(self._ctx.tool_call_metadata)
        try:
            if restart and resumption is None:
                await self._session.reset()
            if self._store is not None and resumption is None:
                await self._store.enter(self._ctx, self._session, restart)
            result = await self._execute(code, resumption)
        except asyncio.CancelledError:
            await self._session.reset()
            raise
        except Paused as e:
            printed = self._printed + self._session.take_printed()
            await self._session.reset()
            raise ApprovalRequired(e.metadata(printed, self._calls)) from None
        except ModelRetry:
            raise
        except Exception as e:
            raise await self._host_failure(e) from e
        if resumption is not None:
            self._printed += resumption.printed
        return await self._conclude(result, code, is_part)

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
        if self._launches is not None:
            number = self._ctx.tool_call_id or DEFAULT_ID
            await self._launches.on_run(self._ctx, number, code)
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

    async def _conclude(self, result: Result, code: str, is_part: bool) -> Any:
        self._printed += self._session.take_printed()
        self._displays += result.displays
        printed = self._printed
        if result.status == "crashed":
            raise await self._crash(result, printed)
        if result.status == "ok" and is_part:
            return None
        if result.status == "ok":
            shown = await self._shown(result, code)
            await self._session.end_call()
            return ToolReturn(
                shown,
                content=[*self._calls.content(), *as_content(self._displays)] or None,
                metadata=self._calls.metadata(),
            )
        await self._session.end_call()
        if result.status == "error":
            body = result.traced()
            summary = self._calls.summary() if self._calls.refused else ""
            raise texts.retry(texts.RUNTIME, body, printed, summary)
        raise await self._limit(result, printed)

    async def _shown(self, result: Result, code: str) -> Any:
        """Printed text and value, as the model gets them."""
        value = to_model(result.value) if result.value_present else None
        name = assigned_name(code) if self._options.offer_assigned else None
        if result.value_present or name is None:
            return result_shape(self._printed, value)
        try:
            value = to_model(await self._session.look(name))
        except KeyError:
            return result_shape(self._printed, None)
        shown = {"output": self._printed} if self._printed else {}
        return {**shown, "result": value, "note": _ASSIGNED}

    async def _limit(self, result: Result, printed: str) -> Exception:
        keeps = result.limit != "time" or self._options.keep_on_timeout
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
        printed = self._printed + self._session.take_printed()
        await self._session.reset()
        body = f"{type(e).__name__}: {e}"
        if self._session.place is not None:
            body = self._session.place.hide(body)
        return texts.retry(texts.FAILED, body, printed, self._calls.summary())
