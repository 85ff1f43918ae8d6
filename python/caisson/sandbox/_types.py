"""What a sandbox is asked for and what a command gives back.

The first fields of `ExecResult` and `SandboxSpec`, their order and defaults are
the contract that agents are written against; everything after them is ours and
keyword-only.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any

from caisson.policy import Policy

DEFAULT_IMAGE = "python:3.11-slim"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_LABEL = re.compile(r"[a-z0-9][a-z0-9_./-]{0,62}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class ExecResult:
    """How a command ended and what it printed."""

    stdout: str
    stderr: str = ""
    exit_code: int = 0
    truncated: bool = False
    files: tuple[dict[str, Any], ...] = ()
    _: KW_ONLY
    exec_id: str = ""
    sandbox: str = ""
    reason: str = "exited"
    limit: str | None = None
    timed_out: bool = False
    signal: int | None = None
    stdout_bytes: int = 0
    stderr_bytes: int = 0
    duration_ms: int = 0
    usage: Mapping[str, Any] = field(default_factory=dict)
    denials: tuple[dict[str, Any], ...] = ()
    limit_hits: Mapping[str, int] = field(default_factory=dict)
    leftover: int = 0
    warnings: tuple[str, ...] = ()
    image: str = ""

    @property
    def output(self) -> str:
        """Give stdout, then stderr."""
        return self.stdout + (self.stderr or "")

    @property
    def ok(self) -> bool:
        """Say whether the command ended with exit code 0."""
        return self.exit_code == 0


@dataclass(frozen=True)
class SandboxSpec:
    """A sandbox to be made.

    Raises `ValueError` with every fault at once; nothing is clamped.
    """

    name: str
    image: str = DEFAULT_IMAGE
    memory_mib: int = 512
    cpus: float = 1
    workspace: str | None = None
    secrets: tuple[str, ...] = ()
    egress: tuple[str, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)
    _: KW_ONLY
    policy: Policy | str | Path | None = None  # narrows the client's
    env: Mapping[str, str] = field(default_factory=dict)
    workdir: str | None = None
    user: str | None = None
    shell: str = "/bin/sh"
    pids: int | None = None
    disk_mib: int | None = None
    timeout: float | None = None
    idle_timeout: float | None = None
    max_lifetime: float | None = None
    ephemeral: bool = False
    replace: bool = False
    workspace_mode: str | None = None
    workspace_write: tuple[str, ...] = ()  # patterns: nothing else is committed
    workspace_deny: tuple[str, ...] = ()  # patterns: never committed
    stdout_bytes: int | None = None
    stderr_bytes: int | None = None

    def __post_init__(self) -> None:
        faults = [*_name_faults(self.name), *_number_faults(self)]
        faults += _label_faults(self.labels)
        faults += _env_faults(self.env)
        if self.workspace_mode not in (None, "ro", "overlay", "rw"):
            faults.append(f"workspace_mode {self.workspace_mode!r}: ro, overlay or rw")
        if faults:
            raise ValueError("; ".join(faults))


def check_name(name: str) -> str:
    """Give the name back, or raise `ValueError`."""
    if faults := _name_faults(name):
        raise ValueError("; ".join(faults))
    return name


def check_timeout(timeout: float | None) -> float | None:
    """Give the timeout back, or raise `ValueError` unless it is positive."""
    if timeout is None:
        return None
    if not isinstance(timeout, (int, float)) or isinstance(timeout, bool):
        raise ValueError(f"timeout must be a number of seconds, not {timeout!r}")
    if not math.isfinite(timeout) or timeout <= 0:
        raise ValueError(f"timeout must be positive and finite, not {timeout!r}")
    return timeout


def _name_faults(name: Any) -> list[str]:
    if isinstance(name, str) and _NAME.fullmatch(name) and ".." not in name:
        return []
    return [
        f"name {name!r}: 1 to 128 letters, digits, '_', '.', '-', "
        "beginning with a letter or digit, without '..'"
    ]


def _number_faults(spec: SandboxSpec) -> list[str]:
    faults = []
    if not isinstance(spec.memory_mib, int) or not 64 <= spec.memory_mib <= 8192:
        faults.append(f"memory_mib {spec.memory_mib!r}: 64 to 8192")
    if not isinstance(spec.cpus, (int, float)) or not 0.1 <= spec.cpus <= 1024:
        faults.append(f"cpus {spec.cpus!r}: at least 0.1")
    for key in ("pids", "disk_mib", "stdout_bytes", "stderr_bytes"):
        value = getattr(spec, key)
        if value is not None and (not isinstance(value, int) or value <= 0):
            faults.append(f"{key} {value!r}: a positive number, or None")
    for key in ("timeout", "idle_timeout", "max_lifetime"):
        try:
            check_timeout(getattr(spec, key))
        except ValueError as exc:
            faults.append(str(exc).replace("timeout", key, 1))
    return faults


def _label_faults(labels: Mapping[str, str]) -> list[str]:
    faults = [f"{len(labels)} labels: at most 64"] if len(labels) > 64 else []
    for key, value in labels.items():
        if not isinstance(key, str) or not _LABEL.fullmatch(key):
            faults.append(f"label {key!r}: lower-case letters, digits, '_./-'")
        elif key.startswith("caisson."):
            faults.append(f"label {key!r}: the prefix 'caisson.' is reserved")
        if not isinstance(value, str) or len(value.encode()) > 256:
            faults.append(f"label {key!r}: a text of at most 256 bytes")
        elif _CONTROL.search(value):
            faults.append(f"label {key!r}: no control characters")
    return faults


def _env_faults(env: Mapping[str, str]) -> list[str]:
    return [
        f"environment variable {name!r}: a name without '=' and NUL, a text"
        for name, value in env.items()
        if not isinstance(name, str)
        or not isinstance(value, str)
        or not name
        or "=" in name
        or "\0" in name + value
    ]
