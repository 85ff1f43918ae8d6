# _locks.py - what threads wait for: locks, conditions, events, barriers.
#
# Threads change only where one of them waits (_turns.py), so nothing in here is
# ever interrupted, and plain fields are enough.
#
# SPDX-License-Identifier: Apache-2.0
"""Locks and the like; threading has them all."""
from collections import deque
from time import monotonic

from _turns import give_way, turns, wait, wake

TIMEOUT_MAX = 9223372036.0


def _ident():
    return turns().current.ident


def _deadline(timeout):
    return None if timeout is None or timeout < 0 else monotonic() + timeout


def _wait_until(ready, queue, timeout):
    """Wait in a queue until ready() is true, or for a time; is it?"""
    end = _deadline(timeout)
    while not ready():
        left = None if end is None else end - monotonic()
        if left is not None and left <= 0:
            return False
        wait(queue, left)
    return True


def _check_timeout(blocking, timeout):
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError("timeout value must be positive")
    if timeout > TIMEOUT_MAX:
        raise OverflowError("timeout value is too large")


class _Lock:
    """What one thread at a time can hold."""

    __slots__ = ("_locked", "_queue", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle '_thread.{type(self).__name__}' object")

    def __init__(self):
        self._locked = False
        self._queue = None

    def acquire(self, blocking=True, timeout=-1):
        """Take it; tell whether that worked."""
        _check_timeout(blocking, timeout)
        if self._locked and not (blocking and self._wait(timeout)):
            return False
        self._locked = True
        return True

    def _wait(self, timeout):
        if self._queue is None:
            self._queue = deque()
        return _wait_until(lambda: not self._locked, self._queue, timeout)

    def release(self):
        """Give it back."""
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False
        if self._queue:
            wake(self._queue)

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


def Lock():
    """Make a lock."""
    return _Lock()


class _RLock:
    """A lock that its owner may take again."""

    __slots__ = ("_count", "_owner", "_queue", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle '_thread.{type(self).__name__}' object")

    def __init__(self):
        self._count = 0
        self._owner = None
        self._queue = deque()

    def acquire(self, blocking=True, timeout=-1):
        if blocking is not True or timeout != -1:
            _check_timeout(blocking, timeout)
        me = _ident()
        if self._count and self._owner != me:
            if not blocking or not _wait_until(lambda: not self._count,
                                               self._queue, timeout):
                return False
        self._owner = me
        self._count += 1
        return True

    def release(self):
        if not self._count or self._owner != _ident():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if not self._count:
            self._free()

    def _free(self):
        self._count, self._owner = 0, None
        if self._queue:
            wake(self._queue)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def _is_owned(self):
        return self._owner == _ident()

    def _release_save(self):
        saved = self._count, self._owner
        self._free()
        return saved

    def _acquire_restore(self, saved):
        _wait_until(lambda: not self._count, self._queue, None)
        self._count, self._owner = saved

    def __repr__(self):
        state = "locked" if self._count else "unlocked"
        return (f"<{state} _thread.RLock object owner={self._owner or 0} "
                f"count={self._count} at {id(self):#x}>")


_RLock.__name__ = _RLock.__qualname__ = "RLock"
_RLock.__module__ = "_thread"


def RLock():
    """Make a lock that its owner can take several times."""
    return _RLock()


class Condition:
    """A lock, and threads that wait for news."""

    __module__ = "threading"

    def __init__(self, lock=None):
        if lock is None:
            lock = RLock()
        self._lock = lock
        self.acquire = lock.acquire
        self.release = lock.release
        for name in "_release_save", "_acquire_restore", "_is_owned":
            if hasattr(lock, name):
                setattr(self, name, getattr(lock, name))
        self._waiters = deque()

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, saved):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

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
        saved = self._release_save()
        try:
            if timeout is not None and timeout <= 0:
                give_way()
                return False
            return wait(self._waiters, timeout)
        finally:
            self._acquire_restore(saved)

    def wait_for(self, predicate, timeout=None):
        """Wait until a function says so."""
        end = _deadline(timeout)
        result = predicate()
        while not result:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        """Tell some of those who wait."""
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")
        wake(self._waiters, n)

    def notify_all(self):
        """Tell all who wait."""
        self.notify(len(self._waiters))

    notifyAll = notify_all


class Semaphore:
    """A number of permits."""

    __module__ = "threading"

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value
        self._queue = deque()

    def __repr__(self):
        cls = self.__class__
        return (f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: "
                f"value={self._value}>")

    def acquire(self, blocking=True, timeout=None):
        """Take a permit; tell whether that worked."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking "
                             "acquire")
        if self._value <= 0:
            if not blocking or not _wait_until(lambda: self._value > 0,
                                               self._queue, timeout):
                return False
        self._value -= 1
        return True

    __enter__ = acquire

    def release(self, n=1):
        """Give permits back."""
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n
        wake(self._queue, n)

    def __exit__(self, t, v, tb):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that refuses to have more permits than at first."""

    __module__ = "threading"

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
        wake(self._queue, n)


class Event:
    """Something that happens once for all who wait."""

    __module__ = "threading"

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_thread.lock' object")

    def __init__(self):
        self._flag = False
        self._queue = deque()

    def __repr__(self):
        cls = self.__class__
        status = "set" if self._flag else "unset"
        return (f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: "
                f"{status}>")

    def is_set(self):
        """Has it happened?"""
        if not self._flag:
            give_way()  # somebody may be asking again and again
        return self._flag

    isSet = is_set

    def set(self):
        """Let it happen."""
        self._flag = True
        wake(self._queue, len(self._queue))

    def clear(self):
        """Let it not have happened."""
        self._flag = False

    def wait(self, timeout=None):
        """Wait for it; tell whether it has happened."""
        if not self._flag:
            return wait(self._queue, timeout) or self._flag
        return True


class BrokenBarrierError(RuntimeError):
    __module__ = "threading"


class Barrier:
    """Where threads meet."""

    __module__ = "threading"

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._parties = parties
        self._action = action
        self._timeout = timeout
        self._broken = False
        self._queue = deque()  # one Waiter for each who is there
        self._fate = [None]    # of those: None, or the error they get

    def wait(self, timeout=None):
        """Wait for the others; give the number of those who came before."""
        if self._broken:
            raise BrokenBarrierError
        place, fate = len(self._queue), self._fate
        if place + 1 == self._parties:
            self._open()
            return place
        woken = wait(self._queue, self._timeout if timeout is None else timeout)
        if not woken and not self._broken:
            self.abort()
        if not woken or fate[0]:
            raise BrokenBarrierError
        return place

    def _open(self):
        try:
            if self._action:
                self._action()
        except BaseException:
            self.abort()
            raise
        self._fate = [None]
        wake(self._queue, len(self._queue))

    def _fail(self):
        self._fate[0] = BrokenBarrierError
        self._fate = [None]
        wake(self._queue, len(self._queue))

    def reset(self):
        """Begin again; those who wait fail."""
        self._fail()
        self._broken = False

    def abort(self):
        """Let all who wait fail."""
        self._broken = True
        self._fail()

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: len(self._queue))
    broken = property(lambda self: self._broken)
