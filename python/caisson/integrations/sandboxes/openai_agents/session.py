"""One session: commands and files of a named sandbox."""

from __future__ import annotations

import asyncio
import io
import posixpath
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agents.sandbox.errors import (
    ConfigurationError,
    ErrorCode,
    ExecNonZeroError,
    ExecTimeoutError,
    ExecTransportError,
    InvalidManifestPathError,
    WorkspaceArchiveReadError,
    WorkspaceArchiveWriteError,
    WorkspaceReadNotFoundError,
    WorkspaceStartError,
)
from agents.sandbox.files import EntryKind, FileEntry
from agents.sandbox.session import BaseSandboxSession
from agents.sandbox.session.workspace_payloads import coerce_write_payload
from agents.sandbox.types import ExecResult, Permissions, User

from caisson.integrations.sandboxes._root import (
    OUTPUT_BYTES,
    read_file,
    real_path,
    write_through,
)
from caisson.integrations.sandboxes.openai_agents.archive import (
    check_archive,
    portable_archive,
)
from caisson.integrations.sandboxes.openai_agents.state import (
    CaissonSandboxSessionState,
)
from caisson.integrations.sandboxes.openai_agents.terminals import Terminals
from caisson.sandbox import LocalSandboxHandle
from caisson.sandbox import SandboxRuntimeError as CaissonError
from caisson.sandbox._exec import exec_request

KINDS = {
    "file": EntryKind.FILE,
    "directory": EntryKind.DIRECTORY,
    "symlink": EntryKind.SYMLINK,
}


