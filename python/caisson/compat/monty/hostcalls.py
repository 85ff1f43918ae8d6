"""Requests to the operating system: mounts, handler, sleep, defaults.

The engine's requests (docs/os-calls.md) are shown to hosts under the names and
with the arguments that Monty uses; answers are turned back.
"""

from __future__ import annotations

import datetime as dt
import inspect
import os as _os
import time
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from . import errors
from .limits import Limits
from .modules import Function
from .mounts import MountDir
from .ospolicy import Policy
from .zones import key_of, zone_data


class _NotHandled:
    """The one value that means: not answered."""

    def __repr__(self) -> str:
        return "NOT_HANDLED"


NOT_HANDLED = _NotHandled()
"""What a handler returns for a request that it does not answer."""


class Unhandled(Exception):
    """Nobody answered: the program gets the engine's default."""


class EndFeed(BaseException):
    """The feed ends here, whatever the program would catch."""

    def __init__(self, inner: BaseException) -> None:
        super().__init__(str(inner))
        self.inner = inner

    def error(self) -> errors.MontyRuntimeError:
        """What the caller gets."""
        return errors.MontyRuntimeError(self.inner)


# -- how requests look ---------------------------------------------------------


class Request(NamedTuple):
    """A request as hosts see it."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


_SLEEPS = ("time.sleep", "asyncio.sleep")
_SLEEP_CALL = "asyncio.sleep#"
_CLOCKS = {
    "time.monotonic_ns": "time.monotonic",
    "time.perf_counter_ns": "time.perf_counter",
}
_STEADY = frozenset(_CLOCKS.values())
_QUIET = ("fs.", "asyncio.idle", "stdin.", "os.getcwd", "os.chdir", "time.process")
"""Requests that are never shown to a handler: their default is right."""


def as_request(name: str, args: tuple[Any, ...], policy: Policy) -> Request:
    """What the host is shown of an engine's request."""
    if name == "open":
        return Request(name, (PurePosixPath(args[0]), args[1]), {})
    if name.startswith("Path."):
        return _path_request(name, args)
    if name == "time.time_ns":
        caller = args[0] if args else "time.time_ns"
        if caller in ("datetime.now", "date.today"):
            return Request(caller, tuple(args[1:2]), {})
        return Request("time.time", (caller,), {})
    if name in _CLOCKS:
        return Request("time.time", (args[0] if args else _CLOCKS[name],), {})
    if name in _SLEEPS and policy.sleep == "system":
        shown = "system.sleep" if name == "time.sleep" else "system.async_sleep"
        return Request(shown, args, {})
    return Request(name, args, {})


def _path_request(name: str, args: tuple[Any, ...]) -> Request:
    path = PurePosixPath(args[0])
    if name == "Path.mkdir":
        return Request(name, (path,), {"parents": args[1], "exist_ok": args[2]})
    if name == "Path.rename":
        return Request(name, (path, PurePosixPath(args[1])), {})
    return Request(name, (path, *args[1:]), {})


def as_answer(name: str, request: Request, value: Any) -> Any:
    """What the engine is given for a host's answer."""
    if name == "Path.iterdir":
        return [str(path) for path in value]
    if name in ("Path.resolve", "Path.absolute"):
        return str(value)
    if request.name in ("datetime.now", "date.today"):
        return _moment(request, value)
    if request.name == "time.time":
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"time.time must give a float, not {type(value).__name__}")
        return round(value * 1_000_000) * 1000
    return value


def _moment(request: Request, value: Any) -> int:
    """Nanoseconds since 1970 of a date or datetime; naive ones count as UTC."""
    wanted = dt.datetime if request.name == "datetime.now" else dt.date
    if not isinstance(value, wanted):
        raise TypeError(
            f"{request.name} must give a {wanted.__name__}, not {type(value).__name__}"
        )
    if not isinstance(value, dt.datetime):
        value = dt.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=dt.timezone.utc)
    epoch = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
    return int((value - epoch) // dt.timedelta(microseconds=1)) * 1000


# -- handlers ------------------------------------------------------------------


def as_handler(os: Any) -> Callable[..., Any] | None:
    """A function (request, is_async) for any kind of handler."""
    if os is None:
        return None
    if not callable(os):
        raise TypeError(f"'{type(os).__name__}' object is not callable")
    by_name = _takes_keywords(os)

    def call(request: Request, is_async: bool) -> Any:
        name, args, kwargs = request
        if by_name:
            return os(name=name, args=args, kwargs=kwargs, is_async=is_async)
        return os(name, args, kwargs)

    return call


def _takes_keywords(os: Any) -> bool:
    """Is it a handler of the newer generation?"""
    try:
        parameters = list(inspect.signature(os).parameters.values())
    except (TypeError, ValueError):
        return False
    if any(p.name == "is_async" and p.kind is not p.VAR_KEYWORD for p in parameters):
        return True
    return not any(
        p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL)
        for p in parameters
    )


