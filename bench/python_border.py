#!/usr/bin/env python3
"""python_border.py - what one run and one tool call cost through the package.

  PYTHONPATH=BUILD/stage bench/python_border.py [--rounds 15] [--gate]

Each figure is a ratio of two things measured in this one run, in turns, with the
best of both sides: a warm ``Sandbox.run("1 + 2")`` in this process against
CPython's ``exec(compile("1 + 2"))``, the same in a worker against one byte over a
socketpair to another process and back, and a call of a tool against an empty
function call.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import math
import os
import socket
import time
from collections.abc import Callable

from caisson import Limits, Sandbox

CALLS = 5_000


def per_call(work: Callable[[], object], n: int) -> float:
    """Seconds of one call, in a batch of so many."""
    before = time.perf_counter()
    for _ in range(n):
        work()
    return (time.perf_counter() - before) / n


class Echo:
    """A process that sends every byte back."""

    def __init__(self) -> None:
        self.mine, other = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            self.mine.close()
            while byte := other.recv(1):
                other.send(byte)
            os._exit(0)
        other.close()

    def trip(self) -> None:
        """There and back."""
        self.mine.send(b"x")
        self.mine.recv(1)

    def close(self) -> None:
        """End it."""
        self.mine.close()
        os.waitpid(self.pid, 0)


def empty(i: int) -> int:
    """The tool, and the function it is compared with."""
    return i


def call_empty() -> None:
    """A call of CPython's, in a loop as the program's."""
    for i in range(CALLS):
        empty(i)


def just_loop() -> None:
    """The loop without the call."""
    for _ in range(CALLS):
        pass


def compare(
    title: str,
    bar: float,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    rounds: int,
) -> bool:
    """Print the ratio of the best of both; True: within the bar."""
    best = [math.inf, math.inf]
    for _ in range(rounds):
        best = [min(best[0], ours()), min(best[1], theirs())]
    ratio = best[0] / best[1]
    print(
        f"{title:58} {ratio:6.2f} x  ({best[0] * 1e6:.2f} us, {best[1] * 1e6:.2f} us)"
        f"  bar {bar:g} x  {'met' if ratio <= bar else 'MISSED'}"
    )
    return ratio <= bar


def main() -> int:
    """Measure all three."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--gate", action="store_true", help="fail above the bars")
    options = parser.parse_args()
    rounds = options.rounds
    echo = Echo()
    good = True
    with Sandbox(isolation="inprocess") as box:
        good &= compare(
            "run('1 + 2') in process / exec(compile('1 + 2'))",
            2,
            lambda: per_call(lambda: box.run("1 + 2"), 300),
            lambda: per_call(lambda: exec(compile("1 + 2", "m", "exec")), 300),
            rounds,
        )
    with Sandbox() as box:
        good &= compare(
            "run('1 + 2') in a worker / one byte over a socketpair",
            1,
            lambda: per_call(lambda: box.run("1 + 2"), 300),
            lambda: per_call(echo.trip, 300),
            rounds,
        )
    with Sandbox(
        isolation="inprocess",
        tools=[empty],
        limits=Limits(calls=10**9, suspensions=10**9),
    ) as box:

        def called() -> float:
            run = per_call(
                lambda: box.run(f"for i in range({CALLS}): empty(i)", check=True), 1
            )
            return run / CALLS

        good &= compare(
            "a tool call in process / an empty call in CPython",
            40,
            called,
            lambda: (per_call(call_empty, 1) - per_call(just_loop, 1)) / CALLS,
            rounds,
        )
    echo.close()
    return 0 if good or not options.gate else 1


if __name__ == "__main__":
    raise SystemExit(main())
