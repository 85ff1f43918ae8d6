"""Limits of a sandbox: every one is finite unless the caller says otherwise."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from caisson import _depth
from caisson.errors import LimitsError, PolicyError

if TYPE_CHECKING:
    from caisson.policy import Policy


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one run, and the sandbox as a whole, may use.

    ``time`` counts seconds of computing: waiting for a tool does not count.  Under
    a policy fields that are left out are the policy's.
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

    if TYPE_CHECKING:
        _given: ClassVar[frozenset[str]]

    if not TYPE_CHECKING:

        def __new__(cls, *args: float, **named: float) -> Limits:
            """Note which fields the caller gives: a policy has a say in these."""
            self = super().__new__(cls)
            names = [f.name for f in dataclasses.fields(cls)][: len(args)]
            object.__setattr__(self, "_given", frozenset((*names, *named)))
            return self

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

    def asked(self) -> dict[str, int]:
        """What the caller gave, for the engine; the rest is a policy's."""
        given = {_OPTIONS.get(name, name) for name in self._given}
        return {name: n for name, n in self.options().items() if name in given}

    def check(self, policy: Policy, depth: str) -> None:
        """Raise ``PolicyError`` if the caller gave more than a policy allows."""
        engine = _depth.is_engine(depth)
        for name, n in self.asked().items():
            keys = _KEYS.get(name, ()) if engine else _KEYS.get(name, ())[:1]
            for key in keys:
                most = policy._view["limits"][key]
                if n > most:
                    raise _wider(policy, f"limits.{key}", n, most)

    def configured(self, name: str, policy: Policy | None, depth: str) -> float | None:
        """Where the limit of that name stands; None: it is none of these."""
        mine: float | None = getattr(self, name, None)
        option = _OPTIONS.get(name, name)
        if policy is None or name in self._given or option not in _KEYS:
            return mine
        keys = _KEYS[option] if _depth.is_engine(depth) else _KEYS[option][:1]
        most: float = min(policy._view["limits"][key] for key in keys)
        return most if option == name else most / 1000


_OPTIONS = {"time": "time_ms", "sleep": "sleep_ms"}

# Keys of a policy, by option; those after the first count for an engine only.
_KEYS = {
    "time_ms": ("guest_ms", "cpu_ms"),
    "memory": ("memory_bytes", "heap_bytes"),
    "fuel": ("fuel",),
    "recursion": ("recursion",),
    "source": ("code_bytes",),
    "calls": ("tool_calls",),
    "suspensions": ("suspensions",),
    "futures": ("tool_concurrency",),
    "sleep_ms": ("sleep_ms",),
}


def _wider(policy: Policy, key: str, asked: int, allowed: int) -> PolicyError:
    source = policy.origin(key)
    return PolicyError(
        f"policy_widens: Limits(...): {key!r} asks for {asked}, which is wider than "
        f"{allowed} ({source})",
        code="policy_widens",
        key=key,
        asked=str(asked),
        allowed=str(allowed),
        source=source,
    )


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


_UNITS = {
    "fuel": "instructions",
    "calls": "calls",
    "suspensions": "round trips",
    "futures": "open calls",
}
_MILLISECONDS = ("time", "wall", "cpu", "sleep")


def limit_words(name: str, text: str) -> str:
    """What to say of a limit that ended a run; ``text``: the engine's own words."""
    number = text.rpartition(" ")[2]
    if not text.startswith("the run reached its limit") or not number.isdigit():
        return text
    figure = f"{number} {_UNITS.get(name, 'bytes')}"
    if name in _MILLISECONDS:
        figure = f"{int(number) / 1000:g} s"
    if name in ("time", "wall"):
        what = f"its deadline of {figure} has passed"
    else:
        what = f"its limit of {name} ({figure}) is reached"
    mine = name in {f.name for f in dataclasses.fields(Limits)}
    more = f"Limits({name}=...)" if mine else "a policy"
    return f"the run was stopped: {what}; allow more with {more}"


DEFAULT = Limits()
