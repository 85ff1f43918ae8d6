# requests/auth.py - who asks.
#
# SPDX-License-Identifier: Apache-2.0
"""Credentials of requests."""
import _fetch


class AuthBase:
    """Something that puts credentials into a request."""

    def __call__(self, r):
        raise NotImplementedError("Auth hooks must be callable.")


class HTTPBasicAuth(AuthBase):
    """A user and a password."""

    def __init__(self, username, password):
        self.username = username
        self.password = password

    def __eq__(self, other):
        return isinstance(other, HTTPBasicAuth) and \
            (self.username, self.password) == (other.username, other.password)

    __hash__ = None

    def __call__(self, r):
        r.headers["Authorization"] = _fetch.basic(self.username, self.password)
        return r


class HTTPProxyAuth(HTTPBasicAuth):
    """The same for a proxy; the host decides how it connects, so nothing is sent."""

    def __call__(self, r):
        return r
