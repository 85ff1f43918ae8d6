"""faulthandler - tracebacks of crashes, which a session does not have.

The engine ends a run with a limit or an error, never with a signal; what
programs ask for is remembered, and tracebacks that are asked for are written.

SPDX-License-Identifier: Apache-2.0
"""

import sys
import traceback

from _caisson import session_state

__all__ = ["enable", "disable", "is_enabled", "dump_traceback",
           "dump_traceback_later", "cancel_dump_traceback_later", "register",
           "unregister"]


def _switch():
    return session_state("faulthandler", dict)


def enable(file=None, all_threads=True):
    """Note that tracebacks of crashes are wanted."""
    _switch()["on"] = True


def disable():
    """Note that they are not; were they?"""
    return _switch().pop("on", False)


def is_enabled():
    return "on" in _switch()


def dump_traceback(file=None, all_threads=True):
    """Write where the program is, the innermost call first."""
    stream = sys.stderr if file is None else file
    if isinstance(stream, int):
        stream = sys.stderr
    lines = ["Current thread (most recent call first):"]
    for frame in reversed(traceback.extract_stack()[:-1]):
        lines.append(f'  File "{frame.filename}", line {frame.lineno} in '
                     f"{frame.name}")
    stream.write("\n".join(lines) + "\n")


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    """Checked, then forgotten: the host sets deadlines."""
    if timeout <= 0:
        raise ValueError("timeout must be greater than 0")


def cancel_dump_traceback_later():
    """There is nothing to cancel."""


def register(signum, file=None, all_threads=True, chain=False):
    """A session gets no signals."""


def unregister(signum):
    return False
