"""The interface that agents program against, whatever runs the sandboxes."""

from __future__ import annotations

import abc
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from caisson.sandbox._errors import SandboxExists
from caisson.sandbox._types import DEFAULT_IMAGE, ExecResult, SandboxSpec

LONG_CODE = 100 * 1024  # bytes of code that still go into an argument
TRIES = 8  # names that are tried before giving up


class SandboxHandle(abc.ABC):
    """One sandbox."""

    name: str

    @abc.abstractmethod
    async def exec(
        self,
        cmd: str,
        args: Sequence[str] | None = None,
        *,
        timeout: float | None = None,
    ) -> ExecResult:
        """Run a program, without a shell."""

    @abc.abstractmethod
    async def shell(self, script: str, *, timeout: float | None = None) -> ExecResult:
        """Run a script in the sandbox's shell."""

    @abc.abstractmethod
    async def stop(self) -> None:
        """End every process; files and log stay."""

    @abc.abstractmethod
    async def kill(self) -> None:
        """Kill every process at once; files and log stay."""

    @abc.abstractmethod
    async def logs(self, *, tail: int | None = None) -> str:
        """Give what commands printed, or the last `tail` lines of it."""


class SandboxClient(abc.ABC):
    """Makes, finds and removes sandboxes."""

    @abc.abstractmethod
    async def create(self, spec: SandboxSpec) -> SandboxHandle:
        """Make a sandbox, whole or not at all."""

    @abc.abstractmethod
    async def get(self, name: str) -> SandboxHandle:
        """Give a handle of an existing sandbox."""

    @abc.abstractmethod
    async def list(self, labels: Mapping[str, str] | None = None) -> list[str]:
        """Give the names of all sandboxes, sorted."""

    @abc.abstractmethod
    async def remove(self, name: str) -> None:
        """Kill a sandbox if it runs; delete its files, log and state."""

    async def run_python(
        self, code: str, *, image: str = DEFAULT_IMAGE, **kwargs: Any
    ) -> ExecResult:
        """Run Python code in a sandbox of its own, which is removed afterwards."""
        handle, timeout = await self._one_shot("py", image, kwargs)
        try:
            result = await self._python(handle, code, timeout)
            return await self._seal(handle, result)
        finally:
            await self._clean_up(handle)

    async def run_shell(
        self, script: str, *, image: str = DEFAULT_IMAGE, **kwargs: Any
    ) -> ExecResult:
        """Run a shell script in a sandbox of its own, which is removed afterwards."""
        handle, timeout = await self._one_shot("sh", image, kwargs)
        try:
            result = await handle.shell(script, timeout=timeout)
            return await self._seal(handle, result)
        finally:
            await self._clean_up(handle)

    async def _python(
        self, handle: SandboxHandle, code: str, timeout: float | None
    ) -> ExecResult:
        result = await handle.exec("python", ["-c", code], timeout=timeout)
        if result.reason == "not_found":
            result = await handle.exec("python3", ["-c", code], timeout=timeout)
        return result

    async def _seal(self, handle: SandboxHandle, result: ExecResult) -> ExecResult:
        """Complete a result while its sandbox still exists."""
        return result

    async def _one_shot(
        self, prefix: str, image: str, kwargs: dict[str, Any]
    ) -> tuple[SandboxHandle, float | None]:
        """Make a sandbox with a name of its own; `timeout` is of the command."""
        given = dict(kwargs)
        seconds = given.pop("timeout_seconds", None)
        timeout = given.pop("timeout", None) or seconds
        if bucket := given.pop("bucket", None):
            given.setdefault("workspace", bucket)
        if given.pop("network_disabled", False):
            given["egress"] = ()
        given.setdefault("ephemeral", True)
        for left in range(TRIES, 0, -1):
            name = f"{prefix}-{secrets.token_hex(4)}"
            try:
                spec = SandboxSpec(name, image, **given)
                return await self.create(spec), timeout
            except SandboxExists:
                if left == 1:
                    raise
        raise AssertionError("unreachable")

    async def _clean_up(self, handle: SandboxHandle) -> None:
        """Remove a sandbox; a failure never replaces the command's result."""
        try:
            await self.remove(handle.name)
        except Exception:  # the keeper removes it when its lease ends
            return
