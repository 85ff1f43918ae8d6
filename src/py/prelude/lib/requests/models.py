# requests/models.py - a request and its reply.
#
# With stream=True a body is fetched as it is read; else it comes whole.
#
# SPDX-License-Identifier: Apache-2.0
"""Requests and replies."""
import codecs
import datetime
import io
import json as _json
from urllib.parse import urlencode, urlsplit, urlunsplit

import _fetch
import _web
from requests.auth import HTTPBasicAuth
from requests.exceptions import (ConnectionError, ContentDecodingError, HTTPError, InvalidHeader, InvalidJSONError,
                                 InvalidURL, JSONDecodeError, MissingSchema,
                                 StreamConsumedError)
from requests.structures import CaseInsensitiveDict

CONTENT_CHUNK_SIZE = 10 * 1024
ITER_CHUNK_SIZE = 512


def _rest_of(file):
    """Return how many bytes of a file are left; None: it does not tell."""
    if isinstance(file, io.TextIOBase):
        return None
    try:
        at = file.tell()
        end = file.seek(0, 2)
        file.seek(at)
        return end - at
    except (AttributeError, OSError):
        return None


def _encoded(data):
    """Return the pairs of a form or a query as text."""
    if isinstance(data, (str, bytes)) or hasattr(data, "read"):
        return data
    return urlencode([(name, value) for name, value in _fetch.pairs_of(data) if value is not None])


class Request:
    """A request before it is prepared."""

    def __init__(self, method=None, url=None, headers=None, files=None, data=None, params=None,
                 auth=None, cookies=None, hooks=None, json=None):
        self.method = method
        self.url = url
        self.headers = {} if headers is None else headers
        self.files = [] if files is None else files
        self.data = [] if data is None else data
        self.params = {} if params is None else params
        self.auth = auth
        self.cookies = cookies
        self.hooks = hooks or {}
        self.json = json

    def __repr__(self):
        return f"<Request [{self.method}]>"

    def prepare(self):
        """Return the request as it is sent."""
        made = PreparedRequest()
        made.prepare(self.method, self.url, self.headers, self.files, self.data, self.params,
                     self.auth, self.cookies, self.hooks, self.json)
        return made


