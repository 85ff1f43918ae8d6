#!/usr/bin/env python3
"""python_async.py - many asynchronous sandboxes at the same time.

  PYTHONPATH=BUILD/stage bench/python_async.py [--sandboxes 100] [--rounds 5]

One AsyncSandbox whose tool sleeps 0.2 s against many of them, in one run: opened,
run and closed, in this process and in workers.  Beside them a task measures how
long the event loop is blocked at most; what the machine itself does to a process
that only watches the clock is measured first and shown as "idle".

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import asyncio
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
        self.worst = 0.0

    async def look(self) -> None:
        """Until it is cancelled."""
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            self.worst = max(self.worst, now - last - 0.001)
            last = now


async def watched(work) -> tuple[float, float]:
    """Seconds that it took, and how long the loop was blocked."""
    watch = Watch()
    looking = asyncio.create_task(watch.look())
    await asyncio.sleep(0)
    began = time.perf_counter()
    await work
    took = time.perf_counter() - began
    looking.cancel()
    return took, watch.worst


async def many(isolation: str, n: int) -> None:
    """So many at the same time."""
    await asyncio.gather(*[one(isolation) for _ in range(n)])


async def compare(isolation: str, n: int, rounds: int) -> tuple[float, float]:
    """Print the figures; the ratio, and seconds the loop was blocked."""
    await one(isolation)
    cold, _ = await watched(many(isolation, n))
    single, several, blocked = [], [], []
    for _ in range(rounds):
        single.append((await watched(one(isolation)))[0])
        took, worst = await watched(many(isolation, n))
        several.append(took)
        blocked.append(worst)
    ratio = statistics.median(several) / statistics.median(single)
    print(
        f"{isolation:10} one {statistics.median(single):.3f} s"
        f"   {n} of them {statistics.median(several):.3f} s"
        f"   ratio {ratio:.2f}   first time {cold:.3f} s"
        f"   loop blocked {statistics.median(blocked) * 1e3:.1f} ms"
        f" (worst {max(blocked) * 1e3:.1f})"
    )
    return ratio, statistics.median(blocked)


async def main() -> int:
    """Both isolations."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sandboxes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--gate", action="store_true", help="fail above the bars")
    options = parser.parse_args()
    _, idle = await watched(asyncio.sleep(0.5))
    print(f"idle       loop blocked {idle * 1e3:.1f} ms")
    good = True
    for isolation in ("inprocess", "worker"):
        ratio, blocked = await compare(isolation, options.sandboxes, options.rounds)
        good &= ratio <= 1.5 and blocked <= 0.005
    return 0 if good or not options.gate else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
