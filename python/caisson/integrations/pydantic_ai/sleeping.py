"""How long a snippet may sleep, and where the time goes."""

from __future__ import annotations

import asyncio

from caisson import _events
from caisson._host import Reply, failure, value


class Sleeper:
    """Sleeps of one snippet: they wait on the loop and are counted."""

    def __init__(self, allowed: float | None, one_at_a_time: bool) -> None:
        self._allowed = allowed
        self._one_at_a_time = one_at_a_time
        self._used = 0.0
        self._prepaid = 0.0

    def _charge(self, seconds: float) -> None:
        if self._allowed is not None and self._used + seconds > self._allowed:
            left = max(0.0, self._allowed - self._used)
            raise TimeoutError(
                f"sleeping {seconds:g}s would exceed the {self._allowed:g}s this code "
                f"may sleep (max_duration_secs); {left:g}s left"
            )
        self._used += seconds

    def _charge_idle(self, seconds: float) -> None:
        """Waiting for a timer costs what its sleep did not pay already."""
        paid = min(seconds, self._prepaid)
        self._prepaid -= paid
        if seconds - paid > 0.001:
            self._charge(seconds - paid)

    async def answer(self, ev: _events.Event) -> Reply:
        """The reply to ``time.sleep``, ``asyncio.sleep`` or ``asyncio.idle``."""
        seconds = float(ev.args[0])
        try:
            if ev.name == "asyncio.idle":
                self._charge_idle(seconds)
            else:
                self._charge(seconds)
        except TimeoutError as e:
            return failure(e)
        if ev.name == "asyncio.sleep" and not self._one_at_a_time:
            self._prepaid += seconds
            return value(None)
        await asyncio.sleep(seconds)
        return value(True if ev.name == "asyncio.sleep" else None)