class CaissonSandboxSession(Terminals, BaseSandboxSession):
    """Files are read and written by a process inside: no path leaves the root."""

    state: CaissonSandboxSessionState

    def __init__(
        self, *, state: CaissonSandboxSessionState, handle: LocalSandboxHandle
    ) -> None:
        self.state = state
        self.handle = handle
        self._root_made = state.workspace_root_ready
        self._terminals_init()

    # -- life --------------------------------------------------------------

    async def running(self) -> bool:
        """Ask the sandbox itself."""
        try:
            return (await self.handle.inspect()).get("status") == "running"
        except CaissonError:
            return False

    async def _ensure_backend_started(self) -> None:
        if not await self.running():
            await self.handle.start()

    async def _prepare_backend_workspace(self) -> None:
        root = Path(self.state.manifest.root)
        try:
            await self.handle.files.mkdir(str(root))
        except OSError as exc:
            raise WorkspaceStartError(path=root, cause=exc) from exc
        self._root_made = True

    async def _before_stop(self) -> None:
        await self.pty_terminate_all()

    async def _shutdown_backend(self) -> None:
        if await self.running():
            await self.handle.stop()

    # -- commands ----------------------------------------------------------

    def _prepare_exec_command(
        self, *command: str | Path, shell: bool | list[str], user: str | User | None
    ) -> list[str]:
        refuse_user(user)
        argv: list[str] = super()._prepare_exec_command(
            *command, shell=shell, user=None
        )
        return argv

    def _request(self, argv: list[str], **more: Any) -> dict[str, Any]:
        limits = {"stdout_bytes": OUTPUT_BYTES, "stderr_bytes": OUTPUT_BYTES}
        cwd = self.state.manifest.root if self._root_made else "/"
        return exec_request(argv, None, cwd=cwd, **{"limits": limits, **more})

    async def _exec_internal(
        self, *command: str | Path, timeout: float | None = None
    ) -> ExecResult:
        argv = [str(word) for word in command]
        return await self._run(argv, timeout=timeout)

    async def _run(
        self, argv: list[str], *, stdin: bytes | None = None, **more: Any
    ) -> ExecResult:
        env = await self.state.manifest.environment.resolve()
        request = self._request(argv, env=env, stdin=stdin, **more)
        try:
            result, out, err = await self.handle._collect(request, stdin)
        except CaissonError as exc:
            raise ExecTransportError(command=argv, cause=exc, retryable=None) from exc
        timeout = more.get("timeout")
        if result.reason == "timeout":
            raise ExecTimeoutError(
                command=argv,
                timeout_s=timeout,
                context={"stdout": _text(out), "stderr": _text(err)},
                cause=TimeoutError(),
            )
        if result.reason in ("sandbox_died", "cancelled", "runtime_error"):
            raise ExecTransportError(
                command=argv,
                context={"reason": result.reason, "warnings": list(result.warnings)},
                retryable=False,
            )
        if result.truncated:
            raise ExecTransportError(
                command=argv,
                context={"reason": "output_limit", "stdout": _text(out[:4096])},
                message="the command printed more than 10 MiB",
                retryable=False,
            )
        return ExecResult(stdout=out, stderr=err, exit_code=result.exit_code)

    # -- paths -------------------------------------------------------------

    async def _validate_path_access(
        self, path: Path | str, *, for_write: bool = False
    ) -> Path:
        """Check by what the path leads to inside the sandbox; links are kept."""
        text = posixpath.join(self.state.manifest.root, str(path))
        absolute = str(path).startswith("/")
        wanted: Path = self.normalize_path(path, for_write=for_write)
        root = await real_path(self.handle, self.state.manifest.root)
        found = await real_path(self.handle, str(wanted))
        if found != root and not found.startswith(root.rstrip("/") + "/"):
            raise InvalidManifestPathError(
                rel=str(path),
                reason="absolute" if absolute else "escape_root",
                context={"resolved_path": found, "path": text},
            )
        return wanted

    # -- files -------------------------------------------------------------

    async def read(self, path: Path, *, user: str | User | None = None) -> io.IOBase:
        """Give the bytes of a file as a stream."""
        refuse_user(user)
        return io.BytesIO(await self._bytes(path, None))

    async def _read_bounded(self, path: Path, *, max_bytes: int) -> bytes:
        return await self._bytes(path, max_bytes)

    async def _bytes(self, path: Path, most: int | None) -> bytes:
        wanted = await self._validate_path_access(path)
        try:
            return await read_file(self.handle, str(wanted), most=most)
        except (FileNotFoundError, NotADirectoryError) as exc:
            raise WorkspaceReadNotFoundError(path=Path(path), cause=exc) from exc
        except (OSError, CaissonError) as exc:
            raise WorkspaceArchiveReadError(path=Path(path), cause=exc) from exc

    async def write(
        self, path: Path, data: io.IOBase, *, user: str | User | None = None
    ) -> None:
        """Write a file, with its parent directories."""
        refuse_user(user)
        payload = coerce_write_payload(path=path, data=data)
        wanted = await self._validate_path_access(path, for_write=True)
        content = await asyncio.to_thread(payload.stream.read)
        try:
            await write_through(self.handle, str(wanted), content)
        except (OSError, CaissonError) as exc:
            raise WorkspaceArchiveWriteError(path=Path(path), cause=exc) from exc

    async def _write_new_file(
        self, path: Path, data: io.IOBase, *, user: str | User | None = None
    ) -> None:
        refuse_user(user)
        wanted = await self._validate_path_access(path, for_write=True)
        content = coerce_write_payload(path=path, data=data).stream.read()
        try:
            await self.handle.files.write(str(wanted), content, exclusive=True)
        except FileExistsError:
            raise
        except (OSError, CaissonError) as exc:
            raise WorkspaceArchiveWriteError(path=Path(path), cause=exc) from exc

    async def ls(
        self, path: Path | str, *, user: str | User | None = None
    ) -> list[FileEntry]:
        """List a directory, or the one file that the path is."""
        refuse_user(user)
        wanted = str(await self._validate_path_access(path))
        async with _as_command("ls", wanted):
            entry = await self.handle.files.stat(wanted, follow=False)
            if entry.type == "symlink" and await self._is_dir(wanted):
                return await self._list(wanted)
            if entry.is_dir:
                return await self._list(wanted)
            return [_shown(entry, wanted)]
        raise AssertionError("unreachable")

    async def _is_dir(self, path: str) -> bool:
        try:
            return (await self.handle.files.stat(path)).is_dir
        except OSError:
            return False

    async def _list(self, path: str) -> list[FileEntry]:
        entries = await self.handle.files.list(path)
        return [
            _shown(entry, posixpath.join(path, entry.name))
            for entry in sorted(entries, key=lambda e: e.name)
        ]

    async def mkdir(
        self,
        path: Path | str,
        *,
        parents: bool = False,
        user: str | User | None = None,
    ) -> None:
        """Make a directory; with `parents` it may exist."""
        refuse_user(user)
        wanted = str(await self._validate_path_access(path, for_write=True))
        async with _as_command("mkdir", wanted):
            try:
                await self.handle.files.mkdir(wanted, parents=parents)
            except FileExistsError:
                if not parents or not await self._is_dir(wanted):
                    raise

    async def rm(
        self,
        path: Path | str,
        *,
        recursive: bool = False,
        user: str | User | None = None,
    ) -> None:
        """Remove a file, or a tree with `recursive`; what is gone is fine then."""
        refuse_user(user)
        wanted = str(await self._validate_path_access(path, for_write=True))
        async with _as_command("rm", wanted):
            try:
                if not recursive:
                    entry = await self.handle.files.stat(wanted, follow=False)
                    if entry.is_dir:
                        raise IsADirectoryError(21, "Is a directory", wanted)
                await self.handle.files.remove(wanted, recursive=recursive)
            except FileNotFoundError:
                if not recursive:
                    raise

    async def mv(
        self,
        source: Path | str,
        destination: Path | str,
        *,
        user: str | User | None = None,
    ) -> None:
        """Rename a file or link; never into a directory."""
        refuse_user(user)
        old = str(await self._validate_path_access(source, for_write=True))
        new = str(await self._validate_path_access(destination, for_write=True))
        async with _as_command("mv", old, new):
            entry = await self.handle.files.stat(old, follow=False)
            if entry.type not in ("file", "symlink"):
                raise OSError(22, "Move source must be a regular file or symlink", old)
            await self.handle.files.rename(old, new)

    # -- the whole workspace -----------------------------------------------

    async def persist_workspace(self) -> io.IOBase:
        """Give the workspace as a tar, without what is not to be kept."""
        root = self.state.manifest.root
        skip = [str(p) for p in self._persist_workspace_skip_relpaths()]
        excluded = [f"--exclude=./{p}" for p in skip if p not in ("", ".")]
        argv = ["tar", "-c", *excluded, "-C", root, "-f", "-", "."]
        request = exec_request(argv, None, cwd="/")
        try:
            result, out, err = await self.handle._collect(request, None)
        except CaissonError as exc:
            raise WorkspaceArchiveReadError(path=Path(root), cause=exc) from exc
        if not result.ok or result.truncated:
            raise WorkspaceArchiveReadError(
                path=Path(root),
                context={
                    "reason": "too_big" if result.truncated else result.reason,
                    "stderr": _text(err[:4096]),
                },
            )
        return await asyncio.to_thread(portable_archive, out, root)

    async def hydrate_workspace(self, data: io.IOBase) -> None:
        """Unpack a tar, which is checked as a whole first."""
        root = Path(self.state.manifest.root)
        archive = await asyncio.to_thread(check_archive, data, root)
        await self.handle.files.mkdir(str(root))
        argv = ["tar", "-x", "-o", "-C", str(root), "-f", "-"]
        request = exec_request(argv, None, cwd="/", stdin=archive)
        try:
            result, _, err = await self.handle._collect(request, archive)
        except CaissonError as exc:
            raise WorkspaceArchiveWriteError(path=root, cause=exc) from exc
        if not result.ok:
            why = {"reason": result.reason, "stderr": _text(err[:4096])}
            raise WorkspaceArchiveWriteError(path=root, context=why)


