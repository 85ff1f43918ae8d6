# requests/exceptions.py - what can go wrong with a request.
#
# SPDX-License-Identifier: Apache-2.0
"""Errors of requests."""
from json import JSONDecodeError as _JSONDecodeError


class RequestException(IOError):
    """A request failed."""

    def __init__(self, *args, **kwargs):
        self.response = kwargs.pop("response", None)
        self.request = kwargs.pop("request", None)
        if self.request is None and self.response is not None:
            self.request = getattr(self.response, "request", None)
        super().__init__(*args, **kwargs)


class InvalidJSONError(RequestException):
    """JSON cannot be written or read."""


class JSONDecodeError(InvalidJSONError, _JSONDecodeError):
    """A body is not JSON."""

    def __init__(self, *args, **kwargs):
        _JSONDecodeError.__init__(self, *args)
        InvalidJSONError.__init__(self, *self.args, **kwargs)


class HTTPError(RequestException):
    """A status that says so."""


class ConnectionError(RequestException):
    """The host was not reached, or may not be."""


class ProxyError(ConnectionError):
    """A proxy failed."""


class SSLError(ConnectionError):
    """The server's certificate is not good."""


class Timeout(RequestException):
    """It took too long."""


class ConnectTimeout(ConnectionError, Timeout):
    """Connecting took too long."""


class ReadTimeout(Timeout):
    """The reply took too long."""


class URLRequired(RequestException):
    """An address is missing."""


class TooManyRedirects(RequestException):
    """Too many redirections."""


class MissingSchema(RequestException, ValueError):
    """An address without http:// or https://."""


class InvalidSchema(RequestException, ValueError):
    """An address that is not of the web."""


class InvalidURL(RequestException, ValueError):
    """An address cannot be read."""


class InvalidHeader(RequestException, ValueError):
    """A header cannot be sent."""


class InvalidProxyURL(InvalidURL):
    """The address of a proxy cannot be read."""


class ChunkedEncodingError(RequestException):
    """A body was cut off."""


class ContentDecodingError(RequestException):
    """A body cannot be decompressed."""


class StreamConsumedError(RequestException, TypeError):
    """A body was read before."""


class RetryError(RequestException):
    """Too many attempts."""


class UnrewindableBodyError(RequestException):
    """A body cannot be sent again."""


class RequestsWarning(Warning):
    """A warning of requests."""
