"""Clock, sleep and entropy of a session: an OSPolicy, checked at checkout."""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
import zoneinfo
from collections.abc import Callable
from typing import Any

_KEYS = (
    "datetime",
    "timezone",
    "sleep",
    "sleep_system_max",
    "process_time",
    "random_start",
)
_ZONE = (
    "timezone must be 'utc', an IANA zone name or {'offset_seconds': int, 'name': str}"
)
_START = (
    "random_start must be 'system', 'call_host' or {'seed': int | float | str | bytes}"
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
    def read(cls, given: dict[str, Any] | None) -> Policy:
        """From an OSPolicy."""
        given = {} if given is None else given
        if not isinstance(given, dict):
            raise TypeError(f"os_policy must be a dict, not {_kind(given)}")
        for key in given:
            if not isinstance(key, str):
                raise TypeError("os_policy keys must be str")
            if key not in _KEYS:
                raise ValueError(
                    f"unknown os_policy key {key!r}, expected one of: "
                    + ", ".join(_KEYS)
                )
        parts: dict[str, Any] = {}
        for key, reader in _READERS.items():
            if key in given:
                reader(given[key], parts)
        if "sleep_system_max" in given and parts.get("sleep", "system") != "system":
            raise ValueError(
                "sleep_system_max only applies to sleep='system', "
                f"not {parts['sleep']!r}"
            )
        return cls(**parts)


HOST_POLICY = Policy(
    clock="call_host", sleep="call_host", random="call_host", process_time="zero"
)


def seconds(value: Any, name: str) -> float:
    """A duration, in the words of those who check it there."""
    if value < 0:
        why = "value is negative"
    elif math.isnan(value) or value > 1e19:
        why = "value is either too big or NaN"
    else:
        return float(value)
    raise ValueError(f"invalid {name}: cannot convert float seconds to Duration: {why}")


def _kind(value: Any) -> str:
    return type(value).__name__


def _read_clock(clock: Any, parts: dict[str, Any]) -> None:
    text = "datetime must be 'system', 'call_host' or a datetime.datetime"
    if isinstance(clock, str):
        if clock not in ("system", "call_host"):
            raise ValueError(f"{text}, got {clock!r}")
        parts["clock"] = clock
        return
    if not isinstance(clock, dt.datetime):
        raise TypeError(f"{text}, not {_kind(clock)}")
    offset = clock.utcoffset()
    if offset is not None and offset.microseconds:
        raise ValueError("datetime utcoffset must be a whole number of seconds")
    aware = clock.replace(tzinfo=dt.timezone.utc) if offset is None else clock
    since = aware - dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
    parts["clock"] = "frozen"
    parts["clock_ns"] = since // dt.timedelta(microseconds=1) * 1000
    if offset is not None:
        parts["zone"] = _zone_of(clock, offset)


def _zone_of(at: dt.datetime, offset: dt.timedelta) -> Any:
    if isinstance(at.tzinfo, zoneinfo.ZoneInfo):
        return at.tzinfo.key
    return (round(offset.total_seconds()), at.tzname())


def _read_zone(zone: Any, parts: dict[str, Any]) -> None:
    if isinstance(zone, dict):
        parts["zone"] = _fixed_zone(zone)
    elif not isinstance(zone, str):
        raise TypeError(f"{_ZONE}, not {_kind(zone)}")
    elif zone.lower() == "utc":
        parts["zone"] = "utc"
    else:
        try:
            zoneinfo.ZoneInfo(zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(f"unknown timezone {zone!r}") from None
        parts["zone"] = zone


def _fixed_zone(zone: dict[str, Any]) -> tuple[int, str | None]:
    if "offset_seconds" not in zone or set(zone) - {"offset_seconds", "name"}:
        raise ValueError(f"{_ZONE}, got {zone!r}")
    offset, name = zone["offset_seconds"], zone.get("name")
    if isinstance(offset, bool) or not isinstance(offset, int):
        raise TypeError("timezone offset_seconds must be an int")
    if abs(offset) >= 86400:
        raise ValueError(
            f"timezone offset_seconds must be within -86399..=86399, got {offset}"
        )
    if name is not None and not isinstance(name, str):
        raise TypeError("timezone name must be a str")
    return offset, name


def _read_sleep(sleep: Any, parts: dict[str, Any]) -> None:
    if not isinstance(sleep, str):
        raise TypeError("sleep must be a str")
    if sleep not in ("system", "call_host", "zero"):
        raise ValueError(
            f"sleep must be 'system', 'call_host' or 'zero', got {sleep!r}"
        )
    parts["sleep"] = sleep


def _read_most(most: Any, parts: dict[str, Any]) -> None:
    if isinstance(most, bool) or not isinstance(most, (int, float)):
        raise TypeError(
            f"sleep_system_max must be a number of seconds, not {_kind(most)}"
        )
    parts["sleep_most"] = seconds(most, "sleep_system_max")


def _read_process_time(given: Any, parts: dict[str, Any]) -> None:
    if not isinstance(given, str):
        raise TypeError("process_time must be a str")
    if given not in ("zero", "elapsed"):
        raise ValueError(f"process_time must be 'zero' or 'elapsed', got {given!r}")
    parts["process_time"] = given


def _read_random(start: Any, parts: dict[str, Any]) -> None:
    if isinstance(start, str) and start in ("system", "call_host"):
        parts["random"] = start
    elif isinstance(start, dict) and set(start) == {"seed"}:
        parts["random"], parts["seed"] = "seeded", _seed(start["seed"])
    elif isinstance(start, (str, dict)):
        raise ValueError(f"{_START}, got {start!r}")
    else:
        raise TypeError(f"{_START}, not {_kind(start)}")


def _seed(seed: Any) -> Any:
    if isinstance(seed, bool) or not isinstance(seed, (int, float, str, bytes)):
        raise TypeError(
            f"random_start seed must be an int, float, str or bytes, not {_kind(seed)}"
        )
    if isinstance(seed, float) and not math.isfinite(seed):
        shown = "NaN" if math.isnan(seed) else "inf" if seed > 0 else "-inf"
        raise ValueError(f"random_start seed must be finite, not {shown}")
    return seed


_READERS: dict[str, Callable[[Any, dict[str, Any]], None]] = {
    "datetime": _read_clock,
    "timezone": _read_zone,
    "sleep": _read_sleep,
    "sleep_system_max": _read_most,
    "process_time": _read_process_time,
    "random_start": _read_random,
}
