# asyncio/threads.py - blocking functions; here they run at once.
#
# SPDX-License-Identifier: Apache-2.0
import contextvars
import functools

from asyncio import events

__all__ = ("to_thread",)


async def to_thread(func, /, *args, **kwargs):
    """Run function *func* as if in a separate thread."""
    loop = events.get_running_loop()
    ctx = contextvars.copy_context()
    call = functools.partial(ctx.run, func, *args, **kwargs)
    return await loop.run_in_executor(None, call)
