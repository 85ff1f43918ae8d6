"""atexit - functions to call at the end of a program.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state


def _list():
    return session_state("atexit", list)


def register(func, /, *args, **kwargs):
    """Register a function to be executed upon normal program termination."""
    if not callable(func):
        raise TypeError("the first argument must be callable")
    _list().append((func, args, kwargs))
    return func


def unregister(func, /):
    """Unregister an exit function which was previously registered."""
    entries = _list()
    entries[:] = [entry for entry in entries if entry[0] != func]


def _run_exitfuncs():
    """Run all registered exit functions, the last one first."""
    entries = _list()
    failure = None
    while entries:
        func, args, kwargs = entries.pop()
        try:
            func(*args, **kwargs)
        except BaseException as error:
            failure = error
    if failure is not None:
        raise failure


def _ncallbacks():
    return len(_list())


def _clear():
    _list().clear()
