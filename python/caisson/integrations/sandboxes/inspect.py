"""A sandbox environment for inspect-ai: `sandbox="caisson"`.

Importing this module registers it.  Tested with inspect-ai 0.3.285.
"""

from __future__ import annotations

import errno
import os
import posixpath
import secrets
from typing import Any, Literal, overload

from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxEnvironmentLimits,
    sandboxenv,
)

from caisson.integrations.sandboxes._root import (
    OUTPUT_BYTES,
    read_file,
    write_through,
)
from caisson.sandbox import LocalSandboxClient, LocalSandboxHandle, SandboxSpec
from caisson.sandbox._exec import exec_request
from caisson.sandbox._types import DEFAULT_IMAGE

MARKER = {"inspect-ai.environment": "1"}
DIRECTORY = "/workspace"
LIMIT = 10 << 20


@sandboxenv(name="caisson")
class CaissonSandboxEnvironment(SandboxEnvironment):
    """One sandbox of this machine for each sample; `config` names the image."""

    def __init__(self, handle: LocalSandboxHandle) -> None:
        super().__init__()
        self._box = handle

    @classmethod
    async def sample_init(
        cls, task_name: str, config: Any, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        """Make the sandbox of a sample."""
        image = config if isinstance(config, str) else None
        spec = SandboxSpec(
            f"in-{secrets.token_hex(8)}",
            image or DEFAULT_IMAGE,
            labels=MARKER,
            ephemeral=True,
            stdout_bytes=OUTPUT_BYTES,
            stderr_bytes=OUTPUT_BYTES,
        )
        handle = await LocalSandboxClient().create(spec)
        await handle.files.mkdir(DIRECTORY)
        return {"default": cls(handle)}

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: Any,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """Remove the sandboxes of a sample."""
        for environment in environments.values():
            if isinstance(environment, cls):
                await environment._box.__aexit__(None, None, None)

    @classmethod
    def default_polling_interval(cls) -> float:
        """Give the pause between two looks at a long command."""
        return 0.2

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """Run a command."""
        if user is not None:
            raise _user_error(user)
        stdin = input.encode() if isinstance(input, str) else input
        request = exec_request(
            cmd,
            None,
            timeout=timeout,
            env=env,
            cwd=posixpath.join(DIRECTORY, cwd or ""),
            stdin=stdin,
        )
        result, out, err = await self._box._collect(request, stdin)
        stdout, stderr = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
        if result.reason == "timeout":
            raise TimeoutError(f"the command did not end within {timeout} s")
        if result.reason == "not_executable":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), cmd[0])
        if result.truncated or max(len(out), len(err)) > LIMIT:
            raise OutputLimitExceededError("10 MiB", stdout[-LIMIT:])
        return ExecResult(result.ok, result.exit_code, stdout, stderr)

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write a file, with its parent directories."""
        data = contents.encode() if isinstance(contents, str) else contents
        try:
            await write_through(self._box, self._path(file), data)
        except IsADirectoryError:
            raise IsADirectoryError(
                errno.EISDIR, "it is a directory", self._path(file)
            ) from None

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Read a file."""
        most = SandboxEnvironmentLimits.MAX_READ_FILE_SIZE
        path = self._path(file)
        if (await self._box.files.stat(path)).size > most:
            raise_limit(most)
        data = await read_file(self._box, path)
        return data.decode() if text else data

    def _path(self, file: str) -> str:
        return posixpath.join(DIRECTORY, file)


def raise_limit(most: int) -> None:
    """Raise as the framework's own providers do."""
    raise OutputLimitExceededError(f"{most >> 10} KiB", None)


def _user_error(user: str) -> Exception:
    try:
        from inspect_ai.util import SandboxUserUnsupportedError
    except ImportError:
        return NotImplementedError(f"commands as user {user!r}")
    error: Exception = SandboxUserUnsupportedError(f"commands as user {user!r}")
    return error
