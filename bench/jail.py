#!/usr/bin/env python3
"""jail.py - what depth `process` costs, against bubblewrap in the same run.

    tools/build/stage_python.sh build
    PYTHONPATH=build/stage python3 bench/jail.py [--rounds N] [--json]

  warm   Sandbox(depth="process").run("pass"), opened and closed, back to back:
         every one in a fresh jail, forked from a zygote
  mounted  the same with a directory of the host mounted
  cold   the same without a zygote, through `caisson run` if it is found
  bwrap  bwrap --unshare-all ... python3 -I -c pass
  call   one tool call with its reply, against a byte there and back through a
         socket pair between two processes

Blocks of runs take turns, so that a busy machine is busy for all of them; warm
ones are long enough for a 99th percentile.  On a virtual machine the host may
take the processors away: `warm_stolen` runs during which the kernel counted that
(in hundredths of a second) are left out of `warm_p99_own`.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from caisson import Limits, Mount, Sandbox

PYTHON = "/usr/bin/python3"
BLOCK = 10
WARM = 40
CALLS = 2000


def bwrap() -> list[str]:
    links = [
        word
        for name in ("bin", "lib", "lib64", "sbin")
        if os.path.islink(f"/{name}")
        for word in ("--symlink", os.readlink(f"/{name}"), f"/{name}")
    ]
    return [
        "bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/usr", "/usr", *links,
        "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", PYTHON, "-I", "-c", "pass",
    ]  # fmt: skip


def warm() -> None:
    with Sandbox(depth="process") as box:
        assert box.run("pass").ok


def mounted() -> None:
    with Sandbox(depth="process", mounts={"/data": Mount("/usr/share", "ro")}) as box:
        assert box.run("pass").ok


def command(argv: list[str]) -> Callable[[], None]:
    return lambda: subprocess.run(argv, check=True, stdin=subprocess.DEVNULL) and None


def stolen() -> int:
    """Hundredths of a second that the machine below us took."""
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8])


def measure(run: Callable[[], None], n: int, times: list[float], own: list[float]) -> None:
    for _ in range(n):
        before, start = stolen(), time.perf_counter()
        run()
        taken = (time.perf_counter() - start) * 1e3
        times.append(taken)
        if stolen() == before:
            own.append(taken)


def high(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)] if times else 0.0


def tool_call() -> float:
    """Microseconds of one call."""
    code = (
        "import time\nt = time.perf_counter()\n"
        f"for i in range({CALLS}): tool(i)\n(time.perf_counter() - t) / {CALLS} * 1e6"
    )
    limits = Limits(time=60, calls=10 * CALLS)

    def tool(x: int) -> int:
        return x

    with Sandbox(depth="process", tools=[tool], limits=limits) as box:
        return float(box.run(code, check=True).value)


def round_trip() -> float:
    """Microseconds of a byte there and back between two processes."""
    a, b = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        a.close()
        while data := b.recv(64):
            b.send(data)
        os._exit(0)
    b.close()
    start = time.perf_counter()
    for _ in range(CALLS):
        a.send(b"x")
        a.recv(64)
    taken = (time.perf_counter() - start) / CALLS * 1e6
    a.close()
    os.waitpid(pid, 0)
    return taken


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--caisson", default="")
    options.add_argument("--json", action="store_true")
    args = options.parse_args()
    if not shutil.which("bwrap"):
        print("bwrap is not installed: apt-get install bubblewrap", file=sys.stderr)
        return 77
    jobs: dict[str, Callable[[], None]] = {
        "bwrap": command(bwrap()),
        "warm": warm,
        "mounted": mounted,
    }
    binary = args.caisson or shutil.which("caisson") or "build/caisson"
    if Path(binary).exists():
        jobs["cold"] = command([binary, "run", "--depth", "process", "-c", "pass"])
    warm()  # the zygote is started once
    times: dict[str, list[float]] = {name: [] for name in jobs}
    own: dict[str, list[float]] = {name: [] for name in jobs}
    calls, trips = [], []
    for _ in range(args.rounds):
        for name, job in jobs.items():
            measure(job, WARM if name == "warm" else BLOCK, times[name], own[name])
        calls.append(tool_call())
        trips.append(round_trip())
    middle = {name: statistics.median(t) for name, t in times.items()}
    p99 = high(times["warm"])
    report: dict[str, float] = {f"{name}_ms": round(m, 3) for name, m in middle.items()}
    report["warm_ratio"] = round(middle["bwrap"] / middle["warm"], 2)
    report["warm_p99_ms"] = round(p99, 3)
    report["warm_p99_ratio"] = round(p99 / middle["warm"], 2)
    report["warm_stolen"] = len(times["warm"]) - len(own["warm"])
    report["warm_p99_own"] = round(high(own["warm"]) / middle["warm"], 2)
    if "cold" in middle:
        report["cold_ratio"] = round(middle["cold"] / middle["bwrap"], 2)
    report["call_us"] = round(statistics.median(calls), 2)
    report["socketpair_us"] = round(statistics.median(trips), 2)
    report["call_ratio"] = round(statistics.median(calls) / statistics.median(trips), 2)
    if args.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:14} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
