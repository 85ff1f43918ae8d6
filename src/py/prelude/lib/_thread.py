"""_thread - what threading stands on elsewhere; here it stands on threading.

SPDX-License-Identifier: Apache-2.0
"""

import threading as _threading
from threading import (Lock as allocate_lock, RLock, TIMEOUT_MAX, get_ident,
                       get_native_id, local as _local, stack_size)

LockType = type(allocate_lock())
error = RuntimeError
allocate = allocate_lock


def start_new_thread(function, args, kwargs=None, /):
    """Run a function as a thread that nobody joins; return its number."""
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    if kwargs is not None and not isinstance(kwargs, dict):
        raise TypeError("optional 3rd arg must be a dictionary")
    thread = _threading.Thread(target=function, args=args,
                               kwargs=kwargs or {}, daemon=True)
    thread.start()
    return thread.ident


start_new = start_new_thread


def exit():
    """End the thread."""
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    """What Ctrl-C does."""
    raise KeyboardInterrupt
