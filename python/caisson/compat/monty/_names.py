"""Names that both generations have."""

from __future__ import annotations

from caisson import __version__

from .abstractos import AbstractOS, path_from_arg
from .errors import (
    Frame,
    MontyError,
    MontyRuntimeError,
    MontySyntaxError,
    MontyTypingError,
)
from .files import AbstractFile, CallbackFile, MemoryFile, MontyFileHandle
from .hostcalls import NOT_HANDLED
from .mounts import MountDir
from .os_access import OSAccess
from .output import CollectStreams, CollectString
from .results import (
    ExcType,
    ExternalException,
    ExternalExceptionData,
    ExternalFuture,
    ExternalResult,
    ExternalReturnValue,
    OsFunction,
    ResourceLimits,
)
from .snapshots import (
    FunctionSnapshot,
    FutureSnapshot,
    MontyComplete,
    NameLookupSnapshot,
)
from .stat import StatResult

__all__ = [
    "NOT_HANDLED",
    "AbstractFile",
    "AbstractOS",
    "CallbackFile",
    "CollectStreams",
    "CollectString",
    "ExcType",
    "ExternalException",
    "ExternalExceptionData",
    "ExternalFuture",
    "ExternalResult",
    "ExternalReturnValue",
    "Frame",
    "FunctionSnapshot",
    "FutureSnapshot",
    "MemoryFile",
    "MontyComplete",
    "MontyError",
    "MontyFileHandle",
    "MontyRuntimeError",
    "MontySyntaxError",
    "MontyTypingError",
    "MountDir",
    "NameLookupSnapshot",
    "OSAccess",
    "OsFunction",
    "ResourceLimits",
    "StatResult",
    "__version__",
    "path_from_arg",
]
