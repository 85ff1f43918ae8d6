# http/client.py - connections by HTTP, each request one of the host's.
#
# A connection is not open between requests: what it has is where they go.
#
# SPDX-License-Identifier: Apache-2.0
"""Clients of HTTP servers."""
import io

import _web
from _web import HTTPMessage
from http import HTTPStatus

__all__ = ["HTTPResponse", "HTTPConnection", "HTTPException", "NotConnected", "UnknownProtocol",
           "UnknownTransferEncoding", "UnimplementedFileMode", "IncompleteRead", "InvalidURL",
           "ImproperConnectionState", "CannotSendRequest", "CannotSendHeader", "ResponseNotReady",
           "BadStatusLine", "LineTooLong", "RemoteDisconnected", "error", "responses",
           "HTTPSConnection"]

HTTP_PORT = 80
HTTPS_PORT = 443
responses = {int(code): code.phrase for code in HTTPStatus}


class HTTPException(Exception):
    """Something is wrong with a request or a reply."""


class NotConnected(HTTPException):
    """There is no connection."""


class InvalidURL(HTTPException):
    """An address cannot be used."""


class UnknownProtocol(HTTPException):
    """The server speaks another version."""

    def __init__(self, version):
        self.args = version,
        self.version = version


class UnknownTransferEncoding(HTTPException):
    """A body comes in an unknown form."""


class UnimplementedFileMode(HTTPException):
    """A file cannot be opened like this."""


class IncompleteRead(HTTPException):
    """Less came than was announced."""

    def __init__(self, partial, expected=None):
        self.args = partial,
        self.partial = partial
        self.expected = expected

    def __repr__(self):
        more = f", {self.expected} more expected" if self.expected is not None else ""
        return f"{type(self).__name__}({len(self.partial)} bytes read{more})"

    __str__ = object.__str__


class ImproperConnectionState(HTTPException):
    """A step came at the wrong time."""


class CannotSendRequest(ImproperConnectionState):
    """A request is under way."""


class CannotSendHeader(ImproperConnectionState):
    """There is no request that headers could belong to."""


class ResponseNotReady(ImproperConnectionState):
    """There is no reply to read."""


class BadStatusLine(HTTPException):
    """The first line of a reply is none."""

    def __init__(self, line):
        self.args = line or repr(line),
        self.line = line


class LineTooLong(HTTPException):
    """A line has too many bytes."""

    def __init__(self, line_type):
        super().__init__(f"got more than 65536 bytes when reading {line_type}")


class RemoteDisconnected(ConnectionResetError, BadStatusLine):
    """The server closed the connection without a reply."""

    def __init__(self, *pos, **kw):
        BadStatusLine.__init__(self, "")
        ConnectionResetError.__init__(self, *pos, **kw)


error = HTTPException


class HTTPResponse(io.BufferedIOBase):
    """The reply of a server; its body is read as a file."""

    def __init__(self, status, reason, headers, body, url=None, method=None):
        if not isinstance(body, io.RawIOBase):
            body = _web.Body(body)
        if method == "HEAD":
            body.close()
            body = _web.Body()
        self.fp = io.BufferedReader(body, 1 << 16)
        self.status = self.code = status
        self.reason = reason
        self.version = 11
        self.headers = self.msg = _web.headers_of(headers)
        self.url = url
        size = self.headers.get("content-length", "")
        self.length = 0 if method == "HEAD" else int(size) if size.isdecimal() else None
        self.will_close = True
        self.chunked = False

    def _took(self, data, wanted=True):
        if self.length is not None:
            self.length = max(self.length - len(data), 0)
        if wanted and not data or self.length == 0:
            self._end()
        return data

    def _end(self):
        fp, self.fp = self.fp, None
        if fp is not None:
            fp.close()

    def read(self, amt=None):
        """Return that many bytes of the body, or all that are left."""
        if self.fp is None:
            return b""
        if amt is not None and amt >= 0:
            return self._took(self.fp.read(amt), amt > 0)
        data = self._took(self.fp.read())
        self._end()
        return data

    def read1(self, n=-1):
        """Return bytes of the body, as many as are there."""
        return b"" if self.fp is None else self._took(self.fp.read1(n), n != 0)

    def readline(self, limit=-1):
        """Return a line of the body."""
        return b"" if self.fp is None else self._took(self.fp.readline(limit), limit != 0)

    def peek(self, n=-1):
        """Return bytes of the body without taking them."""
        return b"" if self.fp is None else self.fp.peek(n)

    def readable(self):
        return True

    def close(self):
        self._end()
        super().close()

    def seekable(self):
        return False

    def writable(self):
        return False

    def fileno(self):
        raise io.UnsupportedOperation("fileno")

    def isclosed(self):
        """Return whether the reply was closed."""
        return self.fp is None

    def getheader(self, name, default=None):
        """Return a header; several of one name are joined by commas."""
        found = self.headers.get_all(name)
        if found is not None:
            return ", ".join(found)
        if default is None or isinstance(default, str) or not hasattr(default, "__iter__"):
            return default
        return ", ".join(default)

    def getheaders(self):
        """Return all headers as pairs."""
        return list(self.headers.items())

    def info(self):
        """Return the headers."""
        return self.headers

    def geturl(self):
        """Return the address that was asked."""
        return self.url

    def getcode(self):
        """Return the status."""
        return self.status


