"""Commands and files of a sandbox, done by programs inside of it.

Nothing here has rights of its own: a path, a write or a program is allowed or
refused as it is for the code in the sandbox.
"""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from caisson import _depth, errors

if TYPE_CHECKING:
    from caisson._box import Box
    from caisson._sync import Sandbox
    from caisson.aio import AsyncSandbox

Data = Union[str, bytes]
Tree = dict[str, tuple[Any, ...]]

_CALL = "(lambda _: ({}))(globals().pop('_caisson'))"
_RUN = (
    "(lambda p: (p.returncode, p.stdout, p.stderr))(__import__('subprocess').run("
    "_[0], shell=isinstance(_[0], str), cwd=_[1], timeout=_[4], input=_[3], "
    "capture_output=True, env=_[2] and {**__import__('os').environ, **_[2]}))"
)
_LIST = (
    "[(e.name, 'dir' if e.is_dir(follow_symlinks=False) else 'link' if "
    "e.is_symlink() else 'file', e.stat(follow_symlinks=False).st_size) "
    "for e in __import__('os').scandir(_)]"
)
_WRITE = (
    "(__import__('os').makedirs(__import__('os').path.dirname(_[0]) or '.', "
    "exist_ok=True), (lambda f: (f.write(_[1]), f.close()))(open(_[0], 'wb')))[1] "
    "and None"
)
_READ = "open(_, 'rb').read()"
_EXISTS = "__import__('os').path.lexists(_)"
_MKDIR = "__import__('os').makedirs(_, exist_ok=True)"
_REMOVE = "__import__('os').remove(_)"
# What may go away while it is looked at is left out; that a directory holds
# something else is told by its entries.
_TREE_TEXT = """
import os, stat
def tree(top):
    found = {}
    for at, dirs, files in os.walk(top):
        for name in dirs + files:
            path = os.path.join(at, name)
            try:
                s = os.lstat(path)
            except OSError:
                continue
            rest = () if stat.S_ISDIR(s.st_mode) else (s.st_size, s.st_mtime_ns)
            found[path] = (stat.S_IFMT(s.st_mode), s.st_ino, *rest)
    return found
"""
_TREE = f"(lambda n: (exec({_TREE_TEXT!r}, n), n['tree'](_))[1])({{}})"


@dataclasses.dataclass(frozen=True)
class CommandResult:
    """How a command ended."""

    exit_code: int
    stdout: bytes
    stderr: bytes

    @property
    def ok(self) -> bool:
        """Did it end with 0?"""
        return self.exit_code == 0


@dataclasses.dataclass(frozen=True)
class Entry:
    """What a directory holds: ``kind`` is ``file``, ``dir`` or ``link``."""

    name: str
    kind: str
    size: int


@dataclasses.dataclass(frozen=True)
class FileEvent:
    """What happened to a path: ``added``, ``modified`` or ``removed``."""

    path: str
    change: str


# -- what both kinds of sandbox ask ----------------------------------------


def _ask(box: Sandbox, expression: str, value: Any) -> Any:
    """The value of an expression in which ``_`` is this value."""
    result = box.run(_CALL.format(expression), inputs={"_caisson": value})
    return result.raise_for_status().value


async def _ask_async(box: AsyncSandbox, expression: str, value: Any) -> Any:
    code = _CALL.format(expression)
    result = await box.run(code, inputs={"_caisson": value})
    return result.raise_for_status().value


def _raw(data: Data) -> bytes:
    return data.encode() if isinstance(data, str) else bytes(data)


def _command(
    box: Box,
    command: str | Sequence[str],
    cwd: str | None,
    env: Mapping[str, str] | None,
    stdin: Data,
    timeout: float | None,
) -> tuple[Any, ...]:
    """What ``_RUN`` gets; the sandbox has to be in a jail."""
    if not _depth.is_jail(box._core.depth):
        raise errors.UnavailableError(
            "commands need a jail",
            f"{type(box).__name__}(depth={_depth.JAIL!r}) has one",
        )
    words = command if isinstance(command, str) else [str(w) for w in command]
    return words, cwd, None if env is None else dict(env), _raw(stdin), timeout


def _entries(rows: Any) -> list[Entry]:
    return sorted((Entry(*row) for row in rows), key=lambda entry: entry.name)


def _changes(before: Tree, after: Tree) -> list[FileEvent]:
    """What happened between two looks at a tree, by path."""
    events = []
    for path in sorted(before.keys() | after.keys()):
        if path not in after:
            events.append(FileEvent(path, "removed"))
        elif path not in before:
            events.append(FileEvent(path, "added"))
        elif before[path] != after[path]:
            events.append(FileEvent(path, "modified"))
    return events


# -- sandboxes that wait ---------------------------------------------------


