# concurrent/futures/__init__.py - executors, and the results to come.
#
# Threads take turns where they wait (_turns.py): submit() lets the function run
# until then, so most futures are done when one gets them.
#
# SPDX-License-Identifier: Apache-2.0
"""Functions that run now or later, and their results."""
import itertools
import types
from collections import deque, namedtuple
from time import monotonic

import _turns
from _caisson import session_state

__all__ = ("FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED",
           "CancelledError", "TimeoutError",
           "BrokenExecutor", "Future", "Executor", "wait", "as_completed",
           "ProcessPoolExecutor", "ThreadPoolExecutor")

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"
PENDING, RUNNING, FINISHED = "PENDING", "RUNNING", "FINISHED"
CANCELLED, CANCELLED_AND_NOTIFIED = "CANCELLED", "CANCELLED_AND_NOTIFIED"
_OVER = (FINISHED, CANCELLED, CANCELLED_AND_NOTIFIED)
DoneAndNotDoneFutures = namedtuple("DoneAndNotDoneFutures", "done not_done")
TimeoutError = TimeoutError


class Error(Exception):
    """What goes wrong with futures."""

    __module__ = "concurrent.futures._base"


class CancelledError(Error):
    """There is no result: somebody cancelled the future."""

    __module__ = "concurrent.futures._base"


class InvalidStateError(Error):
    """The future is done already."""

    __module__ = "concurrent.futures._base"


class BrokenExecutor(RuntimeError):
    """The executor cannot work any more."""

    __module__ = "concurrent.futures._base"


class _BrokenThreadPool(BrokenExecutor):
    """The initializer of a thread failed."""


_BrokenThreadPool.__name__ = _BrokenThreadPool.__qualname__ = "BrokenThreadPool"
_BrokenThreadPool.__module__ = "concurrent.futures.thread"


class Future:
    """The result of a function, there or still to come."""

    __module__ = "concurrent.futures._base"
    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self):
        self._state = PENDING
        self._outcome = None    # the result, or the exception
        self._failed = False
        self._listeners = []
        self._queue = deque()   # who waits

    def __repr__(self):
        shown = self._state.partition("_")[0].lower()
        if self._state == FINISHED:
            verb = "raised" if self._failed else "returned"
            shown += f" {verb} {type(self._outcome).__name__}"
        return f"<{type(self).__name__} at {id(self):#x} state={shown}>"

    # -- for those who wait

    def cancelled(self):
        """Was it cancelled?"""
        return self._state in _OVER[1:]

    def running(self):
        """Is the function running?"""
        return self._state == RUNNING

    def done(self):
        """Is it over, in one way or another?"""
        return self._state in _OVER

    def _wait(self, timeout):
        if not self.done():
            _turns.wait(self._queue, timeout)
        if self.cancelled():
            raise CancelledError()
        if self._state != FINISHED:
            raise TimeoutError()

    def result(self, timeout=None):
        """What the function returned; raises what it raised."""
        self._wait(timeout)
        if self._failed:
            raise self._outcome
        return self._outcome

    def exception(self, timeout=None):
        """What the function raised, or None."""
        self._wait(timeout)
        return self._outcome if self._failed else None

    def add_done_callback(self, fn):
        """Call fn(future) when it is over."""
        self._listeners.append(fn)
        if self.done():
            self._tell()

    def cancel(self):
        """Cancel it unless it runs or has run; tell whether it worked."""
        if self._state == PENDING:
            self._end(CANCELLED)
        return self.cancelled()

    # -- for executors

    def _tell(self):
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            try:
                listener(self)
            except Exception:
                pass  # not our affair

    def _end(self, state):
        self._state = state
        _turns.wake(self._queue, len(self._queue))
        self._tell()

    def set_running_or_notify_cancel(self):
        """Begin; False if it was cancelled before."""
        if self._state == PENDING:
            self._state = RUNNING
            return True
        if self._state != CANCELLED:
            raise RuntimeError("Future in unexpected state")
        self._state = CANCELLED_AND_NOTIFIED
        return False

    def _settle(self, outcome, failed):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._outcome, self._failed = outcome, failed
        self._end(FINISHED)

    def set_result(self, result):
        """End with a result."""
        self._settle(result, False)

    def set_exception(self, exception):
        """End with an exception; None counts as the result None."""
        self._settle(exception, exception is not None)


def _deadline(timeout):
    return None if timeout is None else monotonic() + timeout


def _left(end):
    return None if end is None else max(0, end - monotonic())


def _results(futures, end):
    try:
        while futures:
            yield futures.popleft().result(_left(end))
    finally:
        for future in futures:
            future.cancel()


