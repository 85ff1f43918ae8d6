"""mellea's environments: where code is checked, or runs."""

from __future__ import annotations

import ast
import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from caisson.checking import judge
from caisson.errors import CaissonError
from caisson.integrations.mellea import packages as layers
from caisson.integrations.mellea.base import (
    TIERS,
    BaseEnvironment,
    ExecutionResult,
    ExecutionTier,
    skipped,
)
from caisson.integrations.mellea.policy import (
    DOCKER_POLICY,
    LOCAL_POLICY,
    EnforcementError,
    check_enforced,
    environment,
    mounts,
    starting_place,
)
from caisson.integrations.mellea.running import Place

log = logging.getLogger("caisson.mellea")

_PARSED = (
    "The code parses; its tree is in analysis_result. This tier looks at code and "
    "does not run it."
)
_FAULT = (
    "Exception encountered in Mellea process (*not* the code interpreter process) "
    "when trying to run code_interpreter: "
)


def unauthorized(code: str, allowed: list[str] | None) -> list[str]:
    """Top-level names that code imports and may not; each once, in order."""
    if allowed is None:
        return []
    report = judge(code, profile="none", allow_imports=allowed)
    names = [f.name.partition(".")[0] or "." for f in report.findings]
    return list(dict.fromkeys(names))


class ExecutionEnvironment(BaseEnvironment):
    """What all environments share."""

    _mode_name = "unknown"

    def execute(self, code: str, timeout: int | None = None) -> ExecutionResult:
        """Run code, or look at it."""
        raise NotImplementedError

    def copy_in(self, host_path: Path, container_path: str) -> None:
        """Put a file into the environment; only containers can."""
        raise NotImplementedError(f"{self._mode_name} does not support copy_in")

    def copy_out(self, container_path: str, host_path: Path) -> None:
        """Take a file out of the environment; only containers can."""
        raise NotImplementedError(f"{self._mode_name} does not support copy_out")

    def _refused(self, code: str) -> ExecutionResult | None:
        names = unauthorized(code, self.allowed_imports)
        if not names:
            return None
        text = f"Unauthorized imports detected: {', '.join(names)}"
        return skipped(self._mode_name, text)


class StaticAnalysisEnvironment(ExecutionEnvironment):
    """Looks at code; nothing runs."""

    _mode_name = "static"

    def execute(self, code: str, timeout: int | None = None) -> ExecutionResult:
        """Whether code parses and imports only what it may."""
        try:
            tree = ast.parse(code)
        except SyntaxError as e:
            return skipped("static", "Parse failed.", analysis_result=e)
        except (ValueError, RecursionError, MemoryError) as e:
            why = SyntaxError(str(e))
            return skipped("static", "Parse failed.", analysis_result=why)
        refused = self._refused(code)
        if refused is not None:
            return refused
        return skipped("static", _PARSED, success=True, analysis_result=tree)