class HTTPConnection:
    """Requests to one host and port."""

    response_class = HTTPResponse
    default_port = HTTP_PORT
    auto_open = 1
    debuglevel = 0
    _scheme = "http"

    def __init__(self, host, port=None, timeout=None, source_address=None, blocksize=8192):
        self.timeout = timeout
        self.source_address = source_address
        self.blocksize = blocksize
        self.sock = None
        self.host, self.port = self._get_hostport(host, port)
        self._drop()

    def _drop(self):
        self._request = self._headers = self._reply = None
        self._pieces = []

    def _get_hostport(self, host, port):
        if port is None:
            colon, bracket = host.rfind(":"), host.rfind("]")
            if colon > bracket:
                try:
                    port = int(host[colon + 1:])
                except ValueError:
                    if host[colon + 1:]:
                        raise InvalidURL(f"nonnumeric port: '{host[colon + 1:]}'") from None
                    port = self.default_port
                host = host[:colon]
            else:
                port = self.default_port
        if host and host[0] == "[" and host[-1] == "]":
            host = host[1:-1]
        return host, port

    def set_debuglevel(self, level):
        """Remember how much to tell; nothing is told."""
        self.debuglevel = level

    def set_tunnel(self, host, port=None, headers=None):
        """Refuse: the host decides how it connects."""
        raise PermissionError(1, "http.client: proxies cannot be chosen in the sandbox")

    def connect(self):
        """Do nothing: each request connects."""

    def close(self):
        """Forget a request that was begun."""
        self._drop()

    def _address(self, url):
        if url.startswith(("http://", "https://")):
            return url
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == self.default_port else f":{self.port}"
        return f"{self._scheme}://{host}{port}{url or '/'}"

    def putrequest(self, method, url, skip_host=False, skip_accept_encoding=False):
        """Begin a request."""
        if self._request is not None:
            raise CannotSendRequest("Request-sent")
        if any(c <= " " or c == "\x7f" for c in url):
            raise InvalidURL(f"URL can't contain control characters. {url!r} "
                             "(found at least " + repr(next(
                                 c for c in url if c <= " " or c == "\x7f")) + ")")
        self._request = method, self._address(url or "/")
        self._headers = [] if skip_accept_encoding else [("Accept-Encoding", "identity")]

    def putheader(self, header, *values):
        """Add a header to the request."""
        if self._headers is None:
            raise CannotSendHeader()
        texts = [v.decode("latin-1") if isinstance(v, bytes) else str(v) for v in values]
        name = header.decode("ascii") if isinstance(header, bytes) else header
        self._headers.append((name, "\r\n\t".join(texts)))

    def send(self, data):
        """Add bytes to the body; a file or an iterator that is all of it is not read yet."""
        self._pieces.append(data if _web.is_stream(data) else _web.body_of(data))

    def endheaders(self, message_body=None, *, encode_chunked=False):
        """End the headers; the request is made when its reply is asked for."""
        if self._headers is None:
            raise CannotSendHeader()
        if message_body is not None:
            self.send(message_body)

    def request(self, method, url, body=None, headers={}, *, encode_chunked=False):
        """Make a request."""
        names = {name.lower() for name in headers}
        self.putrequest(method, url, skip_accept_encoding="accept-encoding" in names)
        for name, value in headers.items():
            self.putheader(name, value)
        self.endheaders(body)
        self._make()

    def _make(self):
        (method, url), headers, pieces = self._request, self._headers, self._pieces
        body = None
        if len(pieces) == 1:
            body = pieces[0]
        elif pieces:
            body = b"".join(_web.body_of(piece) for piece in pieces)
        try:
            reply = _web.start(method, url, headers, body, self.timeout)
        except BaseException:
            self._drop()
            raise
        self._reply = self.response_class(*reply, url=url, method=method)

    def getresponse(self):
        """Return the reply to the request."""
        if self._request is None:
            raise ResponseNotReady("Idle")
        if self._reply is None:
            self._make()
        reply = self._reply
        self._drop()
        return reply


class HTTPSConnection(HTTPConnection):
    """The same with encryption; the host verifies the server's certificate."""

    default_port = HTTPS_PORT
    _scheme = "https"

    def __init__(self, host, port=None, key_file=None, cert_file=None, timeout=None,
                 source_address=None, *, context=None, check_hostname=None, blocksize=8192):
        super().__init__(host, port, timeout, source_address, blocksize)


def parse_headers(fp, _class=HTTPMessage):
    """Read headers from a file until an empty line."""
    message = _class()
    while True:
        line = fp.readline(65537)
        if len(line) > 65536:
            raise LineTooLong("header line")
        if line in (b"\r\n", b"\n", b""):
            return message
        name, _, value = line.decode("iso-8859-1").partition(":")
        message[name] = value.strip()
