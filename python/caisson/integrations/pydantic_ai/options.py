"""What can be configured: limits, mounts, depth; checked when a run begins."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, Union
from urllib.parse import urlsplit

from pydantic_ai.exceptions import UserError

from caisson import _depth
from caisson.errors import ConfigError
from caisson.limits import Limits
from caisson.mounts import Mount
from caisson.remote import Remote

DURATION = 30.0
MEMORY = 256 << 20
SUSPENSIONS = 1000
PRINTED = 10 << 20

_FOREVER = 1e9
_ALL_MEMORY = 3 << 30
_FUEL = 10**14
_NODES = 4096  # what an overlay needs for itself before anything is written
_MODES = {"overlay": "overlay", "read-only": "sealed", "read-write": "rw"}


class CodeModeResourceLimits(TypedDict, total=False):
    """Limits of the sandbox; a key that is missing keeps its default."""

    max_duration_secs: float | None
    max_memory: int | None
    max_suspensions: int


LimitsArg = Union[CodeModeResourceLimits, Literal["unlimited"], None]


class CodeModeMount(Protocol):
    """A directory for the program: ``caisson.compat.monty.MountDir`` is one."""

    @property
    def host_path(self) -> str | os.PathLike[str]:
        """Directory of the host."""
        ...

    @property
    def virtual_path(self) -> str:
        """Where the program finds it."""
        ...

    @property
    def mode(self) -> str:
        """``overlay``, ``read-only`` or ``read-write``."""
        ...

    @property
    def write_bytes_limit(self) -> int | None:
        """Bytes that one call may write."""
        ...


class _Required(TypedDict):
    host_path: str
    virtual_path: str


class CodeModeMountSpec(_Required, total=False):
    """A mount in a YAML or JSON file."""

    mode: Literal["overlay", "read-only", "read-write"]
    write_bytes_limit: int | None
    memory_usage_limit: int | None


MountArg = Union[CodeModeMount, Sequence[CodeModeMount], None]


class MountFromSpec:
    """The mount that a ``CodeModeMountSpec`` describes."""

    def __init__(
        self,
        *,
        host_path: str,
        virtual_path: str,
        mode: str = "overlay",
        write_bytes_limit: int | None = None,
        memory_usage_limit: int | None = 100_000_000,
    ) -> None:
        self.host_path = host_path
        self.virtual_path = virtual_path
        self.mode = mode
        self.write_bytes_limit = write_bytes_limit
        self.memory_usage_limit = memory_usage_limit

    _KEYS = frozenset(
        {
            "host_path",
            "virtual_path",
            "mode",
            "write_bytes_limit",
            "memory_usage_limit",
        }
    )

    @classmethod
    def of(cls, entry: Any) -> MountFromSpec:
        """Check an entry of a file and make the mount."""
        if not isinstance(entry, Mapping):
            raise ValueError(f"A mount must be a mapping, not {type(entry).__name__}")
        unknown = sorted(set(entry) - cls._KEYS)
        if unknown:
            raise ValueError(f"Unknown mount spec key(s): {unknown}")
        missing = sorted({"host_path", "virtual_path"} - set(entry))
        if missing:
            raise ValueError(f"Missing mount spec key(s): {missing}")
        return cls(**entry)


class Allowance:
    """Limits as the run uses them; what cannot be is a ``UserError``."""

    def __init__(self, given: LimitsArg) -> None:
        if isinstance(given, str) and given != "unlimited":
            raise UserError(
                f"`resource_limits` must be a dict, 'unlimited' or None, not {given!r}"
            )
        self.duration: float | None = DURATION
        self.memory: int | None = MEMORY
        self.suspensions = SUSPENSIONS
        if given == "unlimited":
            self.duration = self.memory = None
        elif given is not None:
            self._merge(dict(given))

    def _merge(self, given: dict[str, Any]) -> None:
        names = ("max_duration_secs", "max_memory", "max_suspensions")
        unknown = sorted(set(given) - set(names))
        if unknown:
            raise UserError(f"Unknown `resource_limits` key(s): {unknown}")
        self.duration = self._number(given, names[0], DURATION)
        memory = self._number(given, names[1], MEMORY)
        self.memory = None if memory is None else int(memory)
        suspensions = given.get(names[2], SUSPENSIONS)
        if not isinstance(suspensions, int) or suspensions < 1:
            raise UserError("`max_suspensions` must be at least 1")
        self.suspensions = suspensions

    @staticmethod
    def _number(
        given: dict[str, Any], name: str, default: float | None
    ) -> float | None:
        value = given.get(name, default)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise UserError(f"`{name}` must be a number")
        if not value > 0:
            raise UserError(f"`{name}` must be positive")
        return float(value)

    def limits(self) -> Limits:
        """The same for the engine; sleeping is counted by the host."""
        return Limits(
            time=self.duration or _FOREVER,
            memory=min(self.memory or _ALL_MEMORY, _ALL_MEMORY),
            suspensions=self.suspensions,
            output=PRINTED,
            calls=10**9,
            fuel=_FUEL,
            sleep=_FOREVER,
        )


def as_mount_list(mount: MountArg) -> list[CodeModeMount]:
    """One mount, several or none."""
    if mount is None:
        return []
    if isinstance(mount, Sequence):
        return list(mount)
    return [mount]


def as_mounts(mount: MountArg) -> dict[str, Mount]:
    """Mounts for the sandbox; directories that overlap are refused."""
    made: dict[str, Mount] = {}
    hosts: list[Path] = []
    for one in as_mount_list(mount):
        at = str(one.virtual_path)
        host = Path(one.host_path).resolve()
        if at in made:
            raise UserError(f"two mounts at {at!r}")
        if any(_overlap(host, other) for other in hosts):
            raise UserError(
                f"the host directory of the mount at {at!r} overlaps another one"
            )
        if one.mode not in _MODES:
            raise UserError(f"unknown mount mode {one.mode!r}")
        hosts.append(host)
        made[at] = Mount(one.host_path, _MODES[one.mode], **_limit(one))
    return made


def _overlap(a: Path, b: Path) -> bool:
    return a == b or a in b.parents or b in a.parents


def _limit(one: CodeModeMount) -> dict[str, Any]:
    limits = [one.write_bytes_limit]
    if one.mode == "overlay":
        limits.append(getattr(one, "memory_usage_limit", None))
    given = [n for n in limits if n is not None]
    return {"limit": min(given) + _NODES} if given else {}


def as_remote(url: str | None, allow_plaintext: bool, depth: str) -> Remote | None:
    """The server that has the workers; None: they are here."""
    if url is None:
        return None
    if not isinstance(url, str) or not url.startswith(("ws://", "wss://")):
        raise UserError("`sandbox_url` must start with ws:// or wss://")
    if _depth.is_jail(depth):
        raise UserError("`sandbox_url` needs depth='interp': workers run nothing else")
    try:
        return Remote(url, allow_plaintext=allow_plaintext)
    except ConfigError as e:
        raise UserError(f"`sandbox_url`: {e}") from None


def without_url(text: str, remote: Remote | None) -> str:
    """What a model may read: nothing of the server's address."""
    if remote is None:
        return text
    parts = urlsplit(remote.url)
    for part in (remote.url, parts.netloc, parts.hostname):
        if part:
            text = text.replace(part, "<sandbox_url>")
    return text


def check_depth(depth: str, has_os: bool, pauses: bool) -> None:
    """Refuse a depth that cannot be had here, or not with these options."""
    if depth not in (_depth.ENGINE, "auto", _depth.JAIL):
        raise UserError(
            f"CodeMode runs at depth 'interp', 'auto' or 'process', not {depth!r}"
        )
    if _depth.is_jail(depth) and has_os:
        raise UserError(
            "`os_access` cannot answer a program at depth 'process', where the kernel "
            "does: mount what it needs, or use depth='interp'"
        )
    if _depth.is_jail(depth) and pauses:
        raise UserError(
            "`pause_on_approval` needs a session that can be dumped: use depth='interp'"
        )