class PreparedRequest:
    """A request as it is sent."""

    def __init__(self):
        self.method = self.url = self.headers = self.body = None
        self.hooks = {}

    def __repr__(self):
        return f"<PreparedRequest [{self.method}]>"

    def prepare(self, method=None, url=None, headers=None, files=None, data=None, params=None,
                auth=None, cookies=None, hooks=None, json=None):
        """Fill it."""
        self.method = method.upper() if method else method
        self.hooks = hooks or {}
        given = self.prepare_url(url, params)
        self.prepare_headers(headers)
        self.prepare_cookies(cookies)
        self.prepare_body(data, files, json)
        self.prepare_auth(auth if auth is not None else given)

    def prepare_url(self, url, params):
        """Set the address; return the credentials in it."""
        url = _fetch.text_of(url).lstrip()
        parts = urlsplit(url)
        if ":" in url and not url.lower().startswith("http"):
            self.url = url
            return None
        if not parts.scheme:
            raise MissingSchema(f"Invalid URL {url!r}: No scheme supplied. "
                                f"Perhaps you meant https://{url}?")
        if not parts.hostname:
            raise InvalidURL(f"Invalid URL {url!r}: No host supplied")
        try:
            parts.port
            url, auth = _fetch.clean_url(url)
        except ValueError:
            raise InvalidURL(f"Failed to parse: {url}") from None
        more = _encoded(params or {})
        if more:
            more = _fetch.text_of(more)
            parts = urlsplit(url)
            query = f"{parts.query}&{more}" if parts.query else more
            url = urlunsplit(parts._replace(query=query))
        self.url = url
        return auth if auth and any(auth) else None

    def prepare_headers(self, headers):
        """Set the headers."""
        self.headers = CaseInsensitiveDict()
        for name, value in (headers or {}).items():
            if not isinstance(value, (str, bytes)):
                raise InvalidHeader(f"Header part ({value!r}) from ({name!r}, {value!r}) must be of "
                                    f"type str or bytes, not {type(value)}")
            text = _fetch.text_of(value)
            if "\n" in text or "\r" in text or text[:1].isspace():
                raise InvalidHeader("Invalid leading whitespace, reserved character(s), or return "
                                    f"character(s) in header value: {value!r}")
            self.headers[_fetch.text_of(name)] = value

    def prepare_cookies(self, cookies):
        """Set the Cookie header, unless there is one."""
        if cookies:
            jar = cookies if isinstance(cookies, _fetch.Jar) else _fetch.Jar(cookies)
            header = jar.header(self.url)
            if header and "Cookie" not in self.headers:
                self.headers["Cookie"] = header

    def prepare_body(self, data, files, json=None):
        """Set the body and what says how long it is."""
        body = kind = None
        if files:
            fields = [] if isinstance(data, (str, bytes)) else _fetch.pairs_of(data or {})
            body, kind = _fetch.multipart([p for p in fields if p[1] is not None],
                                          files.items() if hasattr(files, "items") else files)
        elif data:
            body = data if hasattr(data, "__next__") else _encoded(data)
            if not isinstance(data, (str, bytes)) and not hasattr(data, "read") \
                    and not hasattr(data, "__next__"):
                kind = "application/x-www-form-urlencoded"
        elif json is not None:
            kind = "application/json"
            try:
                body = _json.dumps(json, allow_nan=False).encode()
            except ValueError as error:
                raise InvalidJSONError(error, request=self) from None
        if kind and "content-type" not in self.headers:
            self.headers["Content-Type"] = kind
        self.body = body
        self.prepare_content_length(body)

    def prepare_content_length(self, body):
        """Say how long the body is."""
        if _web.is_stream(body):
            size = _rest_of(body)
            if size:
                self.headers["Content-Length"] = str(size)
            else:
                self.headers["Transfer-Encoding"] = "chunked"
        elif body is not None:
            self.headers["Content-Length"] = str(len(body.encode() if isinstance(body, str) else body))
        elif body is None and self.method not in ("GET", "HEAD"):
            self.headers["Content-Length"] = "0"

    def prepare_auth(self, auth, url=""):
        """Put credentials into it."""
        if not auth:
            return
        if isinstance(auth, tuple) and len(auth) == 2:
            auth = HTTPBasicAuth(*auth)
        changed = auth(self)
        self.__dict__.update(changed.__dict__)
        if isinstance(self.body, (str, bytes)):
            self.prepare_content_length(self.body)

    def copy(self):
        """Return another one like it."""
        made = PreparedRequest()
        made.__dict__.update(self.__dict__)
        made.headers = self.headers.copy() if self.headers is not None else None
        return made

    @property
    def path_url(self):
        """The part of the address that a server is asked for."""
        parts = urlsplit(self.url)
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