class UnsafeEnvironment(ExecutionEnvironment):
    """The local tiers: this interpreter, in a jail.

    The name is mellea's.  Without a policy the code sees the host's files (not the
    usual places of credentials) and variables (not those with names of secrets),
    writes to its working directory only, and has no network.
    """

    def __init__(
        self,
        allowed_imports: list[str] | None = None,
        policy: Any = None,
        working_directory: str | None = None,
        installed_packages: set[str] | None = None,
        failed_packages: set[str] | None = None,
        tier: str | None = None,
        *,
        unsafe_network: bool = False,
        accept_unenforced: Sequence[str] = (),
    ) -> None:
        super().__init__(allowed_imports, policy, working_directory)
        self._mode_name = tier or ("local_unsafe" if policy is None else "local")
        self._installed_packages = (
            set() if installed_packages is None else installed_packages
        )
        self._failed_packages = set() if failed_packages is None else failed_packages
        if unsafe_network or (policy is not None and policy.network_access):
            raise EnforcementError(
                "no network can be given to code in this version",
                "network_access=False runs without one",
                ("network_access",),
            )
        if policy is not None:
            check_enforced(policy, self._mode_name, accept_unenforced, 2)
            layers.check_names(policy.packages)
        self._place = self._make_place()
        if self._mode_name == "local_unsafe":
            log.info("local_unsafe: code runs in a jail without network")

    def _make_place(self) -> Place:
        policy = self.policy
        shown = mounts(policy, self.working_directory)
        return Place(
            mode=self._mode_name,
            mounts=shown,
            env=environment(policy),
            cwd=starting_place(shown, self.working_directory),
            memory=(2 << 30) if policy is None else (512 << 20),
            working_directory=self.working_directory,
            stdout_max=policy.stdout_max_bytes if policy else None,
            stderr_max=policy.stderr_max_bytes if policy else None,
            spawn=policy is None or policy.subprocess_execution,
            processes=1024 if policy is None else 128,
        )

    def execute(self, code: str, timeout: int | None = None) -> ExecutionResult:
        """Run code as a script."""
        refused = self._refused(code)
        if refused is not None:
            return refused
        try:
            layer = self._install()
        except OSError as e:
            return skipped(self._mode_name, str(e))
        try:
            return self._place.run(code, self._seconds(timeout), layer)
        except (CaissonError, OSError) as e:
            return skipped(
                self._mode_name,
                f"{_FAULT}{e}",
                working_directory=self.working_directory,
            )

    def _seconds(self, timeout: int | None) -> float:
        if timeout is not None:
            return timeout
        return 30 if self.policy is None else self.policy.timeout

    def _install(self) -> Path | None:
        """The layer of packages; OSError with the message of the result."""
        wanted = list(self.policy.packages) if self.policy else []
        failed = [p for p in wanted if p in self._failed_packages]
        if not failed and wanted:
            try:
                layer = layers.layer(wanted)
            except OSError as e:
                log.warning("packages: %s", e)
                failed = [p for p in wanted if p not in self._installed_packages]
                self._failed_packages.update(failed)
            else:
                self._installed_packages.update(wanted)
                return layer
        if failed:
            raise OSError(f"Package installation failed: {', '.join(failed)}")
        return None


class LLMSandboxEnvironment(ExecutionEnvironment):
    """The docker tiers: an image, without a daemon; not in this version."""

    def __init__(
        self,
        allowed_imports: list[str] | None = None,
        policy: Any = None,
        working_directory: str | None = None,
        installed_packages: set[str] | None = None,
        failed_packages: set[str] | None = None,
        tier: str | None = None,
        export_dir: Path | None = None,
    ) -> None:
        super().__init__(allowed_imports, policy, working_directory)
        self._mode_name = tier or ("docker_unsafe" if policy is None else "docker")
        self.export_dir = None if str(export_dir or "") in ("", ".") else export_dir
        raise EnforcementError(
            f"tier {self._mode_name!r} needs depth 'image', which this version does "
            "not have",
            "tier='local' runs this interpreter in a jail",
            ("image",),
        )


def make_execution_environment(
    tier: ExecutionTier,
    policy: Any = None,
    allowed_imports: list[str] | None = None,
    working_directory: str | None = None,
    _install_cache: set[str] | None = None,
    _failed_cache: set[str] | None = None,
    export_dir: Path | None = None,
    *,
    accept_unenforced: Sequence[str] = (),
) -> ExecutionEnvironment:
    """The environment of a tier.

    ``policy`` replaces the tier's own.  ``EnforcementError`` if this host cannot
    hold it, but for the fields that ``accept_unenforced`` names.
    """
    if tier not in TIERS:
        listed = ", ".join(repr(t) for t in TIERS)
        raise ValueError(f"Unknown execution tier {tier!r}. Valid tiers: {listed}.")
    if tier == "static":
        return StaticAnalysisEnvironment(allowed_imports)
    if tier in ("local_unsafe", "local"):
        return UnsafeEnvironment(
            allowed_imports,
            LOCAL_POLICY if policy is None and tier == "local" else policy,
            working_directory,
            _install_cache,
            _failed_cache,
            tier,
            accept_unenforced=accept_unenforced,
        )
    return LLMSandboxEnvironment(
        allowed_imports,
        DOCKER_POLICY if policy is None and tier == "docker" else policy,
        working_directory,
        _install_cache,
        _failed_cache,
        tier,
        export_dir,
    )


def fresh_directory() -> Path:
    """A directory for one run; whoever asks removes it."""
    return Path(tempfile.mkdtemp(prefix="caisson-run-"))