def refuse_user(user: str | User | None) -> None:
    """A sandbox has one user; another is refused before anything runs."""
    if user is None:
        return
    name = user.name if isinstance(user, User) else user
    raise ConfigurationError(
        message=f"a caisson sandbox has one user; it cannot act as {name!r}",
        error_code=ErrorCode.SANDBOX_CONFIG_INVALID,
        op="exec",
        context={"user": name},
        retryable=False,
    )


@asynccontextmanager
async def _as_command(*command: str) -> AsyncIterator[None]:
    """Report an error of a file as the command would that others run for it."""
    try:
        yield
    except OSError as exc:
        said = f"{command[0]}: {exc.strerror or exc}: {command[1]}\n".encode()
        result = ExecResult(stdout=b"", stderr=said, exit_code=1)
        raise ExecNonZeroError(result, command=command, cause=exc) from exc
    except CaissonError as exc:
        raise ExecTransportError(command=command, cause=exc) from exc


def _shown(entry: Any, path: str) -> FileEntry:
    mode = entry.mode | (0o040000 if entry.is_dir else 0)
    return FileEntry(
        path=path,
        permissions=Permissions.from_mode(mode),
        owner=str(entry.uid),
        group=str(entry.gid),
        size=entry.size,
        kind=KINDS.get(entry.type, EntryKind.OTHER),
    )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
