# asyncio/locks.py - synchronisation between coroutines.
#
# All of them share one notion: a Line of futures, one per waiting coroutine.
# Whoever gives something away sets the future at the head; the coroutine leaves
# the line when it runs again.  A future that is done but still in line is a
# gift on its way; if its coroutine is cancelled meanwhile, `give_back` passes
# the gift on.
#
# SPDX-License-Identifier: Apache-2.0
"""Locks, events, conditions, semaphores, barriers."""
import collections

from asyncio import events
from asyncio.exceptions import BrokenBarrierError, CancelledError

__all__ = ("Lock", "Event", "Condition", "Semaphore", "BoundedSemaphore",
           "Barrier")


class LoopBound:
    """An object that belongs to the first loop it is used in."""

    _loop = None

    def _bind(self):
        loop = events.get_running_loop()
        if self._loop is None:
            self._loop = loop
        elif self._loop is not loop:
            raise RuntimeError(f"{self!r} is bound to a different event "
                               "loop")
        return loop


class Line(collections.deque):
    """Coroutines that wait, first come first served."""

    async def stand(self, loop, give_back=None):
        """Wait until somebody calls."""
        turn = loop.create_future()
        self.append(turn)
        try:
            await turn
        except BaseException:
            self.remove(turn)
            if give_back is not None and not turn.cancelled():
                give_back()
            raise
        self.remove(turn)

    def call(self, count=1):
        """Wake the first `count` that nobody woke yet; return how many."""
        woken = 0
        for turn in self:
            if woken >= count:
                break
            if not turn.done():
                turn.set_result(True)
                woken += 1
        return woken

    def serving(self):
        """Is a gift on its way?"""
        return any(turn.done() and not turn.cancelled() for turn in self)

    def anyone(self):
        """Does anybody wait who was not cancelled?"""
        return any(not turn.cancelled() for turn in self)


class _Shown(LoopBound):
    """The repr that all of them have: state and number of waiters."""

    def __repr__(self):
        traits = [self._describe()]
        if self._waiters:
            traits.append(f"waiters:{len(self._waiters)}")
        return f"<{object.__repr__(self)[1:-1]} [{', '.join(traits)}]>"


class _Held(_Shown):
    """`async with` takes it and gives it back."""

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()

    def _describe(self):
        return "locked" if self.locked() else "unlocked"


class Lock(_Held):
    """A lock that one coroutine can hold."""

    def __init__(self):
        self._waiters = Line()
        self._locked = False

    def locked(self):
        """Does somebody hold the lock?"""
        return self._locked

    async def acquire(self):
        """Wait for the lock and take it."""
        if self._locked or self._waiters.anyone():
            await self._waiters.stand(self._bind(), self._next)
        self._locked = True
        return True

    def release(self):
        """Give the lock to the next in line."""
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._next()

    def _next(self):
        if not (self._locked or self._waiters.serving()):
            self._waiters.call()


class Event(_Shown):
    """A flag that coroutines can wait for."""

    def __init__(self):
        self._waiters = Line()
        self._value = False

    def _describe(self):
        return "set" if self._value else "unset"

    def is_set(self):
        """Is the flag up?"""
        return self._value

    def set(self):
        """Raise the flag and wake everybody."""
        self._value = True
        self._waiters.call(len(self._waiters))

    def clear(self):
        """Lower the flag."""
        self._value = False

    async def wait(self):
        """Wait until the flag is up."""
        if not self._value:
            await self._waiters.stand(self._bind())
        return True


class Condition(_Held):
    """Coroutines that hold a lock wait here for news from each other."""

    def __init__(self, lock=None):
        self._lock = Lock() if lock is None else lock
        self._waiters = Line()
        for name in ("locked", "acquire", "release"):
            setattr(self, name, getattr(self._lock, name))

    async def wait(self):
        """Let the lock go until notified."""
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        loop = self._bind()
        self.release()
        try:
            await self._waiters.stand(loop)
        finally:
            # Even a cancelled caller must hold the lock when we return.
            await self._retake()
        return True

    async def _retake(self):
        interrupted = None
        while True:
            try:
                await self.acquire()
                break
            except CancelledError as exc:
                interrupted = exc
        if interrupted is not None:
            raise interrupted

    async def wait_for(self, predicate):
        """Wait until predicate() is true; return its value."""
        while not (value := predicate()):
            await self.wait()
        return value

    def notify(self, n=1):
        """Wake `n` of those that wait."""
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        self._waiters.call(n)

    def notify_all(self):
        """Wake all that wait."""
        self.notify(len(self._waiters))


class Semaphore(_Held):
    """A number of permits; who wakes a waiter takes the permit for it."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._value = value
        self._waiters = Line()

    def _describe(self):
        if self.locked():
            return "locked"
        return f"unlocked, value:{self._value}"

    def locked(self):
        """Would acquire() have to wait?"""
        return not self._value or self._waiters.anyone()

    async def acquire(self):
        """Wait for a permit and take it."""
        if self.locked():
            await self._waiters.stand(self._bind(), self._put_back)
            self._serve()
        else:
            self._value -= 1
        return True

    def release(self):
        """Give a permit back."""
        self._put_back()

    def _put_back(self):
        self._value += 1
        self._serve()

    def _serve(self):
        if self._value > 0:
            self._value -= self._waiters.call()


class BoundedSemaphore(Semaphore):
    """A semaphore that notices when too many permits come back."""

    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._most = value

    def release(self):
        """Give a permit back, if one is out."""
        if self._value >= self._most:
            raise ValueError("BoundedSemaphore released too many times")
        self._put_back()


FILLING, DRAINING = "filling", "draining"
RESETTING, BROKEN = "resetting", "broken"


class Barrier(LoopBound):
    """Holds tasks until `parties` of them have come."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._size = parties
        self._phase = FILLING
        self._count = 0
        self._door = Line()   # those that come while others leave
        self._hall = Line()   # those that wait for the last one

    def __repr__(self):
        shown = self._phase
        if shown != BROKEN:
            shown += f", waiters:{self.n_waiting}/{self._size}"
        return f"<{object.__repr__(self)[1:-1]} [{shown}]>"

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the others; return the number of this task, from 0."""
        loop = self._bind()
        while self._phase in (DRAINING, RESETTING):
            await self._door.stand(loop)
        if self._phase == BROKEN:
            raise BrokenBarrierError("Barrier aborted")
        number = self._count
        self._count += 1
        try:
            if self._count == self._size:
                self._open_as(DRAINING)
            else:
                await self._hall.stand(loop)
            if self._phase != DRAINING:
                raise BrokenBarrierError("Abort or reset of barrier")
            return number
        finally:
            self._leave()

    def _open_as(self, phase):
        self._phase = phase
        self._hall.call(len(self._hall))

    def _leave(self):
        self._count -= 1
        if not self._count:
            if self._phase != BROKEN:
                self._phase = FILLING
            self._door.call(len(self._door))

    async def reset(self):
        """Send those inside away and start anew."""
        self._open_as(RESETTING if self._count else FILLING)
        if not self._count:
            self._door.call(len(self._door))

    async def abort(self):
        """Break the barrier for all."""
        self._open_as(BROKEN)
        self._door.call(len(self._door))

    @property
    def parties(self):
        """How many tasks it takes."""
        return self._size

    @property
    def n_waiting(self):
        """How many tasks wait now."""
        return self._count if self._phase == FILLING else 0

    @property
    def broken(self):
        """Was the barrier aborted?"""
        return self._phase == BROKEN
