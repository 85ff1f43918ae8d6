# asyncio/timeouts.py - limits on the time a block may take.
#
# SPDX-License-Identifier: Apache-2.0
"""Timeouts."""
from asyncio import events
from asyncio._task import current_task
from asyncio.exceptions import CancelledError

__all__ = ("Timeout", "timeout", "timeout_at")

CREATED, ACTIVE, FINISHED = "created", "active", "finished"
EXPIRING, EXPIRED = "expiring", "expired"


class Timeout:
    """`async with` block that is cancelled at a time of the loop's clock."""

    _alarm = None
    _task = None

    def __init__(self, when):
        self._when = when
        self._phase = CREATED

    def __repr__(self):
        shown = f"[{self._phase}]"
        if self._phase is ACTIVE:
            when = self._when
            shown += f" when={when if when is None else round(when, 3)}"
        return f"<Timeout {shown}>"

    def when(self):
        """The time, or None for no limit."""
        return self._when

    def expired(self):
        """Was the block cancelled because of the time?"""
        return self._phase in (EXPIRING, EXPIRED)

    def reschedule(self, when):
        """Move the time."""
        if self._phase is CREATED:
            raise RuntimeError("Timeout has not been entered")
        if self._phase is not ACTIVE:
            raise RuntimeError(f"Cannot change state of {self._phase} Timeout")
        self._when = when
        self._disarm()
        if when is None:
            return
        loop = events.get_running_loop()
        if loop.time() < when:
            self._alarm = loop.call_at(when, self._expire)
        else:
            self._alarm = loop.call_soon(self._expire)

    def _disarm(self):
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _expire(self):
        self._phase = EXPIRING
        self._alarm = None
        self._task.cancel()

    async def __aenter__(self):
        if self._phase is not CREATED:
            raise RuntimeError("Timeout has already been entered")
        self._task = current_task()
        if self._task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._cancels_before = self._task.cancelling()
        self._phase = ACTIVE
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        self._disarm()
        if self._phase is ACTIVE:
            self._phase = FINISHED
        elif self._phase is EXPIRING:
            self._phase = EXPIRED
            alone = self._task.uncancel() <= self._cancels_before
            if alone and exc_type is CancelledError:
                raise TimeoutError from exc_val


def timeout(delay):
    """A limit of `delay` seconds from now; None for no limit."""
    if delay is None:
        return Timeout(None)
    return Timeout(events.get_running_loop().time() + delay)


def timeout_at(when):
    """A limit at a time of the loop's clock."""
    return Timeout(when)
