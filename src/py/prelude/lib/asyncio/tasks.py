# asyncio/tasks.py - coroutines as futures, and waiting for many of them.
#
# SPDX-License-Identifier: Apache-2.0
"""Support for tasks, coroutines and the scheduler."""
import concurrent.futures
import contextvars
import functools
import inspect
import types

from asyncio import coroutines, events, exceptions, futures
from asyncio.futures import Future, isfuture
from asyncio.queues import Queue

__all__ = ("Task", "create_task", "FIRST_COMPLETED", "FIRST_EXCEPTION",
           "ALL_COMPLETED", "wait", "wait_for", "as_completed", "sleep",
           "gather", "shield", "ensure_future", "run_coroutine_threadsafe",
           "current_task", "all_tasks", "_register_task",
           "_unregister_task", "_enter_task", "_leave_task")

FIRST_COMPLETED = concurrent.futures.FIRST_COMPLETED
FIRST_EXCEPTION = concurrent.futures.FIRST_EXCEPTION
ALL_COMPLETED = concurrent.futures.ALL_COMPLETED


def current_task(loop=None):
    """Return a currently executed task."""
    if loop is None:
        loop = events.get_running_loop()
    return events.state().current.get(loop)


def all_tasks(loop=None):
    """Return a set of all tasks for the loop."""
    if loop is None:
        loop = events.get_running_loop()
    return {t for t in list(events.state().tasks)
            if t.get_loop() is loop and not t.done()}


def _register_task(task):
    """Register a new task in asyncio as executed by loop."""
    events.state().tasks.add(task)


def _unregister_task(task):
    """Unregister a task."""
    events.state().tasks.discard(task)


def _enter_task(loop, task):
    current = events.state().current
    running = current.get(loop)
    if running is not None:
        raise RuntimeError(f"Cannot enter into task {task!r} while another "
                           f"task {running!r} is being executed.")
    current[loop] = task


def _leave_task(loop, task):
    current = events.state().current
    running = current.get(loop)
    if running is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the "
                           f"current task {running!r}.")
    del current[loop]


