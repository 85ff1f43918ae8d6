"""gc - the garbage collector as far as a program may steer it.

The collector of the engine needs no help: switches are remembered, counts
are zero.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _gc_collect, _weak_pending, _x_run_finals

import sys

from _caisson import session_state
from _structseq import UnraisableHookArgs

DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE = 1, 2, 4
DEBUG_SAVEALL, DEBUG_LEAK = 32, 38


class _State:
    __slots__ = ("enabled", "threshold", "debug")

    def __init__(self):
        self.enabled = True
        self.threshold = (700, 10, 10)
        self.debug = 0


def _state():
    return session_state("gc", _State)


def enable():
    """Enable automatic garbage collection."""
    _state().enabled = True


def disable():
    """Disable automatic garbage collection: remembered, no more."""
    _state().enabled = False


def isenabled():
    return _state().enabled


def collect(generation=2):
    """Run the garbage collector."""
    # Registers of names that have no value yet may hold on to dead objects.
    pending = reference = callback = error = None
    if not 0 <= generation.__index__() <= 2:
        raise ValueError("invalid generation")
    _gc_collect()
    if _x_run_finals():
        _gc_collect()
    pending = _weak_pending()
    while pending:
        reference = pending.pop()
        callback = pending.pop()
        try:
            callback(reference)
        except Exception as error:
            sys.unraisablehook(UnraisableHookArgs((
                type(error), error, error.__traceback__, None, callback)))
    return 0


def get_threshold():
    return _state().threshold


def set_threshold(threshold0, threshold1=10, threshold2=10, /):
    for value in (threshold0, threshold1, threshold2):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be "
                            "interpreted as an integer")
    _state().threshold = (threshold0, threshold1, threshold2)


def get_count():
    return (0, 0, 0)


def get_stats():
    return [{"collections": 0, "collected": 0, "uncollectable": 0}
            for _ in range(3)]


def get_debug():
    return _state().debug


def set_debug(flags, /):
    _state().debug = flags


def get_objects(generation=None):
    return []


def get_referrers(*objs):
    return []


def get_referents(*objs):
    return []


_ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...))


def is_tracked(object, /):
    return type(object) not in _ATOMS


def is_finalized(object, /):
    return False


def freeze():
    pass


def unfreeze():
    pass


def get_freeze_count():
    return 0


def _init_module(space):
    space["garbage"] = []
    space["callbacks"] = []


# Helpers that programs do not see.
_hidden_names = (
    "UnraisableHookArgs",)
