"""Writable mounts with a cap, in a jail.

The kernel has no quota for a directory of the host.  So such a mount is an overlay
of limited size inside, where writing beyond it is an ``OSError``, and what the code
left there is carried to the host's directory when it has ended.  What the inside
says is not trusted: it names files of this directory and their content, which is
what the code could have written anyway, never more than the cap.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caisson.aio import AsyncSandbox
from caisson.integrations.agent_framework.mounts import FileMount
from caisson.result import Artifact

_ENTRIES = 20_000
_DEPTH = 64
_SEEN = "caisson_seen"
_ASK = f"""
def _changes(places):
    import os, stat
    found = []
    for at, known in places.items():
        seen = set()
        for folder, folders, files in os.walk(at):
            for name in folders + files:
                path = os.path.join(folder, name)
                rel = os.path.relpath(path, at)
                seen.add(rel)
                facts = os.lstat(path)
                if stat.S_ISDIR(facts.st_mode):
                    if rel not in known:
                        found.append((at, rel, None))
                elif stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1:
                    if known.get(rel) != (facts.st_size, facts.st_mtime_ns):
                        with open(path, 'rb') as file:
                            found.append((at, rel, file.read()))
        found += [(at, rel, False) for rel in known if rel not in seen]
    return found
_changes({_SEEN})
"""


def is_staged(mount: FileMount) -> bool:
    """Is it carried over at the end, instead of being the directory itself?"""
    return mount.mode == "read-write" and mount.write_bytes_limit is not None


def _entries(root: str, below: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    with os.scandir(os.path.join(root, below)) as listing:
        for entry in listing:
            rel = os.path.join(below, entry.name)
            facts = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(facts.st_mode):
                yield rel, None
                if depth < _DEPTH:
                    yield from _entries(root, rel, depth + 1)
            else:
                yield rel, (facts.st_size, facts.st_mtime_ns)


def _known(root: str | Path) -> dict[str, Any]:
    known = {}
    for number, (rel, facts) in enumerate(_entries(str(root))):
        if number >= _ENTRIES:
            raise OSError(f"more than {_ENTRIES} files in a mount with a cap")
        known[rel] = facts
    return known


def _parts(rel: Any) -> list[str]:
    parts = rel.split("/") if isinstance(rel, str) else []
    bad = not parts or len(parts) > _DEPTH or "\0" in rel
    if bad or any(p in ("", ".", "..") for p in parts):
        raise OSError("no path in this mount")
    return parts


@contextlib.contextmanager
def _folder(root: str | Path, parts: list[str]) -> Iterator[int]:
    """The directory that holds an entry; no link is followed on the way."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    at = os.open(root, flags)
    try:
        for part in parts[:-1]:
            inner = os.open(part, flags, dir_fd=at)
            os.close(at)
            at = inner
        yield at
    finally:
        os.close(at)


def _write(at: int, name: str, data: bytes) -> None:
    """Whole or not at all; what had the name is replaced, a link as well."""
    spare = f".caisson-{secrets.token_hex(8)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(spare, flags, 0o644, dir_fd=at), "wb") as file:
            file.write(data)
        os.rename(spare, name, src_dir_fd=at, dst_dir_fd=at)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(spare, dir_fd=at)
        raise


def _remove(at: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=at)
    except IsADirectoryError:
        os.rmdir(name, dir_fd=at)


@dataclasses.dataclass
class Staging:
    """The mounts of one call that have a cap."""

    mounts: dict[str, FileMount]
    before: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)

    def look(self) -> None:
        """Note what is there before the code runs."""
        self.before = {at: _known(m.host_path) for at, m in self.mounts.items()}

    async def carry(self, box: AsyncSandbox) -> list[Artifact]:
        """Ask what changed, and change the host's directories accordingly."""
        result = await box.run(_ASK, inputs={_SEEN: self.before})
        if not result.ok or not isinstance(result.value, list):
            return []
        rooms = {at: m.write_bytes_limit or 0 for at, m in self.mounts.items()}
        found = []
        # Directories before what is in them; what is gone from the inside out.
        rows = sorted(result.value, key=lambda row: str(row[1]))
        gone = [row for row in reversed(rows) if row[2] is False]
        for at, rel, data in [r for r in rows if r[2] is not False] + gone:
            with contextlib.suppress(OSError, KeyError):
                if isinstance(data, bytes):
                    if len(data) > rooms[at]:
                        raise OSError("more than the cap")
                    rooms[at] -= len(data)
                self._apply(at, rel, data)
                if isinstance(data, bytes):
                    change = "modified" if rel in self.before[at] else "added"
                    found.append(Artifact(f"{at}/{rel}", len(data), None, change))
        return found

    def _apply(self, at: str, rel: Any, data: Any) -> None:
        parts = _parts(rel)
        with _folder(self.mounts[at].host_path, parts) as folder:
            if data is None:
                os.mkdir(parts[-1], dir_fd=folder)
            elif data is False:
                _remove(folder, parts[-1])
            else:
                _write(folder, parts[-1], data)
