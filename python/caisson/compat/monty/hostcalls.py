"""Requests to the operating system: handler, sleep, defaults."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from typing import Any

from . import errors
from .limits import Limits, Policy
from .mounts import MountDir


class _NotHandled:
    """The one value that means: not answered."""

    def __repr__(self) -> str:
        return "NOT_HANDLED"


NOT_HANDLED = _NotHandled()
"""What a handler returns for a request that it does not answer."""


class Unhandled(Exception):
    """Nobody answered: the program gets the default error."""


def as_handler(os: Any) -> Callable[..., Any] | None:
    """A function (name, args, kwargs, is_async) for any kind of handler."""
    if os is None:
        return None
    if not callable(os):
        raise TypeError(f"'{type(os).__name__}' object is not callable")
    by_name = _takes_keywords(os)

    def call(
        name: str, args: tuple[Any, ...], kwargs: dict[str, Any], is_async: bool
    ) -> Any:
        if by_name:
            return os(name=name, args=args, kwargs=kwargs, is_async=is_async)
        return os(name, args, kwargs)

    return call


def _takes_keywords(os: Any) -> bool:
    try:
        parameters = inspect.signature(os).parameters.values()
    except (TypeError, ValueError):
        return False
    by_keyword = {
        p.name
        for p in parameters
        if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)
    }
    if any(p.kind is p.KEYWORD_ONLY for p in parameters):
        return {"name", "args"} <= by_keyword or not _has_positional(parameters)
    return False


def _has_positional(parameters: Any) -> bool:
    return any(
        p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL)
        for p in parameters
    )


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

    def answer(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The value for a request; Unhandled if there is none."""
        if name == "time.sleep" and self.policy.sleep != "call_host":
            return self._sleep(float(args[0]))
        return self.ask(name, args, kwargs)

    def shown_name(self, name: str) -> str:
        """A request as hosts know it."""
        if name in ("time.sleep", "asyncio.sleep") and self.policy.sleep == "system":
            return "system.sleep" if name == "time.sleep" else "system.async_sleep"
        return name

    def ask(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Ask the handler."""
        if self.handler is None:
            raise Unhandled
        result = self.handler(name, args, kwargs, self.is_async)
        if inspect.isawaitable(result):
            return self._awaited(result)
        return self._checked(result)

    def _checked(self, result: Any) -> Any:
        if result is NOT_HANDLED:
            raise Unhandled
        return result

    async def _awaited(self, result: Any) -> Any:
        return self._checked(await result)

    def _sleep(self, seconds: float) -> None:
        if self.policy.sleep == "zero":
            return
        seconds = min(seconds, self.policy.sleep_most)
        self.slept.charge(seconds, self.limits.sleep)
        time.sleep(seconds)


class Slept:
    """Seconds that a session has slept."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def charge(self, seconds: float, most: float | None) -> None:
        """Count before waiting; too much ends the feed."""
        self.seconds += seconds
        if most is not None and self.seconds > most:
            raise EndFeed(
                TimeoutError(f"sleep limit exceeded: {self.seconds:g}s > {most:g}s")
            )


class EndFeed(BaseException):
    """The feed ends here, whatever the program would catch."""

    def __init__(self, inner: BaseException) -> None:
        super().__init__(str(inner))
        self.inner = inner

    def error(self) -> errors.MontyRuntimeError:
        """What the caller gets."""
        return errors.MontyRuntimeError(self.inner)
