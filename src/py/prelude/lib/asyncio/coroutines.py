# asyncio/coroutines.py - telling coroutines from other things.
#
# SPDX-License-Identifier: Apache-2.0
import collections.abc
import inspect
import types

__all__ = "iscoroutinefunction", "iscoroutine"


def iscoroutinefunction(func):
    """Return True if func is a decorated coroutine function."""
    return inspect.iscoroutinefunction(func)


def iscoroutine(obj):
    """Return True if obj is a coroutine object."""
    return isinstance(obj, (types.CoroutineType, types.GeneratorType,
                            collections.abc.Coroutine))


def describe(coro):
    """How a task's repr shows its coroutine."""
    name = getattr(coro, "__qualname__", None) or getattr(
        coro, "__name__", None) or f"<{type(coro).__name__} without __name__>"
    code = getattr(coro, "cr_code", None) or getattr(coro, "gi_code", None)
    frame = getattr(coro, "cr_frame", None) or getattr(coro, "gi_frame",
                                                       None)
    running = getattr(coro, "cr_running", False) or getattr(
        coro, "gi_running", False)
    if code is None:
        return f"{name}() running" if running else f"{name}()"
    file = code.co_filename or "<empty co_filename>"
    if frame is not None:
        line = frame.f_lineno
        return f"{name}() running at {file}:{line}"
    return f"{name}() done, defined at {file}:{code.co_firstlineno}"
