# requests/__init__.py - the interface of the package requests, over the host's requests.
#
# Our own text: what programs use of requests, without connections, adapters of
# urllib3 or proxies, because the host decides how it connects.
#
# SPDX-License-Identifier: Apache-2.0
"""HTTP for people."""
from http import HTTPStatus

from requests import adapters, auth, exceptions, models, sessions, structures
from requests.exceptions import (ConnectionError, ConnectTimeout, HTTPError, JSONDecodeError,
                                 ReadTimeout, RequestException, Timeout, TooManyRedirects, URLRequired)
from requests.models import PreparedRequest, Request, Response
from requests.sessions import VERSION as __version__
from requests.sessions import Session, session

codes = structures.LookupDict(name="status_codes")
for _status in HTTPStatus:
    setattr(codes, _status.name.lower(), int(_status))
    setattr(codes, _status.name, int(_status))
del _status
codes.okay = codes.all_ok = codes.all_good = 200
codes.teapot = 418


def request(method, url, **kwargs):
    """Make a request; return the reply."""
    with Session() as made:
        return made.request(method, url, **kwargs)


def get(url, params=None, **kwargs):
    """Make a GET request."""
    return request("get", url, params=params, **kwargs)


def options(url, **kwargs):
    """Make an OPTIONS request."""
    return request("options", url, **kwargs)


def head(url, **kwargs):
    """Make a HEAD request; redirections are not followed."""
    kwargs.setdefault("allow_redirects", False)
    return request("head", url, **kwargs)


def post(url, data=None, json=None, **kwargs):
    """Make a POST request."""
    return request("post", url, data=data, json=json, **kwargs)


def put(url, data=None, **kwargs):
    """Make a PUT request."""
    return request("put", url, data=data, **kwargs)


def patch(url, data=None, **kwargs):
    """Make a PATCH request."""
    return request("patch", url, data=data, **kwargs)


def delete(url, **kwargs):
    """Make a DELETE request."""
    return request("delete", url, **kwargs)
