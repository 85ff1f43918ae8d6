# asyncio/base_events.py - the event loop.
#
# A turn: wait until a runnable is ready, a timer is due or a host call has its
# result, then run what was ready at that moment.  Timers are a heap of tuples
# (time, number, handle): equal times keep their order, and comparing needs no
# Python code.  Cancelled timers stay until they are half of the heap.
#
# SPDX-License-Identifier: Apache-2.0
"""The event loop."""
import collections
import heapq
import logging

import _turns
from _caisson import host_wait, os_call
from _host import pending_calls, settle
from asyncio import coroutines, events
from asyncio._task import Task
from asyncio.futures import Future, copy_outcome, isfuture
from asyncio.tasks import ensure_future
from intrinsics import _finals_list, _gen_state
from types import AsyncGeneratorType

__all__ = ("BaseEventLoop",)

RESOLUTION = 1e-9
MANY_DEAD = 64


class BaseEventLoop(events.AbstractEventLoop):
    """Runs handles and tasks, one after the other."""

    def __init__(self):
        self._ready = collections.deque()
        self._news = collections.deque()  # where it waits for other threads
        self._timers = []
        self._timer_number = 0
        self._dead_timers = 0
        self._tasks = set()
        self._failures = []
        self._closed = self._stopping = self._running = False
        self._debug = False
        self._on_error = None
        self._make_task = None
        self._executor = None

    def __repr__(self):
        return (f"<{type(self).__name__} running={self._running} "
                f"closed={self._closed} debug={self._debug}>")

    def is_running(self):
        """Is the loop inside run_forever()?"""
        return self._running

    def is_closed(self):
        """Was close() called?"""
        return self._closed

    def get_debug(self):
        """Is the debug mode on?"""
        return self._debug

    def set_debug(self, enabled):
        """Switch the debug mode."""
        self._debug = enabled

    # -- scheduling

    def time(self):
        """The loop's clock, in seconds."""
        return os_call("time.monotonic_ns") / 1_000_000_000

    def _must_be_open(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _must_be_plain(self, callback, method):
        if (coroutines.iscoroutine(callback)
                or coroutines.iscoroutinefunction(callback)):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), "
                            f"got {callback!r}")

    def _enqueue(self, runnables):
        if self._closed:
            raise RuntimeError("Event loop is closed")
        self._ready.extend(runnables)

    def _queue_end(self):
        self._must_be_open()
        return self._ready.append

    def call_soon(self, callback, *args, context=None):
        """Call a function in the next turn."""
        self._must_be_open()
        if self._debug:
            self._must_be_plain(callback, "call_soon")
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """call_soon() from any thread."""
        handle = self.call_soon(callback, *args, context=context)
        _turns.wake(self._news)
        return handle

    def call_later(self, delay, callback, *args, context=None):
        """Call a function after `delay` seconds."""
        if delay is None:
            raise TypeError("delay must not be None")
        due = self.time() + delay
        return self.call_at(due, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Call a function at a time of the loop's clock."""
        if when is None:
            raise TypeError("when cannot be None")
        self._must_be_open()
        if self._debug:
            self._must_be_plain(callback, "call_at")
        handle = events.TimerHandle(when, callback, args, self, context)
        handle._queued = True
        self._timer_number += 1
        heapq.heappush(self._timers, (when, self._timer_number, handle))
        return handle

    def _timer_died(self):
        self._dead_timers += 1
        if self._dead_timers > MANY_DEAD + len(self._timers) // 2:
            # The one that dies just now is still alive, and kept.
            self._timers = [t for t in self._timers if not t[2].cancelled()]
            heapq.heapify(self._timers)
            self._dead_timers = 0

    def create_future(self):
        """A pending future of this loop."""
        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """A task for a coroutine, made by the task factory if there is one."""
        self._must_be_open()
        if self._make_task is None:
            return Task(coro, loop=self, name=name, context=context)
        options = {} if context is None else {"context": context}
        task = self._make_task(self, coro, **options)
        if name is not None and hasattr(task, "set_name"):
            task.set_name(name)
        return task

    def get_task_factory(self):
        """The task factory, or None."""
        return self._make_task

    def set_task_factory(self, factory):
        """Let factory(loop, coro) make the tasks."""
        if not (factory is None or callable(factory)):
            raise TypeError("task factory must be a callable or None")
        self._make_task = factory

    # -- running

    def run_forever(self):
        """Take turns until stop() is called."""
        self._may_run()
        session = events.session()
        session.running, self._running = self, True
        try:
            self._turn()
            while not self._stopping:
                self._turn()
        finally:
            session.running = None
            self._running = self._stopping = False

    def _may_run(self):
        self._must_be_open()
        if self._running:
            raise RuntimeError("This event loop is already running")
        if events.session().running is not None:
            raise RuntimeError("Cannot run the event loop while another "
                               "loop is running")

    def run_until_complete(self, future):
        """Take turns until the future is done; return its result."""
        self._may_run()
        ours = not isfuture(future)
        future = ensure_future(future, loop=self)
        future.add_done_callback(self._stop_after)
        try:
            self.run_forever()
        except BaseException:
            if ours and future.done() and not future.cancelled():
                future.exception()  # it is on its way to the caller
            raise
        finally:
            future.remove_done_callback(self._stop_after)
        if future.done():
            return future.result()
        raise RuntimeError("Event loop stopped before Future completed.")

    def _stop_after(self, future):
        error = None if future.cancelled() else future.exception()
        if not isinstance(error, (SystemExit, KeyboardInterrupt)):
            self.stop()

    def stop(self):
        """Leave run_forever() after this turn."""
        self._stopping = True

    def _turn(self):
        ready = self._ready
        if not ready:
            self._wait()
        if self._timers:
            self._take_due()
        for _ in range(len(ready)):
            ready.popleft()._run()

    def _patience(self):
        """How long there is nothing to do: None for ever."""
        if self._ready or self._stopping:
            return 0
        while self._timers and self._timers[0][2].cancelled():
            self._pop_timer()
        if self._timers:
            return max(0, self._timers[0][0] - self.time())
        return None

    def _wait(self):
        patience = self._patience()
        if _turns.has_others() and patience != 0:
            self._wait_among_threads(patience)
            return
        if patience is None and not pending_calls():
            raise RuntimeError("every task waits, and no call of a tool is "
                               "pending that could wake one")
        if pending_calls():
            if patience != 0:
                settle(host_wait(patience))
        elif patience:
            os_call("asyncio.idle", patience)

    def _wait_among_threads(self, patience):
        """Until one of them has news, or a host call has its result."""
        if not pending_calls():
            _turns.wait(self._news, patience)
            return
        _turns.give_way()
        if not self._ready:
            settle(host_wait(_turns.earliest(patience)))

    def _pop_timer(self):
        handle = heapq.heappop(self._timers)[2]
        handle._queued = False
        if handle.cancelled():
            self._dead_timers -= 1
        return handle

    def _take_due(self):
        now = self.time() + RESOLUTION
        while self._timers and self._timers[0][0] < now:
            self._ready.append(self._pop_timer())

    def _note_failure(self, future):
        """Remember it, for close(): a collection would come too late."""
        known = self._failures
        if len(known) >= 64 and not len(known) & len(known) - 1:
            known[:] = [f for f in known if f._log_traceback]
        known.append(future)

    def _tell_failures(self):
        """Report what nobody asked for."""
        known, self._failures = self._failures, []
        for future in known:
            if future._log_traceback:
                future._log_traceback = False
                self.call_exception_handler({
                    "message": f"{type(future).__name__} exception was never "
                               "retrieved",
                    "exception": future._value, "future": future})

    def close(self):
        """Forget everything that waits."""
        if self._running:
            raise RuntimeError("Cannot close a running event loop")
        if self._failures:
            self._tell_failures()
        self._closed = True
        self._ready.clear()
        self._timers.clear()
        self._dead_timers = 0

    async def shutdown_asyncgens(self):
        """Close the asynchronous generators that have begun and not ended."""
        for one in _finals_list():
            if type(one) is AsyncGeneratorType and _gen_state(one) == 1:
                try:
                    await one.aclose()
                except Exception as error:
                    self.call_exception_handler({
                        "message": "an error occurred during closing of "
                                   f"asynchronous generator {one!r}",
                        "exception": error, "asyncgen": one})

    # -- blocking functions

    def run_in_executor(self, executor, func, *args):
        """Call func(*args) in a thread and give its outcome as a future."""
        self._must_be_open()
        if self._debug:
            self._must_be_plain(func, "run_in_executor")
        outcome = self.create_future()
        if executor is None and self._executor is None:
            from concurrent.futures import ThreadPoolExecutor
            self._executor = ThreadPoolExecutor(32, "asyncio")
        work = (executor or self._executor).submit(func, *args)
        if work.done():
            copy_outcome(work, outcome)
        else:
            self._follow(work, outcome)
        return outcome

    def _follow(self, work, outcome):
        """Take over the outcome of a function in a thread; cancel it, too."""
        def ended(work):
            if not self._closed:
                self.call_soon_threadsafe(take)

        def take():
            if not outcome.done():
                copy_outcome(work, outcome)

        work.add_done_callback(ended)
        outcome.add_done_callback(
            lambda outcome: outcome.cancelled() and work.cancel())

    def set_default_executor(self, executor):
        """The executor of run_in_executor(None, ...)."""
        self._executor = executor

    async def shutdown_default_executor(self):
        """Shut the default executor down."""
        if self._executor is not None:
            self._executor.shutdown(wait=True)

    # -- errors

    def get_exception_handler(self):
        """The handler that was set, or None."""
        return self._on_error

    def set_exception_handler(self, handler):
        """Let handler(loop, context) hear of errors in callbacks."""
        if not (handler is None or callable(handler)):
            raise TypeError("A callable object or None is expected, got "
                            f"{handler!r}")
        self._on_error = handler

    def default_exception_handler(self, context):
        """Log the error."""
        lines = [context.get("message") or "Unhandled exception in event loop"]
        lines += [f"{key}: {context[key]!r}" for key in sorted(context)
                  if key not in ("message", "exception")]
        error = context.get("exception") or False
        logging.getLogger("asyncio").error("\n".join(lines), exc_info=error)

    def call_exception_handler(self, context):
        """Tell the handler of an error."""
        try:
            if self._on_error is not None:
                self._on_error(self, context)
                return
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            context = {"message": "Unhandled error in exception handler",
                       "exception": exc, "context": context}
        self.default_exception_handler(context)


class _UnixSelectorEventLoop(BaseEventLoop):
    """The loop a new session gets; the name is what programs print."""


events.BaseDefaultEventLoopPolicy._loop_factory = _UnixSelectorEventLoop
