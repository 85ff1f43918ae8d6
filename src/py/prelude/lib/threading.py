# threading.py - threads that take turns.
#
# A session runs one thread at a time: start() lets the new one run until it
# waits or ends, and threads change only where one waits (_turns.py).  A wait
# that nobody is left to end raises RuntimeError.
#
# SPDX-License-Identifier: Apache-2.0
"""threading - threads that run until they wait, one at a time."""
import sys
import traceback
from collections import deque, namedtuple

import _turns
from _caisson import session_state
from _locks import (TIMEOUT_MAX, Barrier, BoundedSemaphore, BrokenBarrierError,
                    Condition, Event, Lock, RLock, Semaphore)

__all__ = ["get_ident", "active_count", "Condition", "current_thread",
           "enumerate", "main_thread", "TIMEOUT_MAX", "Event", "Lock",
           "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier",
           "BrokenBarrierError", "Timer", "ThreadError", "setprofile",
           "settrace", "local", "stack_size", "excepthook",
           "ExceptHookArgs", "getprofile", "gettrace", "get_native_id"]

ThreadError = RuntimeError
_HookArgs = namedtuple("_ExceptHookArgs",
                            "exc_type exc_value exc_traceback thread",
                            module="threading")


class _ExceptHookArgs(_HookArgs):
    """What excepthook gets, made of a sequence of four."""

    __slots__ = ()

    def __new__(cls, items, /):
        if not hasattr(items, "__iter__"):
            raise TypeError("constructor requires a sequence")
        items = tuple(items)
        if len(items) != 4:
            raise TypeError("_thread._ExceptHookArgs() takes a 4-sequence "
                            f"({len(items)}-sequence given)")
        return tuple.__new__(cls, items)


ExceptHookArgs = _ExceptHookArgs


def _new_turns():
    made = _turns.Turns()
    made.main = made.current = main = _MainThread()
    made.active[main.ident] = main
    return made


def _state():
    return session_state("threading", _new_turns)


class Thread:
    """A function that runs beside others."""

    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(),
                 kwargs=None, *, daemon=None):
        assert group is None, "group argument must be None for now"
        if name is not None:
            name = str(name)
        else:
            state = _state()
            state.number += 1
            name = f"Thread-{state.number}"
            if target is not None:
                try:
                    name += f" ({target.__name__})"
                except AttributeError:
                    pass
        self._target = target
        self._name = name
        self._args = args
        self._kwargs = {} if kwargs is None else kwargs
        self._daemonic = (current_thread().daemon if daemon is None
                          else daemon)
        self._ident = None
        self._began = False
        self._is_stopped = False
        self._joiners = deque()
        self._kept = None, None
        self._initialized = True

    def __repr__(self):
        assert self._initialized, "Thread.__init__() was not called"
        status = "initial"
        if self._began:
            status = "started"
        if self._is_stopped:
            status = "stopped"
        if self._daemonic:
            status += " daemon"
        if self._ident is not None:
            status += " %s" % self._ident
        return "<%s(%s, %s)>" % (self.__class__.__name__, self._name,
                                 status)

    def start(self):
        """Let it run until it waits or ends."""
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._began:
            raise RuntimeError("threads can only be started once")
        state = _state()
        state.started += 1
        self._began = True
        self._ident = state.started + 1
        state.active[self._ident] = state.others[self._ident] = self
        _turns.resume(self)

    def _live(self):
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException:
            # The program may have put its own into the module.
            hook = sys.modules.get("threading")
            hook = getattr(hook, "excepthook", excepthook)
            hook(ExceptHookArgs((*sys.exc_info(), self)))
        finally:
            state = _state()
            self._is_stopped = True
            for those in state.active, state.others:
                those.pop(self._ident, None)
            _turns.wake(self._joiners, len(self._joiners))

    def run(self):
        """What the thread does; can be overridden."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def join(self, timeout=None):
        """Wait for its end."""
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if not self._began:
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        if self.is_alive() and not (timeout is not None and timeout <= 0):
            _turns.wait(self._joiners, timeout)

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = str(name)

    @property
    def ident(self):
        return self._ident

    @property
    def native_id(self):
        return self._ident

    def is_alive(self):
        """Has it begun and not ended?"""
        if self._began and not self._is_stopped:
            _turns.give_way()  # somebody may be asking again and again
        return self._began and not self._is_stopped

    @property
    def daemon(self):
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if self._began:
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = daemonic

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name


class _MainThread(Thread):
    def __init__(self):
        self._name = "MainThread"
        self._daemonic = False
        self._ident = 1
        self._began = True
        self._is_stopped = False
        self._joiners = deque()
        self._initialized = True


class Timer(Thread):
    """A thread that waits before it calls a function."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval = interval
        self.function = function
        self.args = args if args is not None else []
        self.kwargs = kwargs if kwargs is not None else {}
        self.finished = Event()

    def cancel(self):
        """Do not call the function any more."""
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


def excepthook(args, /):
    """Print an exception that ended a thread."""
    exc_type, exc_value, exc_traceback, thread = args
    if exc_type == SystemExit:
        return
    stderr = sys.stderr
    if stderr is None:
        return
    name = thread.name if thread is not None else get_ident()
    print(f"Exception in thread {name}:", file=stderr, flush=True)
    traceback.print_exception(exc_type, exc_value, exc_traceback,
                              file=stderr)
    stderr.flush()


__excepthook__ = excepthook


def current_thread():
    """The thread that runs."""
    return _state().current


currentThread = current_thread


def main_thread():
    """The thread of the program itself."""
    return _state().main


def get_ident():
    """A number for the thread that runs."""
    return _state().current.ident


get_native_id = get_ident


def active_count():
    """How many threads have not ended."""
    return len(_state().active)


activeCount = active_count


def enumerate():
    """The threads that have not ended."""
    return list(_state().active.values())


class local:
    """Attributes that each thread has for itself."""

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        object.__setattr__(self, "_local__spaces", {})
        object.__setattr__(self, "_local__args", (args, kwargs))
        spaces = object.__getattribute__(self, "_local__spaces")
        spaces[current_thread()] = {}
        return self

    def _local__space(self):
        spaces = object.__getattribute__(self, "_local__spaces")
        me = current_thread()
        space = spaces.get(me)
        if space is None:
            space = spaces[me] = {}
            args, kwargs = object.__getattribute__(self, "_local__args")
            type(self).__init__(self, *args, **kwargs)
        return space

    def __getattribute__(self, name):
        if name.startswith("_local__"):
            return object.__getattribute__(self, name)
        space = object.__getattribute__(self, "_local__space")()
        if name == "__dict__":
            return space
        if name in space:
            return space[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute "
                                 "'__dict__' is read-only")
        slot = getattr(type(self), name, None)
        if hasattr(slot, "__set__"):
            slot.__set__(self, value)
        else:
            object.__getattribute__(self, "_local__space")()[name] = value

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute "
                                 "'__dict__' is read-only")
        space = object.__getattribute__(self, "_local__space")()
        if name not in space:
            raise AttributeError(name)
        del space[name]


local.__module__, local.__name__, local.__qualname__ = (
    "_thread", "_local", "_local")


def stack_size(size=0):
    """The size of stacks; it cannot be changed."""
    if size and size < 32768:
        raise ValueError(f"size not valid: {size} bytes")
    return 0


def settrace(func):
    """Tracing is not available."""


setprofile = settrace


def gettrace():
    return None


getprofile = gettrace


def _register_atexit(func, *arg, **kwargs):
    """There is no exit of an interpreter to wait for."""


def _shutdown():
    """Wait for the threads that are no daemons."""
    _turns.finish()
