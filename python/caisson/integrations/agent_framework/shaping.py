"""From a run to contents for the model: texts, the value, files, one error."""

from __future__ import annotations

import json
import math
import mimetypes
import os
import stat
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agent_framework import Content

from caisson._values import Record, guest_repr
from caisson.displays import Display
from caisson.integrations.agent_framework.limits import ProcessExecutionLimits
from caisson.integrations.agent_framework.mounts import FileMount
from caisson.result import Artifact, Result

NOTHING = "Code executed successfully without output."
INVALID = "Invalid code"
FAILED = "Execution error"


class Printed:
    """What a program prints, up to a number of bytes per stream.

    The rest is read and thrown away: printing never ends a run.
    """

    def __init__(self, caps: Mapping[str, int]) -> None:
        self._lock = threading.Lock()
        self._room = dict(caps)
        self._parts: dict[str, list[str]] = {name: [] for name in caps}
        self.cut: dict[str, bool] = dict.fromkeys(caps, False)

    def write(self, stream: str, text: str) -> None:
        """Called by the sandbox, from its own thread."""
        with self._lock:
            data = text.encode("utf-8", "backslashreplace")
            room = self._room[stream]
            if self.cut[stream] or not data:
                return
            if len(data) > room:
                self.cut[stream] = True
                data = data[:room]
            self._room[stream] = room - len(data)
            # A cut goes through no character: what is left of one is dropped.
            self._parts[stream].append(data.decode("utf-8", "ignore"))

    def text(self, stream: str) -> str:
        """The text for the model, with a mark if some is missing."""
        text = "".join(self._parts[stream]).replace("\r\n", "\n")
        if not self.cut[stream]:
            return text
        mark = f"[{stream} truncated]"
        return f"{text}\n\n{mark}" if text else mark


