"""Limits of one call of ``execute_code``."""

from __future__ import annotations

import dataclasses
from typing import Any

from caisson.limits import Limits

_DRAINED = 1 << 40  # output beyond the caps is thrown away, not an error
_AGES = 1e9


@dataclasses.dataclass(frozen=True)
class ProcessExecutionLimits:
    """Sizes are bytes of UTF-8; the time is real, tools included."""

    timeout_seconds: float = 10.0
    max_code_bytes: int = 64 << 10
    max_stdout_bytes: int = 64 << 10
    max_stderr_bytes: int = 64 << 10
    max_result_bytes: int = 128 << 10
    max_captured_file_bytes: int = 5 << 20
    max_total_captured_file_bytes: int = 25 << 20

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise ValueError(f"{field.name} must be a number.")
            if not value > 0:
                raise ValueError(f"{field.name} must be positive.")

    def to_dict(self) -> dict[str, Any]:
        """All of them, as plain data."""
        return dataclasses.asdict(self)

    def sandbox(self) -> Limits:
        """What the sandbox itself enforces."""
        return Limits(
            time=self.timeout_seconds,
            sleep=_AGES,  # the call as a whole has a deadline
            output=_DRAINED,
            source=self.max_code_bytes + 4096,
            message=max(64 << 20, 16 * self.max_result_bytes),
        )
