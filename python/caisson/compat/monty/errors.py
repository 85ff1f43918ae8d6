"""What a feed can end with, as exceptions."""

from __future__ import annotations

import dataclasses
from typing import Any

from caisson import _exceptions
from caisson._events import Event
from caisson._values import GuestException
from caisson.errors import CaissonError

_SYNTAX = ("SyntaxError", "IndentationError", "TabError")


@dataclasses.dataclass(frozen=True, repr=False)
class Frame:
    """One call in a traceback; lines and columns start at 1."""

    filename: str
    line: int
    column: int
    end_line: int
    end_column: int
    function_name: str | None
    source_line: str | None

    def dict(self) -> dict[str, Any]:
        """All fields by name."""
        return dataclasses.asdict(self)

    def __repr__(self) -> str:
        return (
            f"Frame(filename={self.filename!r}, line={self.line}, "
            f"column={self.column}, function_name={self.function_name!r})"
        )


@dataclasses.dataclass(frozen=True)
class SourceRange:
    """A stretch of a feed's text, as offsets into it."""

    filename: str
    start: int
    end: int

    def dict(self) -> dict[str, Any]:
        """All fields by name."""
        return dataclasses.asdict(self)


class MontyError(CaissonError):
    """Base of every error of this module; wraps a Python exception."""

    def __init__(self, inner: BaseException | str = "") -> None:
        self._inner = RuntimeError(inner) if isinstance(inner, str) else inner
        super().__init__(self._text())

    def _text(self) -> str:
        name, message = exception_name(self._inner), exception_text(self._inner)
        return f"{name}: {message}" if message else name

    def exception(self) -> BaseException:
        """The exception itself."""
        return self._inner

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text()})"


class _Located(MontyError):
    """An error with a place in the program."""

    def __init__(
        self,
        inner: BaseException | str = "",
        frames: list[Frame] | None = None,
        shown: str | None = None,
    ) -> None:
        super().__init__(inner)
        self._frames = list(frames or ())
        self._shown = shown

    def traceback(self) -> list[Frame]:
        """Calls that led to it, outermost first."""
        return list(self._frames)

    def display(self, format: str = "traceback") -> str:
        """As text: ``traceback``, ``type-msg`` or ``msg``."""
        if format == "traceback":
            return self._text() if self._shown is None else self._shown
        if format == "type-msg":
            return self._text()
        if format == "msg":
            return exception_text(self._inner)
        raise ValueError(
            f"Invalid display format: '{format}'. "
            "Expected 'traceback', 'type-msg', or 'msg'"
        )


class MontyRuntimeError(_Located):
    """The program raised an exception, or a limit ended it."""


class MontySyntaxError(_Located):
    """The text is not valid Python; nothing ran."""

    def __str__(self) -> str:
        return exception_text(self._inner)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class MontyTypingError(MontyError):
    """The type checker found something; nothing ran."""

    def __init__(self, message: str, report: Any = None) -> None:
        self._message = message
        self._report = report
        super().__init__(TypeError(message))

    def _text(self) -> str:
        return self._message

    def display(self, format: str = "full", color: bool = False) -> str:
        """The checker's report, in another form if it knows it."""
        if self._report is None:
            return self._message
        return str(self._report.render(format, color))


class MontyConversionError(MontyError):
    """A value that cannot enter the sandbox, or may not leave it."""

    def _text(self) -> str:
        return exception_text(self._inner)


class MontyCrashedError(MontyError):
    """What ran the session is gone; the pool has another one."""

    def __init__(
        self, message: str, *, timed_out: bool = False, exit_status: int | None = None
    ) -> None:
        super().__init__(RuntimeError(message))
        self.timed_out = timed_out
        self.exit_status = exit_status

    def _text(self) -> str:
        return exception_text(self._inner)


class MontyDisconnectError(MontyError):
    """The connection to a remote worker was lost."""


class MontyShutdown(MontyError):
    """The worker is going away; the request did not run."""

    def __init__(self, message: str = "", dump: bytes | None = None) -> None:
        super().__init__(RuntimeError(message))
        self.dump = dump


# -- names and texts -----------------------------------------------------------------


def exception_name(exc: BaseException) -> str:
    """The class as the program knows it."""
    own = getattr(exc, "type_name", None)
    name = own or _exceptions.guest_name(exc)
    return {"re.error": "re.PatternError"}.get(name, name)


def exception_text(exc: BaseException) -> str:
    """``str()`` of it, without the quotes of KeyError."""
    if type(exc) is KeyError and len(exc.args) == 1 and isinstance(exc.args[0], str):
        return exc.args[0]
    return str(exc)


def make_exception(name: str, message: str) -> BaseException:
    """An exception of the builtin class of that name, or of one that shows it."""
    cls = _exceptions.host_class(name)
    if cls is not None:
        try:
            exc = cls(message) if message else cls()
            if not message or exception_text(exc) == message:
                return exc
        except Exception:
            pass
    return GuestException(name, message, (message,) if message else ())


# -- from events ---------------------------------------------------------------------


def _frames(raw: list[tuple[Any, ...]]) -> list[Frame]:
    return [
        Frame(
            file,
            line,
            column,
            end_line,
            end_column,
            function or "<module>",
            source or None,
        )
        for file, function, source, line, column, end_line, end_column in raw
    ]


def _carets(text: str) -> str:
    """Monty marks places with tildes only."""
    lines = text.rstrip("\n").split("\n")
    for i, line in enumerate(lines):
        if line and not line.strip(" ~^"):
            lines[i] = line.replace("^", "~")
    return "\n".join(lines)


def raised(ev: Event) -> _Located:
    """The error of an exception that nobody caught."""
    if not ev.error:
        return MontyRuntimeError(RuntimeError(ev.text))
    name, message, raw, _, itself = ev.error[0]
    frames, shown = _frames(raw), _carets(ev.text or "")
    if name == "KeyError" and message[:1] in "'\"" and message[-1:] == message[:1]:
        message = message[1:-1]
    if name in _SYNTAX and shown.lstrip().startswith("File"):
        message = message.rpartition(" (")[0] or message
        shown = "Traceback (most recent call last):\n" + shown
        frames = [dataclasses.replace(f, function_name=None) for f in frames]
        return MontySyntaxError(make_exception(name, message), frames, shown)
    inner = itself if isinstance(itself, BaseException) else None
    return MontyRuntimeError(inner or make_exception(name, message), frames, shown)
