"""Limits and policy of a session, checked and turned into options.

A key that is None or absent means that the caller sets no limit; the ceilings
here hold all the same.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
import zoneinfo
from collections.abc import Mapping
from typing import Any

CEILING_SECONDS = 3600.0
CEILING_MEMORY = 2 << 30
CEILING_OUTPUT = 1 << 30
_FEW = 1 << 20
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
            if key not in _NUMBERS:
                known = ", ".join(repr(k) for k in _NUMBERS)
                raise ValueError(
                    f"unknown limits key {key!r}; accepted keys are {known}"
                )
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
            "sleep_ms": round(CEILING_SECONDS * 1000),
        }

    def time_text(self, spent_ms: float) -> str:
        """What to say when the time is over."""
        for name, most in (
            ("max_turn_duration_secs", self.turn),
            ("max_feed_duration_secs", self.feed),
            ("max_duration_secs", self.total),
        ):
            if most is not None:
                spent = max(spent_ms, most * 1000)
                return (
                    f"time limit exceeded: {spent:.6g}ms > {most * 1000:.6g}ms ({name})"
                )
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
        return f"memory limit exceeded: more than {self.memory} bytes"


# -- clock, sleep, entropy -----------------------------------------------------------

_KEYS = (
    "datetime",
    "timezone",
    "sleep",
    "sleep_system_max",
    "process_time",
    "random_start",
)


@dataclasses.dataclass(frozen=True)
class Policy:
    """An OSPolicy, checked."""

    clock: str = "system"
    clock_ns: int = 0
    zone: Any = "utc"
    sleep: str = "system"
    sleep_most: float = 10.0
    process_time: str = "zero"
    random: str = "system"
    seed: Any = None

    @classmethod
    def read(cls, given: Mapping[str, Any] | None) -> Policy:
        """From an OSPolicy."""
        given = {} if given is None else given
        if not isinstance(given, Mapping):
            raise TypeError("os_policy must be a dict")
        for key in given:
            if key not in _KEYS:
                raise ValueError(
                    f"unknown os_policy key {key!r}; accepted keys are "
                    + ", ".join(map(repr, _KEYS))
                )
        parts: dict[str, Any] = {}
        _read_clock(given, parts)
        _read_sleep(given, parts)
        _read_random(given, parts)
        parts["process_time"] = _choice(
            given.get("process_time", "zero"), "process_time", ("zero", "elapsed")
        )
        return cls(**parts)


HOST_POLICY = Policy(
    clock="call_host", sleep="call_host", random="call_host", process_time="zero"
)
"""The older generation: everything is asked of the handler."""


def _choice(value: Any, key: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"os_policy {key!r} must be one of {allowed}")
    if value not in allowed:
        raise ValueError(f"os_policy {key!r} must be one of {allowed}, not {value!r}")
    return value


def _read_clock(given: Mapping[str, Any], parts: dict[str, Any]) -> None:
    clock = given.get("datetime", "system")
    if isinstance(clock, dt.datetime):
        at = clock if clock.tzinfo else clock.replace(tzinfo=dt.timezone.utc)
        since = at - dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
        parts["clock"] = "frozen"
        parts["clock_ns"] = since // dt.timedelta(microseconds=1) * 1000
        if clock.tzinfo is not None and "timezone" not in given:
            parts["zone"] = _zone_of(clock)
    else:
        parts["clock"] = _choice(clock, "datetime", ("system", "call_host"))
    if "timezone" in given:
        parts["zone"] = _read_zone(given["timezone"])


def _zone_of(at: dt.datetime) -> Any:
    if isinstance(at.tzinfo, zoneinfo.ZoneInfo):
        return at.tzinfo.key
    offset = at.utcoffset() or dt.timedelta()
    return (round(offset.total_seconds()), at.tzname())


def _read_zone(zone: Any) -> Any:
    if isinstance(zone, str):
        if zone.lower() == "utc":
            return "utc"
        try:
            zoneinfo.ZoneInfo(zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(f"unknown time zone {zone!r}") from None
        return zone
    if not isinstance(zone, Mapping) or "offset_seconds" not in zone:
        raise TypeError(
            "os_policy 'timezone' must be a name or {'offset_seconds': n, 'name': s}"
        )
    offset, name = zone["offset_seconds"], zone.get("name")
    if isinstance(offset, bool) or not isinstance(offset, int):
        raise TypeError("offset_seconds must be an int")
    if abs(offset) >= 86400:
        raise ValueError("offset_seconds must be less than a day")
    return (offset, name)


def _read_sleep(given: Mapping[str, Any], parts: dict[str, Any]) -> None:
    parts["sleep"] = _choice(
        given.get("sleep", "system"), "sleep", ("system", "call_host", "zero")
    )
    most = given.get("sleep_system_max")
    if most is None:
        return
    if isinstance(most, bool) or not isinstance(most, (int, float)):
        raise TypeError("sleep_system_max must be a number")
    if parts["sleep"] != "system":
        raise ValueError("sleep_system_max is only for sleep='system'")
    if most < 0 or math.isnan(most):
        raise ValueError("sleep_system_max must not be negative")
    parts["sleep_most"] = float(most)


def _read_random(given: Mapping[str, Any], parts: dict[str, Any]) -> None:
    start = given.get("random_start", "system")
    if isinstance(start, Mapping):
        if set(start) != {"seed"}:
            raise TypeError("random_start must be a name or {'seed': s}")
        parts["random"], parts["seed"] = "seeded", start["seed"]
        return
    parts["random"] = _choice(start, "random_start", ("system", "call_host"))
