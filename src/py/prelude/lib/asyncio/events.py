# asyncio/events.py - handles, and which loop is whose.
#
# A loop's ready queue holds runnables: objects whose _run() never raises
# anything but SystemExit and KeyboardInterrupt.  Handles are runnables around
# a function; a task is its own runnable (tasks.py).  Which loop runs belongs
# to the session.
#
# SPDX-License-Identifier: Apache-2.0
"""Handles, policies and access to the current loop."""
import contextvars
import functools
import reprlib
import types

from _caisson import session_state

__all__ = ("AbstractEventLoopPolicy", "AbstractEventLoop", "AbstractServer",
           "Handle", "TimerHandle", "get_event_loop_policy",
           "set_event_loop_policy", "get_event_loop", "set_event_loop",
           "new_event_loop", "_set_running_loop", "get_running_loop",
           "_get_running_loop")


class Session:
    """What asyncio remembers: `seats` maps a loop to its current task."""

    __slots__ = ("running", "policy", "seats", "task_number")

    def __init__(self):
        self.running = None
        self.policy = None
        self.seats = {}
        self.task_number = 0


def session():
    return session_state("asyncio", Session)


# -------------------------------------------------------------------- handles


def show_arguments(args, keywords):
    shown = [*map(reprlib.repr, args)]
    shown += [f"{k}={reprlib.repr(v)}" for k, v in keywords.items()]
    return f"({', '.join(shown)})"


def show_call(func, args):
    """A call as text with the place of the function, if it has one."""
    tail = show_arguments(args, {})
    while isinstance(func, functools.partial):
        tail = show_arguments(func.args, func.keywords) + tail
        func = func.func
    name = getattr(func, "__qualname__", "") or getattr(func, "__name__", "")
    while hasattr(func, "__wrapped__"):
        func = func.__wrapped__
    place = ""
    if isinstance(func, types.FunctionType):
        code = func.__code__
        place = f" at {code.co_filename}:{code.co_firstlineno}"
    return f"{name or repr(func)}{tail}{place}"


class Handle:
    """A call that waits for its turn."""

    __slots__ = ("_func", "_params", "_loop", "_context", "__weakref__")

    def __init__(self, callback, args, loop, context=None):
        self._func = callback
        self._params = args
        self._loop = loop
        if context is None:
            context = contextvars.copy_context()
        self._context = context

    def __repr__(self):
        return f"<{' '.join([type(self).__name__, *self._traits()])}>"

    def _traits(self):
        if self._params is None:
            return ["cancelled"]
        return [show_call(self._func, self._params)]

    def cancel(self):
        """Make the call not happen."""
        self._func = self._params = None

    def cancelled(self):
        """Was the call called off?"""
        return self._params is None

    def _run(self):
        params = self._params
        if params is None:
            return
        try:
            self._context.run(self._func, *params)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            call = show_call(self._func, params)
            self._loop.call_exception_handler({
                "message": f"Exception in callback {call}",
                "exception": exc, "handle": self})


@functools.total_ordering
class TimerHandle(Handle):
    """A call that waits for a time."""

    # _queued: lies in the loop's heap of timers.
    __slots__ = ("_when", "_queued")

    def __init__(self, when, callback, args, loop, context=None):
        Handle.__init__(self, callback, args, loop, context)
        self._when = when
        self._queued = False

    def _traits(self):
        traits = Handle._traits(self)
        traits.insert(1 if self.cancelled() else 0, f"when={self._when}")
        return traits

    def cancel(self):
        """Make the call not happen."""
        if self._queued and self._params is not None:
            self._loop._timer_died()
        Handle.cancel(self)

    def when(self):
        """The time of the call, on the loop's clock."""
        return self._when

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        if not isinstance(other, TimerHandle):
            return NotImplemented
        return self._when < other._when

    def __eq__(self, other):
        if not isinstance(other, TimerHandle):
            return NotImplemented
        return ((self._when, self._func, self._params)
                == (other._when, other._func, other._params))


# ------------------------------------------------------------------- abstract


def _abstract(cls, names):
    """Give a class methods that only raise NotImplementedError."""
    def refusing(name):
        def method(self, *args, **kwargs):
            raise NotImplementedError

        method.__name__ = name
        method.__qualname__ = f"{cls.__name__}.{name}"
        return method

    for name in names.split():
        setattr(cls, name, refusing(name))


class AbstractServer:
    """What create_server() would return; there are no servers here."""


class AbstractEventLoop:
    """The methods that every loop has."""

    async def shutdown_asyncgens(self):
        raise NotImplementedError

    async def shutdown_default_executor(self):
        raise NotImplementedError

    def _enqueue(self, runnables):
        for runnable in runnables:
            self.call_soon(runnable._run)

    def _queue_end(self):
        return lambda runnable: self.call_soon(runnable._run)


class AbstractEventLoopPolicy:
    """Decides which loop belongs to the caller."""


_abstract(AbstractEventLoop,
          "run_forever run_until_complete stop is_running is_closed close "
          "call_soon call_soon_threadsafe call_later call_at time "
          "create_future create_task run_in_executor set_default_executor "
          "get_exception_handler set_exception_handler "
          "default_exception_handler call_exception_handler "
          "get_debug set_debug set_task_factory get_task_factory "
          "add_signal_handler remove_signal_handler")
_abstract(AbstractEventLoopPolicy,
          "get_event_loop set_event_loop new_event_loop "
          "get_child_watcher set_child_watcher")


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop per session, made on the first request."""

    _loop_factory = None  # base_events.py fills it in

    def __init__(self):
        self._loop = None
        self._may_make = True

    def get_event_loop(self):
        """The loop that was set, or a first one."""
        if self._loop is None:
            if not self._may_make:
                raise RuntimeError("There is no current event loop in thread "
                                   "'MainThread'.")
            self.set_event_loop(self.new_event_loop())
        return self._loop

    def set_event_loop(self, loop):
        """Make `loop` the current one."""
        if not isinstance(loop, (AbstractEventLoop, type(None))):
            raise TypeError("loop must be an instance of AbstractEventLoop "
                            f"or None, not '{type(loop).__name__}'")
        self._may_make = False
        self._loop = loop

    def new_event_loop(self):
        """Make a loop."""
        return self._loop_factory()


# --------------------------------------------------------------------- access


def get_event_loop_policy():
    """The policy in force."""
    mine = session()
    if mine.policy is None:
        mine.policy = BaseDefaultEventLoopPolicy()
    return mine.policy


def set_event_loop_policy(policy):
    """Put a policy in force; None brings the default one back."""
    if not isinstance(policy, (AbstractEventLoopPolicy, type(None))):
        raise TypeError(
            "policy must be an instance of AbstractEventLoopPolicy or None, "
            f"not '{type(policy).__name__}'")
    session().policy = policy


def _get_running_loop():
    return session().running


def _set_running_loop(loop):
    session().running = loop


def get_running_loop():
    """The loop that runs the caller; a RuntimeError outside of loops."""
    running = session().running
    if running is None:
        raise RuntimeError("no running event loop")
    return running


def get_event_loop():
    """The running loop, or else the policy's."""
    return session().running or get_event_loop_policy().get_event_loop()


def set_event_loop(loop):
    """Tell the policy which loop is current."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """Let the policy make a loop."""
    return get_event_loop_policy().new_event_loop()
