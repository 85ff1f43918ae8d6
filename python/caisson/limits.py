"""Limits of a sandbox: every one is finite unless the caller says otherwise."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any

from caisson import _depth
from caisson.errors import LimitsError


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one run, and the sandbox as a whole, may use.

    ``time`` counts seconds of computing: waiting for a tool does not count.
    """

    time: float = 10.0
    fuel: int = 10_000_000_000
    output: int = 64 << 20
    memory: int = 256 << 20
    recursion: int = 1000
    source: int = 4 << 20
    calls: int = 10_000
    suspensions: int = 100_000
    futures: int = 1000
    sleep: float = 60.0
    message: int = 256 << 20

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise LimitsError(
                    f"limit {field.name!r} must be a number, not {type(value).__name__}"
                )
            if value <= 0 or value != value:
                raise LimitsError(
                    f"limit {field.name!r} must be positive, not {value!r}"
                )

    def within(self, policy: Mapping[str, Any], depth: str) -> Limits:
        """The same, but nothing beyond the ``limits`` of a policy's fields."""
        most = policy["limits"]
        memory = [most["memory_bytes"]]
        if not _depth.is_jail(depth):
            memory += [most["heap_bytes"], 3 << 30]
        return Limits(
            time=min(self.time, most["guest_ms"] / 1000, most["cpu_ms"] / 1000),
            fuel=min(self.fuel, most["fuel"]),
            output=self.output,
            memory=min(self.memory, *memory),
            recursion=min(self.recursion, most["recursion"]),
            source=min(self.source, most["code_bytes"]),
            calls=min(self.calls, most["tool_calls"]),
            suspensions=min(self.suspensions, most["suspensions"]),
            futures=min(self.futures, most["tool_concurrency"]),
            sleep=min(self.sleep, most["sleep_ms"] / 1000),
            message=self.message,
        )

    def options(self) -> Mapping[str, int]:
        """The same for the engine."""
        return _options(self)


@functools.lru_cache(64)
def _options(limits: Limits) -> Mapping[str, int]:
    whole = {
        f.name: int(getattr(limits, f.name))
        for f in dataclasses.fields(limits)
        if f.name not in ("time", "sleep")
    }
    whole["time_ms"] = max(1, round(limits.time * 1000))
    whole["sleep_ms"] = max(1, round(limits.sleep * 1000))
    return whole


DEFAULT = Limits()
