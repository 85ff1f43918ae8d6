"""Files of a sandbox, done inside it: no path leads out of its root."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caisson.sandbox._errors import make_error
from caisson.sandbox._wire import Connection, read_object

if TYPE_CHECKING:
    from caisson.sandbox._local import LocalSandboxHandle


@dataclass(frozen=True, kw_only=True)
class FileEntry:
    """A file, directory or link of a sandbox."""

    name: str
    type: str
    size: int = 0
    mode: int = 0
    mtime_ns: int = 0
    uid: int = 0
    gid: int = 0
    target: str | None = None

    @property
    def is_dir(self) -> bool:
        """Say whether it is a directory."""
        return self.type == "directory"


def _entry(row: dict[str, Any]) -> FileEntry:
    name = str(row.get("name", ""))
    if hexes := row.get("name_hex"):
        name = bytes.fromhex(hexes).decode("utf-8", "surrogateescape")
    mode = row.get("mode", 0)
    return FileEntry(
        name=name,
        type=str(row.get("type", "other")),
        size=int(row.get("size", 0)),
        mode=int(mode, 8) if isinstance(mode, str) else int(mode),
        mtime_ns=int(row.get("mtime_ns", 0)),
        uid=int(row.get("uid", 0)),
        gid=int(row.get("gid", 0)),
        target=row.get("target"),
    )


class Files:
    """Read, write and list files; errors are `OSError` with the errno inside."""

    def __init__(self, handle: LocalSandboxHandle) -> None:
        self._handle = handle

    async def read(
        self, path: str, *, offset: int = 0, length: int | None = None
    ) -> bytes:
        """Give the bytes of a file."""
        request: dict[str, Any] = {"op": "file.read", "path": path, "offset": offset}
        if length is not None:
            request["length"] = length
        _, data = await self._run(request, path)
        return data

    async def read_text(self, path: str, encoding: str = "utf-8") -> str:
        """Give a file as text."""
        return (await self.read(path)).decode(encoding)

    async def write(
        self,
        path: str,
        data: bytes | str,
        *,
        mode: int | None = None,
        parents: bool = True,
        append: bool = False,
        exclusive: bool = False,
    ) -> None:
        """Write a file; the old one stays until all bytes are there."""
        request: dict[str, Any] = {"op": "file.write", "path": path, "parents": parents}
        if mode is not None:
            request["mode"] = f"{mode:o}"
        if append:
            request["append"] = True
        if exclusive:
            request["exclusive"] = True
        raw = data.encode() if isinstance(data, str) else bytes(data)
        await self._run(request, path, raw)

    async def list(self, path: str, *, depth: int = 1) -> list[FileEntry]:
        """Give what a directory holds."""
        reply, _ = await self._run(
            {"op": "file.list", "path": path, "depth": depth}, path
        )
        return [_entry(row) for row in reply.get("entries", ())]

    async def stat(self, path: str, *, follow: bool = True) -> FileEntry:
        """Describe a file."""
        reply, _ = await self._run(
            {"op": "file.stat", "path": path, "nofollow": not follow}, path
        )
        return _entry(reply["entries"][0])

    async def exists(self, path: str) -> bool:
        """Say whether a path leads to something."""
        try:
            await self.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    async def mkdir(self, path: str, *, parents: bool = True) -> None:
        """Make a directory."""
        await self._run({"op": "file.mkdir", "path": path, "parents": parents}, path)

    async def remove(self, path: str, *, recursive: bool = False) -> None:
        """Remove a file, a link or, with `recursive`, a tree."""
        await self._run(
            {"op": "file.remove", "path": path, "recursive": recursive}, path
        )

    async def rename(self, path: str, to: str) -> None:
        """Give a file another name."""
        await self._run({"op": "file.rename", "path": path, "to": to}, path)

    async def watch(
        self, path: str, *, recursive: bool = False
    ) -> AsyncIterator[dict[str, Any]]:
        """Give events of a directory: `{"event": "create", "path": ...}`."""
        async with await self._handle._connect() as connection:
            request = {"op": "file.watch", "path": path, "recursive": recursive}
            await connection.ask(request)
            async with aclosing(connection.frames()) as frames:  # type: ignore[type-var]
                async for kind, payload in frames:
                    if kind == "J":
                        yield read_object(payload)
                    elif kind == "R":
                        self._check(read_object(payload), "file.watch", path)

    def _check(self, reply: dict[str, Any], operation: str, path: str) -> None:
        if error := reply.get("error"):
            raise make_error(error, operation, self._handle.name, path)

    async def _run(
        self, request: dict[str, Any], path: str, data: bytes | None = None
    ) -> tuple[dict[str, Any], bytes]:
        if "\0" in path:
            raise ValueError("a path holds no NUL")
        async with await self._handle._connect() as connection:
            return await self._talk(connection, request, path, data)

    async def _talk(
        self,
        connection: Connection,
        request: dict[str, Any],
        path: str,
        data: bytes | None,
    ) -> tuple[dict[str, Any], bytes]:
        await connection.ask(request)
        if data is not None:
            await connection.send_input(data)
        pieces: list[bytes] = []
        async for kind, payload in connection.frames():
            if kind == "o":
                pieces.append(payload)
            elif kind == "R":
                reply = read_object(payload)
                self._check(reply, request["op"], path)
                return reply, b"".join(pieces)
        raise AssertionError("unreachable")
