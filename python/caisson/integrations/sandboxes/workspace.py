"""A workspace backend for pydantic-ai: `pydantic_ai.workspaces`.

    from pydantic_ai.workspaces import Workspace
    from caisson.integrations.sandboxes.workspace import CaissonWorkspaceBackend

    workspace = Workspace(CaissonWorkspaceBackend())
    print((await workspace.run(["uname", "-a"])).stdout)

Tested with pydantic-ai-slim 2.66.
"""

from __future__ import annotations

import asyncio
import errno
import math
import os
import posixpath
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from pydantic_ai.workspaces import (
    CommandResult,
    FileEntry,
    WorkspaceError,
    WorkspaceOutputLimitError,
    WorkspaceRef,
    WorkspaceTimeoutError,
    WorkspaceUnavailableError,
)

from caisson.integrations.sandboxes._root import (
    LazySandbox,
    read_file,
    real_path,
    write_through,
)
from caisson.sandbox import FileEntry as Entry
from caisson.sandbox import (
    LocalSandboxClient,
    LocalSandboxHandle,
    SandboxNotFound,
    SandboxReplaced,
    SandboxStateError,
)
from caisson.sandbox._exec import exec_request
from caisson.sandbox._wire import KeeperLost

P = ParamSpec("P")
T = TypeVar("T")

PROVIDER = "caisson"
MARKER = {"pydantic-ai.workspace": "1"}
OUTPUT_LIMIT = 10 << 20  # of both streams together
BEGINNING = 64 << 10  # bytes of each that an error carries
_GONE = (SandboxNotFound, SandboxReplaced, SandboxStateError, KeeperLost)


