"""One command in a sandbox: the request, its events and its result."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from caisson.sandbox._errors import make_error
from caisson.sandbox._types import ExecResult, check_timeout
from caisson.sandbox._wire import Connection, read_object


@dataclass(frozen=True, kw_only=True)
class ExecEvent:
    """Something that happened to a running command.

    `kind` is `started` (with `exec_id`), `stdout` or `stderr` (with `data`), or
    `exited` (with `result`, whose stdout and stderr are complete).
    """

    kind: str
    data: bytes = b""
    exec_id: str = ""
    result: ExecResult | None = None


def exec_request(
    argv: Sequence[str] | None,
    script: str | None,
    *,
    timeout: float | None = None,
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
    user: str | int | None = None,
    stdin: bytes | None = None,
    tty: bool = False,
    detach: bool = False,
    limits: Mapping[str, int] | None = None,
    file: str | None = None,
) -> dict[str, Any]:
    """Check the arguments of a command; give the request."""
    request: dict[str, Any] = {"op": "exec"}
    if argv is not None:
        for item in argv:
            if not isinstance(item, str):
                raise TypeError(f"arguments are texts, not {type(item).__name__}")
            if "\0" in item:
                raise ValueError("an argument holds no NUL")
        request["argv"] = list(argv)
    if script is not None:
        if "\0" in script:
            raise ValueError("a script holds no NUL")
        request["script"] = script
    if (seconds := check_timeout(timeout)) is not None:
        request["timeout_ms"] = max(1, round(seconds * 1000))
    if env:
        request["env"] = dict(env)
    if cwd is not None:
        request["cwd"] = cwd
    if user is not None:
        uid, _, gid = str(user).partition(":")
        request["uid"] = int(uid)
        request["gid"] = int(gid or uid)
    if stdin is not None:
        request["stdin"] = True
    if file is not None:
        request["file"] = file
    for key in ("stdout_bytes", "stderr_bytes"):
        if limits and key in limits:
            request[key] = limits[key]
    if tty:
        request["tty"] = True
    if detach:
        request["detach"] = True
    return request


def _text(data: bytes, cut: bool) -> str:
    """Decode output; a character that a cut split is left out."""
    if cut:
        for back in range(1, min(4, len(data)) + 1):
            lead = data[-back]
            if lead < 0x80 or lead & 0xC0 == 0x80:
                continue
            wanted = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            if back < wanted:
                data = data[:-back]
            break
    return data.decode("utf-8", "replace")


def make_result(
    reply: Mapping[str, Any], stdout: bytes, stderr: bytes, image: str
) -> ExecResult:
    """Make the result of what the keeper said and sent."""
    cut_out = int(reply.get("stdout_bytes", len(stdout))) > len(stdout)
    cut_err = int(reply.get("stderr_bytes", len(stderr))) > len(stderr)
    said = _text(stderr, cut_err)
    if reply.get("timed_out"):
        seconds = float(reply.get("timeout_ms", 0)) / 1000
        if said and not said.endswith("\n"):
            said += "\n"
        said += f"sandbox timeout after {seconds:g}s"
    return ExecResult(
        _text(stdout, cut_out),
        said,
        int(reply.get("exit_code", 125)),
        bool(reply.get("truncated", False)),
        tuple(reply.get("files") or ()),
        exec_id=str(reply.get("exec_id", "")),
        sandbox=str(reply.get("sandbox", "")),
        reason=str(reply.get("reason", "runtime_error")),
        limit=reply.get("limit"),
        timed_out=bool(reply.get("timed_out", False)),
        signal=reply.get("signal"),
        stdout_bytes=int(reply.get("stdout_bytes", len(stdout))),
        stderr_bytes=int(reply.get("stderr_bytes", len(stderr))),
        duration_ms=round(float(reply.get("duration_ms", 0))),
        usage=dict(reply.get("usage") or {}),
        denials=tuple(reply.get("denials") or ()),
        limit_hits=dict(reply.get("limit_hits") or {}),
        leftover=int(reply.get("leftover", 0)),
        warnings=_warnings(reply),
        image=image,
    )


def _warnings(reply: Mapping[str, Any]) -> tuple[str, ...]:
    said = [str(w) for w in reply.get("warnings") or ()]
    if message := reply.get("message"):
        said.append(str(message))
    return tuple(said)


async def exec_events(
    connection: Connection,
    request: dict[str, Any],
    *,
    name: str,
    image: str,
    stdin: bytes | None = None,
) -> AsyncIterator[ExecEvent]:
    """Run a command; give its events, `exited` last.

    Leaving early closes the connection, which kills what the command started.
    """
    await connection.ask(request)
    feeding = None
    if stdin is not None:
        feeding = asyncio.ensure_future(connection.send_input(stdin))
    stdout, stderr = bytearray(), bytearray()
    try:
        async for kind, payload in connection.frames():
            if kind == "o":
                stdout += payload
                yield ExecEvent(kind="stdout", data=payload)
            elif kind == "e":
                stderr += payload
                yield ExecEvent(kind="stderr", data=payload)
            elif kind == "J":
                event = read_object(payload)
                if event.get("event") == "started":
                    yield ExecEvent(kind="started", exec_id=str(event["exec_id"]))
            elif kind == "R":
                reply = read_object(payload)
                if error := reply.get("error"):
                    raise make_error(error, "exec", name)
                result = make_result(reply, bytes(stdout), bytes(stderr), image)
                yield ExecEvent(
                    kind="exited", result=result, exec_id=str(reply.get("exec_id", ""))
                )
    finally:
        if feeding is not None:
            feeding.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await feeding
