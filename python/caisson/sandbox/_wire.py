"""Frames between a client and the keeper of a sandbox.

docs/sandbox-protocol.md says what they mean.  Nothing of what the keeper sends
is believed beyond its length, which is bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any

from caisson.sandbox._errors import SandboxRuntimeError

FRAME_MAX = 8 << 20
PIECE = 1 << 20  # bytes of stdin or a file in one frame
_HEAD = struct.Struct("<IB")


class KeeperLost(SandboxRuntimeError):
    """The keeper closed the connection before it answered."""


class Connection:
    """One connection to a keeper; it carries one operation at a time."""

    def __init__(self, fd: int) -> None:
        self._socket = socket.socket(fileno=fd)
        self._socket.setblocking(False)
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> Connection:
        try:
            self._reader, self._writer = await asyncio.open_connection(
                sock=self._socket
            )
        except BaseException:
            self._socket.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection at once: a running command is cancelled."""
        if self._writer is not None:
            self._writer.transport.abort()

    async def ask(self, request: dict[str, Any]) -> None:
        """Send a request."""
        await self._send(b"Q", json.dumps(request).encode())

    async def send_input(self, data: bytes) -> None:
        """Send bytes for stdin or a file, then their end."""
        for at in range(0, len(data), PIECE):
            await self._send(b"i", data[at : at + PIECE])
        await self._send(b"i", b"")

    async def _send(self, kind: bytes, payload: bytes) -> None:
        assert self._writer is not None
        with contextlib.suppress(ConnectionError):  # the answer says why
            self._writer.write(_HEAD.pack(len(payload), kind[0]) + payload)
            await self._writer.drain()

    async def frames(self) -> AsyncIterator[tuple[str, bytes]]:
        """Give the frames up to and including the answer."""
        assert self._reader is not None
        while True:
            try:
                size, kind = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
                if size > FRAME_MAX:
                    raise KeeperLost("the keeper sent a frame that is too long")
                payload = await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError) as exc:
                raise KeeperLost(
                    "the sandbox's keeper ended before it answered", code="state"
                ) from exc
            yield chr(kind), payload
            if kind == ord("R"):
                return


def read_object(payload: bytes) -> dict[str, Any]:
    """Give a JSON object, or raise."""
    try:
        value = json.loads(payload)
    except ValueError as exc:
        raise SandboxRuntimeError("the keeper sent what is not JSON") from exc
    if not isinstance(value, dict):
        raise SandboxRuntimeError("the keeper sent what is not an object")
    return value