class CaissonWorkspaceBackend:
    """A sandbox as a workspace; made or found by the first operation."""

    def __init__(
        self,
        image: str | None = None,
        *,
        ref: WorkspaceRef | None = None,
        working_dir: str = "/workspace",
        env: Mapping[str, str] | None = None,
        client: LocalSandboxClient | None = None,
        **options: Any,
    ) -> None:
        self._ref = ref
        self._attached: LocalSandboxHandle | None = None
        self._directory: str | None = None
        self._env = dict(env or {})
        self._locks: dict[str, asyncio.Lock] = {}
        self._box = _Recorded(self, image, working_dir, client, options)

    @property
    def ref(self) -> WorkspaceRef | None:
        """Identify the sandbox, once it exists."""
        return self._ref

    async def working_dir(self) -> str:
        """Give the directory that commands start in."""
        handle = await self._handle()
        if self._directory is None:
            self._directory = await real_path(handle, self._box.workdir)
        return self._directory

    # -- commands ----------------------------------------------------------

    async def run(
        self,
        command: str | Sequence[str],
        *,
        shell: bool = False,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> CommandResult:
        """Run a program, or with `shell` a script of /bin/sh."""
        argv = _argv(command, shell)
        _check_env(env or {})
        if timeout is not None and not (0 < timeout < math.inf):
            raise ValueError(f"timeout must be positive and finite, not {timeout!r}")
        handle = await self._handle()
        request = exec_request(
            argv,
            None,
            timeout=timeout,
            env={**self._env, **(env or {})},
            cwd=await self.working_dir(),
        )
        try:
            result, out, err = await handle._collect(request, None)
        except _GONE as exc:
            raise WorkspaceUnavailableError(str(exc)) from exc
        stdout, stderr = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
        if result.reason == "timeout":
            raise WorkspaceTimeoutError(
                f"the command did not end within {timeout:g} s",
                stdout=stdout,
                stderr=stderr,
            )
        if result.truncated or len(out) + len(err) > OUTPUT_LIMIT:
            raise WorkspaceOutputLimitError(
                f"the command wrote more than {OUTPUT_LIMIT} bytes",
                limit=OUTPUT_LIMIT,
                stdout=out[:BEGINNING].decode("utf-8", "replace"),
                stderr=err[:BEGINNING].decode("utf-8", "replace"),
            )
        if result.reason in ("sandbox_died", "cancelled"):
            raise WorkspaceUnavailableError("the sandbox ended during the command")
        if result.reason == "runtime_error":
            raise WorkspaceError(
                "; ".join(result.warnings) or "the command did not run"
            )
        return CommandResult(exit_code=result.exit_code, stdout=stdout, stderr=stderr)

    # -- files -------------------------------------------------------------

    async def read_bytes(self, path: str) -> bytes:
        """Give the bytes of a file."""
        async with self._lock(path):
            return await self._files(read_file, path)

    async def write_bytes(self, path: str, data: bytes) -> None:
        """Write a file, with its parent directories."""
        async with self._lock(path):
            await self._files(write_through, path, data)

    async def stat(self, path: str) -> FileEntry:
        """Describe what a path leads to."""
        entry = await self._files(_stat, path)
        name = posixpath.basename(path.rstrip("/")) or "/"
        return _shown(name, path, entry)

    async def list_dir(self, path: str) -> list[FileEntry]:
        """Give what a directory holds, sorted by path."""
        return await self._files(self._list, path)

    async def _list(self, handle: LocalSandboxHandle, path: str) -> list[FileEntry]:
        if not (await handle.files.stat(path)).is_dir:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        shown = []
        for entry in await handle.files.list(path):
            full = posixpath.join(path, entry.name)
            if entry.type == "symlink":
                try:
                    entry = await handle.files.stat(full)
                except OSError:  # a broken link is an entry as well
                    shown.append(
                        FileEntry(
                            name=posixpath.basename(full),
                            path=full,
                            is_dir=False,
                            size=None,
                        )
                    )
                    continue
            shown.append(_shown(posixpath.basename(full), full, entry))
        return sorted(shown, key=lambda e: e.path)

    async def make_dir(self, path: str) -> None:
        """Make a directory and its parents."""
        await self._files(_make_dir, path)

    async def remove(self, path: str) -> None:
        """Remove a file, a link or a tree, but not the working directory."""
        here = await self.working_dir()

        async def remove(handle: LocalSandboxHandle, path: str) -> None:
            parent, name = posixpath.split(path.rstrip("/") or "/")
            real = posixpath.join(await real_path(handle, parent), name)
            real = posixpath.normpath(real)
            if real == "/" or here == real or here.startswith(real + "/"):
                raise ValueError(f"the working directory lies in {path!r}")
            await handle.files.remove(real, recursive=True)

        await self._files(remove, path)

    async def exists(self, path: str) -> bool:
        """Say whether a path leads to something."""

        async def exists(handle: LocalSandboxHandle, path: str) -> bool:
            return await handle.files.exists(path)

        return await self._files(exists, path)

    async def realpath(self, path: str) -> str:
        """Resolve links inside the sandbox."""
        return await self._files(real_path, path)

    # -- the sandbox -------------------------------------------------------

    def _lock(self, path: str) -> asyncio.Lock:
        return self._locks.setdefault(posixpath.normpath(path), asyncio.Lock())

    async def _files(
        self,
        work: Callable[Concatenate[LocalSandboxHandle, str, P], Awaitable[T]],
        path: str,
        *more: P.args,
        **named: P.kwargs,
    ) -> T:
        handle = await self._handle()
        try:
            return await work(handle, path, *more, **named)
        except _GONE as exc:
            raise WorkspaceUnavailableError(str(exc)) from exc

    async def _handle(self) -> LocalSandboxHandle:
        if self._ref is None or self._box.existing is not None:
            return await self._box.get()
        if self._attached is None:
            self._attached = await self._attach(self._ref)
        return self._attached

    async def _attach(self, ref: WorkspaceRef) -> LocalSandboxHandle:
        """Find a sandbox that a workspace made before; never another's."""
        if ref.provider == PROVIDER:
            for row in await self._box.client.rows():
                labels = row.get("labels") or {}
                if row.get("id") != ref.id or MARKER.items() - labels.items():
                    continue
                handle = self._box.client._handle(row)
                if row.get("status") in ("stopped", "crashed"):
                    await handle.start()
                return handle
        raise WorkspaceUnavailableError(f"workspace {ref.provider}:{ref.id} is gone")


class _Recorded(LazySandbox):
    """Records the ref as soon as the sandbox exists."""

    def __init__(
        self,
        backend: CaissonWorkspaceBackend,
        image: str | None,
        workdir: str,
        client: LocalSandboxClient | None,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(
            client or LocalSandboxClient(),
            prefix="ws",
            image=image,
            marker=MARKER,
            options=options,
            workdir=workdir,
        )
        self._backend = backend
        self.existing: LocalSandboxHandle | None = None

    def made(self, handle: LocalSandboxHandle) -> None:
        self.existing = handle
        self._backend._ref = WorkspaceRef(provider=PROVIDER, id=handle.id)


def _argv(command: str | Sequence[str], shell: bool) -> list[str]:
    if shell != isinstance(command, str):
        raise TypeError("a text needs shell=True, a sequence shell=False")
    if isinstance(command, str):
        return ["/bin/sh", "-c", command]
    if not command:
        raise ValueError("the command is empty")
    return list(command)


def _check_env(env: Mapping[str, str]) -> None:
    for name, value in env.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError("environment variables are texts")
        if not name or "=" in name or "\0" in name + value:
            raise ValueError(f"bad environment variable {name!r}")


async def _stat(handle: LocalSandboxHandle, path: str) -> Entry:
    return await handle.files.stat(path)


async def _make_dir(handle: LocalSandboxHandle, path: str) -> None:
    try:
        entry = await handle.files.stat(path)
    except FileNotFoundError:
        await handle.files.mkdir(path)
        return
    if not entry.is_dir:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)


def _shown(name: str, path: str, entry: Entry) -> FileEntry:
    size = None if entry.is_dir else entry.size
    return FileEntry(name=name, path=path, is_dir=entry.is_dir, size=size)
