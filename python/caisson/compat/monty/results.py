"""Shapes of what hosts and sessions exchange; names for annotations."""

from __future__ import annotations

import datetime as _dt
from collections.abc import Callable
from typing import Any, Literal, TypedDict, Union

from caisson import _exceptions


class ExternalReturnValue(TypedDict):
    """The call gave a value."""

    return_value: Any


class ExternalException(TypedDict):
    """The call raised this."""

    exception: BaseException


class _ExcData(TypedDict):
    exc_type: str


class ExternalExceptionData(_ExcData, total=False):
    """The call raised an exception of that name."""

    message: str


class ExternalFuture(TypedDict):
    """The call goes on; its result comes later."""

    future: Any


ExternalSettledResult = Union[
    ExternalReturnValue, ExternalException, ExternalExceptionData
]
ExternalResult = Union[ExternalSettledResult, ExternalFuture]

ExcType = str
TypeCheckFormat = Literal[
    "full",
    "concise",
    "azure",
    "json",
    "jsonlines",
    "rdjson",
    "pylint",
    "gitlab",
    "github",
]
OsHandler = Callable[..., Any]
OsFunction = str
PrintCallback = Union[Callable[[Literal["stdout", "stderr"], str], None], Any]
TimeCaller = Literal[
    "time.time",
    "time.time_ns",
    "time.monotonic",
    "time.monotonic_ns",
    "time.perf_counter",
    "time.perf_counter_ns",
    "time.gmtime",
    "time.localtime",
    "time.asctime",
    "time.ctime",
    "time.strftime",
]


class RandomSeed(TypedDict):
    """Start the random numbers as ``random.seed(seed)`` does."""

    seed: int | float | str | bytes | None


class _Zone(TypedDict):
    offset_seconds: int


class FixedZone(_Zone, total=False):
    """A zone without daylight saving."""

    name: str


TimeZone = Union[str, FixedZone]


class OSPolicy(TypedDict, total=False):
    """Clock, sleep and entropy of a session."""

    datetime: Literal["system", "call_host"] | _dt.datetime
    timezone: TimeZone
    sleep: Literal["system", "call_host", "zero"]
    sleep_system_max: float
    process_time: Literal["zero", "elapsed"]
    random_start: Literal["system", "call_host"] | RandomSeed


class ResourceLimits(TypedDict, total=False):
    """What a session may use; every key is optional."""

    max_feed_duration_secs: float | None
    max_turn_duration_secs: float | None
    max_duration_secs: float | None
    max_memory: int | None
    max_allocations: int | None
    gc_interval: int | None
    max_recursion_depth: int | None
    max_suspensions: int | None
    max_total_sleep_secs: float | None


_WRONG = (
    "ExternalResult must be a dict with one of: 'return_value', 'exception', "
    "'exc_type' (with optional 'message'), or 'future'"
)


class _Future:
    """Stands for "later"."""


FUTURE = _Future()


def read_result(result: Any) -> tuple[bool, Any]:
    """(raised, value) of a result; the value FUTURE stands for "later"."""
    from .errors import make_exception

    if not isinstance(result, dict):
        raise TypeError(_WRONG)
    keys = set(result)
    if keys == {"return_value"}:
        return False, result["return_value"]
    if keys == {"exception"}:
        if not isinstance(result["exception"], BaseException):
            raise TypeError("'exception' must be a BaseException instance")
        return True, result["exception"]
    if keys == {"exc_type"} or keys == {"exc_type", "message"}:
        name, message = result["exc_type"], result.get("message") or ""
        if not isinstance(message, str):
            raise TypeError("'message' must be a string")
        if not isinstance(name, str) or _exceptions.host_class(name) is None:
            raise TypeError(f"Unknown exception type: {name!r}")
        return True, make_exception(name, message)
    if keys == {"future"}:
        if result["future"] is not ...:
            raise TypeError("value for the 'future' key must be Ellipsis (...)")
        return False, FUTURE
    raise TypeError(_WRONG)
