# threading.py - threads for a session that has only one.
#
# Thread.start() runs the target to its end before it returns, so join() never
# waits.  Locks keep their rules (owner, count, errors); an acquire that would
# have to wait for somebody else can never succeed and raises RuntimeError,
# unless a timeout or blocking=False asks for a plain refusal; a daemon thread
# ends there.  A Timer sleeps and then runs in start().
#
# SPDX-License-Identifier: Apache-2.0
"""threading - one thread at a time: start() runs a thread to its end."""
import sys
import traceback
from collections import deque, namedtuple

from _caisson import os_call, session_state

__all__ = ["get_ident", "active_count", "Condition", "current_thread",
           "enumerate", "main_thread", "TIMEOUT_MAX", "Event", "Lock",
           "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier",
           "BrokenBarrierError", "Timer", "ThreadError", "setprofile",
           "settrace", "local", "stack_size", "excepthook",
           "ExceptHookArgs", "getprofile", "gettrace", "get_native_id"]

TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError
_DEADLOCK = ("this wait can never end: the session has one thread and "
             "nobody else could wake it")
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


class _State:
    """The threads of a session."""

    def __init__(self):
        self.main = _MainThread()
        self.current = self.main
        self.started = 0
        self.number = 0
        self.active = [self.main]


def _state():
    return session_state("threading", _State)


def _wait_hopeless(timeout):
    """Pass the time of a wait that nobody can end early.

    A daemon that waits for others ends here: nobody would go on before it.
    """
    if _state().current.daemon:
        raise SystemExit
    if timeout is None or timeout < 0:
        raise RuntimeError(_DEADLOCK)
    os_call("time.sleep", timeout)


