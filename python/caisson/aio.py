"""The asynchronous sandbox.

Programs compute in a thread of the loop's executor, tools run on the loop: any
number of sandboxes wait at the same time, and the loop is never blocked.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from typing import Any

from caisson import _core as core
from caisson._box import Box
from caisson.result import Result
from caisson.sandbox import outcome
from caisson.steps import Step, make_step


class AsyncSandbox(Box):
    """As ``Sandbox``, for programs that live in an event loop.

    Coroutine functions are awaited as tasks: a program that gathers several calls
    has them run at the same time.
    """

    async def run(
        self, code: str, *, inputs: Mapping[str, Any] | None = None, check: bool = False
    ) -> Result:
        """Run code and answer its calls until it ends."""
        self._core.set_inputs(inputs)
        ev = await self._drive(await self._step("run", code))
        result = await self._result(ev)
        return result.raise_for_status() if check else result

    async def _result(self, ev: core.Event) -> Result:
        """The result; files that changed are read off the loop."""
        if not self._core.has_files:
            return self._core.result(ev)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, self._core.result, ev)

    async def _step(self, method: str, *args: Any) -> core.Event:
        """One stretch of computing, off the loop; cancelling ends it."""
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(
            None, functools.partial(self._core.event, method, *args)
        )
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self._core.native.cancel()
            await asyncio.wait([work])
            raise

    async def _drive(self, ev: core.Event) -> core.Event:
        tasks: dict[int, asyncio.Task[Any]] = {}
        try:
            while ev.kind < core.DONE:
                ev = await self._answer(ev, tasks)
            return ev
        except BaseException:
            if not self.closed:
                self._core.call("abandon")
            raise
        finally:
            for task in tasks.values():
                task.cancel()
            if tasks:
                await asyncio.wait(tasks.values())

    async def _answer(
        self, ev: core.Event, tasks: dict[int, asyncio.Task[Any]]
    ) -> core.Event:
        if ev.kind == core.WAIT:
            return await self._step("settle", await self._settle(ev, tasks))
        if ev.kind == core.OS and self._core.os_handler is not None:
            return await self._call_os(ev)
        tool = self._core.tools.get(ev.name) if ev.kind == core.CALL else None
        if tool is None:
            return await self._step("resume", core.UNHANDLED)
        if tool.is_async:
            tasks[ev.id] = asyncio.ensure_future(tool.function(*ev.args, **ev.kwargs))
            return await self._step("resume", core.PENDING)
        try:
            value = tool.function(*ev.args, **ev.kwargs)
        except Exception as e:
            return await self._step("resume", core.RAISE, e)
        return await self._step("resume", core.VALUE, value)

    async def _call_os(self, ev: core.Event) -> core.Event:
        assert self._core.os_handler is not None
        try:
            value = self._core.os_handler(ev.name, ev.args, ev.kwargs)
            if asyncio.iscoroutine(value):
                value = await value
        except Exception as e:
            return await self._step("resume", core.RAISE, e)
        if value is core.NOT_HANDLED:
            return await self._step("resume", core.UNHANDLED)
        return await self._step("resume", core.VALUE, value)

    async def _settle(
        self, ev: core.Event, tasks: dict[int, asyncio.Task[Any]]
    ) -> list[tuple[int, bool, Any]]:
        timeout = None if ev.timeout < 0 else ev.timeout
        waiting = [tasks[n] for n in ev.pending if n in tasks]
        if waiting:
            await asyncio.wait(
                waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
        elif timeout:
            await asyncio.sleep(timeout)
        done = [n for n in ev.pending if n in tasks and tasks[n].done()]
        return [outcome(n, tasks.pop(n)) for n in done]

    async def start(
        self, code: str, *, inputs: Mapping[str, Any] | None = None
    ) -> Step:
        """Run up to the first thing the host must answer.

        The step's own methods compute in the calling thread.
        """
        self._core.set_inputs(inputs)
        return make_step(self._core, await self._step("run", code))

    async def close(self) -> None:
        """Free everything; closing twice is fine."""
        self._core.close()

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
