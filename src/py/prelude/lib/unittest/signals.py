"""unittest.signals - interruption by Control-C; programs here have none.

SPDX-License-Identifier: Apache-2.0
"""

__unittest = True


def registerResult(result):
    """Note a result that should be stopped by Control-C."""


def removeResult(result):
    """Forget a result; tell whether it was known."""
    return False


def installHandler():
    """Let Control-C stop the running tests."""


def removeHandler(method=None):
    """Undo installHandler(); also usable as a decorator."""
    return method
