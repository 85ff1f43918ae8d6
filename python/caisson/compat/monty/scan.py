"""A directory and everything below it, listed by a handler's own methods."""

from __future__ import annotations

import errno
import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from .stat import ScanEntry

if TYPE_CHECKING:
    from .abstractos import AbstractOS

LINKED_DEEP = 64
"""Levels, where links are followed: they may lead in a circle."""
_BYTES_EACH = 4


class _Counter:
    """Entries and bytes of paths, held to the caps of ``os_access``."""

    def __init__(self) -> None:
        from . import os_access  # whose caps tests and hosts change

        self.most = os_access._MAX_SCAN_ENTRIES
        self.most_bytes = os_access._MAX_SCAN_PATH_BYTES
        self.entries = self.bytes = 0

    def count(self, path: PurePosixPath) -> None:
        self.entries += 1
        self.bytes += _BYTES_EACH * len(os.fsencode(str(path)))
        if self.entries > self.most:
            raise RuntimeError(f"directory scan exceeded {self.most} entries")
        if self.bytes > self.most_bytes:
            raise RuntimeError(
                f"directory scan exceeded {self.most_bytes} bytes of path data"
            )


def scan(
    source: AbstractOS, root: PurePosixPath, max_depth: int | None, follow: bool
) -> list[ScanEntry]:
    """The root as ``''``, then what is below it; a level at a time."""
    counter = _Counter()
    top = _entry(source, root, "", follow)
    if not (top.is_symlink or source.path_exists(root)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(root))
    counter.count(root)
    found, level, depth = [top], [(root, "")] if top.is_dir else [], 0
    while level and (max_depth is None or depth < max_depth):
        if follow and depth >= LINKED_DEEP:
            break
        below: list[tuple[PurePosixPath, str]] = []
        for folder, name in level:
            for path in _listed(source, folder, is_root=depth == 0):
                inner = f"{name}/{path.name}" if name else path.name
                counter.count(path)
                entry = _entry(source, path, inner, follow)
                found.append(entry)
                if entry.is_dir and (follow or not entry.is_symlink):
                    below.append((path, inner))
        level, depth = below, depth + 1
    return found


def _entry(
    source: AbstractOS, path: PurePosixPath, name: str, follow: bool
) -> ScanEntry:
    return ScanEntry(
        name,
        bool(source.path_is_dir(path)),
        bool(source.path_is_file(path)),
        bool(source.path_is_symlink(path)),
    )


def _listed(
    source: AbstractOS, folder: PurePosixPath, *, is_root: bool
) -> list[PurePosixPath]:
    """One below the root that cannot be read is empty."""
    try:
        return [PurePosixPath(p) for p in source.path_iterdir(folder)]
    except OSError:
        if is_root:
            raise
        return []
