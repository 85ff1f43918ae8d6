"""A handler as a class: one method per request."""

from __future__ import annotations

import asyncio
import datetime as dt
import inspect
import time
from abc import ABC, abstractmethod
from pathlib import PurePosixPath
from typing import Any

from .files import MontyFileHandle
from .hostcalls import NOT_HANDLED
from .scan import scan
from .stat import ScanEntry, StatResult


def path_from_arg(path: Any) -> PurePosixPath:
    """The path of a request's first argument, which may be a handle."""
    if isinstance(path, MontyFileHandle):
        return PurePosixPath(path.path)
    return PurePosixPath(path)


_PATH_METHODS = {
    f"Path.{name}": f"path_{name}"
    for name in (
        *("exists", "is_file", "is_dir", "is_symlink", "read_text", "read_bytes"),
        *("write_text", "write_bytes", "append_text", "append_bytes", "unlink"),
        *("rmdir", "iterdir", "stat", "resolve", "absolute"),
    )
}
_PLAIN_METHODS = {
    "open": "path_open",
    "date.today": "date_today",
    "datetime.now": "datetime_now",
    "os.urandom": "urandom",
    "time.time": "time",
    "os.getenv": "getenv",
    "os.environ": "get_environ",
}


class AbstractOS(ABC):
    """Base of handlers; what is not implemented is not handled."""

    max_urandom_bytes: int = 1_048_576
    max_sleep: float | None = 10

    def __call__(
        self,
        name: str,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
        *,
        is_async: bool = False,
        **_: Any,
    ) -> Any:
        """Serve one request."""
        if _accepts_is_async(self.dispatch):
            return self.dispatch(name, args, kwargs, is_async=is_async)
        return self.dispatch(name, args, kwargs)

    def dispatch(
        self,
        function_name: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any] | None = None,
        *,
        is_async: bool = False,
    ) -> Any:
        """Call the method for a request; NOT_HANDLED if there is none."""
        try:
            return self._dispatch(function_name, args, kwargs or {}, is_async)
        except NotImplementedError:
            return NOT_HANDLED

    def _dispatch(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], is_async: bool
    ) -> Any:
        if name in _PATH_METHODS:
            method = getattr(self, _PATH_METHODS[name])
            return method(path_from_arg(args[0]), *args[1:])
        if name in _PLAIN_METHODS:
            return getattr(self, _PLAIN_METHODS[name])(*args, **kwargs)
        if name == "Path.mkdir":
            return self.path_mkdir(
                path_from_arg(args[0]),
                bool(kwargs.get("parents", False)),
                bool(kwargs.get("exist_ok", False)),
            )
        if name == "Path.scan":
            return self.path_scan(path_from_arg(args[0]), **kwargs)
        if name == "Path.rename":
            return self.path_rename(path_from_arg(args[0]), path_from_arg(args[1]))
        if name in ("time.sleep", "system.sleep"):
            return self.sleep(*args)
        if name in ("asyncio.sleep", "system.async_sleep"):
            return self.async_sleep(*args, is_async=is_async)
        return NOT_HANDLED

    # -- to be implemented -----------------------------------------------------------

    @abstractmethod
    def path_exists(self, path: PurePosixPath) -> bool:
        """Is there anything at this path?"""

    @abstractmethod
    def path_is_file(self, path: PurePosixPath) -> bool:
        """Is it a file?"""

    @abstractmethod
    def path_is_dir(self, path: PurePosixPath) -> bool:
        """Is it a directory?"""

    @abstractmethod
    def path_is_symlink(self, path: PurePosixPath) -> bool:
        """Is it a symbolic link?"""

    @abstractmethod
    def path_read_text(self, path: PurePosixPath) -> str:
        """Content of a text file."""

    @abstractmethod
    def path_read_bytes(self, path: PurePosixPath) -> bytes:
        """Content of a file."""

    @abstractmethod
    def path_write_text(self, path: PurePosixPath, data: str) -> int:
        """Replace the content; the number of characters."""

    @abstractmethod
    def path_write_bytes(self, path: PurePosixPath, data: bytes) -> int:
        """Replace the content; the number of bytes."""

    @abstractmethod
    def path_mkdir(self, path: PurePosixPath, parents: bool, exist_ok: bool) -> None:
        """Make a directory."""

    @abstractmethod
    def path_unlink(self, path: PurePosixPath) -> None:
        """Remove a file."""

    @abstractmethod
    def path_rmdir(self, path: PurePosixPath) -> None:
        """Remove an empty directory."""

    @abstractmethod
    def path_iterdir(self, path: PurePosixPath) -> list[PurePosixPath]:
        """Full paths of what is in a directory."""

    @abstractmethod
    def path_stat(self, path: PurePosixPath) -> StatResult:
        """Size, mode and times."""

    @abstractmethod
    def path_rename(self, path: PurePosixPath, target: PurePosixPath) -> None:
        """Give it another path."""

    @abstractmethod
    def path_resolve(self, path: PurePosixPath) -> str:
        """The path without links."""

    @abstractmethod
    def path_absolute(self, path: PurePosixPath) -> str:
        """The path from the root."""

    @abstractmethod
    def getenv(self, key: str, default: str | None = None) -> str | None:
        """One variable of the environment."""

    @abstractmethod
    def get_environ(self) -> dict[str, str]:
        """All of the environment."""

    # -- optional --------------------------------------------------------------------

    def path_scan(
        self,
        path: PurePosixPath,
        *,
        max_depth: int | None,
        follow_symlinks: bool,
        **_: Any,
    ) -> list[ScanEntry]:
        """A directory with everything below it, as paths from it."""
        return scan(self, path, max_depth, follow_symlinks)

    def path_open(self, path: PurePosixPath, mode: str) -> MontyFileHandle:
        """Open a file."""
        raise NotImplementedError

    def path_append_text(self, path: PurePosixPath, data: str) -> int:
        """Add to the end of a text file."""
        raise NotImplementedError

    def path_append_bytes(self, path: PurePosixPath, data: bytes) -> int:
        """Add to the end of a file."""
        raise NotImplementedError

    def date_today(self) -> dt.date:
        """The date."""
        raise NotImplementedError

    def datetime_now(self, tz: dt.tzinfo | None = None) -> dt.datetime:
        """Date and time."""
        raise NotImplementedError

    def urandom(self, size: int) -> bytes:
        """Random bytes."""
        raise NotImplementedError

    def time(self, caller: str = "time.time") -> float:
        """Seconds since 1970."""
        raise NotImplementedError

    def sleep(self, seconds: float) -> None:
        """Wait."""
        raise NotImplementedError

    def async_sleep(self, delay: float, *, is_async: bool) -> Any:
        """Wait; a coroutine if that is possible."""
        raise NotImplementedError


