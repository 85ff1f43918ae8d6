"""sched - events at given times, in order.

SPDX-License-Identifier: Apache-2.0
"""

import heapq
import time
from collections import namedtuple

__all__ = ["scheduler"]

_Fields = namedtuple("Event", "time, priority, sequence, action, argument, kwargs")


class Event(_Fields):
    """An entry of the queue; sorted by time, priority, and age."""

    __slots__ = ()


_unset = object()


class scheduler:
    """Calls functions when their time has come."""

    def __init__(self, timefunc=time.monotonic, delayfunc=time.sleep):
        self.timefunc = timefunc
        self.delayfunc = delayfunc
        self._queue = []
        self._made = 0

    def enterabs(self, time, priority, action, argument=(), kwargs=_unset):
        """Add an event at an absolute time; the Event can be cancelled."""
        self._made += 1
        event = Event(time, priority, self._made, action, argument,
                      {} if kwargs is _unset else kwargs)
        heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_unset):
        """Add an event after a delay."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Remove an event; ValueError if it is not in the queue."""
        self._queue.remove(event)
        heapq.heapify(self._queue)

    def empty(self):
        return not self._queue

    @property
    def queue(self):
        """The events that wait, in the order they will run."""
        return sorted(self._queue)

    def run(self, blocking=True):
        """Run events until none is left; or only those that are due."""
        while self._queue:
            now = self.timefunc()
            event = self._queue[0]
            if event.time > now:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
                continue
            heapq.heappop(self._queue)
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)
