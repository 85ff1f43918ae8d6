"""How an event loop has sessions compute in threads without Python.

Such a thread never has the interpreter's lock: whoever runs the loop does not wait
for it.  A hundred sandboxes that begin, or are done, at the same time take their
turns, a few before the loop does something else.
"""

from __future__ import annotations

import asyncio
import atexit
import collections
import contextlib
import os
import weakref

from caisson import _native

_SLICE = 8
"""Jobs that are begun, and ends that are told, in one round of the loop."""


class Post:
    """The jobs of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.mail = _native.Mail()
        self._left = _SLICE
        self._waiting: collections.deque[asyncio.Future[None]] = collections.deque()
        self._armed = False
        loop.add_reader(self.mail.fileno(), self._deliver)

    def _deliver(self) -> None:
        for future, good, value in self.mail.take(_SLICE):
            if future.done():
                continue  # nobody waits for it any more
            if good:
                future.set_result(value)
            else:
                future.set_exception(value)

    async def turn(self) -> asyncio.AbstractEventLoop:
        """Wait until a job may begin; the loop."""
        loop = asyncio.get_running_loop()
        if self._left == 0 or self._waiting:
            future = loop.create_future()
            self._waiting.append(future)
            await future
            return loop
        self._left -= 1
        if not self._armed:
            self._armed = True
            loop.call_soon(self._next_round, loop)
        return loop

    def _next_round(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left = _SLICE
        while self._waiting and self._left > 0:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(None)
                self._left -= 1
        self._armed = self._left < _SLICE
        if self._armed:
            loop.call_soon(self._next_round, loop)


_posts: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Post | None] = (
    weakref.WeakKeyDictionary()
)
os.register_at_fork(after_in_child=_native.forget_threads)


def post_of(loop: asyncio.AbstractEventLoop) -> Post | None:
    """The loop's own; None for one that cannot watch descriptors."""
    try:
        return _posts[loop]
    except KeyError:
        pass
    made: Post | None = None
    with contextlib.suppress(NotImplementedError):
        made = Post(loop)
    _posts[loop] = made
    return made


@atexit.register
def _finish() -> None:
    """No thread computes while the interpreter goes."""
    for post in list(_posts.values()):
        if post is not None:
            post.mail.finish()
