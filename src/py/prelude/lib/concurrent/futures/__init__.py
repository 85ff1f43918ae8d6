# concurrent/futures/__init__.py - executors that run tasks at once.
#
# There is one thread.  submit() runs the function before it returns, so the
# future it gives is done; results, order and exceptions are the same as with
# threads that never overlap.
#
# SPDX-License-Identifier: Apache-2.0
"""Functions that run now or later, and their results."""
import types
from collections import namedtuple

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

    def _must_have_ended(self):
        if self.cancelled():
            raise CancelledError()
        if self._state != FINISHED:
            raise TimeoutError()  # nobody else runs: waiting cannot help

    def result(self, timeout=None):
        """What the function returned; raises what it raised."""
        self._must_have_ended()
        if self._failed:
            raise self._outcome
        return self._outcome

    def exception(self, timeout=None):
        """What the function raised, or None."""
        self._must_have_ended()
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


class Executor:
    """Something that runs functions."""

    __module__ = "concurrent.futures._base"

    def submit(self, fn, /, *args, **kwargs):
        """Run a function; return its future."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of fn for the items, in order."""
        made = [self.submit(fn, *items) for items in zip(*iterables)]
        return (future.result() for future in made)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Accept nothing more."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class ThreadPoolExecutor(Executor):
    """Runs each function when it is submitted."""

    __module__ = "concurrent.futures.thread"

    _open = True
    _broken = None

    def __init__(self, max_workers=None, thread_name_prefix="",
                 initializer=None, initargs=()):
        self._max_workers = 5 if max_workers is None else max_workers
        if self._max_workers < 1:
            raise ValueError("max_workers must be greater than 0")
        if not (initializer is None or callable(initializer)):
            raise TypeError("initializer must be a callable")
        self._prepare = initializer and (initializer, initargs)

    def submit(self, fn, /, *args, **kwargs):
        """Run a function; return its future, which is done."""
        if self._broken:
            raise _BrokenThreadPool(self._broken)
        if not self._open:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        if self._prepare and not self._prepared():
            future.set_exception(_BrokenThreadPool(self._broken))
            return future
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as exc:
            future.set_exception(exc)
        return future

    def _prepared(self):
        """Call the initializer, the first time; tell whether it worked."""
        (initializer, args), self._prepare = self._prepare, None
        try:
            initializer(*args)
        except BaseException:
            self._broken = ("A thread initializer failed, the thread pool "
                            "is not usable anymore")
        return self._broken is None

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Accept nothing more."""
        self._open = False


class ProcessPoolExecutor(ThreadPoolExecutor):
    """As ThreadPoolExecutor: there are no processes to use."""

    __module__ = "concurrent.futures.process"

    def __init__(self, max_workers=None, mp_context=None, initializer=None,
                 initargs=(), *, max_tasks_per_child=None):
        ThreadPoolExecutor.__init__(self, max_workers, "", initializer,
                                    initargs)


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """The futures that are done, and those that are not."""
    given = set(fs)
    over = {future for future in given if future.done()}
    return DoneAndNotDoneFutures(over, given - over)


def as_completed(fs, timeout=None):
    """Iterate over the futures that are done; TimeoutError for the rest."""
    given = [*dict.fromkeys(fs)]
    rest = [future for future in given if not future.done()]
    for future in given:
        if future not in rest:
            yield future
    if rest:
        raise TimeoutError(f"{len(rest)} (of {len(given)}) futures "
                           "unfinished")
