# requests/adapters.py - adapters that programs name; the host makes the connections.
#
# SPDX-License-Identifier: Apache-2.0
"""Transports of requests."""

DEFAULT_POOLSIZE = 10
DEFAULT_RETRIES = 0
DEFAULT_POOLBLOCK = False


class BaseAdapter:
    """A transport; one with its own send() is asked in the host's place."""

    def send(self, request, stream=False, timeout=None, verify=True, cert=None, proxies=None):
        """Make a request."""
        raise NotImplementedError

    def close(self):
        """Do nothing."""


class HTTPAdapter(BaseAdapter):
    """The usual transport: a request of the host; nothing is tried again."""

    send = None

    def __init__(self, pool_connections=DEFAULT_POOLSIZE, pool_maxsize=DEFAULT_POOLSIZE,
                 max_retries=DEFAULT_RETRIES, pool_block=DEFAULT_POOLBLOCK):
        self.max_retries = max_retries
