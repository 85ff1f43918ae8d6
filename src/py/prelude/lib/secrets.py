# secrets.py - random numbers and tokens for security purposes.
#
# SPDX-License-Identifier: Apache-2.0
"""Generate cryptographically strong pseudo-random numbers suitable for
managing secrets such as account authentication, tokens, and similar."""
import base64
from hmac import compare_digest
from random import SystemRandom

from _caisson import os_call

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes",
           "token_hex", "token_urlsafe", "compare_digest"]

DEFAULT_ENTROPY = 32
_sysrand = SystemRandom()
randbits = _sysrand.getrandbits
choice = _sysrand.choice


def randbelow(exclusive_upper_bound):
    """Return a random int in the range [0, n)."""
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _sysrand._randbelow(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """Return a random byte string containing *nbytes* bytes."""
    if nbytes is None:
        nbytes = DEFAULT_ENTROPY
    return os_call("os.urandom", nbytes)


def token_hex(nbytes=None):
    """Return a random text string, in hexadecimal."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    """Return a random URL-safe text string, in Base64 encoding."""
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(
        b"=").decode("ascii")
