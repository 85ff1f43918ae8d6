"""``OSAccess``: a file tree in memory as a handler."""

from __future__ import annotations

import errno
import math
import os
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any, NoReturn, Union

from .abstractos import AbstractOS, HostClock, path_from_arg
from .files import (
    AbstractFile,
    CallbackFile,
    Content,
    MemoryFile,
    MontyFileHandle,
    canonical_mode,
)
from .results import OsFunction
from .stat import ScanEntry, StatResult

__all__ = [
    "AbstractFile",
    "AbstractOS",
    "CallbackFile",
    "MemoryFile",
    "OSAccess",
    "OsFunction",
    "ScanEntry",
    "StatResult",
    "path_from_arg",
]

_MAX_SCAN_ENTRIES = 100_000
_MAX_SCAN_PATH_BYTES = 100_000_000

Folder = dict[str, Any]  # name -> Folder or AbstractFile
Node = Union[Folder, AbstractFile]


def _fail(code: int, path: PurePosixPath, target: PurePosixPath | None = None) -> Any:
    if target is None:
        raise OSError(code, os.strerror(code), str(path))
    raise OSError(code, os.strerror(code), str(path), None, str(target))


def _missing(path: PurePosixPath) -> NoReturn:
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def _cap(value: Any, name: str, whole: bool) -> Any:
    if value is None and not whole:
        return None
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        kind = "an int" if whole else "a number or None"
        raise TypeError(f"{name} must be {kind}, not {type(value).__name__}")
    if math.isnan(value) or value < 0:
        raise ValueError(f"{name} must be non-negative")
    return value


def _bytes(content: Content) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _text(content: Content) -> str:
    return content if isinstance(content, str) else content.decode()


