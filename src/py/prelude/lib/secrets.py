# secrets.py - random numbers and tokens that nobody can guess.
#
# SPDX-License-Identifier: Apache-2.0
"""Random numbers and tokens that nobody can guess."""
import base64
from hmac import compare_digest
from random import SystemRandom

from _caisson import os_call

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes",
           "token_hex", "token_urlsafe", "compare_digest"]

DEFAULT_ENTROPY = 32  # bytes
_source = SystemRandom()
choice, randbits = _source.choice, _source.getrandbits


def randbelow(exclusive_upper_bound):
    """A number from 0 up to, not including, the bound."""
    if exclusive_upper_bound < 1:
        raise ValueError("Upper bound must be positive.")
    return _source.randrange(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """That many random bytes."""
    size = DEFAULT_ENTROPY if nbytes is None else nbytes
    return os_call("os.urandom", size)


def token_hex(nbytes=None):
    """Random bytes as hexadecimal digits."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    """Random bytes as text for URLs."""
    text = base64.urlsafe_b64encode(token_bytes(nbytes))
    return text.decode("ascii").rstrip("=")
