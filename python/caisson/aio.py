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
from caisson.limits import Limits
from caisson.mounts import MountsArg
from caisson.result import Result
from caisson.sandbox import outcome
from caisson.steps import Step, make_step
from caisson.tools import Handler, Tool, ToolsArg


class AsyncSandbox:
    """As ``Sandbox``, for programs that live in an event loop.

    Coroutine functions are awaited as tasks: a program that gathers several calls
    has them run at the same time.
    """

    def __init__(
        self,
        *,
        tools: ToolsArg = None,
        limits: Limits | None = None,
        os: core.OsHandler | None = None,
        output: core.OutputFn | None = None,
        env: Mapping[str, str] | None = None,
        files: Mapping[str, str | bytes] | None = None,
        mounts: MountsArg = None,
        clock: str | float = "host",
        random: str | int = "host",
        script_name: str = "main.py",
        isolation: str | None = None,
    ) -> None:
        """Open a sandbox; the arguments are those of ``Sandbox``."""
        self._core = core.Core(
            tools=tools,
            limits=limits,
            os_handler=os,
            output=output,
            env=env,
            files=files,
            mounts=mounts,
            clock=clock,
            random=random,
            script_name=script_name,
            isolation=isolation,
        )

    async def run(
        self, code: str, *, inputs: Mapping[str, Any] | None = None, check: bool = False
    ) -> Result:
        """Run code and answer its calls until it ends."""
        self._core.set_inputs(inputs)
        result = self._core.result(await self._drive(await self._step("run", code)))
        return result.raise_for_status() if check else result

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

    def cancel(self) -> None:
        """End the run that is going on; the sandbox stays usable."""
        self._core.native.cancel()

    def restart(self) -> None:
        """Forget every name the program made; tools and options stay."""
        self._core.call("restart")

    def add_tool(self, tool: Handler | Tool) -> None:
        """Give the program one more tool."""
        self._core.add_tool(tool if isinstance(tool, Tool) else Tool.of(tool))

    def get(self, name: str) -> Any:
        """Value of a name in the program; KeyError if there is none."""
        return self._core.call("get", name)

    def set(self, name: str, value: Any) -> None:
        """Bind a name in the program."""
        self._core.set_inputs({name: value})

    def read_file(self, path: str) -> bytes | None:
        """Content of a file in memory; None if there is none."""
        data: bytes | None = self._core.call("get_file", path)
        return data

    def dump(self) -> bytes:
        """The whole state as bytes, also in the middle of a run."""
        return self._core.dump()

    @classmethod
    def load(
        cls,
        data: bytes,
        *,
        tools: ToolsArg = None,
        limits: Limits | None = None,
        os: core.OsHandler | None = None,
        output: core.OutputFn | None = None,
        env: Mapping[str, str] | None = None,
        files: Mapping[str, str | bytes] | None = None,
        mounts: MountsArg = None,
        clock: str | float = "host",
        random: str | int = "host",
        script_name: str = "main.py",
        isolation: str | None = None,
    ) -> AsyncSandbox:
        """A sandbox from the bytes of another one; options are given anew."""
        box = cls.__new__(cls)
        box._core = core.Core(
            tools=tools,
            limits=limits,
            os_handler=os,
            output=output,
            env=env,
            files=files,
            mounts=mounts,
            clock=clock,
            random=random,
            script_name=script_name,
            isolation=isolation,
            snapshot=data,
        )
        return box

    def fork(self) -> AsyncSandbox:
        """An independent twin that continues from here."""
        twin = type(self).__new__(type(self))
        twin._core = self._core.fork()
        return twin

    def instructions(self) -> str:
        """Text that tells a model what this sandbox can do."""
        from caisson.instructions import describe

        return describe(self._core)

    @property
    def closed(self) -> bool:
        """Was it closed?"""
        return self._core._native is None

    async def close(self) -> None:
        """Free everything; closing twice is fine."""
        self._core.close()

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __del__(self) -> None:
        owned = getattr(self, "_core", None)
        if owned is not None:
            owned.warn_unclosed(self)
