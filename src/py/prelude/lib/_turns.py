# _turns.py - the threads of a session take turns.
#
# A thread runs until it waits or ends.  Another one is a fiber (vm/fiber.c): to
# wait it parks, which returns to whoever let it run.  The main thread stays on
# the stack; while it waits it lets the others run, and when none of them can it
# passes the time until the first of those who sleep is due.
#
# SPDX-License-Identifier: Apache-2.0
"""Who runs, who may run, and who waits for how long."""
from collections import deque
from heapq import heappop, heappush

from _caisson import os_call, session_state
from intrinsics import _fiber_go, _fiber_park, _root

DEADLOCK = "this wait can never end: no thread is left that could wake it"
# Keys of the session's state that each thread has for itself.
OWN = "asyncio", "contextvars"


class Waiter:
    """One wait of a thread."""

    __slots__ = "thread", "over", "woken"

    def __init__(self, thread):
        self.thread = thread
        self.over = self.woken = False


class Turns:
    """The threads of a session."""

    def __init__(self):
        self.main = self.current = None  # threading sets them
        self.started = self.number = 0
        self.active = {}  # by number
        self.others = session_state("threads", dict)  # without the main one
        self.ready = deque()
        self.sleeping = []  # a heap of (time, number, Waiter)
        self.sleeps = 0
        _root('fibers', {})  # those put aside, by number


def _now():
    return os_call("time.monotonic_ns", "time.monotonic") / 1_000_000_000


def _existing():
    return _root('state').get("threading")


def turns():
    """The session's threads; threading.py makes the first."""
    found = _existing()
    if found is None:
        from threading import _state
        found = _state()
    return found


def _own():
    state = _root('state')
    return [state.pop(key, None) for key in OWN]


def _restore(kept):
    state = _root('state')
    for key, value in zip(OWN, kept):
        if value is None:
            state.pop(key, None)
        else:
            state[key] = value


def resume(thread):
    """Let a thread run until it waits or ends."""
    all_, fibers, number = turns(), _root('fibers'), thread._ident
    caller, kept = all_.current, _own()
    all_.current = thread
    _restore(thread._kept)
    try:
        fibers[number] = _fiber_go(fibers.get(number, thread._live))
        if fibers[number] is None:
            del fibers[number]  # it has ended
    except BaseException:  # there was no room for it
        all_.ready.appendleft(thread)
        raise
    finally:
        thread._kept = _own()
        all_.current = caller
        _restore(kept)


def _end(all_, waiter, woken):
    waiter.over, waiter.woken = True, woken
    if waiter.thread is not all_.main:
        all_.ready.append(waiter.thread)


def wake(queue, n=1):
    """Let the first n of those who wait in a queue go on."""
    while queue and n > 0:
        waiter = queue.popleft()
        if not waiter.over:
            _end(turns(), waiter, True)
            n -= 1


def _wake_sleepers(all_):
    """Those whose time has come."""
    sleeping = all_.sleeping
    if sleeping:
        now = _now()
        while sleeping and sleeping[0][0] <= now:
            waiter = heappop(sleeping)[2]
            if not waiter.over:
                _end(all_, waiter, False)


def _pass_time(all_):
    """Nobody can run: wait for the first who sleeps."""
    sleeping = all_.sleeping
    while sleeping and sleeping[0][2].over:
        heappop(sleeping)
    if not sleeping:
        raise RuntimeError(DEADLOCK)
    left = sleeping[0][0] - _now()
    if left > 0:
        os_call("time.sleep", left)


def _run_others(all_, waiter):
    """The main thread waits."""
    while not waiter.over:
        _wake_sleepers(all_)
        if waiter.over:
            return
        if all_.ready:
            resume(all_.ready.popleft())
        else:
            _pass_time(all_)


def wait(queue, timeout=None):
    """Wait in a queue for wake(), or for a time; tell whether it was wake()."""
    all_ = turns()
    waiter = Waiter(all_.current)
    if timeout is not None:
        when = _now() + timeout
        all_.sleeps += 1
        heappush(all_.sleeping, (when, all_.sleeps, waiter))
    queue.append(waiter)
    try:
        if all_.current is all_.main:
            _run_others(all_, waiter)
        else:
            _fiber_park()
    finally:
        if not waiter.woken:
            waiter.over = True
            if waiter in queue:
                queue.remove(waiter)
    return waiter.woken


def sleep(seconds):
    """Let the others run for a time; False if there are none."""
    all_ = _existing()
    if all_ is None or not all_.others:
        return False
    if seconds > 0:
        wait(deque(), seconds)
    else:
        give_way()
    return True


def give_way():
    """Let those who can run have their turn."""
    all_ = _existing()
    if all_ is None or not all_.others:
        return
    _wake_sleepers(all_)
    if all_.current is not all_.main:
        if all_.ready:
            all_.ready.append(all_.current)
            _fiber_park()
        return
    for _ in range(len(all_.ready)):
        resume(all_.ready.popleft())


def has_others():
    """Are there threads beside the main one?"""
    return bool(_root('state').get("threads"))


def earliest(patience):
    """So many seconds at most until a thread that sleeps is due; or None."""
    sleeping = turns().sleeping
    if not sleeping:
        return patience
    left = max(0, sleeping[0][0] - _now())
    return left if patience is None else min(left, patience)


def finish():
    """The program has ended: threads that are no daemons run to their end."""
    all_ = _existing()
    while all_ and any(
            not thread.daemon for thread in all_.others.values()):
        _wake_sleepers(all_)
        if all_.ready:
            resume(all_.ready.popleft())
        elif all_.sleeping:
            _pass_time(all_)
        else:
            return  # they wait for ever
