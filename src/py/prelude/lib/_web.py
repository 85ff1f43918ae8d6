# _web.py - the one request over HTTP that a program can make.
#
# There are no sockets here: the host judges the address, connects and verifies,
# and answers with the whole reply.
#
# SPDX-License-Identifier: Apache-2.0
"""HTTP by a request to the host."""
import zlib
from email.message import Message

from _caisson import os_call

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


def decoded(content, encoding):
    """Return the body of a reply without its Content-Encoding."""
    for word in reversed([w.strip().lower() for w in (encoding or "").split(",")]):
        if word in ("gzip", "x-gzip"):
            content = zlib.decompress(content, 31)
        elif word == "deflate":
            raw = not content or content[0] & 15 != 8
            content = zlib.decompress(content, -15 if raw else 15)
    return content
