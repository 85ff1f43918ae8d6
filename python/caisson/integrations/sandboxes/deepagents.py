"""A sandbox backend for LangChain's deepagents.

    from deepagents import create_deep_agent
    from caisson.integrations.sandboxes.deepagents import CaissonBackend

    with CaissonBackend() as backend:
        agent = create_deep_agent(model=..., backend=backend)

Tested with deepagents 0.7.
"""

from __future__ import annotations

import posixpath
import secrets
from typing import Any

from deepagents.backends.protocol import (
    ExecuteResponse,
    FileDownloadResponse,
    FileUploadResponse,
)
from deepagents.backends.sandbox import BaseSandbox

from caisson.integrations.sandboxes._root import OUTPUT_BYTES
from caisson.sandbox._types import DEFAULT_IMAGE
from caisson.sandbox.sync import LocalSandboxClient, LocalSandboxHandle, SandboxSpec

MARKER = {"langchain.backend": "1"}


class CaissonBackend(BaseSandbox):
    """A sandbox of this machine; closing it removes it."""

    def __init__(
        self,
        image: str | None = None,
        *,
        timeout: int = 1200,
        client: LocalSandboxClient | None = None,
        **options: Any,
    ) -> None:
        self._client = client or LocalSandboxClient()
        self._timeout = timeout
        spec = SandboxSpec(
            f"lc-{secrets.token_hex(8)}",
            image or DEFAULT_IMAGE,
            labels={**options.pop("labels", {}), **MARKER},
            stdout_bytes=OUTPUT_BYTES,
            **options,
        )
        self._box: LocalSandboxHandle = self._client.create(spec)

    def __enter__(self) -> CaissonBackend:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the sandbox."""
        self._box.__exit__(None, None, None)

    @property
    def id(self) -> str:
        """Give the sandbox's id."""
        return self._box.id

    def execute(self, command: str, *, timeout: int | None = None) -> ExecuteResponse:
        """Run a shell command; its two streams come in the order of writing."""
        seconds = timeout if timeout else self._timeout
        result = self._box.exec(
            "/bin/sh", ["-c", "exec 2>&1; " + command], timeout=seconds
        )
        output = result.stdout
        if result.timed_out:
            output += f"\n[the command did not end within {seconds} s]"
        elif result.reason == "runtime_error":
            output += "".join(f"\n[{warning}]" for warning in result.warnings)
        return ExecuteResponse(
            output=output, exit_code=result.exit_code, truncated=result.truncated
        )

    def upload_files(self, files: list[tuple[str, bytes]]) -> list[FileUploadResponse]:
        """Write files; an error of one does not keep the others."""
        return [
            FileUploadResponse(path=path, error=self._put(path, data))
            for path, data in files
        ]

    def download_files(self, paths: list[str]) -> list[FileDownloadResponse]:
        """Read files; an error of one does not keep the others."""
        answers = []
        for path in paths:
            data, error = self._take(path)
            answers.append(FileDownloadResponse(path=path, content=data, error=error))
        return answers

    def _put(self, path: str, data: bytes) -> Any:
        if not posixpath.isabs(path):
            return "invalid_path"
        try:
            self._box.files.write(path, data)
        except OSError as exc:
            return _word(exc)
        return None

    def _take(self, path: str) -> tuple[bytes | None, Any]:
        if not posixpath.isabs(path):
            return None, "invalid_path"
        try:
            if self._box.files.stat(path).is_dir:
                return None, "is_directory"
            return self._box.files.read(path), None
        except OSError as exc:
            return None, _word(exc)


def _word(exc: OSError) -> str:
    if isinstance(exc, FileNotFoundError):
        return "file_not_found"
    if isinstance(exc, PermissionError):
        return "permission_denied"
    if isinstance(exc, IsADirectoryError):
        return "is_directory"
    return "invalid_path"