class Commands:
    """Programs of a sandbox in a jail; they see the files that its code sees."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box

    def run(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        stdin: Data = b"",
        timeout: float | None = None,
    ) -> CommandResult:
        """Run a list of words, or a text in the shell, to its end."""
        given = _command(self._box, command, cwd, env, stdin, timeout)
        return CommandResult(*_ask(self._box, _RUN, given))

    def exec(self, program: str, *args: str, **options: Any) -> CommandResult:
        """Run a program with these arguments, without a shell."""
        return self.run([program, *args], **options)

    def shell(self, script: str, **options: Any) -> CommandResult:
        """Run a script in the sandbox's shell."""
        return self.run(script, **options)


class BoxFiles:
    """Files of a sandbox, by the paths that its code uses."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        found: bytes = _ask(self._box, _READ, path)
        return found

    def read_text(self, path: str, encoding: str = "utf-8") -> str:
        """A file as text."""
        return self.read(path).decode(encoding)

    def write(self, path: str, data: Data) -> None:
        """Write a file, and make the directories above it."""
        _ask(self._box, _WRITE, (path, _raw(data)))

    def list(self, path: str = ".") -> list[Entry]:
        """What a directory holds, by name."""
        return _entries(_ask(self._box, _LIST, path))

    def exists(self, path: str) -> bool:
        """Is there anything at this path?"""
        return bool(_ask(self._box, _EXISTS, path))

    def mkdir(self, path: str) -> None:
        """Make a directory, and those above it."""
        _ask(self._box, _MKDIR, path)

    def remove(self, path: str) -> None:
        """Remove a file or link."""
        _ask(self._box, _REMOVE, path)

    def watch(
        self, path: str = ".", *, every: float = 0.2, timeout: float | None = None
    ) -> Iterator[FileEvent]:
        """What happens below a directory from now on, until ``timeout`` seconds passed.

        There is a look ``every`` so many seconds, and none while code runs: what
        comes and goes in between is not seen.
        """
        return self._watch(path, _ask(self._box, _TREE, path), every, timeout)

    def _watch(
        self, path: str, seen: Tree, every: float, timeout: float | None
    ) -> Iterator[FileEvent]:
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            try:
                now = _ask(self._box, _TREE, path)
            except errors.SessionBusy:
                now = seen
            yield from _changes(seen, now)
            seen = now
            if end is not None and time.monotonic() >= end:
                return
            time.sleep(every)


# -- sandboxes of an event loop --------------------------------------------


class AsyncCommands:
    """As ``Commands``, to be awaited."""

    def __init__(self, box: AsyncSandbox) -> None:
        self._box = box

    async def run(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        stdin: Data = b"",
        timeout: float | None = None,
    ) -> CommandResult:
        """Run a list of words, or a text in the shell, to its end."""
        given = _command(self._box, command, cwd, env, stdin, timeout)
        return CommandResult(*await _ask_async(self._box, _RUN, given))

    async def exec(self, program: str, *args: str, **options: Any) -> CommandResult:
        """Run a program with these arguments, without a shell."""
        return await self.run([program, *args], **options)

    async def shell(self, script: str, **options: Any) -> CommandResult:
        """Run a script in the sandbox's shell."""
        return await self.run(script, **options)


class AsyncBoxFiles:
    """As ``BoxFiles``, to be awaited."""

    def __init__(self, box: AsyncSandbox) -> None:
        self._box = box

    async def read(self, path: str) -> bytes:
        """The bytes of a file."""
        found: bytes = await _ask_async(self._box, _READ, path)
        return found

    async def read_text(self, path: str, encoding: str = "utf-8") -> str:
        """A file as text."""
        return (await self.read(path)).decode(encoding)

    async def write(self, path: str, data: Data) -> None:
        """Write a file, and make the directories above it."""
        await _ask_async(self._box, _WRITE, (path, _raw(data)))

    async def list(self, path: str = ".") -> list[Entry]:
        """What a directory holds, by name."""
        return _entries(await _ask_async(self._box, _LIST, path))

    async def exists(self, path: str) -> bool:
        """Is there anything at this path?"""
        return bool(await _ask_async(self._box, _EXISTS, path))

    async def mkdir(self, path: str) -> None:
        """Make a directory, and those above it."""
        await _ask_async(self._box, _MKDIR, path)

    async def remove(self, path: str) -> None:
        """Remove a file or link."""
        await _ask_async(self._box, _REMOVE, path)

    async def watch(
        self, path: str = ".", *, every: float = 0.2, timeout: float | None = None
    ) -> AsyncIterator[FileEvent]:
        """As ``BoxFiles.watch``: ``async for event in await box.files.watch(path)``."""
        seen = await _ask_async(self._box, _TREE, path)
        return self._watch(path, seen, every, timeout)

    async def _watch(
        self, path: str, seen: Tree, every: float, timeout: float | None
    ) -> AsyncIterator[FileEvent]:
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            try:
                now = await _ask_async(self._box, _TREE, path)
            except errors.SessionBusy:
                now = seen
            for event in _changes(seen, now):
                yield event
            seen = now
            if end is not None and time.monotonic() >= end:
                return
            await asyncio.sleep(every)
