# asyncio/exceptions.py - exceptions of the package.
#
# SPDX-License-Identifier: Apache-2.0
"""asyncio exceptions."""

__all__ = ("BrokenBarrierError", "CancelledError", "InvalidStateError",
           "TimeoutError", "IncompleteReadError", "LimitOverrunError",
           "SendfileNotAvailableError")


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class SendfileNotAvailableError(RuntimeError):
    """Sendfile syscall is not available."""


class IncompleteReadError(EOFError):
    """Incomplete read error."""

    def __init__(self, partial, expected):
        text = "undefined" if expected is None else repr(expected)
        super().__init__(f"{len(partial)} bytes read on a total of "
                         f"{text} expected bytes")
        self.partial = partial
        self.expected = expected

    def __reduce__(self):
        return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """Reached the buffer limit while looking for a separator."""

    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class BrokenBarrierError(RuntimeError):
    """Barrier is broken by barrier.abort() call."""
