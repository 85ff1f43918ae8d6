# httpx/_client.py - requests that share headers, cookies and credentials.
#
# Each step of a redirection is a request of its own, judged by the host anew.
# An asynchronous client makes the same requests; the host answers each at once.
#
# SPDX-License-Identifier: Apache-2.0
"""Clients of httpx."""
import datetime
import time
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urljoin

import _fetch
import _web
from httpx._exceptions import (ConnectError, LocalProtocolError, ReadTimeout, TooManyRedirects,
                               UnsupportedProtocol)
from httpx._models import URL, Cookies, Headers, Request, query_of, response_of

VERSION = "0.28.0"
DEFAULT_MAX_REDIRECTS = 20
_UNSET = object()


class Timeout:
    """How long a request may take."""

    def __init__(self, timeout=None, *, connect=_UNSET, read=_UNSET, write=_UNSET, pool=_UNSET):
        if isinstance(timeout, Timeout):
            timeout = timeout.read
        if isinstance(timeout, tuple):
            timeout = timeout[1] if len(timeout) > 1 else timeout[0]
        self.connect, self.read, self.write, self.pool = (
            timeout if x is _UNSET else x for x in (connect, read, write, pool))

    def __repr__(self):
        return f"Timeout(timeout={self.read})"

    def _seconds(self):
        return None if None in (self.connect, self.read) else self.connect + self.read


class Limits:
    """How many connections there may be; the host has limits of its own."""

    def __init__(self, *, max_connections=None, max_keepalive_connections=None, keepalive_expiry=5.0):
        self.max_connections = max_connections
        self.max_keepalive_connections = max_keepalive_connections
        self.keepalive_expiry = keepalive_expiry


class Auth:
    """Something that puts credentials into a request."""

    def auth_flow(self, request):
        """Give requests, and get replies."""
        yield request


class BasicAuth(Auth):
    """A user and a password."""

    def __init__(self, username, password):
        self._header = _fetch.basic(username, password)

    def auth_flow(self, request):
        """Give the request with its credentials."""
        request.headers["Authorization"] = self._header
        yield request


class _FunctionAuth(Auth):
    def __init__(self, function):
        self._function = function

    def auth_flow(self, request):
        yield self._function(request)


def _auth_of(auth):
    if auth is None or isinstance(auth, Auth):
        return auth
    if isinstance(auth, tuple):
        return BasicAuth(*auth)
    if callable(auth):
        return _FunctionAuth(auth)
    raise TypeError(f"Invalid \"auth\" argument: {auth!r}")


def _send(request, timeout, stream):
    """Make one request; errors are those of httpx."""
    if request.url.scheme not in ("http", "https") or not request.url.host:
        if not request.url.scheme:
            raise UnsupportedProtocol("Request URL is missing an 'http://' or 'https://' protocol.",
                                      request=request)
        raise UnsupportedProtocol("Request URL has an unsupported protocol "
                                  f"'{request.url.scheme}://'.", request=request)
    begun = time.monotonic()
    body = request.content if request.content or "content-length" in request.headers else None
    try:
        got = _web.start(request.method, _fetch.without_fragment(str(request.url)),
                         request.headers.multi_items(), body, timeout._seconds())
    except TimeoutError as error:
        raise ReadTimeout(str(error), request=request) from None
    except OSError as error:
        raise ConnectError(str(error), request=request) from None
    except ValueError as error:
        raise LocalProtocolError(str(error), request=request) from None
    taken = datetime.timedelta(seconds=time.monotonic() - begun)
    return response_of(request, got, taken, stream)


