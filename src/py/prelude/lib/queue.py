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
    "Exception raised by Queue.get(block=0)/get_nowait()."


Empty.__module__ = "_queue"


class Full(Exception):
    "Exception raised by Queue.put(block=0)/put_nowait()."


class Queue:
    """A queue of a given maximum size; zero or less means no limit."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = threading.Lock()
        self.not_empty = threading.Condition(self.mutex)
        self.not_full = threading.Condition(self.mutex)
        self.all_tasks_done = threading.Condition(self.mutex)
        self.unfinished_tasks = 0

    def task_done(self):
        """Indicate that a formerly enqueued task is complete."""
        with self.all_tasks_done:
            left = self.unfinished_tasks - 1
            if left < 0:
                raise ValueError("task_done() called too many times")
            if left == 0:
                self.all_tasks_done.notify_all()
            self.unfinished_tasks = left

    def join(self):
        """Wait until all items have been gotten and processed."""
        with self.all_tasks_done:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()

    def qsize(self):
        """Return the approximate size of the queue (not reliable!)."""
        with self.mutex:
            return self._qsize()

    def empty(self):
        """Return True if the queue is empty (not reliable!)."""
        with self.mutex:
            return not self._qsize()

    def full(self):
        """Return True if the queue is full (not reliable!)."""
        with self.mutex:
            return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        """Put an item into the queue, waiting for a free slot if asked."""
        with self.not_full:
            if self.maxsize > 0:
                self._wait(self.not_full, self._is_full, Full, block,
                           timeout)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Remove and return an item, waiting for one if asked."""
        with self.not_empty:
            self._wait(self.not_empty, self._is_empty, Empty, block, timeout)
            item = self._get()
            self.not_full.notify()
            return item

    @staticmethod
    def _wait(condition, blocked, error, block, timeout):
        """Wait until the queue is not blocked any more."""
        if not block:
            if blocked():
                raise error
        elif timeout is None:
            while blocked():
                condition.wait()
        elif timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        else:
            end = monotonic() + timeout
            while blocked():
                remaining = end - monotonic()
                if remaining <= 0.0:
                    raise error
                condition.wait(remaining)

    def _is_full(self):
        return self._qsize() >= self.maxsize

    def _is_empty(self):
        return not self._qsize()

    def put_nowait(self, item):
        """Put an item into the queue without blocking."""
        return self.put(item, block=False)

    def get_nowait(self):
        """Remove and return an item from the queue without blocking."""
        return self.get(block=False)

    # Subclasses override these to get other orders.

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    __class_getitem__ = classmethod(GenericAlias)


class PriorityQueue(Queue):
    """A queue that gives out the lowest item first."""

    def _init(self, maxsize):
        self.queue = []

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    """A queue that gives out the latest item first."""

    def _init(self, maxsize):
        self.queue = []

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    """Simple, unbounded, reentrant FIFO queue."""

    def __init__(self):
        self._queue = deque()
        self._count = threading.Semaphore(0)

    def put(self, item, block=True, timeout=None):
        """Put the item on the queue; never blocks."""
        self._queue.append(item)
        self._count.release()

    def get(self, block=True, timeout=None):
        """Remove and return an item, waiting for one if asked."""
        if timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._count.acquire(block, timeout if block else None):
            raise Empty
        return self._queue.popleft()

    def put_nowait(self, item):
        """Put an item into the queue without blocking."""
        return self.put(item)

    def get_nowait(self):
        """Remove and return an item from the queue without blocking."""
        return self.get(block=False)

    def empty(self):
        """Return True if the queue is empty (not reliable!)."""
        return len(self._queue) == 0

    def qsize(self):
        """Return the approximate size of the queue (not reliable!)."""
        return len(self._queue)

    __class_getitem__ = classmethod(GenericAlias)


SimpleQueue.__module__ = "_queue"
