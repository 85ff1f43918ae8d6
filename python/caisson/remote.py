"""Workers at another place: where they are, and who may use them."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Union
from urllib.parse import urlsplit

from caisson import _dial, _native, errors

if TYPE_CHECKING:
    import ssl

TOKEN_VARIABLE = _dial.TOKEN_VARIABLE
_MOST = 512
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclasses.dataclass(frozen=True)
class Remote:
    """A server with workers, reached by ``ws://`` or ``wss://``.

    ``token``: what it wants to see; without it ``CAISSON_WORKER_TOKEN``.  ``tls``:
    the context of a ``wss://`` connection; without it the system's certificates
    count.  ``timeout``: seconds for making a connection.  ``ws://`` to another
    machine is not encrypted and needs ``allow_plaintext``.

    >>> Remote("ws://127.0.0.1:8932").secure
    False
    """

    url: str = dataclasses.field(repr=False)
    token: str | None = dataclasses.field(default=None, repr=False)
    tls: ssl.SSLContext | None = dataclasses.field(default=None, repr=False)
    timeout: float = 10.0
    allow_plaintext: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.url, str):
            raise errors.ConfigError("the address of a remote worker must be a str")
        try:
            parts = urlsplit(self.url)
            host, _ = parts.hostname, parts.port
        except ValueError:
            raise errors.ConfigError("this is no address of a remote worker") from None
        if parts.scheme not in ("ws", "wss") or not host:
            raise errors.ConfigError(
                "the address of a remote worker must start with ws:// or wss://"
            )
        if parts.username is not None or parts.password is not None:
            raise errors.ConfigError(
                "the address of a remote worker has a password, which logs would "
                f"show: pass token=, or set {TOKEN_VARIABLE}"
            )
        if any(ord(c) <= 32 or ord(c) == 127 for c in self.url):
            raise errors.ConfigError("this is no address of a remote worker")
        if not (self.secure or host in _LOOPBACK or self.allow_plaintext):
            raise errors.ConfigError(
                "ws:// to another machine is not encrypted: use wss://, or pass "
                "allow_plaintext=True"
            )
        token = self.token
        if token is not None and not (token.isascii() and token.isprintable()):
            raise errors.ConfigError("the token has characters that no header has")

    @property
    def secure(self) -> bool:
        """Is the connection encrypted?"""
        return urlsplit(self.url).scheme == "wss"

    def _native(self, most: int = _MOST) -> _native.Remote:
        """For the extension; it dials once for each session."""
        return _native.Remote(functools.partial(_dial.dial, self), most)


RemoteArg = Union[str, Remote, None]


def as_remote(given: RemoteArg) -> Remote | None:
    """What ``remote=`` means."""
    if given is None or isinstance(given, Remote):
        return given
    return Remote(given)