class _Base:
    def __init__(self, *, auth=None, params=None, headers=None, cookies=None, verify=True, cert=None,
                 trust_env=True, http1=True, http2=False, proxy=None, mounts=None, timeout=5.0,
                 follow_redirects=False, limits=None, max_redirects=DEFAULT_MAX_REDIRECTS,
                 event_hooks=None, base_url="", transport=None, default_encoding="utf-8"):
        self.auth = _auth_of(auth)
        self.params = params
        self.headers = Headers({"accept": "*/*", "accept-encoding": "gzip, deflate",
                                "connection": "keep-alive", "user-agent": f"python-httpx/{VERSION}"})
        self.headers.update(headers)
        self.cookies = cookies if isinstance(cookies, Cookies) else Cookies(cookies)
        self.timeout = Timeout(timeout)
        self.follow_redirects = follow_redirects
        self.max_redirects = max_redirects
        self.event_hooks = {"request": [], "response": [], **(event_hooks or {})}
        self.base_url = URL(base_url)
        self.is_closed = False
        self._default_encoding = default_encoding

    def _merge_url(self, url):
        url = URL(url)
        if url.is_absolute_url or not self.base_url.is_absolute_url:
            return url
        base = str(self.base_url).rstrip("/") + "/"
        return URL(base + str(url).lstrip("/"))

    def build_request(self, method, url, *, content=None, data=None, files=None, json=None,
                      params=None, headers=None, cookies=None, timeout=_UNSET, extensions=None):
        """Return a request with what the client adds."""
        mine = self.headers.copy()
        mine.update(headers)
        jar = self.cookies.copy()
        jar.update(cookies)
        pairs = [p for each in (self.params, params) if each
                 for p in ([each] if isinstance(each, str) else _fetch.pairs_of(each))]
        if isinstance(params, (str, bytes)):
            pairs = params
        url = self._merge_url(url)
        if pairs:
            url = url.copy_merge_params(pairs) if self.params and not params \
                else URL(url, params=query_of(pairs))
        limit = self.timeout if timeout is _UNSET else Timeout(timeout)
        return Request(method, url, headers=mine, cookies=jar, content=content, data=data,
                       files=files, json=json, extensions={"timeout": limit, **(extensions or {})})

    def _hooks(self, name, what):
        return [hook(what) for hook in self.event_hooks.get(name, [])]

    def _with_auth(self, request, auth, stream):
        flow = (auth or Auth()).auth_flow(request)
        following = next(flow)
        while True:
            reply = _send(following, request.extensions.get("timeout", self.timeout), stream)
            try:
                following = flow.send(reply)
            except StopIteration:
                return reply
            reply.read()

    def _steps(self, request, auth, follow, stream):
        """Give each request before it is made and each reply after; return the last reply."""
        auth = self.auth if auth is _UNSET else _auth_of(auth)
        if auth is None and request.url._auth and any(request.url._auth):
            auth = BasicAuth(*request.url._auth)
        follow = self.follow_redirects if follow is _UNSET else follow
        history = []
        while True:
            if len(history) > self.max_redirects:
                raise TooManyRedirects("Exceeded maximum allowed redirects.", request=request)
            yield "request", request
            reply = self._with_auth(request, auth, stream)
            reply.default_encoding = self._default_encoding
            self.cookies.update(reply.cookies)
            reply.history = list(history)
            yield "response", reply
            if not reply.has_redirect_location:
                return reply
            following = self._next(request, reply)
            if not follow:
                reply.next_request = following
                return reply
            if not _fetch.keeps_credentials(str(request.url), str(following.url)):
                auth = None
            reply.read()
            history.append(reply)
            request = following

    def _next(self, request, reply):
        method = _fetch.next_method(reply.status_code, request.method)
        url = URL(urljoin(str(request.url), reply.headers["location"]))
        headers = request.headers.copy()
        if not _fetch.keeps_credentials(str(request.url), str(url)):
            headers.pop("authorization", None)
        for name in ("host", "cookie"):
            headers.pop(name, None)
        body = request.content or None
        if method != request.method and method == "GET":
            headers.pop("content-length", None)
            headers.pop("transfer-encoding", None)
            body = None
        return Request(method, url, headers=headers, cookies=self.cookies, content=body,
                       extensions=request.extensions)


