"""Limits and policy of a session, checked and turned into options.

A key that is None or absent means that the caller sets no limit; the ceilings
here hold all the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

CEILING_SECONDS = 3600.0
CEILING_MEMORY = 2 << 30
SLEEP_MS = 1 << 40
CEILING_OUTPUT = 1 << 30
_FEW = 1 << 20
_KEYS = (
    "max_feed_duration_secs",
    "max_turn_duration_secs",
    "max_memory",
    "gc_interval",
    "max_recursion_depth",
    "max_suspensions",
    "max_total_sleep_secs",
)
"""Those of the newer generation, in its order."""
_NUMBERS = {
    "max_feed_duration_secs": float,
    "max_turn_duration_secs": float,
    "max_duration_secs": float,
    "max_memory": int,
    "max_allocations": int,
    "gc_interval": int,
    "max_recursion_depth": int,
    "max_suspensions": int,
    "max_total_sleep_secs": float,
}


def _read(given: Mapping[str, Any], key: str) -> Any:
    value = given.get(key)
    if value is None:
        return None
    allowed = (int,) if _NUMBERS[key] is int else (int, float)
    if isinstance(value, bool) or not isinstance(value, allowed):
        kind = "an int" if _NUMBERS[key] is int else "a number"
        raise TypeError(f"{key} must be {kind}, not {type(value).__name__}")
    if value < 0 or value != value:
        raise ValueError(f"{key} must not be negative")
    return value


def _shown(key: Any) -> str:
    try:
        return repr(key)
    except Exception:
        return "<unprintable key>"


def _ms(seconds: float | None, otherwise: float) -> int:
    most = otherwise if seconds is None else min(seconds, CEILING_SECONDS)
    return max(1, round(most * 1000)) if most else 0


@dataclasses.dataclass(frozen=True)
class Limits:
    """The limits of one session."""

    feed: float | None = None
    turn: float | None = None
    total: float | None = None
    memory: int | None = None
    allocations: int | None = None
    recursion: int = 1000
    suspensions: int = 1000
    sleep: float | None = None

    @classmethod
    def read(cls, given: Mapping[str, Any] | None, *, bounded: bool = True) -> Limits:
        """From a ResourceLimits; ``bounded``: suspensions are, by default."""
        given = {} if given is None else given
        if not isinstance(given, Mapping):
            raise TypeError("limits must be a dict")
        for key in given:
            if not isinstance(key, str) or str.__str__(key) not in _NUMBERS:
                known = ", ".join(repr(k) for k in _KEYS)
                raise ValueError(
                    f"unknown limits key {_shown(key)}; accepted keys are {known}"
                )
        given = {str.__str__(key): value for key, value in given.items()}
        _read(given, "gc_interval")
        depth, most = (
            _read(given, "max_recursion_depth"),
            _read(given, "max_suspensions"),
        )
        return cls(
            _read(given, "max_feed_duration_secs"),
            _read(given, "max_turn_duration_secs"),
            _read(given, "max_duration_secs"),
            _read(given, "max_memory"),
            _read(given, "max_allocations"),
            1000 if depth is None else depth,
            (1000 if bounded else _FEW) if most is None else most,
            _read(given, "max_total_sleep_secs"),
        )

    def stricter(self, suspensions: int) -> Limits:
        """The same with at most that many suspensions."""
        return dataclasses.replace(self, suspensions=min(self.suspensions, suspensions))

    def memory_bytes(self) -> int:
        """What the engine may use; an allocation counts as 64 bytes."""
        most = CEILING_MEMORY if self.memory is None else self.memory
        if self.allocations is not None:
            most = min(most, 64 * self.allocations)
        return max(1 << 17, min(most, CEILING_MEMORY))

    def options(self, request_timeout: float | None = None) -> dict[str, int]:
        """For the engine."""
        turns = [t for t in (self.turn, request_timeout) if t is not None]
        return {
            "time_ms": _ms(self.feed, CEILING_SECONDS),
            "turn_ms": _ms(min(turns) if turns else None, 0),
            "total_ms": _ms(self.total, 0),
            "memory": self.memory_bytes(),
            "recursion": max(1, min(self.recursion, 1 << 20)),
            "suspensions": self.suspensions,
            "fuel": 1 << 62,
            "calls": 1 << 62,
            "futures": _FEW,
            "output": CEILING_OUTPUT,
            "sleep_ms": SLEEP_MS,  # the host sleeps, and counts itself
        }

    def time_text(self, spent_ms: float) -> str:
        """What to say when the time is over."""
        for name, most in (
            ("turn ", self.turn),
            ("feed ", self.feed),
            ("", self.total),
        ):
            if most is not None:
                spent = max(spent_ms, most * 1000)
                return f"{name}time limit exceeded: {spent:.6g}ms > {most * 1000:.6g}ms"
        return (
            f"time limit exceeded: {CEILING_SECONDS:.6g}s is the most that this "
            "host allows for one feed"
        )

    def memory_text(self) -> str:
        """What to say when the memory is used up."""
        if self.allocations is not None and self.memory is None:
            return (
                f"memory limit exceeded: allocation limit of {self.allocations} reached"
            )
        if self.memory is None:
            return (
                f"memory limit exceeded: {CEILING_MEMORY} bytes is the most that "
                "this host allows"
            )
        return f"memory limit exceeded: {self.memory + 1} bytes > {self.memory} bytes"
