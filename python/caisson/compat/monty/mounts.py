"""Directories of the host that a feed may see."""

from __future__ import annotations

import contextlib
import os
from typing import Any, Literal

from caisson import _native

_MODES = {
    "read-only": _native.MOUNT_SEALED,  # a PermissionError, as there
    "read-write": _native.MOUNT_RW,
    "overlay": _native.MOUNT_OVERLAY,
}
_OMITTED: Any = object()
MEMORY = 50_000_000


class MountDir:
    """A directory of the host at a path of the program.

    Both call forms are accepted: ``MountDir(virtual_path, host_path)`` of the
    older generation and keywords of the newer.
    """

    def __init__(
        self,
        virtual_path: Any = _OMITTED,
        host_path: Any = _OMITTED,
        *,
        mode: Literal["read-only", "read-write", "overlay"] = "overlay",
        write_bytes_limit: int | None = None,
        memory_usage_limit: int | None = MEMORY,
    ) -> None:
        if virtual_path is _OMITTED or host_path is _OMITTED:
            raise TypeError("MountDir needs virtual_path and host_path")
        at = os.fspath(virtual_path)
        if not isinstance(at, str) or not at.startswith("/"):
            raise TypeError(f"virtual path must be absolute, got: {at!r}")
        if mode not in _MODES:
            raise ValueError(
                f"Invalid mode {mode!r}, expected 'read-only', 'read-write', or "
                "'overlay'"
            )
        self.virtual_path = os.path.normpath(at).replace("//", "/")
        self.host_path = os.fspath(host_path)
        self.mode = mode
        self.write_bytes_limit = _size(write_bytes_limit, "write_bytes_limit")
        self.memory_usage_limit = _size(memory_usage_limit, "memory_usage_limit")
        try:
            self._fd: int | None = os.open(
                self.host_path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
            )
        except OSError as e:
            raise TypeError(
                f"cannot open host path {self.host_path!r}: {e.strerror} "
                f"(os error {e.errno})"
            ) from None

    @property
    def closed(self) -> bool:
        """Was it closed?"""
        return self._fd is None

    def close(self) -> None:
        """Let go of the directory; feeds that run keep it."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def covers(self, path: str) -> bool:
        """Is this path of the program inside?"""
        at = self.virtual_path
        return at == "/" or path == at or path.startswith(at + "/")

    def identity(self) -> list[tuple[int, int]]:
        """The directory and those above it, to find overlaps."""
        found = []
        path = os.path.realpath(self.pinned())
        while True:
            with contextlib.suppress(OSError):
                status = os.stat(path)
                found.append((status.st_dev, status.st_ino))
            if path == "/":
                return found
            path = os.path.dirname(path)

    def number(self) -> int:
        """The mode as the engine counts it, strict."""
        return _MODES[self.mode] | _native.MOUNT_STRICT

    def pinned(self) -> str:
        """A path to the directory that was opened, whatever its name is now."""
        if self._fd is None:
            raise ValueError(f"mount {self.virtual_path!r} is closed")
        return f"/proc/self/fd/{self._fd}"

    def __enter__(self) -> MountDir:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        fd = getattr(self, "_fd", None)
        if fd is not None:
            os.close(fd)

    def __repr__(self) -> str:
        return f"MountDir({self.virtual_path!r}, {self.host_path!r}, {self.mode!r})"


def _size(value: Any, name: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int or None")
    if value < 0:
        raise ValueError(f"{name} must not be negative")
    return value


def as_mounts(mount: Any) -> list[MountDir]:
    """A list of open mounts, from one, several or None."""
    if mount is None:
        return []
    if not isinstance(mount, (MountDir, list, tuple)):
        raise TypeError("mount must be a MountDir, a list of MountDir, or None")
    made = [mount] if isinstance(mount, MountDir) else list(mount)
    for one in made:
        if not isinstance(one, MountDir):
            raise TypeError("mount must be a MountDir, a list of MountDir, or None")
        if one.closed:
            raise ValueError(f"mount {one.virtual_path!r} is closed")
    return made


def check_overlaps(mounts: list[MountDir]) -> None:
    """Distinct virtual paths and disjoint directories, or ValueError."""
    for i, one in enumerate(mounts):
        above = one.identity()
        for other in mounts[:i]:
            theirs = other.identity()
            if (
                one.virtual_path == other.virtual_path
                or above[0] in theirs
                or theirs[0] in above
            ):
                raise ValueError(
                    f"cannot mount {one.host_path!r} at {one.virtual_path!r}: it "
                    f"overlaps the mount of {other.host_path!r} at "
                    f"{other.virtual_path!r}; mounts must have distinct virtual "
                    "paths and disjoint host directories"
                )