class Task(Future):
    """A coroutine wrapped in a Future."""

    _log_destroy_pending = True

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not coroutines.iscoroutine(coro):
            self._log_destroy_pending = False
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        if name is None:
            mine = events.state()
            mine.task_number += 1
            self._name = f"Task-{mine.task_number}"
        else:
            self._name = str(name)
        self._num_cancels_requested = 0
        self._must_cancel = False
        self._fut_waiter = None
        self._coro = coro
        self._context = (contextvars.copy_context() if context is None
                         else context)
        self._loop.call_soon(self.__step, context=self._context)
        _register_task(self)

    __class_getitem__ = classmethod(types.GenericAlias)

    def _repr_info(self):
        info = super()._repr_info()
        if self.cancelling() and not self.done():
            info[0] = "cancelling"
        info.insert(1, "name=%r" % self._name)
        if self._fut_waiter is not None:
            info.insert(2, f"wait_for={self._fut_waiter!r}")
        if self._coro:
            info.insert(2, f"coro=<{coroutines.describe(self._coro)}>")
        return info

    def get_coro(self):
        return self._coro

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        raise RuntimeError("Task does not support set_exception operation")

    def get_stack(self, *, limit=None):
        """Return the list of stack frames for this task's coroutine."""
        frame = getattr(self._coro, "cr_frame", None)
        return [] if frame is None else [frame]

    def print_stack(self, *, limit=None, file=None):
        """Print the stack or traceback for this task's coroutine."""
        print(f"Stack for {self!r} (most recent call last):", file=file)

    def cancel(self, msg=None):
        """Request that this task cancel itself."""
        self._log_traceback_flag = False
        if self.done():
            return False
        self._num_cancels_requested += 1
        if self._fut_waiter is not None:
            if self._fut_waiter.cancel(msg=msg):
                return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        """Return the count of the task's cancellation requests."""
        return self._num_cancels_requested

    def uncancel(self):
        """Decrement the task's count of cancellation requests."""
        if self._num_cancels_requested > 0:
            self._num_cancels_requested -= 1
        return self._num_cancels_requested

    def __step(self, exc=None):
        if self.done():
            raise exceptions.InvalidStateError(
                f"_step(): already done: {self!r}, {exc!r}")
        if self._must_cancel:
            if not isinstance(exc, exceptions.CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        coro = self._coro
        self._fut_waiter = None
        current = events.state().current
        running = current.get(self._loop)
        if running is not None:
            _enter_task(self._loop, self)
        current[self._loop] = self
        try:
            if exc is None:
                result = coro.send(None)
            else:
                result = coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
        except exceptions.CancelledError as cancelled:
            self._cancelled_exc = cancelled
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            raise
        except BaseException as error:
            super().set_exception(error)
        else:
            self.__wait_on(result)
        finally:
            current.pop(self._loop, None)

    def __wait_on(self, result):
        """Handle what the coroutine yielded."""
        blocking = getattr(result, "_asyncio_future_blocking", None)
        problem = None
        if blocking is not None:
            if result.get_loop() is not self._loop:
                problem = RuntimeError(
                    f"Task {self!r} got Future {result!r} attached to a "
                    "different loop")
            elif not blocking:
                problem = RuntimeError("yield was used instead of yield "
                                       f"from in task {self!r} with "
                                       f"{result!r}")
            elif result is self:
                problem = RuntimeError(f"Task cannot await on itself: "
                                       f"{self!r}")
            else:
                result._asyncio_future_blocking = False
                result.add_done_callback(self.__wakeup,
                                         context=self._context)
                self._fut_waiter = result
                if self._must_cancel:
                    if result.cancel(msg=self._cancel_message):
                        self._must_cancel = False
                return
        elif result is None:
            self._loop.call_soon(self.__step, context=self._context)
            return
        elif inspect.isgenerator(result):
            problem = RuntimeError("yield was used instead of yield from "
                                   f"for generator in task {self!r} with "
                                   f"{result!r}")
        else:
            problem = RuntimeError(f"Task got bad yield: {result!r}")
        self._loop.call_soon(self.__step, problem, context=self._context)

    def __wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self.__step(exc)
        else:
            self.__step()


events.BaseEventLoop._task_class = Task


def create_task(coro, *, name=None, context=None):
    """Schedule the execution of a coroutine object in a spawn task."""
    loop = events.get_running_loop()
    if context is None:
        task = loop.create_task(coro)
    else:
        task = loop.create_task(coro, context=context)
    if name is not None:
        task.set_name(name)
    return task


def ensure_future(coro_or_future, *, loop=None):
    """Wrap a coroutine or an awaitable in a future."""
    if isfuture(coro_or_future):
        if loop is not None and loop is not coro_or_future.get_loop():
            raise ValueError("The future belongs to a different loop than "
                             "the one specified as the loop argument")
        return coro_or_future
    if not coroutines.iscoroutine(coro_or_future):
        if not inspect.isawaitable(coro_or_future):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable "
                            "is required")
        coro_or_future = _wrap_awaitable(coro_or_future)
    if loop is None:
        loop = events.get_event_loop()
    return loop.create_task(coro_or_future)


async def _wrap_awaitable(awaitable):
    return await awaitable


def _ensure_for_loop(self, future, *, loop):
    return ensure_future(future, loop=loop)


events.BaseEventLoop._ensure_future = _ensure_for_loop


async def sleep(delay, result=None):
    """Coroutine that completes after a given time (in seconds)."""
    if delay <= 0:
        await _Yield()
        return result
    loop = events.get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, futures._set_result_unless_cancelled,
                             future, result)
    try:
        return await future
    finally:
        handle.cancel()


class _Yield:
    """Awaiting this gives the loop one turn."""

    __slots__ = ()

    def __await__(self):
        yield


# -------------------------------------------------------------- wait_for


def _release_waiter(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)


async def _cancel_and_wait(fut, loop):
    """Cancel the future and wait until it is done."""
    waiter = loop.create_future()
    release = functools.partial(_release_waiter, waiter)
    fut.add_done_callback(release)
    try:
        fut.cancel()
        await waiter
    finally:
        fut.remove_done_callback(release)


async def wait_for(fut, timeout):
    """Wait for the single Future or coroutine to complete, with timeout."""
    loop = events.get_running_loop()
    if timeout is None:
        return await fut
    if timeout <= 0:
        fut = ensure_future(fut, loop=loop)
        if fut.done():
            return fut.result()
        return await _give_up(fut, loop)
    waiter = loop.create_future()
    timer = loop.call_later(timeout, _release_waiter, waiter)
    release = functools.partial(_release_waiter, waiter)
    fut = ensure_future(fut, loop=loop)
    fut.add_done_callback(release)
    try:
        try:
            await waiter
        except exceptions.CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(release)
            await _cancel_and_wait(fut, loop)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(release)
        return await _give_up(fut, loop)
    finally:
        timer.cancel()


