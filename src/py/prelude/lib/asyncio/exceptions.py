# asyncio/exceptions.py - what can go wrong between coroutines.
#
# SPDX-License-Identifier: Apache-2.0
"""Exceptions of asyncio."""

__all__ = ("BrokenBarrierError", "CancelledError", "InvalidStateError",
           "TimeoutError", "IncompleteReadError", "LimitOverrunError",
           "SendfileNotAvailableError")

# Since 3.11 the built-in exception of that name.
TimeoutError = TimeoutError


class CancelledError(BaseException):
    """Thrown into a coroutine that somebody cancelled."""


class InvalidStateError(Exception):
    """A future was asked for what it cannot do yet, or any more."""


class BrokenBarrierError(RuntimeError):
    """The barrier was aborted or reset while tasks were inside."""


class SendfileNotAvailableError(RuntimeError):
    """The transport has no sendfile."""


class IncompleteReadError(EOFError):
    """A stream ended early: `partial` is what came."""

    def __init__(self, partial, expected):
        wanted = "undefined" if expected is None else repr(expected)
        EOFError.__init__(self, f"{len(partial)} bytes read on a total of "
                                f"{wanted} expected bytes")
        self.partial, self.expected = partial, expected

    def __reduce__(self):
        return IncompleteReadError, (self.partial, self.expected)


class LimitOverrunError(Exception):
    """No separator within the limit: `consumed` bytes are to be taken."""

    def __init__(self, message, consumed):
        Exception.__init__(self, message)
        self.consumed = consumed

    def __reduce__(self):
        return LimitOverrunError, (*self.args, self.consumed)
