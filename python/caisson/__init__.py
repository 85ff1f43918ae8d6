"""Run Python that a model wrote, safely.

>>> import caisson
>>> caisson.run("print('hello'); 6 * 7").value
42

Names are loaded when they are first used: importing the package does nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caisson._events import NOT_HANDLED
    from caisson._sync import Sandbox, run
    from caisson._values import GuestException, Named, Opaque, Record
    from caisson.aio import AsyncSandbox
    from caisson.audit import AuditLog
    from caisson.checking import Finding, check
    from caisson.displays import Display
    from caisson.errors import (
        CaissonError,
        Cancelled,
        CheckFailed,
        ConfigError,
        Crashed,
        Denied,
        GuestError,
        GuestSyntaxError,
        HostCallError,
        LimitExceeded,
        LimitsError,
        MountError,
        PolicyError,
        RunFailed,
        SessionBusy,
        SessionClosed,
        SessionExpired,
        SessionStateError,
        SnapshotError,
        SnapshotPolicy,
        SnapshotTampered,
        SnapshotVersion,
        TimeLimit,
        TransportError,
        UnavailableError,
    )
    from caisson.limits import Limits
    from caisson.mounts import Mount
    from caisson.policy import Policy
    from caisson.remote import Remote
    from caisson.result import (
        Artifact,
        Change,
        Denial,
        Enforcement,
        ErrorInfo,
        Frame,
        LimitHit,
        Result,
        Usage,
    )
    from caisson.steps import Done, Step, Suspended, Waiting
    from caisson.tools import Tool

    Session = Sandbox
    AsyncSession = AsyncSandbox
    __version__: str

_HOME = {
    "_events": "NOT_HANDLED",
    "_values": "GuestException Named Opaque Record",
    "aio": "AsyncSandbox",
    "audit": "AuditLog",
    "checking": "Finding check",
    "errors": (
        "CaissonError Cancelled CheckFailed ConfigError Crashed Denied GuestError "
        "GuestSyntaxError HostCallError LimitExceeded LimitsError MountError "
        "PolicyError RunFailed SessionBusy SessionClosed SessionExpired "
        "SessionStateError SnapshotError SnapshotPolicy SnapshotTampered "
        "SnapshotVersion TimeLimit TransportError UnavailableError"
    ),
    "displays": "Display",
    "limits": "Limits",
    "mounts": "Mount",
    "policy": "Policy",
    "result": (
        "Artifact Change Denial Enforcement ErrorInfo Frame LimitHit Result Usage"
    ),
    "remote": "Remote",
    "sandbox": "Sandbox run",
    "steps": "Done Step Suspended Waiting",
    "tools": "Tool",
}
_WHERE = {name: home for home, names in _HOME.items() for name in names.split()}
_ALIASES = {"Session": "Sandbox", "AsyncSession": "AsyncSandbox"}

__all__ = [
    "NOT_HANDLED",
    "Artifact",
    "AsyncSandbox",
    "AsyncSession",
    "AuditLog",
    "CaissonError",
    "Cancelled",
    "Change",
    "CheckFailed",
    "ConfigError",
    "Crashed",
    "Denial",
    "Denied",
    "Display",
    "Done",
    "Enforcement",
    "ErrorInfo",
    "Finding",
    "Frame",
    "GuestError",
    "GuestException",
    "GuestSyntaxError",
    "HostCallError",
    "LimitExceeded",
    "LimitHit",
    "Limits",
    "LimitsError",
    "Mount",
    "MountError",
    "Named",
    "Opaque",
    "Policy",
    "PolicyError",
    "Record",
    "Remote",
    "Result",
    "RunFailed",
    "Sandbox",
    "Session",
    "SessionBusy",
    "SessionClosed",
    "SessionExpired",
    "SessionStateError",
    "SnapshotError",
    "SnapshotPolicy",
    "SnapshotTampered",
    "SnapshotVersion",
    "Step",
    "Suspended",
    "TimeLimit",
    "Tool",
    "TransportError",
    "UnavailableError",
    "Usage",
    "Waiting",
    "check",
    "run",
]


def __getattr__(name: str) -> Any:
    import importlib

    if name == "__version__":
        value: Any = importlib.import_module("caisson._native").version
    elif name in _ALIASES or name in _WHERE:
        real = _ALIASES.get(name, name)
        module = importlib.import_module(f"caisson.{_WHERE[real]}")
        value = getattr(module, real)
    else:
        raise AttributeError(f"module 'caisson' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
