"""What a program prints, bounded while it prints."""

from __future__ import annotations

import threading

MARK = "... [truncated]"
DEFAULT = 1 << 20


def truncate(text: str, most: int) -> str:
    """At most this many bytes of UTF-8, the mark included."""
    data = text.encode("utf-8", "backslashreplace")
    if len(data) <= most:
        return data.decode()
    if most <= len(MARK):
        return data[:most].decode("utf-8", "ignore")
    return data[: most - len(MARK)].decode("utf-8", "ignore") + MARK


class Stream:
    """One stream without the white space around it; the rest is thrown away."""

    def __init__(self, most: int | None) -> None:
        self.most = DEFAULT if most is None else most
        self._parts: list[str] = []
        self._size = 0
        self._more = False  # something that counts did not fit

    def write(self, text: str) -> None:
        """Take what was printed."""
        if not self._parts:
            text = text.lstrip()
        if not text:
            return
        if self._size > self.most:
            self._more = self._more or not text.isspace()
            return
        room = self.most + 1 - self._size
        kept, rest = text[:room], text[room:]
        self._parts.append(kept)
        self._size += len(kept.encode("utf-8", "backslashreplace"))
        self._more = bool(rest.strip())

    def text(self) -> str:
        """What is left of it."""
        whole = "".join(self._parts)
        if self._more:
            return truncate(whole + " " * (len(MARK) + 1), self.most)
        return truncate(whole.rstrip(), self.most)


class Output:
    """Both streams; written to from the sandbox's own thread."""

    def __init__(self, stdout: int | None, stderr: int | None) -> None:
        self._lock = threading.Lock()
        self.streams = {"stdout": Stream(stdout), "stderr": Stream(stderr)}

    def write(self, stream: str, text: str) -> None:
        """Called by the sandbox."""
        with self._lock:
            self.streams[stream].write(text)

    def text(self, stream: str) -> str:
        """One of them, as it is returned."""
        with self._lock:
            return self.streams[stream].text()
