"""What can be configured: limits, mounts, depth; checked when a run begins."""

from __future__ import annotations

import dataclasses
import inspect
import os
import warnings
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
_ALL_SUSPENSIONS = 10**9
_FUEL = 10**14
_NODES = 4096  # what an overlay needs for itself before anything is written
_MOST = 2**64
_KEYS = ("max_duration_secs", "max_memory", "max_suspensions")
_DURATION_RULE = "must be a positive number of seconds below 2**64"
_MEMORY_RULE = "must be a positive integer number of bytes below 2**64"
_SUSPENSIONS_RULE = "must be an integer of at least 1 and below 2**64"
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
        unknown = sorted(set(given) - set(_KEYS))
        if unknown:
            raise UserError(
                f"Unknown `resource_limits` key(s): {unknown}. "
                f"Valid keys are {list(_KEYS)}."
            )
        duration = given.get(_KEYS[0], DURATION)
        _check(duration, (int, float), f"`{_KEYS[0]}` {_DURATION_RULE}")
        memory = given.get(_KEYS[1], MEMORY)
        _check(memory, (int,), f"`{_KEYS[1]}` {_MEMORY_RULE}")
        suspensions = given.get(_KEYS[2], SUSPENSIONS)
        if suspensions is None:
            suspensions = 0  # unlike the others it cannot be switched off
        _check(suspensions, (int,), f"`{_KEYS[2]}` {_SUSPENSIONS_RULE}")
        self.duration = None if duration is None else float(duration)
        self.memory = memory
        self.suspensions = suspensions

    def limits(self) -> Limits:
        """The same for the engine; sleeping is counted by the host."""
        return Limits(
            time=min(self.duration or _FOREVER, _FOREVER),
            memory=min(self.memory or _ALL_MEMORY, _ALL_MEMORY),
            suspensions=min(self.suspensions, _ALL_SUSPENSIONS),
            output=PRINTED,
            calls=10**9,
            fuel=_FUEL,
            sleep=_FOREVER,
        )


def _check(value: Any, kinds: Any, rule: str) -> None:
    """Refuse a limit that is not a positive number of these kinds; None is fine."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, kinds) or not 0 < value < _MOST:
        raise UserError(rule)


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


def sandbox_of(given: Any, old: str | None) -> Any:
    """``monty_sandbox``, or the option that it replaces."""
    if old is None:
        return given
    if given is not None:
        raise UserError("give `monty_sandbox` or `monty_sandbox_url`, not both")
    warnings.warn(
        "`monty_sandbox_url` is deprecated: use `monty_sandbox`",
        DeprecationWarning,
        stacklevel=4,
    )
    return old


@dataclasses.dataclass(frozen=True)
class Place:
    """Where the workers are; ``option`` is what the user calls it.

    ``where`` is an address, or a function that returns one or a pool that has one.
    """

    where: Any
    option: str
    allow_plaintext: bool

    @classmethod
    def of(
        cls, url: Any, sandbox: Any, allow_plaintext: bool, depth: str
    ) -> Place | None:
        """Check what can be checked when a run begins; None: workers are here."""
        if url is None and sandbox is None:
            return None
        if url is not None and sandbox is not None:
            raise UserError("give `sandbox_url` or `monty_sandbox`, not both")
        if url is not None:
            place = cls(url, "sandbox_url", allow_plaintext)
        else:
            place = cls(sandbox, "monty_sandbox", allow_plaintext)
        if _depth.is_jail(depth):
            text = "needs depth='interp': workers run nothing else"
            raise UserError(f"`{place.option}` {text}")
        if isinstance(place.where, str):
            place.remote_at(place.where)
        elif url is not None or not callable(place.where):
            kind = type(place.where).__name__
            raise UserError(
                f"`{place.option}` must be a URL or a function that returns a pool, "
                f"not a {kind}"
            )
        return place

    def remote_at(self, url: str) -> Remote:
        """The server with this address."""
        scheme = url.partition("://")[0] if "://" in url else url[:20]
        if scheme not in ("ws", "wss"):
            raise UserError(
                f"`{self.option}` must start with ws:// or wss://, not {scheme!r}"
            )
        try:
            return Remote(url, allow_plaintext=self.allow_plaintext)
        except ConfigError as e:
            raise UserError(f"`{self.option}`: {e}") from None

    async def find(self) -> Remote:
        """The server; a function is asked once per run."""
        if isinstance(self.where, str):
            return self.remote_at(self.where)
        found = self.where()
        if inspect.isawaitable(found):
            found = await found
        if isinstance(found, Remote):
            return found
        url = getattr(found, "url", found)
        if not isinstance(url, str):
            raise UserError(
                f"the function `{self.option}` must return an address or a pool of "
                f"remote workers, not a {type(found).__name__}"
            )
        own = getattr(getattr(found, "_options", None), "remote", None)
        return own if isinstance(own, Remote) else self.remote_at(url)

    def hide(self, text: str) -> str:
        """What a model may read: nothing of the server's address."""
        if not isinstance(self.where, str):
            return text
        parts = urlsplit(self.where)
        for part in (self.where, parts.netloc, parts.hostname):
            if part:
                text = text.replace(part, f"<{self.option}>")
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
