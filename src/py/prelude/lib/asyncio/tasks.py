# asyncio/tasks.py - making tasks, and waiting for many of them.
#
# SPDX-License-Identifier: Apache-2.0
"""Tasks."""
import concurrent.futures
import inspect
from concurrent.futures import (ALL_COMPLETED, FIRST_COMPLETED,
                                FIRST_EXCEPTION)

from _caisson import os_call
from asyncio import coroutines, events
from asyncio._task import (Task, all_tasks, current_task, _enter_task,
                           _leave_task, _register_task, _unregister_task)
from asyncio.exceptions import CancelledError, TimeoutError
from asyncio.futures import Future, copy_outcome, isfuture, release
from asyncio.queues import Queue

__all__ = ("Task", "create_task", "FIRST_COMPLETED", "FIRST_EXCEPTION",
           "ALL_COMPLETED", "wait", "wait_for", "as_completed", "sleep",
           "gather", "shield", "ensure_future", "run_coroutine_threadsafe",
           "current_task", "all_tasks", "_register_task",
           "_unregister_task", "_enter_task", "_leave_task")


def create_task(coro, *, name=None, context=None):
    """Let the running loop drive a coroutine."""
    loop = events.get_running_loop()
    options = {} if context is None else {"context": context}
    task = loop.create_task(coro, **options)
    if name is not None:
        task.set_name(name)
    return task


async def _await(awaitable):
    return await awaitable


def ensure_future(coro_or_future, *, loop=None):
    """The future itself, or a task for a coroutine or an awaitable."""
    if isfuture(coro_or_future):
        if loop not in (None, coro_or_future.get_loop()):
            raise ValueError("The future belongs to a different loop than "
                             "the one specified as the loop argument")
        return coro_or_future
    coro = coro_or_future
    if not coroutines.iscoroutine(coro):
        if not inspect.isawaitable(coro):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable "
                            "is required")
        coro = _await(coro)
    return (loop or events.get_event_loop()).create_task(coro)


# --------------------------------------------------------------- one at a time


class _Turn:
    """Awaiting this lets everybody else have a turn."""

    __slots__ = ()

    def __await__(self):
        yield


async def sleep(delay, result=None):
    """Return `result` after `delay` seconds."""
    if delay <= 0:
        await _Turn()
        return result
    passed = os_call("asyncio.sleep", delay)
    if passed is True:
        await _Turn()
        return result
    if passed is not None:  # the host waits: calling this gives its future
        await passed()
        return result
    loop = events.get_running_loop()
    morning = loop.create_future()
    alarm = loop.call_later(delay, release, morning, result)
    try:
        return await morning
    finally:
        alarm.cancel()


async def _until(futures, loop, timeout=None, enough=None):
    """Wait for one of the futures that is `enough`, or for the timeout."""
    bell = loop.create_future()

    def ring(future=None):
        if future is None or enough is None or enough(future):
            release(bell)

    alarm = None if timeout is None else loop.call_later(timeout, ring)
    for future in futures:
        future.add_done_callback(ring)
    try:
        await bell
    finally:
        if alarm is not None:
            alarm.cancel()
        for future in futures:
            future.remove_done_callback(ring)


async def wait_for(fut, timeout):
    """Await `fut`; cancel it and raise TimeoutError if it takes longer."""
    if timeout is None:
        return await fut
    loop = events.get_running_loop()
    inner = ensure_future(fut, loop=loop)
    try:
        if timeout > 0:
            await _until([inner], loop, timeout)
    except CancelledError:
        if not inner.done():
            inner.cancel()
            await _until([inner], loop)
            raise
    if inner.done():
        return inner.result()
    inner.cancel()
    await _until([inner], loop)
    try:
        return inner.result()
    except CancelledError as exc:
        raise TimeoutError from exc


# -------------------------------------------------------------- many together


