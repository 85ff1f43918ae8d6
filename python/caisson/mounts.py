"""Directories of the host that a program may see."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from typing import Union

from caisson import _native
from caisson.errors import ConfigError

_MODES = {
    "overlay": _native.MOUNT_OVERLAY,
    "ro": _native.MOUNT_RO,
    "rw": _native.MOUNT_RW,
    "sealed": _native.MOUNT_SEALED,
}


@dataclasses.dataclass(frozen=True)
class Mount:
    """A directory or file of the host and what may be done with it.

    ``overlay``: writes stay in memory; ``ro``: reading only; ``rw``: writes go
    to the host; ``sealed``: as ``ro``, but a write is a ``PermissionError``
    instead of ``OSError`` "Read-only file system".  ``limit``: bytes that may be
    written.
    """

    host: str | os.PathLike[str]
    mode: str = "overlay"
    limit: int = 256 << 20

    def __post_init__(self) -> None:
        if self.mode not in _MODES:
            raise ConfigError(
                f"mount mode must be one of {', '.join(_MODES)}, not {self.mode!r}"
            )
        if self.limit <= 0:
            raise ConfigError(f"mount limit must be positive, not {self.limit!r}")

    @property
    def mode_number(self) -> int:
        """The mode as the engine counts it."""
        return _MODES[self.mode]


MountsArg = Union[Mapping[str, "str | os.PathLike[str] | Mount"], None]


def as_mounts(mounts: MountsArg) -> dict[str, Mount]:
    """Mounts by the path that programs see."""
    made = {}
    if mounts is not None and not isinstance(mounts, Mapping):
        raise ConfigError(
            f"mounts must be a mapping like {{'/data': './data'}}, not {mounts!r}"
        )
    for at, what in (mounts or {}).items():
        if not at.startswith("/"):
            raise ConfigError(f"a mount's path must be absolute, not {at!r}")
        made[at] = what if isinstance(what, Mount) else Mount(what)
    return made
