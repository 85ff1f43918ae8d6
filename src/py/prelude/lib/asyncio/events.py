# asyncio/events.py - the event loop, its handles and its policy.
#
# A turn of the loop: wait (host_wait) until a handle is ready, a timer is due
# or a host call has its result, then run what was ready at that moment.
# Which loop runs and which is set belongs to the session.
#
# SPDX-License-Identifier: Apache-2.0
"""Event loop and event loop policy."""
import collections
import contextvars
import heapq
import logging
import reprlib
import weakref

from _caisson import host_wait, os_call, session_state
from asyncio import coroutines

__all__ = ("AbstractEventLoopPolicy", "AbstractEventLoop", "AbstractServer",
           "Handle", "TimerHandle", "get_event_loop_policy",
           "set_event_loop_policy", "get_event_loop", "set_event_loop",
           "new_event_loop", "_set_running_loop", "get_running_loop",
           "_get_running_loop")


class State:
    """What asyncio remembers per session."""

    __slots__ = ("running", "policy", "current", "tasks", "task_number")

    def __init__(self):
        self.running = None
        self.policy = None
        self.current = {}
        self.tasks = weakref.WeakSet()
        self.task_number = 0


def state():
    return session_state("asyncio", State)


def show_callback(func, args):
    """A function call as text, for reprs."""
    name = getattr(func, "__qualname__", None) or getattr(
        func, "__name__", None) or repr(func)
    if hasattr(func, "func") and hasattr(func, "keywords"):
        return show_callback(func.func, func.args)
    text = f"{name}({', '.join(map(reprlib.repr, args))})"
    code = getattr(func, "__code__", None)
    if code is not None:
        text += f" at {code.co_filename}:{code.co_firstlineno}"
    return text


class Handle:
    """Object returned by callback registration methods."""

    __slots__ = ("_callback", "_args", "_cancelled", "_loop", "_context",
                 "__weakref__")

    def __init__(self, callback, args, loop, context=None):
        if context is None:
            context = contextvars.copy_context()
        self._context = context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False

    def _repr_info(self):
        info = [type(self).__name__]
        if self._cancelled:
            info.append("cancelled")
        if self._callback is not None:
            info.append(show_callback(self._callback, self._args))
        return info

    def __repr__(self):
        return f"<{' '.join(self._repr_info())}>"

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            self._callback = None
            self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            text = show_callback(self._callback, self._args)
            self._loop.call_exception_handler({
                "message": f"Exception in callback {text}",
                "exception": exc, "handle": self})


class TimerHandle(Handle):
    """Object returned by timed callback registration methods."""

    __slots__ = ("_when", "_scheduled")

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False

    def _repr_info(self):
        info = super()._repr_info()
        info.insert(2 if self._cancelled else 1, f"when={self._when}")
        return info

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        if isinstance(other, TimerHandle):
            return self._when < other._when
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, TimerHandle):
            return self._when <= other._when
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, TimerHandle):
            return self._when > other._when
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, TimerHandle):
            return self._when >= other._when
        return NotImplemented

    def __eq__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when == other._when
                    and self._callback == other._callback
                    and self._args == other._args
                    and self._cancelled == other._cancelled)
        return NotImplemented

    def when(self):
        """Return a scheduled callback time."""
        return self._when


class AbstractServer:
    """Abstract server returned by create_server(); none exist here."""


class AbstractEventLoop:
    """Abstract event loop."""

    def run_forever(self):
        raise NotImplementedError

    def run_until_complete(self, future):
        raise NotImplementedError

    def stop(self):
        raise NotImplementedError

    def is_running(self):
        raise NotImplementedError

    def is_closed(self):
        raise NotImplementedError

    def close(self):
        raise NotImplementedError