def _check_many(fs, wanted):
    if isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f"expect {wanted} of futures, not {type(fs).__name__}")


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait as `return_when` says; return the sets (done, pending)."""
    _check_many(fs, "a list")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    futures = set(fs)
    if any(map(coroutines.iscoroutine, futures)):
        raise TypeError("Passing coroutines is forbidden, use tasks "
                        "explicitly.")
    missing = set(futures)

    def enough(future):
        missing.discard(future)
        if return_when == FIRST_EXCEPTION and not future.cancelled():
            return not missing or future.exception() is not None
        return not missing or return_when == FIRST_COMPLETED

    await _until(futures, events.get_running_loop(), timeout, enough)
    done = {future for future in futures if future.done()}
    return done, futures - done


def as_completed(fs, *, timeout=None):
    """Awaitables that give the results in the order of their arrival."""
    _check_many(fs, "an iterable")
    arrivals = Queue()
    loop = events.get_event_loop()
    open_ones = {ensure_future(f, loop=loop) for f in set(fs)}
    count = len(open_ones)
    alarm = None

    def arrive(future):
        if future in open_ones:
            open_ones.remove(future)
            arrivals.put_nowait(future)
            if alarm is not None and not open_ones:
                alarm.cancel()

    def give_up():
        while open_ones:
            open_ones.pop().remove_done_callback(arrive)
            arrivals.put_nowait(None)

    async def next_result():
        future = await arrivals.get()
        if future is None:
            raise TimeoutError
        return future.result()

    for future in open_ones:
        future.add_done_callback(arrive)
    if timeout is not None and open_ones:
        alarm = loop.call_later(timeout, give_up)
    for _ in range(count):
        yield next_result()


class _GatheringFuture(Future):
    """The outer future of gather(): cancelling goes to the children."""

    def __init__(self, children, keep_errors, loop):
        Future.__init__(self, loop=loop)
        self._children = children
        self._keep_errors = keep_errors
        self._open = set(children)
        self._cancelling = False
        for child in dict.fromkeys(children):
            child.add_done_callback(self._child_ended)

    def cancel(self, msg=None):
        if self.done():
            return False
        # Every child must hear of it: no short cut.
        worked = any([child.cancel(msg=msg) for child in self._children])
        self._cancelling = self._cancelling or worked
        return worked

    def _child_ended(self, child):
        self._open.discard(child)
        error = child._failure() if isinstance(child, Future) else (
            None if child.cancelled() else child.exception())
        if self.done():
            return
        if error is not None and not self._keep_errors:
            self.set_exception(error)
        elif not self._open:
            if self._cancelling:
                self.set_exception(error if isinstance(error, CancelledError)
                                   else CancelledError())
            else:
                self.set_result([*map(_outcome, self._children)])


def _outcome(future):
    """The result or the exception of a done future."""
    if future.cancelled():
        return CancelledError(getattr(future, "_message", None) or "")
    error = future.exception()
    return future.result() if error is None else error


def gather(*coros_or_futures, return_exceptions=False):
    """A future for the list of all results."""
    if not coros_or_futures:
        nothing = events.get_event_loop().create_future()
        nothing.set_result([])
        return nothing
    loop = None
    made = {}
    for arg in coros_or_futures:
        if arg not in made:
            made[arg] = ensure_future(arg, loop=loop)
            loop = loop or made[arg].get_loop()
    children = [made[arg] for arg in coros_or_futures]
    return _GatheringFuture(children, return_exceptions, loop)


def shield(arg):
    """A future that follows `arg`; cancelling it does not reach `arg`."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def follow(inner):
        copy_outcome(inner, outer)

    inner.add_done_callback(follow)
    outer.add_done_callback(lambda _: inner.remove_done_callback(follow))
    return outer


def run_coroutine_threadsafe(coro, loop):
    """A concurrent.futures.Future for a coroutine in another loop."""
    if not coroutines.iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    outside = concurrent.futures.Future()

    def start():
        task = ensure_future(coro, loop=loop)
        task.add_done_callback(lambda task: copy_outcome(task, outside))
        outside.add_done_callback(lambda _: task.cancel())

    loop.call_soon_threadsafe(start)
    return outside
