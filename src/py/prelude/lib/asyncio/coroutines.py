# asyncio/coroutines.py - telling coroutines from other things.
#
# SPDX-License-Identifier: Apache-2.0
import collections.abc
import inspect
import types

__all__ = "iscoroutinefunction", "iscoroutine"

COROUTINES = (types.CoroutineType, types.GeneratorType,
              collections.abc.Coroutine)


def iscoroutinefunction(func):
    """Does calling `func` make a coroutine?"""
    return inspect.iscoroutinefunction(func)


def iscoroutine(obj):
    """Can a task run `obj`?"""
    return isinstance(obj, COROUTINES)


def describe(coro):
    """A coroutine with its place, the way tasks show it."""
    title = getattr(coro, "__qualname__", "") or getattr(coro, "__name__", "")
    title = f"{title}()" if title else f"<{type(coro).__name__} without __name__>()"
    for kind in ("cr", "gi"):
        code = getattr(coro, f"{kind}_code", None)
        if code is not None:
            frame = getattr(coro, f"{kind}_frame", None)
            if frame is None:
                return (f"{title} done, defined at "
                        f"{code.co_filename}:{code.co_firstlineno}")
            return f"{title} running at {code.co_filename}:{frame.f_lineno}"
    return title
