"""The newer generation alone: ``Monty`` is always a pool."""

from __future__ import annotations

from . import _names
from ._names import *  # noqa: F403
from .aio import AsyncMonty, AsyncMontySession, AsyncMontyWebsocket
from .class_instance import ClassInstance, ClassType
from .errors import (
    MontyConversionError,
    MontyCrashedError,
    MontyDisconnectError,
    MontyShutdown,
    SourceRange,
)
from .modules import ExternalModule
from .pool import MontyPool as Monty
from .pool import MontySession
from .results import (
    ExternalSettledResult,
    OsHandler,
    OSPolicy,
    PrintCallback,
    RandomSeed,
    TimeCaller,
    TimeZone,
    TypeCheckFormat,
)
from .snapshots import (
    AsyncFunctionSnapshot,
    AsyncFutureSnapshot,
    AsyncNameLookupSnapshot,
    AsyncSnapshot,
    SyncSnapshot,
)
from .stat import ScanEntry
from .telemetry import instrument_telemetry
from .values import MontyClassProxy, MontyClassTypeProxy, MontyStdTypeProxy

MONTY_API = "1.4.0"

__all__ = [
    *_names.__all__,
    "MONTY_API",
    "AsyncFunctionSnapshot",
    "AsyncFutureSnapshot",
    "AsyncMonty",
    "AsyncMontySession",
    "AsyncMontyWebsocket",
    "AsyncNameLookupSnapshot",
    "AsyncSnapshot",
    "ClassInstance",
    "ClassType",
    "ExternalModule",
    "ExternalSettledResult",
    "Monty",
    "MontyClassProxy",
    "MontyClassTypeProxy",
    "MontyConversionError",
    "MontyCrashedError",
    "MontyDisconnectError",
    "MontySession",
    "MontyShutdown",
    "MontyStdTypeProxy",
    "OSPolicy",
    "OsHandler",
    "PrintCallback",
    "RandomSeed",
    "ScanEntry",
    "SourceRange",
    "SyncSnapshot",
    "TimeCaller",
    "TimeZone",
    "TypeCheckFormat",
    "instrument_telemetry",
]
