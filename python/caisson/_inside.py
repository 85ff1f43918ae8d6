"""Commands and files of a sandbox, done by programs inside of it.

Nothing here has rights of its own: a path, a write or a program is allowed or
refused as it is for the code in the sandbox.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from caisson import _depth, errors

if TYPE_CHECKING:
    from caisson._sync import Sandbox

Data = Union[str, bytes]

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


def _ask(box: Sandbox, expression: str, value: Any) -> Any:
    """The value of an expression in which ``_`` is this value."""
    result = box.run(_CALL.format(expression), inputs={"_caisson": value})
    return result.raise_for_status().value


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
        if not _depth.is_jail(self._box._core.depth):
            raise errors.UnavailableError(
                "commands need a jail", f"Sandbox(depth={_depth.JAIL!r}) has one"
            )
        words = command if isinstance(command, str) else [str(w) for w in command]
        given = stdin.encode() if isinstance(stdin, str) else bytes(stdin)
        more = None if env is None else dict(env)
        found = _ask(self._box, _RUN, (words, cwd, more, given, timeout))
        return CommandResult(*found)

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
        found: bytes = _ask(self._box, "open(_, 'rb').read()", path)
        return found

    def read_text(self, path: str, encoding: str = "utf-8") -> str:
        """A file as text."""
        return self.read(path).decode(encoding)

    def write(self, path: str, data: Data) -> None:
        """Write a file, and make the directories above it."""
        raw = data.encode() if isinstance(data, str) else bytes(data)
        _ask(self._box, _WRITE, (path, raw))

    def list(self, path: str = ".") -> list[Entry]:
        """What a directory holds, by name."""
        return sorted(
            (Entry(*row) for row in _ask(self._box, _LIST, path)),
            key=lambda entry: entry.name,
        )

    def exists(self, path: str) -> bool:
        """Is there anything at this path?"""
        return bool(_ask(self._box, "__import__('os').path.lexists(_)", path))

    def mkdir(self, path: str) -> None:
        """Make a directory, and those above it."""
        _ask(self._box, "__import__('os').makedirs(_, exist_ok=True)", path)

    def remove(self, path: str) -> None:
        """Remove a file or link."""
        _ask(self._box, "__import__('os').remove(_)", path)
