"""What the adapters share: a sandbox that is made by its first use."""

from __future__ import annotations

import asyncio
import errno
import os
import posixpath
import secrets
import stat
from collections.abc import Mapping
from typing import Any

from caisson.sandbox import LocalSandboxClient, LocalSandboxHandle, SandboxSpec
from caisson.sandbox._types import DEFAULT_IMAGE

OUTPUT_BYTES = (10 << 20) + 1  # of each stream; frameworks expect 10 MiB
LINKS = 40  # that one path may lead through


class LazySandbox:
    """Makes one sandbox however many callers ask for it first.

    A caller that is cancelled while it waits does not cancel the others.
    """

    def __init__(
        self,
        client: LocalSandboxClient,
        *,
        prefix: str,
        image: str | None,
        marker: Mapping[str, str],
        options: Mapping[str, Any],
        workdir: str,
    ) -> None:
        self.client = client
        self.workdir = workdir
        self._prefix = prefix
        self._image = image
        self._marker = dict(marker)
        self._options = dict(options)
        self._making: asyncio.Future[LocalSandboxHandle] | None = None

    async def get(self) -> LocalSandboxHandle:
        """Give the sandbox."""
        if self._making is None or (
            self._making.done()
            and (self._making.cancelled() or self._making.exception() is not None)
        ):
            self._making = asyncio.ensure_future(self._make())
        return await asyncio.shield(self._making)

    async def _make(self) -> LocalSandboxHandle:
        options = {
            "stdout_bytes": OUTPUT_BYTES,
            "stderr_bytes": OUTPUT_BYTES,
            **self._options,
        }
        labels = {**options.pop("labels", {}), **self._marker}
        spec = SandboxSpec(
            f"{self._prefix}-{secrets.token_hex(8)}",
            self._image or DEFAULT_IMAGE,
            labels=labels,
            **options,
        )
        handle = await self.client.create(spec)
        self.made(handle)
        await handle.files.mkdir(self.workdir)
        return handle

    def made(self, handle: LocalSandboxHandle) -> None:
        """Is called as soon as the sandbox exists."""


async def real_path(handle: LocalSandboxHandle, path: str) -> str:
    """Resolve links inside the sandbox; what is missing stays as written."""
    rest = [part for part in reversed(path.split("/")) if part and part != "."]
    done, links = "/", 0
    while rest:
        part = rest.pop()
        if part == "..":
            done = posixpath.dirname(done)
            continue
        here = posixpath.join(done, part)
        try:
            entry = await handle.files.stat(here, follow=False)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            done = here
            continue
        if entry.type != "symlink" or entry.target is None:
            done = here
            continue
        links += 1
        if links > LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        if entry.target.startswith("/"):
            done = "/"
        rest += [p for p in reversed(entry.target.split("/")) if p and p != "."]
    return done


async def write_through(handle: LocalSandboxHandle, path: str, data: bytes) -> None:
    """Write a file as `open(path, "wb")` would: through links, mode kept."""
    target = await real_path(handle, path)
    mode: int | None = None
    try:
        entry = await handle.files.stat(target, follow=False)
    except FileNotFoundError:
        pass
    else:
        if entry.is_dir:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if entry.type != "file":
            raise OSError(errno.EINVAL, "not a regular file", path)
        mode = stat.S_IMODE(entry.mode)
        if not mode & stat.S_IWUSR:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    await handle.files.write(target, data, mode=mode)


async def read_file(
    handle: LocalSandboxHandle, path: str, *, most: int | None = None
) -> bytes:
    """Read a regular file; anything else is an error at once."""
    entry = await handle.files.stat(path)
    if entry.is_dir:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if entry.type != "file":
        raise OSError(errno.EINVAL, "not a regular file", path)
    return await handle.files.read(path, length=most)
