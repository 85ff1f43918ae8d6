# asyncio/futures.py - results that arrive later.
#
# SPDX-License-Identifier: Apache-2.0
"""A Future class similar to the one in PEP 3148."""
import contextvars
import reprlib
import types

from asyncio import events, exceptions

__all__ = "Future", "wrap_future", "isfuture"

_PENDING = "PENDING"
_CANCELLED = "CANCELLED"
_FINISHED = "FINISHED"


def isfuture(obj):
    """Return True if obj is a Future."""
    return (hasattr(obj.__class__, "_asyncio_future_blocking")
            and obj._asyncio_future_blocking is not None)


class Future:
    """This class is *almost* compatible with concurrent.futures.Future."""

    _state = _PENDING
    _result = None
    _exception = None
    _loop = None
    _cancel_message = None
    _cancelled_exc = None
    _asyncio_future_blocking = False
    _log_traceback_flag = False

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []

    def _repr_info(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            if self._exception is not None:
                info.append(f"exception={self._exception!r}")
            else:
                info.append(f"result={reprlib.repr(self._result)}")
        if self._callbacks:
            info.append(_show_callbacks(self._callbacks))
        return info

    def __repr__(self):
        return f"<{type(self).__name__} {' '.join(self._repr_info())}>"

    __class_getitem__ = classmethod(types.GenericAlias)

    @property
    def _log_traceback(self):
        return self._log_traceback_flag

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError("_log_traceback can only be set to False")
        self._log_traceback_flag = False

    def get_loop(self):
        """Return the event loop the Future is bound to."""
        loop = self._loop
        if loop is None:
            raise RuntimeError("Future object is not initialized.")
        return loop

    def _make_cancelled_error(self):
        """The CancelledError to raise; used once if it was caught."""
        if self._cancelled_exc is not None:
            exc = self._cancelled_exc
            self._cancelled_exc = None
            return exc
        if self._cancel_message is None:
            exc = exceptions.CancelledError()
        else:
            exc = exceptions.CancelledError(self._cancel_message)
        exc.__context__ = self._cancelled_exc
        self._cancelled_exc = None
        return exc

    def cancel(self, msg=None):
        """Cancel the future and schedule callbacks."""
        self._log_traceback_flag = False
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self.__schedule_callbacks()
        return True

    def __schedule_callbacks(self):
        callbacks = self._callbacks
        if callbacks:
            self._callbacks = []
            for callback, ctx in callbacks:
                self._loop.call_soon(callback, self, context=ctx)

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state == _CANCELLED

    def done(self):
        """Return True if the future is done."""
        return self._state != _PENDING

    def result(self):
        """Return the result this future represents."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError("Result is not set.")
        self._log_traceback_flag = False
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception_tb)
        return self._result

    def exception(self):
        """Return the exception that was set on this future."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError("Exception is not set.")
        self._log_traceback_flag = False
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Add a callback to be run when the future becomes done."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            if context is None:
                context = contextvars.copy_context()
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        """Remove all instances of a callback; return how many."""
        kept = [(f, ctx) for f, ctx in self._callbacks if f != fn]
        removed = len(self._callbacks) - len(kept)
        if removed:
            self._callbacks[:] = kept
        return removed

    def set_result(self, result):
        """Mark the future done and set its result."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError(f"{self._state}: {self!r}")
        self._result = result
        self._state = _FINISHED
        self.__schedule_callbacks()

    def set_exception(self, exception):
        """Mark the future done and set an exception."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError(f"{self._state}: {self!r}")
        if isinstance(exception, type):
            exception = exception()
        if type(exception) is StopIteration:
            raise TypeError("StopIteration interacts badly with generators "
                            "and cannot be raised into a Future")
        self._exception = exception
        self._exception_tb = exception.__traceback__
        self._state = _FINISHED
        self.__schedule_callbacks()
        self._log_traceback_flag = True

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def _show_callbacks(callbacks):
    size = len(callbacks)
    texts = [events.show_callback(fn, ()) for fn, _ in
             (callbacks if size <= 2 else (callbacks[0], callbacks[-1]))]
    if size > 2:
        texts.insert(1, f"<{size - 2} more>")
    return f"cb=[{', '.join(texts)}]"


def _set_result_unless_cancelled(future, result):
    """Helper setting the result only if the future was not cancelled."""
    if not future.cancelled():
        future.set_result(result)


def wrap_future(future, *, loop=None):
    """Wrap concurrent.futures.Future object; it is done already here."""
    if isfuture(future):
        return future
    if loop is None:
        loop = events.get_event_loop()
    new = loop.create_future()

    def copy(source):
        if new.done():
            return
        if source.cancelled():
            new.cancel()
        elif source.exception() is not None:
            new.set_exception(source.exception())
        else:
            new.set_result(source.result())

    future.add_done_callback(copy)
    return new


events.BaseEventLoop._future_class = Future
