"""unittest.signals - interruption by Control-C; programs here have none.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state
from weakref import WeakKeyDictionary

__unittest = True
_hidden_names = ("WeakKeyDictionary",)


def _known():
    return session_state("unittest.results", WeakKeyDictionary)


def registerResult(result):
    """Note a result that should be stopped by Control-C."""
    _known()[result] = True


def removeResult(result):
    """Forget a result; tell whether it was known."""
    return _known().pop(result, False)


def installHandler():
    """Let Control-C stop the running tests."""


def removeHandler(method=None):
    """Undo installHandler(); also usable as a decorator."""
    return method