class _Lock:
    """What one thread at a time can hold."""

    __slots__ = ("_locked", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle '_thread.{type(self).__name__}' object")

    def __init__(self):
        self._locked = False

    def acquire(self, blocking=True, timeout=-1):
        """Take it; tell whether that worked."""
        _check_timeout(blocking, timeout)
        if not self._locked:
            self._locked = True
            return True
        if not blocking:
            return False
        _wait_hopeless(timeout)
        return False

    def release(self):
        """Give it back."""
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False

    def locked(self):
        """Does somebody hold it?"""
        return self._locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def __repr__(self):
        state = "locked" if self._locked else "unlocked"
        return f"<{state} _thread.lock object at {id(self):#x}>"

    acquire_lock, release_lock, locked_lock = acquire, release, locked


_Lock.__name__ = _Lock.__qualname__ = "lock"
_Lock.__module__ = "_thread"


def _check_timeout(blocking, timeout):
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError("timeout value must be positive")
    if timeout > TIMEOUT_MAX:
        raise OverflowError("timeout value is too large")


def Lock():
    """Make a lock."""
    return _Lock()


class _RLock:
    """A lock that its owner may take again."""

    __slots__ = ("_count", "_owner", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle '_thread.{type(self).__name__}' object")

    def __init__(self):
        self._count = 0
        self._owner = None

    def acquire(self, blocking=True, timeout=-1):
        _check_timeout(blocking, timeout)
        me = current_thread()
        if self._count and self._owner is not me:
            if not blocking:
                return False
            _wait_hopeless(timeout)
            return False
        self._owner = me
        self._count += 1
        return True

    def release(self):
        if not self._count or self._owner is not current_thread():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if not self._count:
            self._owner = None

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def _is_owned(self):
        return self._owner is current_thread()

    def _release_save(self):
        saved = self._count, self._owner
        self._count, self._owner = 0, None
        return saved

    def _acquire_restore(self, saved):
        self._count, self._owner = saved

    def __repr__(self):
        state = "locked" if self._count else "unlocked"
        owner = 0 if self._owner is None else self._owner.ident
        return (f"<{state} _thread.RLock object owner={owner} "
                f"count={self._count} at {id(self):#x}>")


_RLock.__name__ = _RLock.__qualname__ = "RLock"
_RLock.__module__ = "_thread"


def RLock():
    """Make a lock that its owner can take several times."""
    return _RLock()


class Condition:
    """A lock, and threads that wait for news."""

    def __init__(self, lock=None):
        if lock is None:
            lock = RLock()
        self._lock = lock
        self.acquire = lock.acquire
        self.release = lock.release
        self._waiters = deque()

    def _is_owned(self):
        if hasattr(self._lock, "_is_owned"):
            return self._lock._is_owned()
        return self._lock.locked()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return "<Condition(%s, %d)>" % (self._lock, len(self._waiters))

    def wait(self, timeout=None):
        """Give the lock back until there is news, or for a while."""
        if not self._is_owned():
            raise RuntimeError("cannot wait on un-acquired lock")
        _wait_hopeless(timeout)
        return False

    def wait_for(self, predicate, timeout=None):
        """Wait until a function says so."""
        result = predicate()
        if not result:
            self.wait(timeout)
            result = predicate()
        return result

    def notify(self, n=1):
        """Tell some of those who wait."""
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")

    def notify_all(self):
        """Tell all who wait."""
        self.notify()

    notifyAll = notify_all


class Semaphore:
    """A number of permits."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def __repr__(self):
        cls = self.__class__
        return (f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: "
                f"value={self._value}>")

    def acquire(self, blocking=True, timeout=None):
        """Take a permit; tell whether that worked."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking "
                             "acquire")
        if self._value > 0:
            self._value -= 1
            return True
        if not blocking:
            return False
        _wait_hopeless(timeout)
        return False

    __enter__ = acquire

    def release(self, n=1):
        """Give permits back."""
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n

    def __exit__(self, t, v, tb):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that refuses to have more permits than at first."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def __repr__(self):
        cls = self.__class__
        return (f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: "
                f"value={self._value}/{self._initial_value}>")

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")
        self._value += n


class Event:
    """Something that happens once for all who wait."""

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_thread.lock' object")

    def __init__(self):
        self._flag = False

    def __repr__(self):
        cls = self.__class__
        status = "set" if self._flag else "unset"
        return (f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: "
                f"{status}>")

    def is_set(self):
        """Has it happened?"""
        return self._flag

    isSet = is_set

    def set(self):
        """Let it happen."""
        self._flag = True

    def clear(self):
        """Let it not have happened."""
        self._flag = False

    def wait(self, timeout=None):
        """Wait for it; tell whether it has happened."""
        if not self._flag:
            _wait_hopeless(timeout)
        return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """Where threads meet; only one for a single party can be passed."""

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._parties = parties
        self._action = action
        self._timeout = timeout
        self._broken = False

    def wait(self, timeout=None):
        """Wait for the others."""
        if self._broken:
            raise BrokenBarrierError
        if self._parties == 1:
            if self._action:
                self._action()
            return 0
        _wait_hopeless(self._timeout if timeout is None else timeout)
        self._broken = True
        raise BrokenBarrierError

    def reset(self):
        self._broken = False

    def abort(self):
        """Let all who wait fail."""
        self._broken = True

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: 0)
    broken = property(lambda self: self._broken)


class Thread:
    """A function that runs beside others; here it runs in start()."""

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
        self._daemonic = daemon if daemon is not None else False
        self._ident = None
        self._began = False
        self._is_stopped = False
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
        """Run it: here, from beginning to end."""
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._began:
            raise RuntimeError("threads can only be started once")
        state = _state()
        state.started += 1
        self._began = True
        self._ident = state.started + 1
        caller = state.current
        state.current = self
        state.active.append(self)
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
            self._is_stopped = True
            state.active.remove(self)
            state.current = caller

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
        if not self.finished.is_set():
            os_call("time.sleep", self.interval)
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
    return list(_state().active)


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
    """Nothing is left running at the end."""
