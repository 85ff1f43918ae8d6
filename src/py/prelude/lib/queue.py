"""queue - queues for several producers and consumers.

SPDX-License-Identifier: Apache-2.0
"""

import threading
from collections import deque
from heapq import heappop, heappush
from time import monotonic
from types import GenericAlias

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue",
           "SimpleQueue"]


class Empty(Exception):
    """There is nothing to get."""

    __module__ = "_queue"


class Full(Exception):
    """There is no room to put anything."""


def _wait(condition, possible, block, timeout, error):
    """Wait, holding the condition's lock, until possible() is true."""
    if not block:
        timeout = 0
    elif timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    end = None if timeout is None else monotonic() + timeout
    while not possible():
        left = None if end is None else end - monotonic()
        if timeout == 0 or left is not None and left <= 0:
            raise error
        condition.wait(left)


class Queue:
    """First in, first out; `maxsize` of 0 or less is no limit."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self.mutex = lock = threading.Lock()
        self.not_empty, self.not_full, self.all_tasks_done = [
            threading.Condition(lock) for _ in range(3)]
        self._init(maxsize)

    # What gives the order; programs override these four.

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    # -- both ends

    def _has_room(self):
        return not 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        """Add an item, waiting for room as long as allowed."""
        with self.not_full:
            _wait(self.not_full, self._has_room, block, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Take an item, waiting for one as long as allowed."""
        with self.not_empty:
            _wait(self.not_empty, self._qsize, block, timeout, Empty)
            found = self._get()
            self.not_full.notify()
        return found

    def put_nowait(self, item):
        """Add an item or raise Full."""
        self.put(item, False)

    def get_nowait(self):
        """Take an item or raise Empty."""
        return self.get(False)

    # -- state

    def qsize(self):
        """The number of items at this moment."""
        with self.mutex:
            return self._qsize()

    def empty(self):
        """Is there nothing to get at this moment?"""
        return self.qsize() == 0

    def full(self):
        """Is there no room at this moment?"""
        with self.mutex:
            return not self._has_room()

    def task_done(self):
        """Say that an item taken before was dealt with."""
        with self.all_tasks_done:
            if self.unfinished_tasks < 1:
                raise ValueError("task_done() called too many times")
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        """Wait until every item was dealt with."""
        with self.all_tasks_done:
            self.all_tasks_done.wait_for(lambda: not self.unfinished_tasks)


class LifoQueue(Queue):
    """The newest item comes first."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    """The least item comes first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class SimpleQueue:
    """First in, first out, without limit and without tasks."""

    __module__ = "_queue"
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._items = deque()
        self._number = threading.Semaphore(0)

    def put(self, item, block=True, timeout=None):
        """Add an item; never waits."""
        self._items.append(item)
        self._number.release()

    def get(self, block=True, timeout=None):
        """Take an item, waiting for one as long as allowed."""
        if timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        limit = timeout if block else None
        if self._number.acquire(block, limit):
            return self._items.popleft()
        raise Empty

    def put_nowait(self, item):
        """Add an item."""
        self.put(item)

    def get_nowait(self):
        """Take an item or raise Empty."""
        return self.get(False)

    def qsize(self):
        """The number of items at this moment."""
        return len(self._items)

    def empty(self):
        """Is there nothing to get at this moment?"""
        return not self._items
