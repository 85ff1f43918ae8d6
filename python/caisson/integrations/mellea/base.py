"""mellea's own classes where mellea is installed, equal ones where it is not.

Results and policies made here are instances of mellea's classes, so everything
built on top of mellea takes them.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

ExecutionTier = Literal["static", "local_unsafe", "local", "docker_unsafe", "docker"]
TIERS = ("static", "local_unsafe", "local", "docker_unsafe", "docker")
LOCAL = ("local_unsafe", "local")
DOCKER = ("docker_unsafe", "docker")


@dataclasses.dataclass
class _OwnArtifact:
    path: Path
    size_bytes: int | None = None
    content_type: str | None = None


@dataclasses.dataclass
class _OwnPolicy:
    filesystem_read_roots: list[Path] | None = None
    filesystem_write_roots: list[Path] | None = None
    network_access: bool = False
    package_installation: bool = False
    subprocess_execution: bool = False
    env_var_access: bool = True
    timeout: int = 30
    stdout_max_bytes: int | None = None
    stderr_max_bytes: int | None = None
    artifact_export_paths: list[Path] = dataclasses.field(default_factory=list)
    packages: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class _OwnResult:
    success: bool
    stdout: str | None
    stderr: str | None
    skipped: bool = False
    skip_message: str | None = None
    analysis_result: Any | None = None
    exit_code: int | None = None
    timed_out: bool = False
    artifacts: list[Any] = dataclasses.field(default_factory=list)
    execution_mode: str = "unknown"
    working_directory: str | None = None


class _OwnEnvironment:
    def __init__(
        self,
        allowed_imports: list[str] | None = None,
        policy: Any = None,
        working_directory: str | None = None,
    ) -> None:
        self.allowed_imports = allowed_imports
        self.policy = policy
        self.working_directory = working_directory


class _OwnBash:
    def __init__(
        self,
        allowed_paths: list[str] | None = None,
        working_dir: str | None = None,
        timeout: int = 60,
    ) -> None:
        self.allowed_paths = allowed_paths or []
        self.working_dir = working_dir
        self.timeout = timeout


if TYPE_CHECKING:
    Artifact = _OwnArtifact
    BasePolicy = _OwnPolicy
    BaseResult = _OwnResult
    BaseEnvironment = _OwnEnvironment
    BaseBash = _OwnBash
    HAS_MELLEA: bool
else:
    try:
        from mellea.stdlib.tools import Artifact
        from mellea.stdlib.tools import BashEnvironment as BaseBash
        from mellea.stdlib.tools import CapabilityPolicy as BasePolicy
        from mellea.stdlib.tools import ExecutionEnvironment as BaseEnvironment
        from mellea.stdlib.tools import ExecutionResult as BaseResult

        HAS_MELLEA = True
    except ImportError:
        Artifact, BasePolicy, BaseResult = _OwnArtifact, _OwnPolicy, _OwnResult
        BaseEnvironment, BaseBash = _OwnEnvironment, _OwnBash
        HAS_MELLEA = False


@dataclasses.dataclass
class ExecutionResult(BaseResult):
    """What became of code or of a command.

    ``partial_stdout`` and ``partial_stderr`` hold what was printed before the time
    was over; ``enforcement`` tells which walls stood, ``usage`` what was used.
    """

    partial_stdout: str = ""
    partial_stderr: str = ""
    denials: list[Any] = dataclasses.field(default_factory=list)
    enforcement: Any = None
    usage: Any = None

    def to_validationresult_reason(self) -> str:
        """The text that a failed or passed requirement shows."""
        if self.skipped:
            return self.skip_message or ""
        return (self.stdout if self.success else self.stderr) or ""


def skipped(mode: str, message: str, **more: Any) -> ExecutionResult:
    """A result of something that did not run to its end."""
    return ExecutionResult(
        success=more.pop("success", False),
        stdout=None,
        stderr=None,
        skipped=True,
        skip_message=message,
        execution_mode=mode,
        **more,
    )
