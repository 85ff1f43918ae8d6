# concurrent/futures/__init__.py - executors that run tasks at once.
#
# There is one thread.  submit() runs the function before it returns, so the
# future it gives is done; results, order and exceptions are the same as with
# threads that never overlap.
#
# SPDX-License-Identifier: Apache-2.0
"""Execute computations asynchronously using threads or processes."""
import types
from collections import namedtuple

__all__ = ("FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED",
           "CancelledError", "TimeoutError",
           "BrokenExecutor", "Future", "Executor", "wait", "as_completed",
           "ProcessPoolExecutor", "ThreadPoolExecutor")

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"
_PENDING, _RUNNING, _FINISHED = "PENDING", "RUNNING", "FINISHED"
_CANCELLED, _NOTIFIED = "CANCELLED", "CANCELLED_AND_NOTIFIED"
DoneAndNotDoneFutures = namedtuple("DoneAndNotDoneFutures", "done not_done")
TimeoutError = TimeoutError


class Error(Exception):
    """Base class for all future-related exceptions."""


class CancelledError(Error):
    """The Future was cancelled."""


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """Raised when an executor has become non-functional after a severe
    failure."""


for _cls in (Error, CancelledError, InvalidStateError, BrokenExecutor):
    _cls.__module__ = "concurrent.futures._base"
del _cls


class Future:
    """Represents the result of an asynchronous computation."""

    def __init__(self):
        self._state = _PENDING
        self._result = None
        self._exception = None
        self._done_callbacks = []

    def __repr__(self):
        text = self._state.lower().replace("_and_notified", "")
        if self._state == _FINISHED:
            if self._exception is not None:
                text += f" raised {type(self._exception).__name__}"
            else:
                text += f" returned {type(self._result).__name__}"
        return f"<{type(self).__name__} at {id(self):#x} state={text}>"

    def _invoke_callbacks(self):
        for callback in self._done_callbacks:
            try:
                callback(self)
            except Exception:
                pass

    def cancel(self):
        """Cancel the future if possible."""
        if self._state in (_RUNNING, _FINISHED):
            return False
        if self._state not in (_CANCELLED, _NOTIFIED):
            self._state = _CANCELLED
            self._invoke_callbacks()
        return True

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state in (_CANCELLED, _NOTIFIED)

    def running(self):
        """Return True if the future is currently executing."""
        return self._state == _RUNNING

    def done(self):
        """Return True if the future was cancelled or finished executing."""
        return self._state in (_CANCELLED, _NOTIFIED, _FINISHED)

    def add_done_callback(self, fn):
        """Attaches a callable that will be called when the future
        finishes."""
        if self.done():
            try:
                fn(self)
            except Exception:
                pass
        else:
            self._done_callbacks.append(fn)

    def _settled(self, timeout):
        if self.cancelled():
            raise CancelledError()
        if self._state != _FINISHED:
            # Nobody else runs: waiting cannot help.
            raise TimeoutError()

    def result(self, timeout=None):
        """Return the result of the call that the future represents."""
        self._settled(timeout)
        if self._exception is not None:
            try:
                raise self._exception
            finally:
                self = None
        return self._result

    def exception(self, timeout=None):
        """Return the exception raised by the call."""
        self._settled(timeout)
        return self._exception

    def set_running_or_notify_cancel(self):
        """Mark the future as running or process any cancel
        notifications."""
        if self._state == _CANCELLED:
            self._state = _NOTIFIED
            return False
        if self._state == _PENDING:
            self._state = _RUNNING
            return True
        raise RuntimeError("Future in unexpected state")

    def set_result(self, result):
        """Sets the return value of work associated with the future."""
        if self.done():
            raise InvalidStateError("{}: {!r}".format(self._state, self))
        self._result = result
        self._state = _FINISHED
        self._invoke_callbacks()

    def set_exception(self, exception):
        """Sets the result of the future as being the given exception."""
        if self.done():
            raise InvalidStateError("{}: {!r}".format(self._state, self))
        self._exception = exception
        self._state = _FINISHED
        self._invoke_callbacks()

    __class_getitem__ = classmethod(types.GenericAlias)


class Executor:
    """This is an abstract base class for concrete asynchronous
    executors."""

    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """Returns an iterator equivalent to map(fn, iter)."""
        futures = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            futures.reverse()
            while futures:
                yield futures.pop().result()

        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Clean-up the resources associated with the Executor."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class ThreadPoolExecutor(Executor):
    """Runs each task when it is submitted."""

    def __init__(self, max_workers=None, thread_name_prefix="",
                 initializer=None, initargs=()):
        if max_workers is None:
            max_workers = 5
        if max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._max_workers = max_workers
        self._initializer = initializer
        self._initargs = initargs
        self._started = False
        self._broken = None
        self._shutdown = False

    def submit(self, fn, /, *args, **kwargs):
        """Run fn(*args, **kwargs) and return a finished future."""
        if self._broken:
            raise BrokenExecutor(self._broken)
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        if not self._started:
            self._started = True
            if self._initializer is not None:
                try:
                    self._initializer(*self._initargs)
                except BaseException:
                    self._broken = ("A thread initializer failed, the "
                                    "thread pool is not usable anymore")
                    future.set_exception(BrokenExecutor(self._broken))
                    return future
        future.set_running_or_notify_cancel()
        try:
            result = fn(*args, **kwargs)
        except BaseException as exc:
            future.set_exception(exc)
        else:
            future.set_result(result)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True


class ProcessPoolExecutor(ThreadPoolExecutor):
    """As ThreadPoolExecutor: there are no processes to use."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None,
                 initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, "", initializer, initargs)


ThreadPoolExecutor.__module__ = "concurrent.futures.thread"
ProcessPoolExecutor.__module__ = "concurrent.futures.process"
Future.__module__ = Executor.__module__ = "concurrent.futures._base"


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the futures in the given sequence to complete."""
    fs = set(fs)
    done = {f for f in fs if f.done()}
    return DoneAndNotDoneFutures(done, fs - done)


def as_completed(fs, timeout=None):
    """An iterator over the given futures that yields each as it
    completes."""
    pending = list(dict.fromkeys(fs))
    total = len(pending)
    unfinished = 0
    for f in pending:
        if f.done():
            yield f
        else:
            unfinished += 1
    if unfinished:
        raise TimeoutError("%d (of %d) futures unfinished"
                           % (unfinished, total))