def duration(seconds: float) -> str:
    """As ``1.5s``, ``625ms`` or ``20µs``."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:g}{unit}"
    return f"{seconds * 1e9:g}ns"


class Slept:
    """Seconds that a session has slept."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def charge(self, seconds: float, most: float | None) -> None:
        """Count before waiting; too much ends the feed."""
        self.seconds += seconds
        if most is not None and self.seconds > most:
            raise EndFeed(
                TimeoutError(
                    f"sleep limit exceeded: {duration(self.seconds)} > {duration(most)}"
                )
            )


def _zone_file(request: Request) -> Any:
    """Zones are nobody's secret: their files can always be read."""
    key = key_of(str(request.args[0]))
    data = None if key is None else zone_data(key)
    if data is None:
        raise Unhandled
    if request.name == "Path.read_bytes":
        return data
    if request.name == "open" and request.args[1] == "rb":
        return None
    if request.name in ("Path.exists", "Path.is_file"):
        return True
    raise Unhandled


def _has_nul(args: tuple[Any, ...]) -> bool:
    return any(isinstance(a, str) and "\0" in a for a in args[:2])


class HostCalls:
    """How the requests of one feed are answered."""

    def __init__(
        self,
        os: Any,
        policy: Policy,
        limits: Limits,
        slept: Slept,
        is_async: bool = False,
    ) -> None:
        self.handler = as_handler(os)
        self.policy = policy
        self.limits = limits
        self.slept = slept
        self.is_async = is_async
        self.mounts: list[MountDir] = []
        self.sleeping: dict[str, Any] = {}  # coroutines that the program will await
        self.waits = True
        """Does the event loop's idling take time?  Not if the host answers sleeps."""

    def request(self, name: str, args: tuple[Any, ...]) -> Request:
        """What to show of an engine's request."""
        return as_request(name, args, self.policy)

    def answer(self, name: str, args: tuple[Any, ...]) -> Any:
        """The engine's value for a request, or a coroutine of it."""
        if name in (*_SLEEPS, "asyncio.idle"):
            return self._sleep(name, float(args[0]))
        if name.startswith(_QUIET) or (name in _CLOCKS and not args):
            raise Unhandled  # the event loop's own clock is nobody's business
        if name.startswith(("open", "Path.")) and _has_nul(args):
            raise ValueError("embedded null byte")
        if self.is_mounted(name, args):
            return NotImplemented
        request = self.request(name, args)
        result = self._ask(request)
        if inspect.isawaitable(result):
            return self._awaited(name, request, result)
        return as_answer(name, request, self._checked(request, result))

    def is_mounted(self, name: str, args: tuple[Any, ...]) -> bool:
        """Does a mount have the file?"""
        if not self.mounts or not (name == "open" or name.startswith("Path.")):
            return False
        path = _os.path.normpath(args[0])
        return any(mount.covers(path) for mount in self.mounts)

    def _ask(self, request: Request) -> Any:
        if self.handler is None:
            return self._checked(request, NOT_HANDLED)
        return self.handler(request, self.is_async)

    def _checked(self, request: Request, result: Any) -> Any:
        if result is not NOT_HANDLED and result is not NotImplemented:
            return result
        if request.name == "open" or request.name.startswith("Path."):
            return _zone_file(request)
        if request.args and str(request.args[0]).removesuffix("_ns") in _STEADY:
            raise Unhandled
        raise RuntimeError(f"'{request.name}' is not supported in this environment")

    async def _awaited(self, name: str, request: Request, result: Any) -> Any:
        return as_answer(name, request, self._checked(request, await result))

    # -- sleep -----------------------------------------------------------------

    def _sleep(self, name: str, seconds: float) -> Any:
        wait = self.pause(name, seconds)
        if wait is None:
            request = self.request(name, (seconds,))
            result = self._ask(request)
            if inspect.isawaitable(result):
                return self._slept_later(name, request, result)
            result = self._checked(request, result)
            return name == "asyncio.sleep" or result
        if not self.is_async:
            time.sleep(wait)
            return None
        import asyncio

        return asyncio.sleep(wait)

    def _slept_later(self, name: str, request: Request, result: Any) -> Any:
        """A wait of the event loop is a future: others run meanwhile."""
        if name != "asyncio.sleep" or not self.is_async:
            return self._awaited(name, request, result)
        shown = f"{_SLEEP_CALL}{len(self.sleeping) + 1}"
        self.sleeping[shown] = result
        return Function(shown)

    def pause(self, name: str, seconds: float) -> float | None:
        """Seconds to wait now; None: the handler is asked."""
        policy = self.policy
        if name == "asyncio.idle":
            if policy.sleep != "system" or not self.waits:
                return 0.0
            return min(seconds, policy.sleep_most)
        if policy.sleep == "zero":
            return 0.0
        if policy.sleep == "call_host":
            return None
        seconds = min(seconds, policy.sleep_most)
        self.slept.charge(seconds, self.limits.sleep)
        self.waits = True
        return seconds if name == "time.sleep" else 0.0
