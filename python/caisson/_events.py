"""What happens in a run: the events of the extension, and answers to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from caisson import _native
from caisson._values import GuestException
from caisson.result import ErrorInfo, Frame

CALL = _native.CALL
OS = _native.OS
NAME = _native.NAME
WAIT = _native.WAIT
OUTPUT = _native.OUTPUT
DONE = _native.DONE
RAISED = _native.RAISED
LIMIT = _native.LIMIT
CRASHED = _native.CRASHED
VALUE = _native.REPLY_VALUE
RAISE = _native.REPLY_RAISE
PENDING = _native.REPLY_PENDING
UNHANDLED = _native.REPLY_UNHANDLED
FUNCTION = _native.REPLY_FUNCTION
HOST_HANDLE = _native.HOST_HANDLE
"""File handles that an OS handler gives start here."""

OutputFn = Callable[[str, str], object]
OsHandler = Callable[[str, "tuple[Any, ...]", "dict[str, Any]"], Any]

NOT_HANDLED = NotImplemented
"""What an OS handler returns for a request it does not answer."""


ChainItem = tuple[str, str, list[tuple[Any, ...]], bool, Any]
"""Type, message, frames, is it a cause, the exception itself or None."""


class Event(NamedTuple):
    """An event as the extension gives it."""

    kind: int
    id: int
    object: int
    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    has_value: bool
    value: Any
    text: str
    stream: int
    pending: list[int]
    timeout: float
    error: list[ChainItem] | None
    exit_code: int
    signal: int
    invalid: bool = False
    lost: bool = False


def _one_error(
    item: ChainItem,
    traceback: str,
    rest: ErrorInfo | None,
) -> ErrorInfo:
    kind, message, frames, is_cause, _ = item
    return ErrorInfo(
        kind,
        message,
        tuple(Frame(*f) for f in frames),
        traceback,
        cause=rest if is_cause else None,
        context=None if is_cause else rest,
    )


def error_info(ev: Event) -> ErrorInfo:
    """The exception of a RAISED event, with its causes."""
    info: ErrorInfo | None = None
    chain = ev.error or [("Exception", ev.text, [], False, None)]
    for item in reversed(chain[1:]):
        info = _one_error(item, "", info)
    return _one_error(chain[0], ev.text, info)


def raised(exc: BaseException) -> BaseException:
    """What a program sees of a tool's exception: one that can cross."""
    if isinstance(exc, (Exception, GuestException)):
        return exc
    return RuntimeError(str(exc))
