# asyncio/queues.py - queues between coroutines.
#
# SPDX-License-Identifier: Apache-2.0
"""Queues."""
import collections
import heapq
from types import GenericAlias

from asyncio.locks import Event, Line, LoopBound

__all__ = ("Queue", "PriorityQueue", "LifoQueue", "QueueFull", "QueueEmpty")


class QueueEmpty(Exception):
    """get_nowait() found nothing."""


class QueueFull(Exception):
    """put_nowait() found no room."""


class Queue(LoopBound):
    """First in, first out; waits when it is empty or full."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters = Line()
        self._putters = Line()
        self._unfinished_tasks = 0
        self._idle = Event()
        self._idle.set()
        self._init(maxsize)

    __class_getitem__ = classmethod(GenericAlias)

    # Subclasses of programs override these three.

    def _init(self, maxsize):
        self._queue = collections.deque()

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.popleft()

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._format()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._format()}>"

    def _format(self):
        traits = [f"maxsize={self._maxsize!r}"]
        if getattr(self, "_queue", None):
            traits.append(f"_queue={list(self._queue)!r}")
        if self._getters:
            traits.append(f"_getters[{len(self._getters)}]")
        if self._putters:
            traits.append(f"_putters[{len(self._putters)}]")
        if self._unfinished_tasks:
            traits.append(f"tasks={self._unfinished_tasks}")
        return " ".join(traits)

    @property
    def maxsize(self):
        """The greatest number of items; 0 for any."""
        return self._maxsize

    def qsize(self):
        """The number of items."""
        return len(self._queue)

    def empty(self):
        """Is there nothing to get?"""
        return not self._queue

    def full(self):
        """Is there no room?"""
        return 0 < self._maxsize <= self.qsize()

    async def put(self, item):
        """Wait for room and add an item."""
        while self.full():
            await self._putters.stand(self._bind(), self._room_left)
        return self.put_nowait(item)

    async def get(self):
        """Wait for an item and take it."""
        while self.empty():
            await self._getters.stand(self._bind(), self._items_left)
        return self.get_nowait()

    def _room_left(self):
        if not self.full():
            self._putters.call()

    def _items_left(self):
        if not self.empty():
            self._getters.call()

    def put_nowait(self, item):
        """Add an item or raise QueueFull."""
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._idle.clear()
        self._getters.call()

    def get_nowait(self):
        """Take an item or raise QueueEmpty."""
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._putters.call()
        return item

    def task_done(self):
        """Say that an item taken before was dealt with."""
        if self._unfinished_tasks < 1:
            raise ValueError("task_done() called too many times")
        self._unfinished_tasks -= 1
        if not self._unfinished_tasks:
            self._idle.set()

    async def join(self):
        """Wait until every item was dealt with."""
        if self._unfinished_tasks:
            await self._idle.wait()


class LifoQueue(Queue):
    """The newest item comes first."""

    def _get(self):
        return self._queue.pop()


class PriorityQueue(Queue):
    """The least item comes first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heapq.heappush(self._queue, item)

    def _get(self):
        return heapq.heappop(self._queue)
