# asyncio/futures.py - results that arrive later.
#
# A pending future keeps runnables (events.py) in _waiters; the end of the
# future moves all of them to the loop's ready queue at once.
#
# SPDX-License-Identifier: Apache-2.0
"""Futures."""
import reprlib
import types

from asyncio import events
from asyncio.exceptions import CancelledError, InvalidStateError

__all__ = "Future", "wrap_future", "isfuture"

PENDING, CANCELLED, FINISHED = "PENDING", "CANCELLED", "FINISHED"


def isfuture(obj):
    """Does `obj` follow the protocol of futures?"""
    kind = type(obj)
    return (hasattr(kind, "_asyncio_future_blocking")
            and obj._asyncio_future_blocking is not None)


class Future:
    """A result that somebody will set and others await."""

    # The protocol between __await__ and the task that drives it.
    _asyncio_future_blocking = False

    _state = PENDING
    _value = None       # the result, or the exception
    _failed = False     # _value is an exception
    _traceback = None   # of the exception when it was set
    _message = None     # what cancel() was given
    _thrown = None      # the CancelledError that ended a task, to raise once
    _log_traceback = False  # nobody has asked for the exception yet

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._waiters = []

    __class_getitem__ = classmethod(types.GenericAlias)

    def get_loop(self):
        """The loop the future belongs to."""
        return self._loop

    # -- asking

    def done(self):
        """Is the future finished or cancelled?"""
        return self._state is not PENDING

    def cancelled(self):
        """Was the future cancelled?"""
        return self._state is CANCELLED

    def result(self):
        """The result, or raise why there is none."""
        if self._state is PENDING:
            raise InvalidStateError("Result is not set.")
        error = self._failure()
        if error is not None:
            raise error
        return self._value

    def exception(self):
        """The exception that was set, or None."""
        if self._state is FINISHED:
            self._log_traceback = False
            return self._value if self._failed else None
        if self._state is CANCELLED:
            raise self._cancellation()
        raise InvalidStateError("Exception is not set.")

    def _failure(self):
        """What result() of a done future raises, or None."""
        if self._failed:
            self._log_traceback = False
            return self._value.with_traceback(self._traceback)
        return self._cancellation() if self._state is CANCELLED else None

    def _cancellation(self):
        error, self._thrown = self._thrown, None
        if error is not None:
            return error
        message = self._message
        return CancelledError() if message is None else CancelledError(message)

    # -- ending

    def cancel(self, msg=None):
        """Cancel the future unless it is done; tell whether it worked."""
        if self._state is not PENDING:
            return False
        self._message = msg
        self._end(CANCELLED)
        return True

    def set_result(self, result):
        """Finish the future with a result."""
        if self._state is not PENDING:
            raise InvalidStateError("invalid state")
        self._value = result
        self._end(FINISHED)

    def set_exception(self, exception):
        """Finish the future with an exception or a class of them."""
        if self._state is not PENDING:
            raise InvalidStateError("invalid state")
        if isinstance(exception, type):
            exception = exception()
        if not isinstance(exception, BaseException):
            raise TypeError("invalid exception object")
        if type(exception) is StopIteration:
            raise TypeError("StopIteration interacts badly with generators "
                            "and cannot be raised into a Future")
        self._value, self._failed = exception, True
        self._traceback = exception.__traceback__
        self._log_traceback = True
        note = getattr(self._loop, "_note_failure", None)
        if note is not None:  # a loop of the library
            note(self)
        self._end(FINISHED)

    def _end(self, state):
        self._state = state
        waiters = self._waiters
        if waiters:
            self._waiters = []
            self._loop._enqueue(waiters)

    # -- waiting

    def add_done_callback(self, fn, *, context=None):
        """Call fn(future) once the future is done."""
        if self._state is PENDING:
            handle = events.Handle(fn, (self,), self._loop, context)
            self._waiters.append(handle)
        else:
            self._loop.call_soon(fn, self, context=context)

    def remove_done_callback(self, fn):
        """Forget a callback; return how often it was there."""
        before = len(self._waiters)
        self._waiters = [w for w in self._waiters
                         if getattr(w, "_func", self) != fn]
        return before - len(self._waiters)

    def __await__(self):
        if self._state is PENDING:
            self._asyncio_future_blocking = True
            yield self
            if self._state is PENDING:
                raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__

    # -- showing

    def __repr__(self):
        return f"<{type(self).__name__} {' '.join(self._traits())}>"

    def _traits(self):
        traits = [self._state.lower()]
        if self._failed:
            traits.append(f"exception={self._value!r}")
        elif self._state is FINISHED:
            traits.append(f"result={reprlib.repr(self._value)}")
        waiters = [*map(show_waiter, self._waiters[:1]),
                   *map(show_waiter, self._waiters[1:][-1:])]
        if waiters:
            hidden = len(self._waiters) - 2
            if hidden > 0:
                waiters.insert(1, f"<{hidden} more>")
            traits.append(f"cb=[{', '.join(waiters)}]")
        return traits


Future.__module__ = "_asyncio"


def show_waiter(runnable):
    if isinstance(runnable, events.Handle):
        return events.show_call(runnable._func, ())
    return "Task.task_wakeup()"


def release(future, result=None):
    """Give a future its result unless something else came first."""
    if not future.done():
        future.set_result(result)


def copy_outcome(source, target):
    """End `target` the way `source` ended, unless it is done already."""
    if target.done():
        if not source.cancelled():
            source.exception()
    elif source.cancelled():
        target.cancel()
    else:
        error = source.exception()
        if error is None:
            target.set_result(source.result())
        else:
            target.set_exception(error)


def wrap_future(future, *, loop=None):
    """A future of the loop that follows one of concurrent.futures."""
    if isfuture(future):
        return future
    from concurrent.futures import Future as Source
    assert isinstance(future, Source), (
        f'concurrent.futures.Future is expected, got {future!r}')
    follower = (loop or events.get_event_loop()).create_future()
    future.add_done_callback(lambda source: copy_outcome(source, follower))
    follower.add_done_callback(lambda f: f.cancelled() and future.cancel())
    return follower