class BaseEventLoop(AbstractEventLoop):
    """The loop of a session."""

    def __init__(self):
        self._ready = collections.deque()
        self._timers = []
        self._cancelled_timers = 0
        self._host_futures = {}
        self._closed = False
        self._stopping = False
        self._running = False
        self._debug = False
        self._exception_handler = None
        self._task_factory = None
        self._default_executor = None

    def __repr__(self):
        return (f"<{self.__class__.__name__} running={self.is_running()} "
                f"closed={self.is_closed()} debug={self.get_debug()}>")

    # -- scheduling

    def time(self):
        """Return the time according to the event loop's clock."""
        return os_call("time.monotonic_ns") / 1_000_000_000

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_callback(self, callback, method):
        if (coroutines.iscoroutine(callback)
                or coroutines.iscoroutinefunction(callback)):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), "
                            f"got {callback!r}")

    def call_soon(self, callback, *args, context=None):
        """Arrange for a callback to be called as soon as possible."""
        self._check_closed()
        if self._debug:
            self._check_callback(callback, "call_soon")
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        """Arrange for a callback to be called at a given time."""
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args,
                            context=context)

    def call_at(self, when, callback, *args, context=None):
        """Like call_later(), but uses an absolute time."""
        if when is None:
            raise TypeError("when cannot be None")
        self._check_closed()
        if self._debug:
            self._check_callback(callback, "call_at")
        timer = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, timer)
        timer._scheduled = True
        return timer

    def create_future(self):
        """Create a Future object attached to the loop."""
        return self._future_class(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Schedule a coroutine object."""
        self._check_closed()
        if self._task_factory is None:
            return self._task_class(coro, loop=self, name=name,
                                    context=context)
        if context is None:
            task = self._task_factory(self, coro)
        else:
            task = self._task_factory(self, coro, context=context)
        if name is not None and hasattr(task, "set_name"):
            task.set_name(name)
        return task

    def set_task_factory(self, factory):
        """Set a task factory that will be used by loop.create_task()."""
        if factory is not None and not callable(factory):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        """Return a task factory, or None if the default one is in use."""
        return self._task_factory

    def host_future(self, number):
        """A Future for the host call `number`, completed by host_wait."""
        future = self.create_future()
        self._host_futures[number] = future
        return future

    # -- running

    def is_running(self):
        """Returns True if the event loop is running."""
        return self._running

    def is_closed(self):
        """Returns True if the event loop was closed."""
        return self._closed

    def _check_running(self):
        if self.is_running():
            raise RuntimeError("This event loop is already running")
        if state().running is not None:
            raise RuntimeError("Cannot run the event loop while another "
                               "loop is running")

    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        self._check_running()
        mine = state()
        self._running = True
        mine.running = self
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            self._running = False
            mine.running = None

    def run_until_complete(self, future):
        """Run until the Future is done."""
        self._check_closed()
        self._check_running()
        new_task = not hasattr(future, "_asyncio_future_blocking")
        future = self._ensure_future(future, loop=self)
        future.add_done_callback(_stop_loop)
        try:
            self.run_forever()
        except BaseException:
            if new_task and future.done() and not future.cancelled():
                future.exception()
            raise
        finally:
            future.remove_done_callback(_stop_loop)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

    def _run_once(self):
        """Wait for work, then run what is ready."""
        timers = self._timers
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
        if self._ready or self._stopping:
            timeout = 0
        elif timers:
            timeout = max(0, timers[0]._when - self.time())
        else:
            timeout = None
        if timeout and not self._host_futures:
            os_call("time.sleep", timeout)
        elif timeout != 0 or self._host_futures:
            for number, ok, value in host_wait(timeout):
                self._host_result(number, ok, value)
        if timers:
            due = self.time() + 1e-9
            while timers and timers[0]._when < due:
                timer = heapq.heappop(timers)
                timer._scheduled = False
                self._ready.append(timer)
        ready = self._ready
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()

    def _host_result(self, number, ok, value):
        future = self._host_futures.pop(number, None)
        if future is None or future.done():
            return
        if ok:
            future.set_result(value)
        else:
            future.set_exception(value)

    def stop(self):
        """Stop running the event loop."""
        self._stopping = True

    def close(self):
        """Close the event loop."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if self._closed:
            return
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    async def shutdown_asyncgens(self):
        """Shutdown all active asynchronous generators."""

    async def shutdown_default_executor(self):
        """Schedule the shutdown of the default executor."""
        if self._default_executor is not None:
            self._default_executor.shutdown(wait=True)

    def run_in_executor(self, executor, func, *args):
        """Run func(*args); here it runs at once, before the next turn."""
        self._check_closed()
        if self._debug:
            self._check_callback(func, "run_in_executor")
        future = self.create_future()
        if executor is not None:
            inner = executor.submit(func, *args)
            if inner.exception() is not None:
                future.set_exception(inner.exception())
            else:
                future.set_result(inner.result())
            return future
        try:
            result = func(*args)
        except BaseException as exc:
            future.set_exception(exc)
        else:
            future.set_result(result)
        return future

    def set_default_executor(self, executor):
        self._default_executor = executor

    def add_signal_handler(self, sig, callback, *args):
        raise NotImplementedError

    def remove_signal_handler(self, sig):
        raise NotImplementedError

    # -- errors and debugging

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled

    def get_exception_handler(self):
        """Return an exception handler, or None if the default one is in
        use."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """Set handler as the new event loop exception handler."""
        if handler is not None and not callable(handler):
            raise TypeError("A callable object or None is expected, got "
                            f"{handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Default exception handler: log it."""
        message = context.get("message")
        if not message:
            message = "Unhandled exception in event loop"
        exception = context.get("exception")
        info = False
        if exception is not None:
            info = type(exception), exception, exception.__traceback__
        lines = [message]
        for key in sorted(context):
            if key not in {"message", "exception"}:
                lines.append(f"{key}: {context[key]!r}")
        logging.getLogger("asyncio").error("\n".join(lines), exc_info=info)

    def call_exception_handler(self, context):
        """Call the current event loop's exception handler."""
        if self._exception_handler is None:
            self.default_exception_handler(context)
            return
        try:
            self._exception_handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            self.default_exception_handler({
                "message": "Unhandled error in exception handler",
                "exception": exc, "context": context})


def _stop_loop(future):
    if not future.cancelled():
        if isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
            return
    future.get_loop().stop()


class AbstractEventLoopPolicy:
    """Abstract policy for accessing the event loop."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop per session, made on the first request."""

    def __init__(self):
        self._loop = None
        self._set_called = False

    def get_event_loop(self):
        """Get the event loop for the current context."""
        if self._loop is None and not self._set_called:
            self.set_event_loop(self.new_event_loop())
        if self._loop is None:
            raise RuntimeError("There is no current event loop in thread "
                               "'MainThread'.")
        return self._loop

    def set_event_loop(self, loop):
        """Set the event loop."""
        self._set_called = True
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError("loop must be an instance of AbstractEventLoop "
                            "or None, not '%s'" % type(loop).__name__)
        self._loop = loop

    def new_event_loop(self):
        """Create a new event loop."""
        return BaseEventLoop()


def get_running_loop():
    """Return the running event loop.  Raise a RuntimeError if there is
    none."""
    loop = state().running
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def _get_running_loop():
    """Return the running event loop or None."""
    return state().running


def _set_running_loop(loop):
    """Set the running event loop."""
    state().running = loop


def get_event_loop_policy():
    """Get the current event loop policy."""
    mine = state()
    if mine.policy is None:
        mine.policy = DefaultEventLoopPolicy()
    return mine.policy


def set_event_loop_policy(policy):
    """Set the current event loop policy."""
    if policy is not None and not isinstance(policy,
                                             AbstractEventLoopPolicy):
        raise TypeError("policy must be an instance of "
                        "AbstractEventLoopPolicy or None, not "
                        f"'{type(policy).__name__}'")
    state().policy = policy


def get_event_loop():
    """Return an asyncio event loop: the running one, else the
    policy's."""
    running = state().running
    if running is not None:
        return running
    return get_event_loop_policy().get_event_loop()


def set_event_loop(loop):
    """Equivalent to calling get_event_loop_policy().set_event_loop(loop)."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """Equivalent to calling get_event_loop_policy().new_event_loop()."""
    return get_event_loop_policy().new_event_loop()