# -- the value --------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """As JSON can hold it: the rest is shown as Python shows it."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else repr(value)
    if isinstance(value, Record):
        return _plain(value.fields)
    if isinstance(value, Mapping):
        return {_key(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return guest_repr(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else guest_repr(key)


def value_text(value: Any) -> str:
    """The value of the last expression as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    try:
        shown = _plain(value)
        if isinstance(shown, str) and not isinstance(value, str):
            return shown
        text = json.dumps(shown, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = guest_repr(value)
    return text.encode("utf-8", "backslashreplace").decode()


# -- files -------------------------------------------------------------------------


def _open_beneath(root: Path, parts: Sequence[str]) -> int:
    """A file below a directory; no link is followed on the way."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    at = os.open(root, flags | os.O_DIRECTORY)
    for i, part in enumerate(parts):
        more = 0 if i == len(parts) - 1 else os.O_DIRECTORY
        try:
            inner = os.open(part, flags | more, dir_fd=at)
        finally:
            os.close(at)
        at = inner
    return at


def _read_file(root: Path, parts: Sequence[str], most: int) -> bytes | None:
    """Content of a regular file with one name; None: more than ``most`` bytes.

    OSError for everything else.
    """
    fd = _open_beneath(root, parts)
    with os.fdopen(fd, "rb") as file:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
            raise OSError("not a regular file of its own")
        data = file.read(most + 1) if status.st_size <= most else None
    return None if data is None or len(data) > most else data


class Capture:
    """Files that a run left in writable mounts, within the caps."""

    def __init__(
        self, limits: ProcessExecutionLimits, mounts: Iterable[FileMount]
    ) -> None:
        self._one = limits.max_captured_file_bytes
        self._left = limits.max_total_captured_file_bytes
        self._mounts = {m.mount_path: m for m in mounts if m.mode == "read-write"}
        self._rooms = {
            at: m.write_bytes_limit
            for at, m in self._mounts.items()
            if m.write_bytes_limit is not None
        }

    def contents(self, artifacts: Iterable[Artifact]) -> list[Content]:
        """What to return for the files that were added or changed."""
        found: list[Content] = []
        # A file of a mount that is written at the end is told of twice.
        once = {a.path: a for a in artifacts}.values()
        for artifact in sorted(once, key=lambda a: a.path):
            at = self._mount_of(artifact.path)
            if at is None or artifact.change not in ("added", "modified", "moved"):
                continue
            try:
                content = self._one_file(at, artifact.path)
            except OSError:
                continue  # gone, a link, or no file
            found.append(content)
        return found

    def _mount_of(self, path: str) -> str | None:
        inside = [at for at in self._mounts if path.startswith(at + "/")]
        return max(inside, key=len, default=None)

    def _one_file(self, at: str, path: str) -> Content:
        parts = path[len(at) + 1 :].split("/")
        data = _read_file(Path(self._mounts[at].host_path), parts, self._one)
        if data is None:
            return _omitted(path, "file exceeds capture limit")
        if at in self._rooms and len(data) > self._rooms[at]:
            return _omitted(path, "mount capture limit exceeded")
        if len(data) > self._left:
            return _omitted(path, "total capture limit exceeded")
        if at in self._rooms:
            self._rooms[at] -= len(data)
        self._left -= len(data)
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        return Content.from_data(data, kind, additional_properties={"path": path})


def _omitted(path: str, why: str) -> Content:
    return Content.from_text(f"[file {path} omitted: {why}]")


# -- all of it ---------------------------------------------------------------------


def error(message: str, details: str, printed: Printed | None = None) -> Content:
    """The one content of a call that failed."""
    more = {}
    if printed is not None:
        more = {s: printed.text(s) for s in ("stdout", "stderr") if printed.text(s)}
    return Content.from_error(
        message=message, error_details=details, additional_properties=more or None
    )


def advised(contents: list[Content], advice: str) -> list[Content]:
    """The contents, with what the rules found noted on the first one."""
    if advice and contents:
        noted = contents[0].additional_properties or {}
        contents[0].additional_properties = {**noted, "advice": advice}
    return contents


def _pictures(shown: Display) -> list[Content]:
    """What was shown, if it is a picture; its text is nothing new to the model."""
    found = shown.picture
    if found is None:
        return []
    return [Content.from_data(data=found[1], media_type=found[0])]


def success(
    result: Result, printed: Printed, limits: ProcessExecutionLimits, files: Capture
) -> list[Content]:
    """Contents of a run that ended well."""
    made: list[Content] = []
    if printed.text("stdout"):
        made.append(Content.from_text(printed.text("stdout")))
    if printed.text("stderr"):
        made.append(
            Content.from_text(
                printed.text("stderr"), additional_properties={"stream": "stderr"}
            )
        )
    if result.value_present and result.value is not None:
        text = value_text(result.value)
        if len(text.encode()) > limits.max_result_bytes:
            why = "ValueError: Generated code result exceeded max_result_bytes."
            return [error(FAILED, why, printed)]
        made.append(Content.from_text(text))
    made += [picture for one in result.displays for picture in _pictures(one)]
    return (made or [Content.from_text(NOTHING)]) + files.contents(result.artifacts)


def failure(result: Result, printed: Printed, seconds: float) -> Content:
    """The content of a run that did not end well."""
    if result.status == "timeout":
        return error(FAILED, timeout_text(seconds), printed)
    if result.error is not None:
        details = str(result.error)
        if result.error.traceback:
            details += "\n\n" + result.traced()
        kind = INVALID if result.status == "invalid" else FAILED
        return error(kind, details, printed)
    if result.status == "limit":
        kind = "MemoryError" if result.limit == "memory" else "RuntimeError"
        return error(FAILED, f"{kind}: {result.message}", printed)
    why = result.message or f"the run ended: {result.status}"
    return error(FAILED, f"RuntimeError: {why}", printed)


def timeout_text(seconds: float) -> str:
    """Why a call that took too long failed."""
    return f"TimeoutError: Generated code exceeded {seconds:g} seconds."