def _accepts_is_async(function: Any) -> bool:
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
    return "is_async" in parameters or any(
        p.kind is p.VAR_KEYWORD for p in parameters.values()
    )


class HostClock(AbstractOS):
    """Clock, entropy and sleep of the host, within bounds."""

    def date_today(self) -> dt.date:
        """The host's date."""
        return dt.date.today()

    def datetime_now(self, tz: dt.tzinfo | None = None) -> dt.datetime:
        """The host's date and time."""
        return dt.datetime.now(tz)

    def time(self, caller: str = "time.time") -> float:
        """The clock that the caller meant."""
        name = caller.rpartition(".")[2].removesuffix("_ns")
        if name in ("monotonic", "perf_counter"):
            return float(getattr(time, name)())
        return time.time()

    def urandom(self, size: int) -> bytes:
        """The host's random bytes."""
        import os

        if size > self.max_urandom_bytes:
            raise MemoryError(
                "os.urandom() size exceeds max_urandom_bytes "
                f"({self.max_urandom_bytes})"
            )
        return os.urandom(size)

    def sleep(self, seconds: float) -> None:
        """Wait, but not too long."""
        time.sleep(self._capped(seconds))

    def async_sleep(self, delay: float, *, is_async: bool) -> Any:
        """Wait, but not too long."""
        if not is_async:
            return self.sleep(delay)
        return asyncio.sleep(self._capped(delay))

    def _capped(self, seconds: float) -> float:
        most = self.max_sleep
        if most is None:
            return seconds
        return seconds if seconds <= most else most if most == most else 0.0
