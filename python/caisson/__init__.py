"""Run Python that a model wrote, safely.

>>> import caisson
>>> caisson.run("print('hello'); 6 * 7").value
42
"""

from caisson import _native, _values
from caisson._core import NOT_HANDLED
from caisson._values import GuestException, Named, Opaque, Record
from caisson.aio import AsyncSandbox
from caisson.errors import (
    CaissonError,
    Cancelled,
    ConfigError,
    Crashed,
    GuestError,
    GuestSyntaxError,
    LimitExceeded,
    MountError,
    RunFailed,
    SessionBusy,
    SessionClosed,
    SessionStateError,
    SnapshotError,
    TimeLimit,
    UnavailableError,
)
from caisson.limits import Limits
from caisson.mounts import Mount
from caisson.result import Artifact, Change, ErrorInfo, Frame, Result, Usage
from caisson.sandbox import Sandbox, run
from caisson.steps import Done, Step, Suspended, Waiting
from caisson.tools import Tool

__version__: str = _native.version

__all__ = [
    "NOT_HANDLED",
    "Artifact",
    "AsyncSandbox",
    "CaissonError",
    "Cancelled",
    "Change",
    "ConfigError",
    "Crashed",
    "Done",
    "ErrorInfo",
    "Frame",
    "GuestError",
    "GuestException",
    "GuestSyntaxError",
    "LimitExceeded",
    "Limits",
    "Mount",
    "MountError",
    "Named",
    "Opaque",
    "Record",
    "Result",
    "RunFailed",
    "Sandbox",
    "SessionBusy",
    "SessionClosed",
    "SessionStateError",
    "SnapshotError",
    "Step",
    "Suspended",
    "TimeLimit",
    "Tool",
    "UnavailableError",
    "Usage",
    "Waiting",
    "run",
]

del _values