class Client(_Base):
    """Requests that share headers, cookies and credentials."""

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        """Make no more requests."""
        self.is_closed = True

    def send(self, request, *, stream=False, auth=_UNSET, follow_redirects=_UNSET):
        """Send a request and follow where it leads."""
        if self.is_closed:
            raise RuntimeError("Cannot send a request, as the client has been closed.")
        steps = self._steps(request, auth, follow_redirects, stream)
        while True:
            try:
                self._hooks(*next(steps))
            except StopIteration as end:
                return end.value

    def request(self, method, url, *, auth=_UNSET, follow_redirects=_UNSET, **kwargs):
        """Make a request; return the reply."""
        return self.send(self.build_request(method, url, **kwargs), auth=auth,
                         follow_redirects=follow_redirects)

    @contextmanager
    def stream(self, method, url, *, auth=_UNSET, follow_redirects=_UNSET, **kwargs):
        """Make a request; its reply is fetched as it is read, within the context."""
        reply = self.send(self.build_request(method, url, **kwargs), stream=True, auth=auth,
                          follow_redirects=follow_redirects)
        try:
            yield reply
        finally:
            reply.close()

    def get(self, url, **kwargs):
        """Make a GET request."""
        return self.request("GET", url, **kwargs)

    def options(self, url, **kwargs):
        """Make an OPTIONS request."""
        return self.request("OPTIONS", url, **kwargs)

    def head(self, url, **kwargs):
        """Make a HEAD request."""
        return self.request("HEAD", url, **kwargs)

    def post(self, url, **kwargs):
        """Make a POST request."""
        return self.request("POST", url, **kwargs)

    def put(self, url, **kwargs):
        """Make a PUT request."""
        return self.request("PUT", url, **kwargs)

    def patch(self, url, **kwargs):
        """Make a PATCH request."""
        return self.request("PATCH", url, **kwargs)

    def delete(self, url, **kwargs):
        """Make a DELETE request."""
        return self.request("DELETE", url, **kwargs)


class AsyncClient(_Base):
    """The same for asyncio."""

    async def __aenter__(self):
        return self

    async def __aexit__(self, *args):
        await self.aclose()

    async def aclose(self):
        """Make no more requests."""
        self.is_closed = True

    async def send(self, request, *, stream=False, auth=_UNSET, follow_redirects=_UNSET):
        """Send a request and follow where it leads."""
        if self.is_closed:
            raise RuntimeError("Cannot send a request, as the client has been closed.")
        steps = self._steps(request, auth, follow_redirects, stream)
        while True:
            try:
                for pending in self._hooks(*next(steps)):
                    await pending
            except StopIteration as end:
                return end.value

    async def request(self, method, url, *, auth=_UNSET, follow_redirects=_UNSET, **kwargs):
        """Make a request; return the reply."""
        return await self.send(self.build_request(method, url, **kwargs), auth=auth,
                               follow_redirects=follow_redirects)

    @asynccontextmanager
    async def stream(self, method, url, *, auth=_UNSET, follow_redirects=_UNSET, **kwargs):
        """Make a request; its reply is fetched as it is read, within the context."""
        reply = await self.send(self.build_request(method, url, **kwargs), stream=True, auth=auth,
                                follow_redirects=follow_redirects)
        try:
            yield reply
        finally:
            reply.close()

    async def get(self, url, **kwargs):
        """Make a GET request."""
        return await self.request("GET", url, **kwargs)

    async def options(self, url, **kwargs):
        """Make an OPTIONS request."""
        return await self.request("OPTIONS", url, **kwargs)

    async def head(self, url, **kwargs):
        """Make a HEAD request."""
        return await self.request("HEAD", url, **kwargs)

    async def post(self, url, **kwargs):
        """Make a POST request."""
        return await self.request("POST", url, **kwargs)

    async def put(self, url, **kwargs):
        """Make a PUT request."""
        return await self.request("PUT", url, **kwargs)

    async def patch(self, url, **kwargs):
        """Make a PATCH request."""
        return await self.request("PATCH", url, **kwargs)

    async def delete(self, url, **kwargs):
        """Make a DELETE request."""
        return await self.request("DELETE", url, **kwargs)
