# _web.py - the one request over HTTP that a program can make.
#
# There are no sockets here: the host judges the address, connects and verifies.
# It answers with the whole reply (send), or with the head and the begin of the
# body, whose rest is fetched as it is read (start).
#
# SPDX-License-Identifier: Apache-2.0
"""HTTP by a request to the host."""
import io
import zlib
from email.message import Message
from errno import ENOSYS

from _caisson import os_call, session_state

_AT_ONCE = 1 << 20  # bytes of a body that come with its head
_PIECE = 1 << 16
_MOST = 8 << 20  # of one request to the host

# Methods whose requests say how long their body is, even if there is none.
_WITH_BODY = ("POST", "PUT", "PATCH")


class HTTPMessage(Message):
    """The headers of a reply."""

    def getallmatchingheaders(self, name):
        """Return the lines of the headers of this name."""
        return [f"{k}: {v}\r\n" for k, v in self.items() if k.lower() == name.lower()]


def headers_of(pairs):
    """Return a message with these headers."""
    message = HTTPMessage()
    for name, value in pairs:
        message[name] = value
    return message


def body_of(body, encoding="iso-8859-1"):
    """Return the bytes of a body: text, bytes, a file or pieces; None stays."""
    if body is None or isinstance(body, bytes):
        return body
    if isinstance(body, str):
        return body.encode(encoding)
    if hasattr(body, "read"):
        return body_of(body.read(), encoding)
    try:
        return bytes(memoryview(body))
    except TypeError:
        pass
    return b"".join(body_of(piece, encoding) for piece in body)


def send(method, url, headers, body=None, timeout=None):
    """Make the request; return status, reason, list of headers and body."""
    if body is None and method.upper() in _WITH_BODY:
        body = b""
    pairs = [(str(name), str(value)) for name, value in headers]
    if not isinstance(timeout, (int, float)):
        timeout = None
    status, reason, got, content = os_call("http.request", method, url, pairs, body, timeout)
    return status, reason, [(k, v) for k, v in got], content


class Body(io.RawIOBase):
    """The body of a reply, fetched as it is read."""

    def __init__(self, ahead=b"", handle=None):
        self._ahead, self._at, self._handle = ahead, 0, handle

    def readable(self):
        return True

    def _take(self, most):
        if self._at == len(self._ahead) and self._handle is not None:
            self._at = 0
            self._ahead = os_call("http.read", self._handle, max(most, _PIECE))
            if not self._ahead:
                self._handle = None
        found = self._ahead[self._at:self._at + most]
        self._at += len(found)
        return found

    def readinto(self, buffer):
        view = memoryview(buffer)
        found = self._take(len(view))
        view[:len(found)] = found
        return len(found)

    def readall(self):
        parts = []
        while part := self._take(_MOST):
            parts.append(part)
        return b"".join(parts)

    def close(self):
        """Stop fetching."""
        handle, self._handle = self._handle, None
        if handle is not None and not self.closed:
            os_call("http.close", handle)
        super().close()


def is_stream(body):
    """Return whether a body comes in pieces: a file, or an iterator."""
    return hasattr(body, "read") or hasattr(body, "__next__")


def _pieces(body):
    """Give the bytes of a file or of an iterator."""
    if hasattr(body, "read"):
        while piece := body.read(_PIECE):
            yield piece.encode("iso-8859-1") if isinstance(piece, str) else piece
    else:
        for piece in body:
            yield body_of(piece)


def _send_body(got, body):
    """Send the body of a request that was begun; return what is answered."""
    handle = got[4]
    try:
        for piece in _pieces(body):
            for at in range(0, len(piece), _MOST):
                got = os_call("http.send", handle, bytes(piece[at:at + _MOST]))
                if got is not None:
                    return got
    except BaseException:
        os_call("http.close", handle)
        raise
    return os_call("http.send", handle, b"")


def _size(pairs):
    """Return the size of a body that the headers tell, or -1."""
    for name, value in pairs:
        if name.lower() == "content-length" and value.isdecimal():
            return int(value)
    return -1


def start(method, url, headers, body=None, timeout=None):
    """Make the request; return status, reason, list of headers and a Body."""
    state = session_state("web", dict)
    pairs = [(str(name), str(value)) for name, value in headers]
    if not isinstance(timeout, (int, float)):
        timeout = None
    if not state.get("whole"):
        given = _size(pairs) if is_stream(body) else body_of(body)
        if given is None and method.upper() in _WITH_BODY:
            given = b""
        try:
            got = os_call("http.open", method, url, pairs, given, timeout, _AT_ONCE)
        except OSError as error:
            if error.errno != ENOSYS:
                raise
            state["whole"] = True  # the host knows whole replies only
        else:
            if got[0] == 0:
                got = _send_body(got, body)
            status, reason, found, ahead, handle = got
            return status, reason, [(k, v) for k, v in found], Body(ahead, handle)
    *head, content = send(method, url, pairs, body_of(body), timeout)
    return *head, Body(content)


def decoder(encoding):
    """Return functions for pieces of a body and for its end, without its Content-Encoding."""
    words = [w.strip().lower() for w in (encoding or "").split(",")]
    if not any(w in ("gzip", "x-gzip", "deflate") for w in words):
        return (lambda piece: piece), (lambda: b"")
    if words in (["gzip"], ["x-gzip"]):
        unpack = zlib.decompressobj(31)
        return unpack.decompress, unpack.flush
    kept = []
    return (lambda piece: kept.append(piece) or b""), (lambda: decoded(b"".join(kept), encoding))


def decoded(content, encoding):
    """Return the body of a reply without its Content-Encoding."""
    for word in reversed([w.strip().lower() for w in (encoding or "").split(",")]):
        if word in ("gzip", "x-gzip"):
            content = zlib.decompress(content, 31)
        elif word == "deflate":
            raw = not content or content[0] & 15 != 8
            content = zlib.decompress(content, -15 if raw else 15)
    return content
