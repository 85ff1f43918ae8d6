"""`caisson.sandbox` without `await`.

Every method blocks until its answer is there.  A loop in a thread of its own
does the work, so this can be used beside a running event loop, and from several
threads at once.
"""

from __future__ import annotations

import asyncio
import builtins
import threading
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from caisson.policy import Policy
from caisson.sandbox import _local
from caisson.sandbox._files import FileEntry
from caisson.sandbox._files import Files as AsyncFiles
from caisson.sandbox._types import DEFAULT_IMAGE, ExecResult, SandboxSpec

__all__ = ["ExecResult", "LocalSandboxClient", "LocalSandboxHandle", "SandboxSpec"]

T = TypeVar("T")


class _Loop:
    """An event loop in a daemon thread, started by the first call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine; Ctrl-C cancels it."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(
                    target=self._loop.run_forever, name="caisson-sandbox", daemon=True
                ).start()
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise


class Files:
    """Files of a sandbox."""

    def __init__(self, inner: AsyncFiles, loop: _Loop) -> None:
        self._inner = inner
        self._loop = loop

    def read(self, path: str, *, offset: int = 0, length: int | None = None) -> bytes:
        """Give the bytes of a file."""
        return self._loop.run(self._inner.read(path, offset=offset, length=length))

    def read_text(self, path: str, encoding: str = "utf-8") -> str:
        """Give a file as text."""
        return self._loop.run(self._inner.read_text(path, encoding))

    def write(self, path: str, data: bytes | str, **options: Any) -> None:
        """Write a file."""
        self._loop.run(self._inner.write(path, data, **options))

    def list(self, path: str, *, depth: int = 1) -> builtins.list[FileEntry]:
        """Give what a directory holds."""
        return self._loop.run(self._inner.list(path, depth=depth))

    def stat(self, path: str, *, follow: bool = True) -> FileEntry:
        """Describe a file."""
        return self._loop.run(self._inner.stat(path, follow=follow))

    def exists(self, path: str) -> bool:
        """Say whether a path leads to something."""
        return self._loop.run(self._inner.exists(path))

    def mkdir(self, path: str, *, parents: bool = True) -> None:
        """Make a directory."""
        self._loop.run(self._inner.mkdir(path, parents=parents))

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Remove a file, a link or a tree."""
        self._loop.run(self._inner.remove(path, recursive=recursive))

    def rename(self, path: str, to: str) -> None:
        """Give a file another name."""
        self._loop.run(self._inner.rename(path, to))


class LocalSandboxHandle:
    """A sandbox of this machine."""

    def __init__(self, inner: _local.LocalSandboxHandle, loop: _Loop) -> None:
        self._inner = inner
        self._loop = loop
        self.files = Files(inner.files, loop)

    @property
    def name(self) -> str:
        """Give the sandbox's name."""
        return self._inner.name

    @property
    def id(self) -> str:
        """Give the sandbox's id, which no other will have."""
        return self._inner.id

    def __enter__(self) -> LocalSandboxHandle:
        return self

    def __exit__(self, *reason: object) -> None:
        self._loop.run(self._inner.__aexit__(*reason))

    def exec(
        self, cmd: str, args: Sequence[str] | None = None, **options: Any
    ) -> ExecResult:
        """Run a program, without a shell."""
        return self._loop.run(self._inner.exec(cmd, args, **options))

    def shell(self, script: str, **options: Any) -> ExecResult:
        """Run a script in the sandbox's shell."""
        return self._loop.run(self._inner.shell(script, **options))

    def exec_detached(self, argv: Sequence[str], **options: Any) -> str:
        """Start a program that goes on without us; give its exec id."""
        return self._loop.run(self._inner.exec_detached(argv, **options))

    def wait(self, exec_id: str) -> ExecResult:
        """Wait for a detached program."""
        return self._loop.run(self._inner.wait(exec_id))

    def signal(self, exec_id: str, number: int) -> None:
        """Send a signal to a running program."""
        self._loop.run(self._inner.signal(exec_id, number))

    def start(self) -> None:
        """Start a stopped sandbox."""
        self._loop.run(self._inner.start())

    def stop(self) -> None:
        """End every process, SIGTERM first."""
        self._loop.run(self._inner.stop())

    def kill(self) -> None:
        """Kill every process at once."""
        self._loop.run(self._inner.kill())

    def logs(self, *, tail: int | None = None) -> str:
        """Give what commands printed."""
        return self._loop.run(self._inner.logs(tail=tail))

    def inspect(self) -> dict[str, Any]:
        """Give everything that is known of the sandbox."""
        return self._loop.run(self._inner.inspect())

    def metrics(self) -> dict[str, Any]:
        """Give counters of the sandbox."""
        return self._loop.run(self._inner.metrics())

    def copy_in(self, source: str | Path, path: str) -> None:
        """Copy a file of the host into the sandbox."""
        self._loop.run(self._inner.copy_in(source, path))

    def copy_out(self, path: str, target: str | Path) -> None:
        """Copy a file of the sandbox to the host."""
        self._loop.run(self._inner.copy_out(path, target))

    def diff(self) -> builtins.list[dict[str, Any]]:
        """Give what was changed in an overlay workspace."""
        return self._loop.run(self._inner.diff())

    def commit(self, paths: Sequence[str] | None = None) -> dict[str, Any]:
        """Write changes of an overlay workspace to the host."""
        return self._loop.run(self._inner.commit(paths))

    def discard(self) -> None:
        """Forget changes of an overlay workspace."""
        self._loop.run(self._inner.discard())

    def fork(self, to: str) -> LocalSandboxHandle:
        """Make another sandbox with a copy of this one's files."""
        return LocalSandboxHandle(self._loop.run(self._inner.fork(to)), self._loop)


class LocalSandboxClient:
    """The sandboxes of this user on this machine."""

    def __init__(
        self,
        policy: Policy | str | Path | None = None,
        home: str | Path | None = None,
        *,
        workspaces: Mapping[str, str | Path] | None = None,
    ) -> None:
        self._inner = _local.LocalSandboxClient(policy, home, workspaces=workspaces)
        self._loop = _Loop()

    def create(self, spec: SandboxSpec) -> LocalSandboxHandle:
        """Make a sandbox, whole or not at all."""
        return LocalSandboxHandle(self._loop.run(self._inner.create(spec)), self._loop)

    def get(self, name: str) -> LocalSandboxHandle:
        """Give a handle of an existing sandbox."""
        return LocalSandboxHandle(self._loop.run(self._inner.get(name)), self._loop)

    def list(self, labels: Mapping[str, str] | None = None) -> builtins.list[str]:
        """Give the names of all sandboxes, sorted."""
        return self._loop.run(self._inner.list(labels))

    def remove(self, name: str) -> None:
        """Kill a sandbox if it runs; delete its files, log and state."""
        self._loop.run(self._inner.remove(name))

    def run_python(
        self, code: str, *, image: str = DEFAULT_IMAGE, **kwargs: Any
    ) -> ExecResult:
        """Run Python code in a sandbox of its own, which is removed afterwards."""
        return self._loop.run(self._inner.run_python(code, image=image, **kwargs))

    def run_shell(
        self, script: str, *, image: str = DEFAULT_IMAGE, **kwargs: Any
    ) -> ExecResult:
        """Run a shell script in a sandbox of its own, which is removed afterwards."""
        return self._loop.run(self._inner.run_shell(script, image=image, **kwargs))
