"""What can go wrong, as classes.

A program that ran, however badly, is a result and not an exception, unless the
caller asks with ``check=True`` or ``Result.raise_for_status()``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caisson.result import Frame, Result


class CaissonError(Exception):
    """Base of everything this package raises."""


class ConfigError(CaissonError, ValueError):
    """An option that cannot be: wrong limit, bad mount, unusable tool."""


class MountError(ConfigError):
    """A mount that cannot be made."""


class UnavailableError(CaissonError):
    """Something this machine cannot do; ``hint`` says what would help."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.hint = hint


class RunFailed(CaissonError):
    """A run that did not end well; ``result`` is all of it."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


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


class TimeLimit(LimitExceeded, TimeoutError):
    """The time of a run was over."""


class Cancelled(RunFailed):
    """The run was cancelled."""


class Crashed(RunFailed):
    """What ran the program died; the sandbox is gone."""


class SnapshotError(CaissonError, ValueError):
    """Bytes that are no snapshot, or not one this version can read."""


class SessionStateError(CaissonError, RuntimeError):
    """A call that the sandbox cannot serve in its present state."""


class SessionBusy(SessionStateError):
    """Another call on the same sandbox has not returned yet."""


class SessionClosed(SessionStateError):
    """The sandbox was closed."""
