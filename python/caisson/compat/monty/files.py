"""Files that a host makes up: content in memory, or behind two functions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Protocol, Union, runtime_checkable

from .values import MontyFileHandleBase

Content = Union[str, bytes]
PathArg = Union[str, PurePosixPath]


@runtime_checkable
class AbstractFile(Protocol):
    """What a file of ``OSAccess`` can do."""

    path: PurePosixPath
    name: str
    permissions: int
    deleted: bool

    def read_content(self) -> Content:
        """All of it."""
        ...

    def write_content(self, content: Content) -> None:
        """Replace all of it."""
        ...

    def delete(self) -> None:
        """Mark it as deleted."""
        ...


class _File:
    def __init__(self, path: PathArg, permissions: int) -> None:
        self.path = PurePosixPath(path)
        self.permissions = permissions
        self.deleted = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.name

    @name.setter
    def name(self, _value: str) -> None:
        raise AttributeError("name follows from path")

    def delete(self) -> None:
        """Mark it as deleted."""
        self.deleted = True


class MemoryFile(_File):
    """A file whose content is kept here."""

    def __init__(
        self, path: PathArg, content: Content, *, permissions: int = 0o644
    ) -> None:
        if not isinstance(content, (str, bytes)):
            raise TypeError("content must be str or bytes")
        super().__init__(path, permissions)
        self.content = content

    def read_content(self) -> Content:
        """All of it."""
        return self.content

    def write_content(self, content: Content) -> None:
        """Replace all of it."""
        self.content = content

    def __repr__(self) -> str:
        shown = "b'...'" if isinstance(self.content, bytes) else "'...'"
        return (
            f"MemoryFile(path={self.path}, content={shown}, "
            f"permissions={self.permissions})"
        )


class CallbackFile(_File):
    """A file whose content two functions give and take."""

    def __init__(
        self,
        path: PathArg,
        read: Callable[[PurePosixPath], Content],
        write: Callable[[PurePosixPath, Content], None],
        *,
        permissions: int = 0o644,
    ) -> None:
        super().__init__(path, permissions)
        self.read = read
        self.write = write

    def read_content(self) -> Content:
        """Ask for it."""
        return self.read(self.path)

    def write_content(self, content: Content) -> None:
        """Hand it over."""
        self.write(self.path, content)

    def __repr__(self) -> str:
        return (
            f"CallbackFile(path={self.path}, read={self.read}, write={self.write}, "
            f"permissions={self.permissions})"
        )


def canonical_mode(mode: str) -> str:
    """``rt`` is ``r``, ``r+b`` is ``rb+``; ValueError for what is no mode."""
    if not isinstance(mode, str):
        raise TypeError("mode must be a str")
    letters = set(mode)
    kinds = letters & set("rwax")
    if (
        len(letters) != len(mode)
        or letters - set("rwaxbt+")
        or len(kinds) != 1
        or {"b", "t"} <= letters
    ):
        raise ValueError(f"invalid mode: {mode!r}")
    binary = "b" if "b" in letters else ""
    return kinds.pop() + binary + ("+" if "+" in letters else "")


class MontyFileHandle(MontyFileHandleBase):
    """An open file, as programs and handlers exchange it: a path and a mode."""

    def __init__(self, path: PathArg, mode: str, *, position: int = 0) -> None:
        self.path = str(path)
        self.mode = canonical_mode(mode)
        if isinstance(position, bool) or not isinstance(position, int):
            raise TypeError("position must be an int")
        if position < 0:
            raise ValueError("position must not be negative")
        self.position = position

    @property
    def binary(self) -> bool:
        """Does it give bytes?"""
        return "b" in self.mode

    @property
    def readable(self) -> bool:
        """May it be read?"""
        return "r" in self.mode or "+" in self.mode

    @property
    def writable(self) -> bool:
        """May it be written?"""
        return "r" not in self.mode or "+" in self.mode

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MontyFileHandle) and (
            self.path,
            self.mode,
            self.position,
        ) == (other.path, other.mode, other.position)

    def __hash__(self) -> int:
        return hash((self.path, self.mode, self.position))

    def __repr__(self) -> str:
        return (
            f"MontyFileHandle({self.path!r}, {self.mode!r}, position={self.position})"
        )