async def _give_up(fut, loop):
    """Cancel after a timeout; a result that still arrives counts."""
    await _cancel_and_wait(fut, loop)
    try:
        return fut.result()
    except exceptions.CancelledError as exc:
        raise exceptions.TimeoutError() from exc


# ------------------------------------------------------------------- wait


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the Futures or Tasks given by fs to complete."""
    if isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError("expect a list of futures, not "
                        f"{type(fs).__name__}")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any(coroutines.iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks "
                        "explicitly.")
    loop = events.get_running_loop()
    return await _wait(fs, timeout, return_when, loop)


async def _wait(fs, timeout, return_when, loop):
    waiter = loop.create_future()
    timer = None
    if timeout is not None:
        timer = loop.call_later(timeout, _release_waiter, waiter)
    left = len(fs)

    def on_done(f):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not f.cancelled()
                and f.exception() is not None):
            if timer is not None:
                timer.cancel()
            if not waiter.done():
                waiter.set_result(None)

    for f in fs:
        f.add_done_callback(on_done)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for f in fs:
            f.remove_done_callback(on_done)
    done, pending = set(), set()
    for f in fs:
        (done if f.done() else pending).add(f)
    return done, pending


def as_completed(fs, *, timeout=None):
    """Return an iterator whose values are coroutines, each of which gives
    the next result."""
    if isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError("expect an iterable of futures, not "
                        f"{type(fs).__name__}")
    done = Queue()
    loop = events.get_event_loop()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    timer = None

    def on_timeout():
        for f in todo:
            f.remove_done_callback(on_done)
            done.put_nowait(None)
        todo.clear()

    def on_done(f):
        if not todo:
            return
        todo.remove(f)
        done.put_nowait(f)
        if not todo and timer is not None:
            timer.cancel()

    async def wait_for_one():
        f = await done.get()
        if f is None:
            raise exceptions.TimeoutError
        return f.result()

    for f in todo:
        f.add_done_callback(on_done)
    if todo and timeout is not None:
        timer = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield wait_for_one()


# ----------------------------------------------------------------- gather


class _GatheringFuture(Future):
    """What gather() returns: cancelling it cancels the children."""

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        ret = False
        for child in self._children:
            if child.cancel(msg=msg):
                ret = True
        if ret:
            self._cancel_requested = True
        return ret


def gather(*coros_or_futures, return_exceptions=False):
    """Return a future aggregating results from the given
    coroutines/futures."""
    if not coros_or_futures:
        outer = events.get_event_loop().create_future()
        outer.set_result([])
        return outer
    loop = None
    seen = {}
    children = []
    finished = 0
    outer = None

    def on_done(fut):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not fut.cancelled():
                fut.exception()
            return
        if not return_exceptions:
            if fut.cancelled():
                outer.set_exception(fut._make_cancelled_error())
                return
            if fut.exception() is not None:
                outer.set_exception(fut.exception())
                return
        if finished == len(seen):
            results = []
            for f in children:
                if f.cancelled():
                    message = f._cancel_message
                    results.append(exceptions.CancelledError(
                        "" if message is None else message))
                else:
                    exc = f.exception()
                    results.append(f.result() if exc is None else exc)
            if outer._cancel_requested:
                outer.set_exception(fut._make_cancelled_error())
            else:
                outer.set_result(results)

    for arg in coros_or_futures:
        if arg not in seen:
            fut = ensure_future(arg, loop=loop)
            if loop is None:
                loop = fut.get_loop()
            seen[arg] = fut
            if fut is not arg:
                fut._log_destroy_pending = False
        children.append(seen[arg])
    outer = _GatheringFuture(children, loop=loop)
    for fut in list(seen.values()):
        fut.add_done_callback(on_done)
    return outer


def shield(arg):
    """Wait for a future, shielding it from cancellation."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def inner_done(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
            return
        if inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)

    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer


def run_coroutine_threadsafe(coro, loop):
    """Submit a coroutine object to a given event loop.  With one thread the
    result can only be taken after the loop has run."""
    if not coroutines.iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    future = concurrent.futures.Future()

    def start():
        task = ensure_future(coro, loop=loop)

        def copy(task):
            if task.cancelled():
                future.cancel()
                future.set_running_or_notify_cancel()
            elif task.exception() is not None:
                future.set_exception(task.exception())
            else:
                future.set_result(task.result())

        task.add_done_callback(copy)

    loop.call_soon_threadsafe(start)
    return future
