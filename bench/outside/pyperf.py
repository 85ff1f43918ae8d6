"""pyperf.py - the part of pyperf's interface that its benchmarks use.

Stands in for the package inside a sandbox and beside it, so that both engines
run the same program text with the same clock.  A benchmark is repeated in
slices of at least SLICE seconds until BUDGET seconds are over; the fastest
slice counts, which other load on the machine disturbs least.  Each result is a
line "RESULT name seconds" on stdout.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import asyncio
import os
import sys
import time

perf_counter = time.perf_counter
SLICE = 0.005
BUDGET = float(os.environ.get("OUTSIDE_BUDGET", "1.0"))


def python_implementation():
    return sys.implementation.name


def _measure(name, timed, inner):
    """Print the time of one loop of `timed(loops)`, the best of many."""
    loops, spent, best = 1, 0.0, None
    while True:
        took = timed(loops)
        spent += took
        if took >= SLICE or best is not None:
            each = took / loops
            best = each if best is None else min(best, each)
        else:
            loops *= 2
        if spent >= BUDGET and best is not None:
            break
    print(f"RESULT {name} {best / (inner or 1):.9f}", flush=True)


class Runner:
    def __init__(self, *args, **kwargs):
        self.argparser = argparse.ArgumentParser()
        self.metadata = {}
        self.args = None

    def parse_args(self, args=None):
        if self.args is None:
            self.args = self.argparser.parse_args(args)
        return self.args

    def bench_time_func(self, name, func, *args, inner_loops=None, **kwargs):
        self.parse_args()
        _measure(name, lambda loops: func(loops, *args), inner_loops)

    def bench_func(self, name, func, *args, inner_loops=None, **kwargs):
        self.parse_args()

        def timed(loops):
            span = range(loops)
            begin = perf_counter()
            for _ in span:
                func(*args)
            return perf_counter() - begin

        _measure(name, timed, inner_loops)

    def bench_async_func(self, name, func, *args, inner_loops=None, **kwargs):
        self.parse_args()

        async def main(loops):
            span = range(loops)
            begin = perf_counter()
            for _ in span:
                await func(*args)
            return perf_counter() - begin

        _measure(name, lambda loops: asyncio.run(main(loops)), inner_loops)

    def bench_command(self, name, command):
        print(f"SKIP {name} starts a program")