class Executor:
    """Something that runs functions."""

    __module__ = "concurrent.futures._base"

    def submit(self, fn, /, *args, **kwargs):
        """Run a function; return its future."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of fn for the items, in order."""
        end = _deadline(timeout)
        made = deque([self.submit(fn, *items) for items in zip(*iterables)])
        return _results(made, end)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Accept nothing more."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class ThreadPoolExecutor(Executor):
    """A number of threads that run what is submitted."""

    __module__ = "concurrent.futures.thread"

    def __init__(self, max_workers=None, thread_name_prefix="",
                 initializer=None, initargs=()):
        self._max_workers = 6 if max_workers is None else max_workers
        if self._max_workers < 1:
            raise ValueError("max_workers must be greater than 0")
        if not (initializer is None or callable(initializer)):
            raise TypeError("initializer must be a callable")
        count = session_state("futures.pools", itertools.count)
        self._prefix = (thread_name_prefix
                        or f"ThreadPoolExecutor-{next(count)}")
        self._prepare = initializer, initargs
        self._open = True
        self._broken = None
        self._work = deque()     # (future, function, arguments)
        self._idle = deque()     # threads that wait for work
        self._threads = []

    def submit(self, fn, /, *args, **kwargs):
        """Run a function; return its future."""
        if self._broken:
            raise _BrokenThreadPool(self._broken)
        if not self._open:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        self._work.append((future, fn, args, kwargs))
        if self._idle:
            _turns.wake(self._idle)
            _turns.give_way()
        elif len(self._threads) < self._max_workers:
            self._add_thread()
        return future

    def _add_thread(self):
        from threading import Thread
        name = f"{self._prefix}_{len(self._threads)}"
        thread = Thread(target=self._serve, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self):
        """What each thread does."""
        if not self._prepared():
            return
        while True:
            while self._work:
                self._run(*self._work.popleft())
            if not self._open:
                return
            _turns.wait(self._idle)

    def _run(self, future, fn, args, kwargs):
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as exc:
            future.set_exception(exc)

    def _prepared(self):
        """Call the initializer; tell whether it worked."""
        initializer, args = self._prepare
        try:
            if initializer:
                initializer(*args)
        except BaseException:
            from logging import getLogger
            getLogger("concurrent.futures").critical(
                "Exception in initializer:", exc_info=True)
            self._broken = ("A thread initializer failed, the thread pool "
                            "is not usable anymore")
            while self._work:
                future = self._work.popleft()[0]
                future.set_exception(_BrokenThreadPool(self._broken))
        return self._broken is None

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Accept nothing more."""
        self._open = False
        while cancel_futures and self._work:
            self._work.popleft()[0].cancel()
        _turns.wake(self._idle, len(self._idle))
        if wait:
            for thread in self._threads:
                thread.join()


class ProcessPoolExecutor(ThreadPoolExecutor):
    """As ThreadPoolExecutor: there are no processes to use."""

    __module__ = "concurrent.futures.process"

    def __init__(self, max_workers=None, mp_context=None, initializer=None,
                 initargs=(), *, max_tasks_per_child=None):
        ThreadPoolExecutor.__init__(self, max_workers, "", initializer,
                                    initargs)


def _is_enough(futures, return_when):
    over = [future for future in futures if future.done()]
    if return_when == FIRST_COMPLETED and over:
        return True
    if return_when == FIRST_EXCEPTION and any(
            future._failed and not future.cancelled() for future in over):
        return True
    return len(over) == len(futures)


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """The futures that are done, and those that are not."""
    given, queue, end = set(fs), deque(), _deadline(timeout)
    news = _Watch(given, queue)
    while not _is_enough(given, return_when):
        left = _left(end)
        if left == 0 or not _turns.wait(queue, left):
            break
    news.stop()
    over = {future for future in given if future.done()}
    return DoneAndNotDoneFutures(over, given - over)


class _Watch:
    """Keeps the order in which futures end, and wakes those in a queue."""

    def __init__(self, futures, queue):
        self.ended, self.queue = deque(), queue
        self.futures = [future for future in futures if not future.done()]
        for future in self.futures:
            future._listeners.append(self.hear)

    def hear(self, future):
        self.ended.append(future)
        _turns.wake(self.queue)

    def stop(self):
        for future in self.futures:
            if self.hear in future._listeners:
                future._listeners.remove(self.hear)


def as_completed(fs, timeout=None):
    """Iterate over the futures as they end; TimeoutError if some do not."""
    given, queue, end = [*dict.fromkeys(fs)], deque(), _deadline(timeout)
    over = [future for future in given if future.done()]
    news = _Watch(given, queue)
    missing = len(news.futures)
    try:
        yield from over
        while missing:
            if not news.ended:
                left = _left(end)
                if left == 0 or not _turns.wait(queue, left):
                    raise TimeoutError(f"{missing} (of {len(given)}) futures "
                                       "unfinished")
                continue
            missing -= 1
            yield news.ended.popleft()
    finally:
        news.stop()
