# httpx/__init__.py - the interface of the package httpx, over the host's requests.
#
# Our own text: what programs use of httpx, without transports, HTTP/2 or
# proxies, because the host decides how it connects.
#
# SPDX-License-Identifier: Apache-2.0
"""HTTP for people, with and without asyncio."""
from contextlib import contextmanager

from httpx._client import VERSION as __version__
from httpx._client import AsyncClient, Auth, BasicAuth, Client, Limits, Timeout
from httpx._exceptions import (CloseError, ConnectError, ConnectTimeout, CookieConflict,
                               DecodingError, HTTPError, HTTPStatusError, InvalidURL,
                               LocalProtocolError, NetworkError, PoolTimeout, ProtocolError,
                               ProxyError, ReadError, ReadTimeout, RemoteProtocolError, RequestError,
                               ResponseNotRead, StreamClosed, StreamConsumed, StreamError, TimeoutException,
                               TooManyRedirects, TransportError, UnsupportedProtocol, WriteError,
                               WriteTimeout)
from httpx._models import URL, Cookies, Headers, Request, Response

_OF_CLIENT = ("cookies", "proxy", "timeout", "verify", "trust_env", "follow_redirects")


def _client(kwargs):
    """Return a client, and what is left for the request."""
    mine = {name: kwargs.pop(name) for name in _OF_CLIENT if name in kwargs}
    return Client(**mine), kwargs


def request(method, url, **kwargs):
    """Make a request; return the reply."""
    made, rest = _client(kwargs)
    with made:
        return made.request(method, url, **rest)


@contextmanager
def stream(method, url, **kwargs):
    """Make a request; its reply is fetched as it is read, within the context."""
    made, rest = _client(kwargs)
    with made, made.stream(method, url, **rest) as reply:
        yield reply


def get(url, **kwargs):
    """Make a GET request."""
    return request("GET", url, **kwargs)


def options(url, **kwargs):
    """Make an OPTIONS request."""
    return request("OPTIONS", url, **kwargs)


def head(url, **kwargs):
    """Make a HEAD request."""
    return request("HEAD", url, **kwargs)


def post(url, **kwargs):
    """Make a POST request."""
    return request("POST", url, **kwargs)


def put(url, **kwargs):
    """Make a PUT request."""
    return request("PUT", url, **kwargs)


def patch(url, **kwargs):
    """Make a PATCH request."""
    return request("PATCH", url, **kwargs)


def delete(url, **kwargs):
    """Make a DELETE request."""
    return request("DELETE", url, **kwargs)
