#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""audit_user.py - what audit log and policy cost as users see it.

`Sandbox(audit=..., policy=...).run("1 + 2")`, warm, in a worker, and the whole
command `caisson run -c "1 + 2"`: with and without, in turns, best of many short
rounds.  Real time, and the processor time of the calling thread (for the
command: of all its processes), which a busy machine disturbs less.

    audit_user.py --stage BUILD/stage --caisson BUILD/caisson [--quick]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

POLICY = """version: 1
name: bench
limits: {wall_ms: 60s, pids: 16, stdout_bytes: 64KiB}
fs: {mounts: [{host: /usr, guest: /usr, mode: ro}], deny: ["/usr/**/x"]}
tools: {allow: [a, b], approve: [b]}
"""
MOST = 1.2


def tell(
    what: str, with_: tuple[float, float], bare: tuple[float, float], unit: str
) -> None:
    """One row; the bar is for real time."""
    real, cpu = with_[0] / bare[0], with_[1] / bare[1]
    word = "met" if real <= MOST else "**missed**"
    clock = f"{real:.2f} x ({with_[0]:.1f} {unit}, {bare[0]:.1f} {unit})"
    used = f"{cpu:.2f} x ({with_[1]:.1f} {unit}, {bare[1]:.1f} {unit})"
    print(f"| {what} | {clock}; processor {used} | <= {MOST} x | {word} |")


def best_of(
    ways: dict[str, Callable[[], tuple[float, float]]], rounds: int
) -> dict[str, tuple[float, float]]:
    """In turns; the best of each clock."""
    best = {name: (1e18, 1e18) for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            real, cpu = way()
            best[name] = (min(best[name][0], real), min(best[name][1], cpu))
    return best


def compare(
    what: str,
    ways: dict[str, Callable[[], tuple[float, float]]],
    rounds: int,
    unit: str,
) -> None:
    """A row for each of them but the first, which is without anything."""
    best = best_of(ways, rounds)
    for name in list(ways)[1:]:
        tell(f"{what} {name} / without", best[name], best["bare"], unit)


def measure_python(folder: Path, rounds: int) -> None:
    """Warm runs of one sandbox, 20 in a round."""
    import caisson

    policy = caisson.Policy.parse(POLICY)
    log = folder / "python.jsonl"
    boxes = {
        "bare": caisson.Sandbox(),
        "the audit log": caisson.Sandbox(audit=log),
        "a policy": caisson.Sandbox(policy=policy),
        "both": caisson.Sandbox(audit=log, policy=policy),
    }

    def way(box: caisson.Sandbox) -> Callable[[], tuple[float, float]]:
        def take() -> tuple[float, float]:
            real, cpu = time.perf_counter(), time.thread_time()
            for _ in range(20):
                box.run("1 + 2")
            return (time.perf_counter() - real) / 20 * 1e6, (
                time.thread_time() - cpu
            ) / 20 * 1e6

        return take

    compare(
        'Python `Sandbox.run("1 + 2")`, warm, with',
        {name: way(box) for name, box in boxes.items()},
        rounds,
        "us",
    )
    for box in boxes.values():
        box.close()


def measure_command(binary: str, folder: Path, rounds: int) -> None:
    """Whole commands."""
    rules = folder / "p.yaml"
    rules.write_text(POLICY)
    rules.chmod(0o600)
    log = ["--audit", str(folder / "command.jsonl")]
    words = {
        "bare": ["--no-audit"],
        "the audit log": log,
        "both": [*log, "--policy", str(rules)],
    }

    def way(more: list[str]) -> Callable[[], tuple[float, float]]:
        def take() -> tuple[float, float]:
            before, real = (
                resource.getrusage(resource.RUSAGE_CHILDREN),
                time.perf_counter(),
            )
            subprocess.run(
                [binary, "run", *more, "-c", "1 + 2"],
                check=True,
                cwd=folder,
                env={"HOME": str(folder), "PATH": os.environ["PATH"]},
            )
            after, spent = (
                resource.getrusage(resource.RUSAGE_CHILDREN),
                time.perf_counter() - real,
            )
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            return spent * 1e3, cpu * 1e3

        return take

    compare(
        '`caisson run -c "1 + 2"` with',
        {name: way(more) for name, more in words.items()},
        rounds,
        "ms",
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--caisson", required=True)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    sys.path.insert(0, args.stage)
    print("| measure | value | bar | |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        measure_python(Path(name), 30 if args.quick else 400)
        measure_command(
            str(Path(args.caisson).resolve()), Path(name), 5 if args.quick else 40
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
