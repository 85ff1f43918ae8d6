#!/usr/bin/env python3
"""python_async.py - many asynchronous sandboxes at the same time.

  PYTHONPATH=BUILD/stage bench/python_async.py [--sandboxes 100] [--rounds 15]

One AsyncSandbox whose tool sleeps 0.2 s against many of them, in one run: opened,
run and closed, in this process and in workers.  Beside them a task measures how
long the event loop is blocked at most.  Two things are not the sandboxes' doing and
are taken off and shown apart: the time in which the loop's thread was ready to run
and had no processor, as the kernel counts it (schedstat), and that of Python's own
garbage collector.  "gross" is what the clock says.  What a process sees that does
nothing is measured first and shown as "idle".

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import asyncio
import gc
import os
import statistics
import time

from caisson import AsyncSandbox

NAP = 0.2


async def nap() -> int:
    """The tool."""
    await asyncio.sleep(NAP)
    return 1


async def one(isolation: str) -> None:
    """Open, run, close."""
    async with AsyncSandbox(tools=[nap], isolation=isolation) as box:
        result = await box.run("await nap()", check=True)
        assert result.value == 1


class Watch:
    """How late a callback of the loop is, at most."""

    def __init__(self) -> None:
        self.worst = self.gross = self.pause = 0.0
        self._collecting = 0.0
        self._since = 0.0
        self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)

    def _collector(self, phase: str, _: object) -> None:
        now = time.perf_counter()
        if phase == "stop":
            self._collecting += now - self._since
            self.pause = max(self.pause, now - self._since)
        self._since = now

    def _elsewhere(self) -> float:
        """Seconds that the loop lost to others so far."""
        waited = int(os.pread(self._file, 100, 0).split()[1])
        return waited / 1e9 + self._collecting

    async def look(self) -> None:
        """Until it is cancelled."""
        gc.callbacks.append(self._collector)
        last, lost = time.perf_counter(), self._elsewhere()
        try:
            while True:
                await asyncio.sleep(0.001)
                now, lost_now = time.perf_counter(), self._elsewhere()
                late = now - last - 0.001
                self.gross = max(self.gross, late)
                self.worst = max(self.worst, late - (lost_now - lost))
                last, lost = now, lost_now
        finally:
            gc.callbacks.remove(self._collector)
            os.close(self._file)


async def watched(work) -> tuple[float, Watch]:
    """Seconds that it took, and how long the loop was blocked."""
    watch = Watch()
    looking = asyncio.create_task(watch.look())
    await asyncio.sleep(0)
    began = time.perf_counter()
    await work
    took = time.perf_counter() - began
    looking.cancel()
    await asyncio.wait([looking])
    return took, watch


async def many(isolation: str, n: int) -> None:
    """So many at the same time."""
    await asyncio.gather(*[one(isolation) for _ in range(n)])


async def compare(isolation: str, n: int, rounds: int) -> tuple[float, float]:
    """Print the figures; the ratio, and seconds the loop was blocked."""
    await one(isolation)
    cold, _ = await watched(many(isolation, n))
    single: list[float] = []
    several: list[float] = []
    blocked: list[Watch] = []
    for _ in range(rounds):
        single.append((await watched(one(isolation)))[0])
        took, watch = await watched(many(isolation, n))
        several.append(took)
        blocked.append(watch)
    ratio = statistics.median(several) / statistics.median(single)
    worst = max(w.worst for w in blocked)
    print(
        f"{isolation:10} one {statistics.median(single):.3f} s"
        f"   {n} of them {statistics.median(several):.3f} s"
        f"   ratio {ratio:.2f}   first time {cold:.3f} s"
        f"\n{'':10} loop blocked at most {worst * 1e3:.1f} ms (median"
        f" {statistics.median(w.worst for w in blocked) * 1e3:.1f}; gross"
        f" {max(w.gross for w in blocked) * 1e3:.1f}; collector"
        f" {max(w.pause for w in blocked) * 1e3:.1f})"
    )
    return ratio, worst


async def main() -> int:
    """Both isolations."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sandboxes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--gate", action="store_true", help="fail above the bars")
    options = parser.parse_args()
    _, idle = await watched(asyncio.sleep(0.5))
    print(
        f"idle       loop blocked {idle.worst * 1e3:.1f} ms (gross {idle.gross * 1e3:.1f})"
    )
    good = True
    for isolation in ("inprocess", "worker"):
        ratio, blocked = await compare(isolation, options.sandboxes, options.rounds)
        good &= ratio <= 1.5 and blocked <= 0.005
    return 0 if good or not options.gate else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
