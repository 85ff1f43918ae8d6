"""How long a call of a host function takes from a worker at a server.

Ratios to the same program in a worker of this machine; the server is this
machine's, so the network is not in it:

  PYTHONPATH=build/stage python3 bench/python_remote.py build/caisson

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from caisson import Remote, Sandbox

CALLS = 200
ROUNDS = 15
TOKEN = "a-token-of-the-bench"
CODE = f"for i in range({CALLS}): same(i)"


def per_call(box: Sandbox) -> Callable[[], float]:
    """Seconds of one call, in a run of many."""

    def measure() -> float:
        start = time.perf_counter()
        box.run(CODE, check=True)
        return (time.perf_counter() - start) / CALLS

    return measure


def opening(remote: Remote | None) -> Callable[[], float]:
    """Seconds to open a sandbox, run something and close it."""

    def measure() -> float:
        start = time.perf_counter()
        with Sandbox(remote=remote) as box:
            box.run("1", check=True)
        return time.perf_counter() - start

    return measure


def compare(name: str, far: Callable[[], float], near: Callable[[], float]) -> None:
    """Print the medians, taken in turns, and their ratio."""
    pairs = [(far(), near()) for _ in range(ROUNDS)][2:]
    there = statistics.median(a for a, _ in pairs)
    here = statistics.median(b for _, b in pairs)
    times = f"{there * 1e6:.0f} us, here {here * 1e6:.0f} us"
    print(f"{name}: {times}, {there / here:.1f} x")


def main() -> None:
    """Start a server and compare."""
    server = subprocess.Popen(
        [sys.argv[1], "worker", "--listen", "127.0.0.1:0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CAISSON_WORKER_TOKEN": TOKEN},
    )
    assert server.stderr is not None
    found = re.search(r"ws://\S+", server.stderr.readline())
    assert found is not None
    remote = Remote(found[0], token=TOKEN)
    tools = {"same": lambda n: n}
    with Sandbox(tools=tools, remote=remote) as far, Sandbox(tools=tools) as near:
        compare("a call", per_call(far), per_call(near))
    compare("open, run, close", opening(remote), opening(None))
    server.terminate()
    server.wait()


if __name__ == "__main__":
    main()
