"""The connection to a ``caisson worker``.

Python dials, speaks TLS and makes the WebSocket; the frames go through the
extension.  The address of a server is in no text that comes from here.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import secrets
import select
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from caisson import errors

if TYPE_CHECKING:
    from caisson.remote import Remote

PROTOCOL = "caisson.worker.1"
TOKEN_VARIABLE = "CAISSON_WORKER_TOKEN"

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
_HEAD_MAX = 8192
_BLOCK = 65536
_HELD = 1 << 20  # bytes that the pump holds for a side that does not take them
_REFUSALS = {
    401: "the server does not know the token (401)",
    403: "the server refuses this address (403)",
    404: "there are no workers at this path (404)",
    426: "the server speaks another version of the protocol (426)",
    503: "the server has no free worker (503)",
}


def dial(to: Remote) -> int:
    """A connection on which the handshake is over, as a descriptor."""
    end = time.monotonic() + to.timeout
    parts = urlsplit(to.url)
    port = parts.port or (443 if to.secure else 80)
    try:
        plain = socket.create_connection((parts.hostname, port), to.timeout)
    except OSError as e:
        raise errors.TransportError(f"cannot connect: {_reason(e)}") from None
    with contextlib.ExitStack() as undo:
        undo.callback(plain.close)
        _tune(plain)
        sock = plain
        try:
            if to.secure:
                context = to.tls or ssl.create_default_context()
                sock = context.wrap_socket(plain, server_hostname=parts.hostname)
                undo.callback(sock.close)
            _shake_hands(sock, to, end)
        except OSError as e:
            raise errors.TransportError(f"no handshake: {_reason(e)}") from None
        if isinstance(sock, ssl.SSLSocket):
            ours, theirs = socket.socketpair()
            _Pump(sock, theirs).start()
            undo.pop_all()
            return ours.detach()
        undo.pop_all()
        return plain.detach()


def _reason(e: OSError) -> str:
    """Why, without names of machines."""
    if isinstance(e, errors.TransportError):
        return str(e)
    if isinstance(e, TimeoutError):
        return "it takes too long"
    if isinstance(e, socket.gaierror):
        return "the name of the server is not known"
    if isinstance(e, ssl.SSLCertVerificationError):
        return "the certificate of the server is not trusted"
    if isinstance(e, ssl.SSLError):
        return f"TLS failed ({e.reason})"
    return os.strerror(e.errno) if e.errno else type(e).__name__


def _tune(sock: socket.socket) -> None:
    """Answers are waited for; a server that vanished is noticed by the kernel."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("IDLE", 30), ("INTVL", 10), ("CNT", 3)):
        number = getattr(socket, f"TCP_KEEP{name}", None)
        if number is not None:
            sock.setsockopt(socket.IPPROTO_TCP, number, value)


def _shake_hands(sock: socket.socket, to: Remote, end: float) -> None:
    parts = urlsplit(to.url)
    key = base64.b64encode(secrets.token_bytes(16))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key.decode()}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {PROTOCOL}",
    ]
    token = to.token or os.environ.get(TOKEN_VARIABLE)
    if token:
        lines.append(f"Authorization: Bearer {token}")
    sock.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    _check_answer(_read_head(sock, end), key)


def _read_head(sock: socket.socket, end: float) -> list[str]:
    """The answer's lines.  Byte by byte: what follows is for the extension."""
    head = bytearray()
    while not head.endswith(b"\r\n\r\n"):
        left = end - time.monotonic()
        if left <= 0 or len(head) >= _HEAD_MAX:
            raise errors.TransportError("the server does not answer as it should")
        sock.settimeout(left)
        byte = sock.recv(1)
        if not byte:
            raise errors.TransportError("the server closed the connection")
        head += byte
    return head.decode("latin-1").split("\r\n")


def _check_answer(lines: list[str], key: bytes) -> None:
    words = lines[0].split(" ", 2)
    if len(words) < 2 or words[0] != "HTTP/1.1" or not words[1].isdecimal():
        raise errors.TransportError("the server does not speak HTTP")
    status = int(words[1])
    if status != 101:
        text = _REFUSALS.get(status, f"the server answers with status {status}")
        raise errors.TransportError(text)
    fields = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        fields[name.strip().lower()] = value.strip()
    digest = hashlib.sha1(key + _MAGIC, usedforsecurity=False).digest()
    if (
        fields.get("upgrade", "").lower() != "websocket"
        or fields.get("sec-websocket-accept") != base64.b64encode(digest).decode()
        or fields.get("sec-websocket-protocol") != PROTOCOL
        or "sec-websocket-extensions" in fields
    ):
        raise errors.TransportError("the server does not answer as it should")


# -- TLS -------------------------------------------------------------------------


class _Pump(threading.Thread):
    """Bytes between a TLS connection and a plain one, until either ends.

    One thread for both ways: a TLS connection is for one thread at a time.
    """

    def __init__(self, tls: ssl.SSLSocket, plain: socket.socket) -> None:
        super().__init__(name="caisson-tls", daemon=True)
        self._tls = tls
        self._plain = plain
        self._out = bytearray()  # for the server
        self._in = bytearray()  # from it

    def run(self) -> None:
        """Until one side ends; the other one then ends, too."""
        with self._tls, self._plain, contextlib.suppress(OSError):
            self._tls.setblocking(False)
            self._plain.setblocking(False)
            while self._turn():
                pass

    def _turn(self) -> bool:
        wants_write = bool(self._out)
        alive = True
        try:
            if len(self._in) < _HELD:
                alive = self._take(self._tls, self._in)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLWantWriteError:
            wants_write = True
        if self._out:
            with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
                del self._out[: self._tls.send(self._out)]
        with contextlib.suppress(BlockingIOError):
            if self._in:
                del self._in[: self._plain.send(self._in)]
        with contextlib.suppress(BlockingIOError):
            if len(self._out) < _HELD and not self._take(self._plain, self._out):
                return False
        return alive and self._wait(wants_write)

    @staticmethod
    def _take(sock: socket.socket, to: bytearray) -> bool:
        data = sock.recv(_BLOCK)
        to += data
        return bool(data)

    def _wait(self, wants_write: bool) -> bool:
        """Until something can be done; what TLS holds already is not waited for."""
        takes, gives = len(self._in) < _HELD, len(self._out) < _HELD
        tls = select.POLLIN if takes else 0
        tls |= select.POLLOUT if self._out or wants_write else 0
        plain = select.POLLIN if gives else 0
        plain |= select.POLLOUT if self._in else 0
        ready = select.poll()
        ready.register(self._tls, tls)
        ready.register(self._plain, plain)
        ready.poll(0 if takes and self._tls.pending() > 0 else None)
        return True
