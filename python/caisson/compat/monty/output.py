"""Where printed text goes."""

from __future__ import annotations

import sys
from typing import Any

MAX_BYTES = 10 * 1024 * 1024
ENTRY = 64  # bytes that each entry of CollectStreams counts besides its text


class _Collector:
    """Counts what it keeps, and refuses to keep more than ``max_bytes``."""

    def __init__(self, max_bytes: int | None = MAX_BYTES) -> None:
        if max_bytes is not None and (
            isinstance(max_bytes, bool) or not isinstance(max_bytes, int)
        ):
            raise TypeError("max_bytes must be an int or None")
        if max_bytes is not None and max_bytes < 0:
            raise ValueError("max_bytes must not be negative")
        self.max_bytes = max_bytes
        self._used = 0

    def _take(self, text: str, more: int = 0) -> None:
        self._used += len(text.encode("utf-8", "surrogatepass")) + more
        if self.max_bytes is not None and self._used > self.max_bytes:
            raise OverCap(
                f"memory limit exceeded: {self._used} bytes > {self.max_bytes} bytes"
            )


class OverCap(MemoryError):
    """A collector is full."""


class PrintFailed(Exception):
    """A print callback raised ``inner``."""

    def __init__(self, inner: Exception) -> None:
        super().__init__(str(inner))
        self.inner = inner


def _silent(_stream: str, _text: str) -> None:
    """Nobody listens any more."""


class CollectString(_Collector):
    """Collects everything that is printed as one text."""

    def __init__(self, max_bytes: int | None = MAX_BYTES) -> None:
        super().__init__(max_bytes)
        self._parts: list[str] = []

    @property
    def output(self) -> str:
        """The text so far."""
        return "".join(self._parts)

    def write(self, stream: str, text: str) -> None:
        """Keep a piece."""
        self._take(text)
        self._parts.append(text)

    def __repr__(self) -> str:
        return f"CollectString(output={self.output!r})"


class CollectStreams(_Collector):
    """Collects pieces of text with the stream they were printed to."""

    def __init__(self, max_bytes: int | None = MAX_BYTES) -> None:
        super().__init__(max_bytes)
        self._parts: list[tuple[str, str]] = []
        self._apart = False

    @property
    def output(self) -> list[tuple[str, str]]:
        """The pieces so far."""
        return list(self._parts)

    def write(self, stream: str, text: str) -> None:
        """Keep a piece; one of the stream before it is continued."""
        joins = not self._apart and self._parts and self._parts[-1][0] == stream
        self._take(text, 0 if joins else ENTRY)
        if joins:
            text = self._parts.pop()[1] + text
        self._parts.append((stream, text))
        self._apart = False

    def part(self) -> None:
        """The host was called: what follows is an entry of its own."""
        self._apart = True

    def __repr__(self) -> str:
        return f"CollectStreams(output={self.output!r})"


class Sink:
    """The one function a session writes to; each feed says where that goes."""

    def __init__(self) -> None:
        self._target: Any = None
        self._part: Any = None

    def part(self) -> None:
        """The host is called now."""
        if self._part is not None:
            self._part()

    def aim(self, callback: Any) -> None:
        """Use this callback from now on."""
        self._part = callback.part if isinstance(callback, CollectStreams) else None
        if isinstance(callback, _Collector):
            callback = callback.write  # type: ignore[attr-defined]
        elif callback is not None and not callable(callback):
            raise TypeError(
                "print_callback must be a callable, CollectStreams(), "
                "CollectString(), or None"
            )
        self._target = callback

    def __call__(self, stream: int, text: str) -> None:
        """Text of the program: stream 1 or 2."""
        name = "stderr" if stream == 2 else "stdout"
        target = self._target
        if target is not None:
            try:
                target(name, text)
            except Exception as e:
                self._target = _silent  # not called again in this feed
                raise e if isinstance(e, OverCap) else PrintFailed(e) from None
            return
        out = sys.stderr if stream == 2 else sys.stdout
        if out is not None:
            out.write(text)
            out.flush()