class OSAccess(HostClock):
    """Files and environment of its own; the clock is the host's."""

    def __init__(
        self,
        files: Iterable[AbstractFile] | None = None,
        environ: Mapping[str, str] | None = None,
        *,
        root_dir: str | PurePosixPath = "/",
        max_urandom_bytes: int = 1_048_576,
        max_sleep: float | None = 10,
    ) -> None:
        self.max_urandom_bytes = _cap(max_urandom_bytes, "max_urandom_bytes", True)
        self.max_sleep = _cap(max_sleep, "max_sleep", False)
        self.root_dir = PurePosixPath(root_dir)
        if not self.root_dir.is_absolute():
            raise ValueError(f"root_dir must be absolute, not {str(root_dir)!r}")
        self.environ = dict(environ or {})
        self.files: list[AbstractFile] = []
        self._root: Folder = {}
        self._folder(self.root_dir)
        for file in files or ():
            self._add(file)

    # -- the tree --------------------------------------------------------------------

    def _add(self, file: AbstractFile) -> None:
        path = PurePosixPath(file.path)
        if not path.is_absolute():
            path = self.root_dir / path
            file.path = path
        folder = self._folder(path.parent, file)
        if isinstance(folder.get(path.name), dict):
            raise ValueError(
                f"Cannot put file {file!r} at path of directory {folder[path.name]!r}"
            )
        folder[path.name] = file
        self.files.append(file)

    def _folder(self, path: PurePosixPath, file: Any = None) -> Folder:
        at = self._root
        for part in path.parts[1:]:
            below = at.setdefault(part, {})
            if not isinstance(below, dict):
                raise ValueError(
                    f"Cannot put file {file!r} within sub-directory of file {below!r}"
                )
            at = below
        return at

    def _find(self, path: PurePosixPath) -> Node | None:
        at: Any = self._root
        for part in path.parts[1:]:
            if not isinstance(at, dict) or part not in at:
                return None
            at = at[part]
        if not isinstance(at, dict) and at.deleted:
            return None
        node: Node = at
        return node

    def _get(self, path: PurePosixPath) -> Node:
        """What is there, or why there is nothing."""
        node = self._find(path)
        if node is None:
            above = path.parent
            while above != above.parent:
                if not isinstance(self._find(above) or {}, dict):
                    _fail(errno.ENOTDIR, path)
                above = above.parent
            _missing(path)
        return node

    def _file(self, path: PurePosixPath) -> AbstractFile:
        node = self._get(path)
        if isinstance(node, dict):
            _fail(errno.EISDIR, path)
        assert not isinstance(node, dict)
        return node

    def _parent(self, path: PurePosixPath) -> Folder:
        node = self._find(path.parent)
        if node is None:
            self._get(path.parent if path.parent == path else path)
            _missing(path)
        if not isinstance(node, dict):
            _fail(errno.ENOTDIR, path)
        assert isinstance(node, dict)
        return node

    def _write(self, path: PurePosixPath, content: Content) -> int:
        node = self._find(path)
        if isinstance(node, dict):
            _fail(errno.EISDIR, path)
        if node is None:
            made = MemoryFile(path, content)
            self._parent(path)[path.name] = made
            self.files.append(made)
        else:
            assert not isinstance(node, dict)
            node.write_content(content)
        return len(content)

    # -- requests --------------------------------------------------------------------

    def path_exists(self, path: PurePosixPath) -> bool:
        """Is there anything at this path?"""
        return self._find(path) is not None

    def path_is_file(self, path: PurePosixPath) -> bool:
        """Is it a file?"""
        node = self._find(path)
        return node is not None and not isinstance(node, dict)

    def path_is_dir(self, path: PurePosixPath) -> bool:
        """Is it a directory?"""
        return isinstance(self._find(path), dict)

    def path_is_symlink(self, path: PurePosixPath) -> bool:
        """There are no links here."""
        return False

    def path_open(self, path: PurePosixPath, mode: str) -> MontyFileHandle:
        """Open a file; ``w`` empties it, ``x`` wants it to be new."""
        path = path_from_arg(path)
        kind = canonical_mode(mode)
        node = self._find(path)
        if isinstance(node, dict):
            _fail(errno.EISDIR, path)
        empty: Content = b"" if "b" in kind else ""
        if kind[0] == "r":
            self._file(path)
        elif kind[0] == "x" and node is not None:
            _fail(errno.EEXIST, path)
        elif kind[0] in "wx" or node is None:
            self._write(path, empty)
        return MontyFileHandle(path, kind)

    def path_read_text(self, path: PurePosixPath) -> str:
        """Content of a text file."""
        return _text(self._file(path).read_content())

    def path_read_bytes(self, path: PurePosixPath) -> bytes:
        """Content of a file."""
        return _bytes(self._file(path).read_content())

    def path_write_text(self, path: PurePosixPath, data: str) -> int:
        """Replace the content; the number of characters."""
        return self._write(path, data)

    def path_write_bytes(self, path: PurePosixPath, data: bytes) -> int:
        """Replace the content; the number of bytes."""
        return self._write(path, data)

    def path_append_text(self, path: PurePosixPath, data: str) -> int:
        """Add to the end of a text file."""
        old = _text(self._file(path).read_content()) if self._find(path) else ""
        self._write(path, old + data)
        return len(data)

    def path_append_bytes(self, path: PurePosixPath, data: bytes) -> int:
        """Add to the end of a file."""
        old = _bytes(self._file(path).read_content()) if self._find(path) else b""
        self._write(path, old + data)
        return len(data)

    def path_mkdir(self, path: PurePosixPath, parents: bool, exist_ok: bool) -> None:
        """Make a directory."""
        node = self._find(path)
        if node is not None:
            if exist_ok and isinstance(node, dict):
                return
            _fail(errno.EEXIST, path)
        if parents and self._find(path.parent) is None:
            self.path_mkdir(path.parent, True, True)
        self._parent(path)[path.name] = {}

    def path_unlink(self, path: PurePosixPath) -> None:
        """Remove a file."""
        self._file(path).delete()
        del self._parent(path)[path.name]

    def path_rmdir(self, path: PurePosixPath) -> None:
        """Remove an empty directory."""
        node = self._get(path)
        if not isinstance(node, dict):
            _fail(errno.ENOTDIR, path)
        elif any(isinstance(n, dict) or not n.deleted for n in node.values()):
            _fail(errno.ENOTEMPTY, path)
        if path == path.parent:
            _fail(errno.EBUSY, path)
        del self._parent(path)[path.name]

    def path_iterdir(self, path: PurePosixPath) -> list[PurePosixPath]:
        """Full paths of what is in a directory."""
        node = self._get(path)
        if not isinstance(node, dict):
            _fail(errno.ENOTDIR, path)
        assert isinstance(node, dict)
        live = [n for n, f in node.items() if isinstance(f, dict) or not f.deleted]
        return [path / name for name in live]

    def path_stat(self, path: PurePosixPath) -> StatResult:
        """Size, mode and times."""
        node = self._get(path)
        if isinstance(node, dict):
            return StatResult.dir_stat(mtime=0.0)
        size = len(_bytes(node.read_content()))
        return StatResult.file_stat(size, node.permissions, 0.0)

    def path_rename(self, path: PurePosixPath, target: PurePosixPath) -> None:
        """Give it another path."""
        node = self._find(path)
        if node is None:
            _fail(errno.ENOENT, path, target)
        self._check_target(path, target, node)
        parent = self._find(target.parent)
        if not isinstance(parent, dict):
            _fail(errno.ENOENT if parent is None else errno.ENOTDIR, path, target)
        del self._parent(path)[path.name]
        assert isinstance(parent, dict)
        parent[target.name] = node
        self._repath(node, target)

    def _check_target(
        self, path: PurePosixPath, target: PurePosixPath, node: Any
    ) -> None:
        there = self._find(target)
        if isinstance(node, dict) and there is not None and not isinstance(there, dict):
            _fail(errno.ENOTDIR, path, target)
        if isinstance(node, dict) and path in target.parents:
            _fail(errno.EINVAL, path, target)
        if there is None:
            return
        if isinstance(node, dict) and not isinstance(there, dict):
            _fail(errno.ENOTDIR, path, target)
        if isinstance(there, dict) and not isinstance(node, dict):
            _fail(errno.EISDIR, path, target)
        if isinstance(there, dict) and there and there is not node:
            _fail(errno.ENOTEMPTY, path, target)

    def _repath(self, node: Any, path: PurePosixPath) -> None:
        work = [(node, path)]
        while work:
            at, where = work.pop()
            if isinstance(at, dict):
                work += [(below, where / name) for name, below in at.items()]
            else:
                at.path = where

    def path_resolve(self, path: PurePosixPath) -> str:
        """The path without ``.`` and ``..``."""
        return self.path_absolute(path)

    def path_absolute(self, path: PurePosixPath) -> str:
        """The path from the root."""
        full = path if path.is_absolute() else self.root_dir / path
        return os.path.normpath(str(full))

    def getenv(self, key: str, default: str | None = None) -> str | None:
        """One variable of the environment."""
        return self.environ.get(key, default)

    def get_environ(self) -> dict[str, str]:
        """All of the environment."""
        return dict(self.environ)
