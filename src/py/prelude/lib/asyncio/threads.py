# asyncio/threads.py - blocking functions; here they run at once.
#
# SPDX-License-Identifier: Apache-2.0
"""Blocking functions."""
import contextvars
import functools

from asyncio import events

__all__ = ("to_thread",)


async def to_thread(func, /, *args, **kwargs):
    """Call a blocking function and await its result."""
    context = contextvars.copy_context()
    call = functools.partial(context.run, func, *args, **kwargs)
    return await events.get_running_loop().run_in_executor(None, call)
