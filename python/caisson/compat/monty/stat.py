"""File status as programs see it."""

from __future__ import annotations

import time
from typing import NamedTuple

_REGULAR, _DIRECTORY = 0o100000, 0o040000


class ScanEntry(NamedTuple):
    """One entry of a directory that a host lists as a whole."""

    path: str
    is_dir: bool
    is_file: bool
    is_symlink: bool


class StatResult(NamedTuple):
    """The ten fields of ``os.stat()``."""

    st_mode: int
    st_ino: int
    st_dev: int
    st_nlink: int
    st_uid: int
    st_gid: int
    st_size: int
    st_atime: float
    st_mtime: float
    st_ctime: float

    @classmethod
    def file_stat(
        cls, size: int, mode: int = 0o644, mtime: float | None = None
    ) -> StatResult:
        """A regular file of that size."""
        if mode < 0o1000:
            mode |= _REGULAR
        at = time.time() if mtime is None else mtime
        return cls(mode, 0, 0, 1, 0, 0, size, at, at, at)

    @classmethod
    def dir_stat(cls, mode: int = 0o755, mtime: float | None = None) -> StatResult:
        """A directory."""
        if mode < 0o1000:
            mode |= _DIRECTORY
        at = time.time() if mtime is None else mtime
        return cls(mode, 0, 0, 2, 0, 0, 4096, at, at, at)
