"""The asynchronous sandbox.

Programs compute in threads of the extension (``_post``), tools run on the event
loop: any number of sandboxes wait at the same time, and the loop is not blocked.
What needs Python code on its way (mounts, inputs, files) takes a thread of Python's.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import os
import weakref
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from caisson import _core as core
from caisson import _events, _native, _setup
from caisson._box import Box
from caisson._host import Host, Settled, ToolHost, failure, unwind
from caisson._post import Post, post_of
from caisson.result import Result
from caisson.steps import Step, make_step

if TYPE_CHECKING:
    from caisson._inside import AsyncBoxFiles, AsyncCommands

T = TypeVar("T")


_MOST_THREADS = 512
_AT_ONCE = (os.cpu_count() or 1) + 1
_SHORT = 0.02


@functools.cache
def _threads(pid: int) -> concurrent.futures.Executor:
    """Threads in which programs compute, shared by all sandboxes."""
    return concurrent.futures.ThreadPoolExecutor(_MOST_THREADS, "caisson")


_turns: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
    weakref.WeakKeyDictionary()
)


def _turn(loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
    """A few more than there are processors: who has to wait waits on the loop.

    A hundred sandboxes that start at once would otherwise all be handed over
    before the loop does anything else, and then fight for the interpreter.
    """
    found = _turns.get(loop)
    if found is None:
        found = _turns[loop] = asyncio.Semaphore(_AT_ONCE)
    return found


class _Turn:
    """One turn; work that takes long gives it back while it goes on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._turns = _turn(loop)

    async def __aenter__(self) -> None:
        await self._turns.acquire()
        self._timer: asyncio.TimerHandle | None = self._loop.call_later(
            _SHORT, self._give
        )

    async def __aexit__(self, *_: object) -> None:
        self._give()

    def _give(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._turns.release()


class AsyncSandbox(Box):
    """As ``Sandbox``, for programs that live in an event loop.

    Coroutine functions are awaited as tasks: a program that gathers several calls
    has them run at the same time.  The sandbox is opened when it is first used.
    """

    _LAZY = True

    def _attach(self, owned: core.Core) -> None:
        super()._attach(owned)
        self._going: set[asyncio.Future[Any]] = getattr(self, "_going", set())

    @property
    def commands(self) -> AsyncCommands:
        """Programs beside its code: ``run``, ``exec``, ``shell``; in a jail only."""
        from caisson._inside import AsyncCommands

        return AsyncCommands(self)

    @property
    def files(self) -> AsyncBoxFiles:
        """Its files, by the paths that its code uses."""
        from caisson._inside import AsyncBoxFiles

        return AsyncBoxFiles(self)

    async def run(
        self, code: str, *, inputs: Mapping[str, Any] | None = None, check: bool = False
    ) -> Result:
        """Run code and answer its calls until it ends."""
        result = await self.drive(code, ToolHost(self._core), inputs=inputs)
        return result.raise_for_status() if check else result

    async def drive(
        self, code: str | None, host: Host, *, inputs: Mapping[str, Any] | None = None
    ) -> Result:
        """Run code and let ``host`` answer; None goes on where a loaded one waits."""
        try:
            if code is None:
                step = await self._off_step(self._core.event, "event")
            else:
                step = await self._begin(code, inputs)
            while isinstance(step, _events.Event):
                step = await self._answer(step, host)
        except BaseException:
            self._core.abandon()
            raise
        finally:
            await host.finish()
        return step

    async def off(self, work: Callable[[], T]) -> T:
        """Do something with the sandbox in another thread.

        Cancelling ends the run and waits for the thread.  A loop that no thread
        can wake (a workflow engine's) does it in place.
        """
        loop = asyncio.get_running_loop()
        async with _Turn(loop):
            return await self._hand_over(loop, work)

    async def _hand_over(
        self, loop: asyncio.AbstractEventLoop, work: Callable[[], T]
    ) -> T:
        try:
            future = loop.run_in_executor(_threads(os.getpid()), work)
        except NotImplementedError:
            return work()
        self._going.add(future)
        future.add_done_callback(self._going.discard)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self.cancel()
            await unwind([future])
            if not future.cancelled():
                future.exception()
            raise

    async def _off_step(
        self, work: Callable[..., _events.Event], *args: Any
    ) -> _events.Event | Result:
        whole = functools.partial(self._core.ended, functools.partial(work, *args))
        return await self.off(whole)

    async def _step(self, method: str, *args: Any) -> _events.Event | Result:
        post = post_of(asyncio.get_running_loop())
        if post is None:
            return await self._off_step(self._core.event, method, *args)
        return await self._told(await self._job(post, self._core.start, method, *args))

    async def _begin(
        self, code: str, inputs: Mapping[str, Any] | None
    ) -> _events.Event | Result:
        owned = self._core
        post = post_of(asyncio.get_running_loop())
        if post is None or inputs or owned.judges or not isinstance(code, str):
            return await self._off_step(owned.begin, code, inputs)
        if owned.is_open:
            return await self._step("run", code)
        if owned.is_plain and not owned.closed:
            raw = await self._open_and_run(post, code)
            if raw is not None:
                return await self._told(raw)
        return await self._off_step(owned.begin, code, inputs)

    async def _open_and_run(self, post: Post, code: str) -> Any:
        """What the thread tells; None: it is being opened elsewhere."""
        owned = self._core
        if not owned.begin_open():
            return None
        try:
            return await self._job(post, owned.start_open, code)
        except Exception as e:
            if owned.opened():
                raise
            raise _setup.unopened(e, remote=self._core.remote is not None) from None
        finally:
            owned.finish_open()

    async def _job(self, post: Post, start: Callable[..., None], *args: Any) -> Any:
        """Have a thread do it; cancelling ends the run and waits for the thread."""
        loop = await post.turn()
        future = loop.create_future()
        start(post.mail, future, *args)
        self._going.add(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled():
                await self._unwound()
            raise
        finally:
            self._going.discard(future)

    async def _unwound(self) -> None:
        """Cancel what the thread does, and wait for it."""
        again = asyncio.get_running_loop().create_future()
        if not self._core.tell(again):
            return
        self._going.add(again)
        self.cancel()
        try:
            await unwind([again])
        finally:
            self._going.discard(again)
            if again.done() and not again.cancelled():
                again.exception()

    async def _told(self, raw: Any) -> _events.Event | Result:
        if self._core.has_files and raw[0] >= _events.DONE:  # they are looked at
            return await self.off(functools.partial(self._core.told, raw))
        return self._core.told(raw)

    async def _answer(self, ev: _events.Event, host: Host) -> _events.Event | Result:
        if ev.kind == _events.WAIT:
            return await self._settle(await host.settle(ev))
        reply = await host.answer(ev)
        try:
            return await self._step("resume", *reply)
        except (TypeError, ValueError, OverflowError) as e:
            if crosses(reply[1]):
                raise
            return await self._step("resume", *failure(e))

    async def _settle(self, settled: Settled) -> _events.Event | Result:
        try:
            return await self._step("settle", settled)
        except (TypeError, ValueError, OverflowError):
            if all(crosses(v) for _, _, v in settled):
                raise
            return await self._step("settle", [_crossing(*item) for item in settled])

    async def start(
        self, code: str, *, inputs: Mapping[str, Any] | None = None
    ) -> Step:
        """Run up to the first thing the host must answer.

        The step's own methods compute in the calling thread.
        """
        begin = functools.partial(self._core.begin, code, inputs)
        return make_step(self._core, await self.off(begin))

    async def open(self) -> None:
        """Open it now instead of with the first run."""
        await self.off(self._core.open)

    def cancel(self) -> None:
        """End the run that is going on; the sandbox stays usable."""
        self._core.cancel()

    async def close(self) -> None:
        """Free everything, and end a run that is going on; twice is fine."""
        while left := [f for f in self._going if not f.done()]:
            self.cancel()
            await unwind(left)
        post = post_of(asyncio.get_running_loop())
        if post is None or not self._core.is_open:
            self._core.close()
            return
        await self._job(post, self._core.start, "close")
        self._core.forget()

    async def __aenter__(self) -> AsyncSandbox:
        await asyncio.sleep(0)  # a hundred that are made at once let others in
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def crosses(value: Any) -> bool:
    """Can this value go to a program?"""
    try:
        _native.encode(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _crossing(number: int, raised: bool, value: Any) -> tuple[int, bool, Any]:
    try:
        _native.encode(value)
    except (TypeError, ValueError, OverflowError) as e:
        return number, True, e
    return number, raised, value