class Response:
    """A reply."""

    def __init__(self):
        self.status_code = self.reason = self.url = self.request = self.encoding = None
        self.headers = CaseInsensitiveDict()
        self.cookies = _fetch.Jar()
        self.history = []
        self.elapsed = datetime.timedelta(0)
        self.raw = io.BytesIO()
        self._content = b""
        self._consumed = False

    def __repr__(self):
        return f"<Response [{self.status_code}]>"

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __bool__(self):
        return self.ok

    def __iter__(self):
        return self.iter_content(128)

    @property
    def ok(self):
        """Whether the status is below 400."""
        return not 400 <= self.status_code < 600

    @property
    def is_redirect(self):
        """Whether the reply leads elsewhere."""
        return "location" in self.headers and self.status_code in _fetch.REDIRECTS

    @property
    def is_permanent_redirect(self):
        """Whether it does so for good."""
        return "location" in self.headers and self.status_code in (301, 308)

    @property
    def next(self):
        """The request of a redirection that was not followed."""
        return getattr(self, "_next", None)

    @property
    def content(self):
        """The body, which is fetched now if it was not yet."""
        if self._content is None:
            if self._consumed:
                raise RuntimeError("The content for this response was already consumed")
            self._content = b"".join(self._unpacked(CONTENT_CHUNK_SIZE)) or b""
        return self._content

    @property
    def apparent_encoding(self):
        """The charset that the body seems to have."""
        try:
            self.content.decode("utf-8")
        except UnicodeDecodeError:
            return "ISO-8859-1"
        return "ascii" if self.content.isascii() else "utf-8"

    @property
    def text(self):
        """The body as text."""
        if not self.content:
            return ""
        try:
            return str(self.content, self.encoding or self.apparent_encoding, errors="replace")
        except LookupError:
            return str(self.content, errors="replace")

    def json(self, **kwargs):
        """Return what the body says, as JSON."""
        try:
            if not self.encoding and len(self.content) > 3:
                return _json.loads(self.content.decode(_json.detect_encoding(self.content)), **kwargs)
            return _json.loads(self.text, **kwargs)
        except UnicodeDecodeError:
            return _json.loads(self.text, **kwargs)
        except _json.JSONDecodeError as error:
            raise JSONDecodeError(error.msg, error.doc, error.pos) from None

    @property
    def links(self):
        """The links of its Link header."""
        return _fetch.links_of(self.headers.get("link"))

    def raise_for_status(self):
        """Raise HTTPError for a status from 400 on."""
        kind = {4: "Client", 5: "Server"}.get(self.status_code // 100)
        if kind:
            reason = self.reason if isinstance(self.reason, str) else _fetch.text_of(self.reason)
            raise HTTPError(f"{self.status_code} {kind} Error: {reason} for url: {self.url}",
                            response=self)

    def _unpacked(self, size):
        """Give the rest of the body in pieces, without its Content-Encoding."""
        self._consumed = True
        unpack, flush = _web.decoder(self.headers.get("content-encoding"))
        try:
            while piece := self.raw.read(size) if size else self.raw.read1():
                if found := unpack(piece):
                    yield found
            if found := flush():
                yield found
        except OSError as error:
            raise ConnectionError(error, request=self.request) from None
        except Exception as error:
            raise ContentDecodingError(error, request=self.request) from None
        self.raw.close()

    def iter_content(self, chunk_size=1, decode_unicode=False):
        """Return the body in pieces."""
        if self._content is None and self._consumed:
            raise StreamConsumedError()
        if self._content is None:
            pieces = self._unpacked(chunk_size)
            return _texts(pieces, self.encoding) if decode_unicode and self.encoding else pieces
        whole = self._content
        size = chunk_size or max(len(whole), 1)
        if decode_unicode and self.encoding:
            whole = str(whole, self.encoding, errors="replace")
        return (whole[i:i + size] for i in range(0, len(whole), size))

    def iter_lines(self, chunk_size=ITER_CHUNK_SIZE, decode_unicode=False, delimiter=None):
        """Return the body line by line."""
        return _fetch.lines_of(self.iter_content(chunk_size, decode_unicode), delimiter)

    def close(self):
        """Fetch no more of the body."""
        self.raw.close()


def _texts(pieces, encoding):
    """Give pieces of bytes as text."""
    text = codecs.getincrementaldecoder(encoding)(errors="replace")
    for piece in pieces:
        if found := text.decode(piece):
            yield found
    if found := text.decode(b"", True):
        yield found


def response_of(request, got, elapsed, stream=False):
    """Make a reply of status, reason, headers and body, which is a stream or bytes."""
    status, reason, headers, body = got
    made = Response()
    made.request, made.url = request, request.url
    made.status_code, made.reason, made.elapsed = status, reason, elapsed
    for name, value in headers:
        old = made.headers.get(name)
        made.headers[name] = value if old is None else f"{old}, {value}"
    made._content = None
    made.raw = io.BufferedReader(_web.Body() if request.method == "HEAD" else body)
    if not stream:
        made.content
    kind = made.headers.get("content-type", "")
    made.encoding = _fetch.charset_of(kind)
    if made.encoding is None and "text" in kind.partition(";")[0]:
        made.encoding = "ISO-8859-1"
    elif made.encoding is None and "application/json" in kind.partition(";")[0]:
        made.encoding = "utf-8"
    made.cookies.take(request.url, [v for k, v in headers if k.lower() == "set-cookie"])
    return made
