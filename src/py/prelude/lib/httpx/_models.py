# httpx/_models.py - addresses, headers, requests and replies.
#
# A body is read at once, or within Client.stream() as it comes.
#
# SPDX-License-Identifier: Apache-2.0
"""Requests and replies."""
import codecs
import datetime
import io
import itertools
import json as _json
from collections.abc import MutableMapping
from http import HTTPStatus
from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

import _fetch
import _web
from httpx._exceptions import (DecodingError, HTTPStatusError, InvalidURL, ReadError,
                               ResponseNotRead, StreamClosed, StreamConsumed)

_KINDS = {1: "Informational response", 3: "Redirect response", 4: "Client error", 5: "Server error"}


def _plain(value):
    """Return a value of a query as text."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: ""}[value]
    return str(value)


def query_of(params):
    """Return the text of a query."""
    if isinstance(params, (str, bytes)):
        return _fetch.text_of(params).lstrip("?")
    return urlencode([(name, _plain(value)) for name, value in _fetch.pairs_of(params)])


class URL:
    """An address."""

    def __init__(self, url="", **kwargs):
        if not isinstance(url, (str, URL)):
            raise TypeError(f"Invalid type for url.  Expected str or httpx.URL, got {type(url)}: {url!r}")
        text, self._auth = str(url), getattr(url, "_auth", None)
        if any(c < " " or c == "\x7f" for c in text):
            raise InvalidURL("Invalid non-printable ASCII character in URL")
        try:
            parts = urlsplit(text)
            parts.port
            if parts.netloc:
                text, auth = _fetch.clean_url(text)
                self._auth = auth or self._auth
        except ValueError:
            raise InvalidURL(f"Invalid port: {text!r}") from None
        parts = urlsplit(text)
        if kwargs.get("params") is not None:
            parts = parts._replace(query=query_of(kwargs["params"]))
        usual = {"http": ":80", "https": ":443"}.get(parts.scheme)
        if usual and parts.netloc.endswith(usual):
            parts = parts._replace(netloc=parts.netloc[:-len(usual)])
        self._parts = parts

    scheme = property(lambda self: self._parts.scheme)
    host = property(lambda self: self._parts.hostname or "")
    port = property(lambda self: self._parts.port)
    path = property(lambda self: self._parts.path)
    query = property(lambda self: self._parts.query.encode())
    fragment = property(lambda self: self._parts.fragment)
    netloc = property(lambda self: self._parts.netloc.encode())
    is_absolute_url = property(lambda self: bool(self._parts.scheme and self._parts.netloc))
    is_relative_url = property(lambda self: not self.is_absolute_url)

    @property
    def raw_path(self):
        """Path and query as bytes."""
        return (self.path + (f"?{self._parts.query}" if self._parts.query else "")).encode()

    def join(self, url):
        """Return an address relative to this one."""
        return URL(urljoin(str(self), str(url)))

    def copy_merge_params(self, params):
        """Return it with these parameters added to its query."""
        more, old = query_of(params), self._parts.query
        return URL(urlunsplit(self._parts._replace(query=f"{old}&{more}" if old else more)))

    def __str__(self):
        return urlunsplit(self._parts)

    def __repr__(self):
        return f"URL({str(self)!r})"

    def __eq__(self, other):
        return isinstance(other, (URL, str)) and str(self) == str(URL(other))

    def __hash__(self):
        return hash(str(self))


class Headers(MutableMapping):
    """Headers; names have no case, and several may be the same."""

    def __init__(self, headers=None, encoding=None):
        self.encoding = encoding or "ascii"
        self._list = []
        if headers is not None:
            items = headers.multi_items() if isinstance(headers, Headers) else \
                headers.items() if hasattr(headers, "items") else headers
            self._list = [(_fetch.text_of(k).lower(), self._checked(v)) for k, v in items]

    @staticmethod
    def _checked(value):
        if not isinstance(value, (str, bytes)):
            raise TypeError(f"Header value must be str or bytes, not {type(value)}")
        return _fetch.text_of(value)

    @property
    def raw(self):
        """The headers as bytes."""
        return [(k.encode(), v.encode("latin-1")) for k, v in self._list]

    def multi_items(self):
        """Return every header."""
        return list(self._list)

    def get_list(self, key, split_commas=False):
        """Return the values of all headers of a name."""
        found = [v for k, v in self._list if k == key.lower()]
        return [w.strip() for v in found for w in v.split(",")] if split_commas else found

    def copy(self):
        """Return other headers with the same content."""
        return Headers(self)

    def update(self, headers=None):
        """Replace headers by others."""
        for name, value in Headers(headers).items():
            self[name] = value

    def __getitem__(self, key):
        found = self.get_list(key)
        if not found:
            raise KeyError(key)
        return ", ".join(found)

    def __setitem__(self, key, value):
        name, value = key.lower(), self._checked(value)
        at = next((i for i, (k, _) in enumerate(self._list) if k == name), len(self._list))
        rest = [pair for pair in self._list[at:] if pair[0] != name]
        self._list = [*self._list[:at], (name, value), *rest]

    def __delitem__(self, key):
        self[key]
        self._list = [pair for pair in self._list if pair[0] != key.lower()]

    def __iter__(self):
        return iter(dict(self._list))

    def __len__(self):
        return len(self._list)

    def __eq__(self, other):
        try:
            return sorted(self._list) == sorted(Headers(other)._list)
        except (TypeError, ValueError):
            return False

    __hash__ = None

    def __repr__(self):
        shown = [(k, "[secure]" if k in ("authorization", "proxy-authorization") else v)
                 for k, v in self._list]
        if len(dict(shown)) == len(shown):
            return f"Headers({dict(shown)})"
        return f"Headers({shown})"


class Request:
    """A request."""

    def __init__(self, method, url, *, params=None, headers=None, cookies=None, content=None,
                 data=None, files=None, json=None, stream=None, extensions=None):
        self.method = method.upper()
        self.url = URL(url) if params is None else URL(url).copy_merge_params(params)
        self.headers = Headers(headers)
        self.extensions = extensions or {}
        body, kind = self._body(content, data, files, json)
        self.content = body or b""
        if "host" not in self.headers:
            self.headers._list.insert(0, ("host", self.url.netloc.decode()))
        if body is not None and "content-length" not in self.headers:
            self.headers["content-length"] = str(len(body))
        elif body is None and self.method in ("POST", "PUT", "PATCH"):
            self.headers["content-length"] = "0"
        if kind and "content-type" not in self.headers:
            self.headers["content-type"] = kind
        if cookies:
            jar = cookies if isinstance(cookies, _fetch.Jar) else Cookies(cookies)
            header = jar.header(str(self.url))
            if header and "cookie" not in self.headers:
                self.headers["cookie"] = header

    @staticmethod
    def _body(content, data, files, json):
        if content is not None:
            return _web.body_of(content, "utf-8"), None
        if files:
            pairs = files.items() if isinstance(files, dict) else files
            return _fetch.multipart([(k, _plain(v) if not isinstance(v, bytes) else v)
                                     for k, v in _fetch.pairs_of(data or {})],
                                    [(k, _typed(k, v)) for k, v in pairs])
        if data is not None and not hasattr(data, "items"):
            return _web.body_of(data, "utf-8"), None
        if data:
            return query_of(data).encode(), "application/x-www-form-urlencoded"
        if json is not None:
            return _json.dumps(json, ensure_ascii=False, separators=(",", ":"),
                               allow_nan=False).encode(), "application/json"
        return None, None

    def read(self):
        """Return the body."""
        return self.content

    def __repr__(self):
        return f"<Request({self.method!r}, {str(self.url)!r})>"


def _typed(name, value):
    """Return a file of a form with the type that its name suggests."""
    import_types = __import__("mimetypes")
    file_name, data, kind, more = _fetch.file_parts(name, value)
    if kind is None and file_name:
        kind = import_types.guess_type(file_name)[0] or "application/octet-stream"
    return file_name, data, kind, more


class Cookies(_fetch.Jar):
    """Cookies."""


class Response:
    """A reply."""

    def __init__(self, status_code, *, headers=None, content=None, text=None, html=None, json=None,
                 request=None, history=None, default_encoding="utf-8", extensions=None):
        self.status_code = status_code
        self.headers = Headers(headers)
        self.extensions = extensions or {}
        self.history = list(history or [])
        self.next_request = None
        self.is_closed = self.is_stream_consumed = True
        self.elapsed = datetime.timedelta(0)
        self.default_encoding = default_encoding
        self._encoding = None
        self._request = request
        if json is not None:
            content = _json.dumps(json, ensure_ascii=False, separators=(",", ":")).encode()
            self.headers.setdefault("content-type", "application/json")
        elif text is not None or html is not None:
            content = (text if html is None else html).encode()
            self.headers.setdefault("content-type", "text/plain; charset=utf-8" if html is None
                                    else "text/html; charset=utf-8")
        self._content = content.encode() if isinstance(content, str) else content or b""
        self._raw = None
        self._taken = 0

    @property
    def content(self):
        """The body."""
        if self._content is None:
            raise ResponseNotRead()
        return self._content

    @property
    def request(self):
        """The request."""
        if self._request is None:
            raise RuntimeError("The request instance has not been set on this response.")
        return self._request

    url = property(lambda self: self.request.url)
    http_version = property(lambda self: "HTTP/1.1")
    is_informational = property(lambda self: self.status_code // 100 == 1)
    is_success = property(lambda self: self.status_code // 100 == 2)
    is_redirect = property(lambda self: self.status_code // 100 == 3)
    is_client_error = property(lambda self: self.status_code // 100 == 4)
    is_server_error = property(lambda self: self.status_code // 100 == 5)
    is_error = property(lambda self: self.status_code // 100 in (4, 5))
    num_bytes_downloaded = property(lambda self: self._taken if self._content is None
                                    else len(self._content))

    @property
    def has_redirect_location(self):
        """Whether the reply leads elsewhere."""
        return self.status_code in _fetch.REDIRECTS and "location" in self.headers

    @property
    def reason_phrase(self):
        """The words of the status."""
        given = self.extensions.get("reason_phrase")
        if given is not None:
            return given.decode("ascii", "ignore")
        try:
            return HTTPStatus(self.status_code).phrase
        except ValueError:
            return ""

    @property
    def charset_encoding(self):
        """The charset that the reply names."""
        return _fetch.charset_of(self.headers.get("content-type"))

    @property
    def encoding(self):
        """The charset of the body."""
        if self._encoding is not None:
            return self._encoding
        named = self.charset_encoding
        try:
            if named:
                "".encode(named)
                return named
        except LookupError:
            pass
        return self.default_encoding if isinstance(self.default_encoding, str) else "utf-8"

    @encoding.setter
    def encoding(self, value):
        self._encoding = value

    @property
    def text(self):
        """The body as text."""
        return str(self.content, self.encoding, errors="replace")

    @property
    def cookies(self):
        """The cookies that the reply sets."""
        jar = Cookies()
        jar.take(str(self.url), self.headers.get_list("set-cookie"))
        return jar

    @property
    def links(self):
        """The links of its Link header."""
        return _fetch.links_of(self.headers.get("link"))

    def json(self, **kwargs):
        """Return what the body says, as JSON."""
        return _json.loads(self.content, **kwargs)

    def raise_for_status(self):
        """Raise HTTPStatusError unless the status is 2xx; return the reply."""
        if self.is_success:
            return self
        message = (f"{_KINDS.get(self.status_code // 100, 'Invalid status code')} "
                   f"'{self.status_code} {self.reason_phrase}' for url '{self.url}'\n")
        if self.has_redirect_location:
            message += f"Redirect location: '{self.headers['location']}'\n"
        message += ("For more information check: https://developer.mozilla.org/en-US/docs/Web/HTTP/"
                    f"Status/{self.status_code}")
        raise HTTPStatusError(message, request=self.request, response=self)

    def _pieces(self, packed=False):
        """Give the rest of a body that is fetched as it is read."""
        if self.is_stream_consumed:
            raise StreamConsumed()
        if self.is_closed:
            raise StreamClosed()
        self.is_stream_consumed = True
        unpack, flush = _web.decoder(None if packed else self.headers.get("content-encoding"))
        try:
            while piece := self._raw.read1():
                self._taken += len(piece)
                if found := unpack(piece):
                    yield found
            if found := flush():
                yield found
        except OSError as error:
            raise ReadError(str(error), request=self._request) from None
        except Exception as error:
            raise DecodingError(str(error), request=self._request) from None
        self.close()

    def read(self):
        """Return the body; fetch what was not fetched yet."""
        if self._content is None:
            self._content = b"".join(self._pieces())
        return self._content

    def iter_bytes(self, chunk_size=None):
        """Give the body in pieces."""
        return _cut([self._content] if self._content is not None else self._pieces(), chunk_size)

    def iter_raw(self, chunk_size=None):
        """Give the body in pieces, as it comes."""
        return _cut([self._content] if self._content is not None else self._pieces(True), chunk_size)

    def iter_text(self, chunk_size=None):
        """Give the text in pieces."""
        text = codecs.getincrementaldecoder(self.encoding)(errors="replace")
        pieces = (text.decode(piece) for piece in self.iter_bytes())
        yield from _cut(itertools.chain(pieces, (text.decode(b"", True) for _ in range(1))), chunk_size)

    def iter_lines(self):
        """Give the text line by line."""
        return _fetch.lines_of(self.iter_text())

    async def aread(self):
        """Return the body; fetch what was not fetched yet."""
        return self.read()

    async def aiter_bytes(self, chunk_size=None):
        """Give the body in pieces."""
        for piece in self.iter_bytes(chunk_size):
            yield piece

    async def aiter_raw(self, chunk_size=None):
        """Give the body in pieces, as it comes."""
        for piece in self.iter_raw(chunk_size):
            yield piece

    async def aiter_text(self, chunk_size=None):
        """Give the text in pieces."""
        for piece in self.iter_text(chunk_size):
            yield piece

    async def aiter_lines(self):
        """Give the text line by line."""
        for line in self.iter_lines():
            yield line

    def close(self):
        """Fetch no more of the body."""
        self.is_closed = True
        if self._raw is not None:
            self._raw.close()

    async def aclose(self):
        """Fetch no more of the body."""
        self.close()

    def __repr__(self):
        return f"<Response [{self.status_code} {self.reason_phrase}]>"


def _cut(pieces, size):
    """Give texts or bytes in pieces of a size, as they are without one."""
    rest = None
    for piece in pieces:
        if size is None:
            if piece:
                yield piece
            continue
        rest = piece if rest is None else rest + piece
        while len(rest) >= size:
            yield rest[:size]
            rest = rest[size:]
    if rest:
        yield rest


def response_of(request, got, elapsed, stream=False):
    """Make a reply of status, reason, headers and body, which is a stream."""
    status, reason, headers, body = got
    made = Response(status, headers=headers, request=request,
                    extensions={"reason_phrase": reason.encode("latin-1"),
                                "http_version": b"HTTP/1.1"})
    made._content, made._raw = None, io.BufferedReader(_web.Body() if request.method == "HEAD" else body)
    made.is_closed = made.is_stream_consumed = False
    if not stream:
        made.read()
    made.elapsed = elapsed
    return made
