"""What can go wrong, as classes.

A program that ran, however badly, is a result and not an exception, unless the
caller asks with ``check=True`` or ``Result.raise_for_status()``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caisson.checking import Finding
    from caisson.result import Frame, Result


class CaissonError(Exception):
    """Base of everything this package raises."""


class ConfigError(CaissonError, ValueError):
    """An option that cannot be: wrong limit, bad mount, unusable tool."""


class PolicyError(ConfigError):
    """A policy that cannot be, or a request that is wider than it.

    ``code`` is ``policy_invalid``, ``policy_file``, ``policy_widens`` or
    ``enforcement_missing``; the other fields are None where they say nothing.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str = "policy_invalid",
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
        nearest: str | None = None,
        asked: str | None = None,
        allowed: str | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.nearest = nearest
        self.asked = asked
        self.allowed = allowed
        self.source = source


class MountError(ConfigError):
    """A mount that cannot be made."""


class LimitsError(ConfigError):
    """A limit that cannot be."""


class UnavailableError(CaissonError):
    """Something this machine cannot do.

    ``hint`` says what would help; ``missing`` names what is not there.
    """

    def __init__(
        self, message: str, hint: str = "", missing: tuple[str, ...] = ()
    ) -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.hint = hint
        self.missing = missing


class CheckFailed(CaissonError):
    """Code that a check refused; ``findings`` say why."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(f.message for f in findings))
        self.findings = findings

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.findings,)


class RunFailed(CaissonError):
    """A run that did not end well; ``result`` is all of it."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.result)


class GuestError(RunFailed):
    """The program raised an exception and did not catch it."""

    @property
    def type(self) -> str:
        """Name of the exception's class in the sandbox."""
        return self.result.error.type if self.result.error else ""

    @property
    def message(self) -> str:
        """Its text."""
        return self.result.error.message if self.result.error else ""

    @property
    def frames(self) -> list[Frame]:
        """Calls that led to it, outermost first."""
        return list(self.result.error.frames) if self.result.error else []

    @property
    def traceback(self) -> str:
        """Traceback as CPython prints it."""
        return self.result.error.traceback if self.result.error else ""


class GuestSyntaxError(GuestError):
    """The program is not valid Python; nothing ran."""


class LimitExceeded(RunFailed):
    """A limit ended the run; the sandbox stays usable."""

    @property
    def limit(self) -> str:
        """Which one: time, fuel, memory, output, calls, ..."""
        return self.result.limit or ""

    @property
    def configured(self) -> float | None:
        """Where it stood; None if it is not a number that is configured."""
        return self.result.limit_configured

    @property
    def used(self) -> float | None:
        """How much was used when it ended the run, where that is known."""
        return self.result.limit_used


class TimeLimit(LimitExceeded, TimeoutError):
    """The time of a run was over."""


class Cancelled(RunFailed):
    """The run was cancelled."""


class Crashed(RunFailed):
    """What ran the program died; the sandbox is gone."""

    @property
    def signal(self) -> int | None:
        """The signal that ended it, if one did."""
        return self.result.signal


class Denied(RunFailed):
    """Refused before it began."""


class HostCallError(CaissonError):
    """Something on the host's side of a call failed; the cause is attached."""


class SnapshotError(CaissonError, ValueError):
    """Bytes that are no snapshot, or not one this version can read."""


class SnapshotTampered(SnapshotError):
    """The bytes were changed since they were written."""


class SnapshotVersion(SnapshotError):
    """Written by a version that this one cannot read."""


class SnapshotPolicy(SnapshotError):
    """A snapshot that this sandbox's policy does not allow."""


class SessionStateError(CaissonError, RuntimeError):
    """A call that the sandbox cannot serve in its present state."""


class SessionBusy(SessionStateError):
    """Another call on the same sandbox has not returned yet."""


class SessionClosed(SessionStateError):
    """The sandbox was closed."""


class SessionExpired(SessionStateError):
    """The sandbox's time is over."""


class TransportError(CaissonError, ConnectionError):
    """The connection to a remote worker failed.

    ``result`` is what is known of the run that was going on; None: there was none.
    A sandbox whose connection was lost is gone; the host and others are fine.
    """

    def __init__(self, message: str, result: Result | None = None) -> None:
        super().__init__(message)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.result)
