"""What a run gives back."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from caisson import errors


@dataclasses.dataclass(frozen=True)
class Frame:
    """One call in a traceback; numbers start at 1, 0 means unknown."""

    filename: str
    function: str | None
    source: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclasses.dataclass(frozen=True)
class ErrorInfo:
    """An exception that the program did not catch."""

    type: str
    message: str
    frames: tuple[Frame, ...] = ()
    traceback: str = ""
    cause: ErrorInfo | None = None
    context: ErrorInfo | None = None

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type


@dataclasses.dataclass(frozen=True)
class Usage:
    """What the run used; memory counts for the whole sandbox."""

    fuel: int = 0
    time_us: int = 0
    output_bytes: int = 0
    memory_live_bytes: int = 0
    memory_peak_bytes: int = 0
    host_calls: int = 0
    suspensions: int = 0


@dataclasses.dataclass(frozen=True)
class Change:
    """How one entry of an overlay differs from the host's directory.

    ``change`` is ``added``, ``modified``, ``removed`` or ``moved``; ``kind`` is
    ``file``, ``dir`` or ``link``, or ``gone`` when nothing says what it was.
    """

    path: str
    change: str
    kind: str
    size: int = 0
    moved_from: str | None = None


@dataclasses.dataclass(frozen=True)
class Artifact:
    """A file that the run created, changed or removed.

    ``sha256`` is None for what was removed, for links, and for files beyond the
    caps (256 MiB for one, 1 GiB for all).
    """

    path: str
    size: int
    sha256: str | None
    change: str
    _reader: Callable[[str], bytes | None] = dataclasses.field(
        repr=False, compare=False, default=lambda path: None
    )

    def read(self) -> bytes:
        """Content as it is now; works while the sandbox is open."""
        data = self._reader(self.path)
        if data is None:
            raise FileNotFoundError(f"{self.path!r} is not in the sandbox any more")
        return data


@dataclasses.dataclass(frozen=True)
class Result:
    """One run: ``value`` is the last expression's, if ``value_present``.

    ``status`` is ``ok``, ``error``, ``timeout``, ``limit``, ``cancelled`` or
    ``crashed``; ``limit`` names what ended the run.  ``artifacts`` are the files
    it created, changed or removed; ``artifacts_cut`` tells that some are missing.
    """

    status: str
    value: Any = None
    value_present: bool = False
    stdout: str = ""
    stderr: str = ""
    error: ErrorInfo | None = None
    limit: str | None = None
    message: str = ""
    exit_code: int | None = None
    artifacts: tuple[Artifact, ...] = ()
    artifacts_cut: bool = False
    usage: Usage = dataclasses.field(default_factory=Usage)

    @property
    def ok(self) -> bool:
        """Did the program end without an error?"""
        return self.status == "ok"

    def raise_for_status(self) -> Result:
        """Raise what ``status`` says, or return the result itself."""
        if self.status == "ok":
            return self
        kind = _KINDS.get(self.status, errors.RunFailed)
        if self.error is not None and self.error.type in _SYNTAX:
            kind = errors.GuestSyntaxError
        raise kind(str(self.error) if self.error else self.message, self)


_SYNTAX = ("SyntaxError", "IndentationError", "TabError")
_KINDS: dict[str, type[errors.RunFailed]] = {
    "error": errors.GuestError,
    "timeout": errors.TimeLimit,
    "limit": errors.LimitExceeded,
    "cancelled": errors.Cancelled,
    "crashed": errors.Crashed,
}
