# httpx/_exceptions.py - what can go wrong with a request.
#
# SPDX-License-Identifier: Apache-2.0
"""Errors of httpx."""


class HTTPError(Exception):
    """A request failed, or its status says so."""

    def __init__(self, message):
        super().__init__(message)
        self._request = None

    @property
    def request(self):
        """The request."""
        if self._request is None:
            raise RuntimeError("The .request property has not been set.")
        return self._request


class RequestError(HTTPError):
    """A request failed."""

    def __init__(self, message, *, request=None):
        super().__init__(message)
        self._request = request


class TransportError(RequestError):
    """A connection failed."""


class TimeoutException(TransportError):
    """It took too long."""


class ConnectTimeout(TimeoutException):
    """Connecting took too long."""


class ReadTimeout(TimeoutException):
    """The reply took too long."""


class WriteTimeout(TimeoutException):
    """Sending took too long."""


class PoolTimeout(TimeoutException):
    """No connection was free."""


class NetworkError(TransportError):
    """The network failed."""


class ConnectError(NetworkError):
    """The host was not reached, or may not be."""


class ReadError(NetworkError):
    """The reply was cut off."""


class WriteError(NetworkError):
    """The request was cut off."""


class CloseError(NetworkError):
    """A connection was not closed."""


class ProtocolError(TransportError):
    """One side broke the protocol."""


class LocalProtocolError(ProtocolError):
    """The request cannot be sent."""


class RemoteProtocolError(ProtocolError):
    """The reply cannot be read."""


class ProxyError(TransportError):
    """A proxy failed."""


class UnsupportedProtocol(TransportError):
    """An address that is not of the web."""


class DecodingError(RequestError):
    """A body cannot be decompressed."""


class TooManyRedirects(RequestError):
    """Too many redirections."""


class HTTPStatusError(HTTPError):
    """A status that says so."""

    def __init__(self, message, *, request, response):
        super().__init__(message)
        self._request = request
        self.response = response


class InvalidURL(Exception):
    """An address cannot be read."""


class CookieConflict(Exception):
    """Several cookies have this name."""


class StreamError(RuntimeError):
    """A body was used wrongly."""


class StreamConsumed(StreamError):
    """A body was read before."""


class StreamClosed(StreamError):
    """A body was closed before."""


class ResponseNotRead(StreamError):
    """A body was not read."""
