"""Files that an OS handler keeps: open, read and write over whole contents.

The program works with handles and bytes, the handler with paths and contents.
What was written reaches the handler when the file is closed or the run ends.
"""

from __future__ import annotations

import dataclasses
import errno
import os
import stat
from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath
from typing import Any

from caisson import _events

Ask = Callable[..., Awaitable[Any]]

_CREATE, _EXCLUSIVE, _TRUNCATE, _APPEND = 0o100, 0o200, 0o1000, 0o2000
_ACCESS = 3


@dataclasses.dataclass
class _Open:
    path: PurePosixPath
    data: bytearray
    appends: bool
    at: int = 0
    changed: bool = False


class _NotHandled(Exception):
    pass


class HostFiles:
    """Answers ``fs.*`` with a handler's ``Path.*``."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._open: dict[int, _Open] = {}
        self._next = _events.HOST_HANDLE

    async def answer(self, name: str, args: tuple[Any, ...]) -> Any:
        """The value for the program; ``NOT_HANDLED`` if there is none."""
        method = getattr(self, "_do_" + name[3:], None)
        if method is None:
            return _events.NOT_HANDLED
        try:
            return await method(*args)
        except _NotHandled:
            return _events.NOT_HANDLED

    async def flush(self) -> None:
        """Hand over what was written to files that are still open."""
        for file in self._open.values():
            await self._write_out(file)

    async def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        answer = await self._ask(name, *args, **kwargs)
        if answer is _events.NOT_HANDLED:
            raise _NotHandled
        return answer

    async def _write_out(self, file: _Open) -> None:
        if file.changed:
            await self._call("Path.write_bytes", file.path, bytes(file.data))
            file.changed = False

    # -- handles ----------------------------------------------------------------

    async def _open_file(self, path: str, flags: int) -> _Open:
        where = _path(path)
        writes = flags & _ACCESS != os.O_RDONLY
        try:
            data = bytearray(await self._call("Path.read_bytes", where))
        except FileNotFoundError:
            if not flags & _CREATE:
                raise
            return _Open(where, bytearray(), bool(flags & _APPEND), changed=True)
        if flags & _EXCLUSIVE:
            raise FileExistsError(errno.EEXIST, "File exists", path)
        file = _Open(where, data, bool(flags & _APPEND))
        if writes and flags & _TRUNCATE:
            file.data, file.changed = bytearray(), True
        return file

    async def _do_open(self, path: str, flags: int, mode: int) -> int:
        file = await self._open_file(path, flags)
        await self._write_out(file)
        handle, self._next = self._next, self._next + 1
        self._open[handle] = file
        return handle

    def _at(self, handle: int) -> _Open:
        try:
            return self._open[handle]
        except KeyError:
            raise OSError(errno.EBADF, "Bad file descriptor") from None

    async def _do_close(self, handle: int) -> None:
        await self._write_out(self._at(handle))
        del self._open[handle]

    async def _do_isatty(self, handle: int) -> bool:
        return False

    async def _do_read(self, handle: int, n: int) -> bytes:
        file = self._at(handle)
        data = bytes(file.data[file.at : file.at + n])
        file.at += len(data)
        return data

    async def _do_write(self, handle: int, data: bytes) -> int:
        file = self._at(handle)
        if file.appends:
            file.at = len(file.data)
        file.data.extend(bytes(max(0, file.at - len(file.data))))
        file.data[file.at : file.at + len(data)] = data
        file.at += len(data)
        file.changed = True
        return len(data)

    async def _do_seek(self, handle: int, offset: int, whence: int) -> int:
        file = self._at(handle)
        base = (0, file.at, len(file.data))[whence]
        if base + offset < 0:
            raise OSError(errno.EINVAL, "Invalid argument")
        file.at = base + offset
        return file.at

    async def _do_truncate(self, handle: int, size: int) -> None:
        file = self._at(handle)
        del file.data[size:]
        file.data.extend(bytes(size - len(file.data)))
        file.changed = True

    async def _do_fstat(self, handle: int) -> tuple[int, ...]:
        size = len(self._at(handle).data)
        return (stat.S_IFREG | 0o644, 0, 0, 1, 0, 0, size, 0, 0, 0)

    # -- paths --------------------------------------------------------------------

    async def _do_stat(self, path: str | int, follow: bool) -> tuple[int, ...]:
        if isinstance(path, int):
            return await self._do_fstat(path)
        return _row(await self._call("Path.stat", _path(path)))

    async def _do_access(self, path: str | int, mode: int) -> bool:
        try:
            await self._do_stat(path, True)
        except OSError:
            return False
        return True

    async def _do_list(self, path: str) -> list[tuple[str, str]]:
        found = []
        for entry in await self._call("Path.iterdir", _path(path)):
            where = _path(str(entry))
            is_dir = await self._call("Path.is_dir", where)
            found.append((where.name, "dir" if is_dir else "file"))
        return found

    async def _do_mkdir(self, path: str, mode: int) -> None:
        await self._call("Path.mkdir", _path(path), parents=False, exist_ok=False)

    async def _do_rmdir(self, path: str) -> None:
        await self._call("Path.rmdir", _path(path))

    async def _do_remove(self, path: str) -> None:
        await self._call("Path.unlink", _path(path))

    async def _do_rename(self, source: str, target: str) -> None:
        await self._call("Path.rename", _path(source), _path(target))


def _path(text: str) -> PurePosixPath:
    return PurePosixPath(os.path.normpath("/" + text.lstrip("/")))


def _row(found: Any) -> tuple[int, ...]:
    """Ten facts as the engine wants them: times in nanoseconds."""
    facts = tuple(found)[:10]
    times = tuple(int(t * 1_000_000_000) for t in facts[7:10])
    return tuple(int(f) for f in facts[:7]) + times
