#!/usr/bin/env python3
"""Caisson's Monty-compatible module against pydantic-monty from PyPI, in one run.

    bench/monty.py --stage BUILD/stage [--programs DIR]... [--venvs DIR]

Two packages are installed into folders of their own: the newest pydantic-monty
and 0.0.18.  Each measurement runs in a process of its own, in turns; the table
shows the best of the rounds and how many times faster Caisson is.  Programs that
a package cannot run are listed, not counted.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import Any

NEWEST, OLDER = "pydantic-monty", "pydantic-monty==0.0.18"
CALLS, STARTS, DUMPS = 5_000, 300, 60
PROGRAM_RUNS = 3  # in one process: the first also pays for memory never used before
IN_PROCESS = "start in process"
GOALS = {"start": 20e-6, IN_PROCESS: 2e-6}


# -- the measuring side: runs in each interpreter ------------------------------------


def best(seconds: float, function: Any) -> float:
    """Least time of one call, over about that many seconds."""
    least, end = math.inf, time.perf_counter() + seconds
    while True:
        before = time.perf_counter()
        function()
        now = time.perf_counter()
        least = min(least, now - before)
        if now > end:
            return least


def per_call(function: Any, n: int) -> float:
    """Seconds of one call: the best of many small batches."""

    def batch() -> None:
        for _ in range(10):
            function()

    function()
    return min(best(0.0, batch) for _ in range(n // 2)) / 10


def memory() -> float:
    """Megabytes of this process and its children, shared pages divided."""
    total = 0
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True, text=True
    ).stdout.split()
    for pid in [str(os.getpid()), *children]:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(rollup.split("\nPss:")[1].split()[0])
    return total / 1024


class Newer:
    """Pools and sessions."""

    def __init__(self, m: Any, **options: Any) -> None:
        self.m = m
        self.pool = m.Monty(max_processes=16, **options)
        self.pool.__enter__()

    def start(self) -> Any:
        """A session from a warm pool, and its first result."""
        with self.pool.checkout() as s:
            return s.feed_run("1 + 1")

    def calls(self) -> float:
        """Seconds of one call of the host."""
        code = f"for i in range({CALLS}): f(i)"
        limits = {"max_suspensions": 1_000_000}
        with self.pool.checkout(limits=limits) as s:
            lookup = {"f": lambda i: i}
            return best(0.5, lambda: s.feed_run(code, external_lookup=lookup)) / CALLS

    def dump_and_load(self) -> float:
        """Seconds to dump a session and have another continue from it."""
        with self.pool.checkout() as s:
            s.feed_run(STATE)

            def trip() -> None:
                data = s.dump()
                with self.pool.checkout() as other:
                    other.load_session(data)

            return per_call(trip, DUMPS)

    def resume(self) -> float:
        """Seconds to dump and load a feed that waits."""
        with self.pool.checkout() as s:
            s.feed_run(STATE)
            snap = s.feed_start("f(len(rows))")

            def trip() -> None:
                data = snap.dump()
                with self.pool.checkout() as other:
                    other.load_snapshot(data)

            return per_call(trip, DUMPS)

    def hold(self) -> float:
        """Megabytes of 8 sessions with a little state each."""
        import contextlib

        with contextlib.ExitStack() as stack:
            for _ in range(8):
                s = stack.enter_context(self.pool.checkout())
                s.feed_run(STATE)
            return memory()

    def program(self, code: str) -> tuple[float, str]:
        """Seconds of one run, and what it printed."""
        out = self.m.CollectString(max_bytes=None)
        with self.pool.checkout() as s:
            before = time.perf_counter()
            s.feed_run(code, print_callback=out)
            return time.perf_counter() - before, out.output


class Older:
    """Programs in this process."""

    def __init__(self, m: Any) -> None:
        self.m = m

    def start(self) -> Any:
        """A program and its result."""
        return self.m.Monty("1 + 1").run()

    def calls(self) -> float:
        """Seconds of one call of the host."""
        program = self.m.Monty(f"for i in range({CALLS}): f(i)")
        functions = {"f": lambda i: i}
        return best(0.5, lambda: program.run(external_functions=functions)) / CALLS

    def dump_and_load(self) -> float:
        """Seconds to dump a REPL and have another continue from it."""
        repl = self.m.MontyRepl()
        repl.feed_run(STATE)
        return per_call(lambda: self.m.MontyRepl.load(repl.dump()), DUMPS)

    def resume(self) -> float:
        """Seconds to dump and load a program that waits."""
        snap = self.m.Monty(STATE + "f(len(rows))").start()
        return per_call(lambda: self.m.load_snapshot(snap.dump()), DUMPS)

    def hold(self) -> float:
        """Megabytes of 8 REPLs with a little state each."""
        repls = [self.m.MontyRepl() for _ in range(8)]
        for repl in repls:
            repl.feed_run(STATE)
        return memory()

    def program(self, code: str) -> tuple[float, str]:
        """Seconds of one run, and what it printed."""
        out: list[str] = []
        program = self.m.Monty(code)
        before = time.perf_counter()
        program.run(print_callback=lambda _stream, text: out.append(text))
        return time.perf_counter() - before, "".join(out)


STATE = "rows = [{'id': i, 'name': 'row ' + str(i)} for i in range(200)]\n"


def measure(kind: str, module: str, programs: list[str]) -> dict[str, Any]:
    """Everything, in this interpreter."""
    import importlib

    m = importlib.import_module(module)
    side = (Newer if kind == "newer" else Older)(m)
    side.start()
    got: dict[str, Any] = {
        "start": per_call(side.start, STARTS),
        "host call": side.calls(),
        "dump and load": side.dump_and_load(),
        "dump and load, waiting": side.resume(),
        "memory of 8 sessions": side.hold(),
    }
    if kind == "newer" and hasattr(m, "MONTY_API"):  # only ours can do that
        inside = Newer(m, isolation="inprocess")
        got[IN_PROCESS] = per_call(inside.start, STARTS)
    for path in programs:
        name = Path(path).stem
        try:
            got[f"program {name}"] = min(
                side.program(Path(path).read_text()) for _ in range(PROGRAM_RUNS)
            )
        except Exception as e:
            got[f"program {name}"] = f"{type(e).__name__}: {e}"[:90]
    return got


# -- the comparing side --------------------------------------------------------------


def python_with(folder: Path, package: str) -> str:
    """An interpreter that has the package."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", package],
        check=True,
    )
    return str(python)


def child(
    python: str, kind: str, module: str, programs: list[str], env: dict[str, str]
) -> dict[str, Any]:
    """One measurement in a process of its own."""
    command = [python, __file__, "--measure", kind, module, *programs]
    done = subprocess.run(
        command, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{module} ({kind}) failed:\n{done.stderr[-2000:]}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def join(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The best of several rounds."""
    made: dict[str, Any] = {}
    for key, first in rounds[0].items():
        values = [r[key] for r in rounds]
        if isinstance(first, str):
            made[key] = first
        elif isinstance(first, list):
            made[key] = [min(v[0] for v in values), first[1]]
        else:
            made[key] = min(values)
    return made


def table(title: str, ours: dict[str, Any], theirs: dict[str, Any]) -> list[float]:
    """Print one comparison; the ratios that count."""
    print(f"\n{title}\n{'':28}{'caisson':>12}{'monty':>12}{'times faster':>14}")
    ratios = []
    for key, own in ours.items():
        other = theirs.get(key)
        if key == IN_PROCESS:
            print(f"{key:28}{microseconds(own):>12}")
            continue
        if isinstance(own, str) or isinstance(other, str) or other is None:
            why = own if isinstance(own, str) else f"monty: {other}"
            print(f"{key:28}{'':>12}{'':>12}{'-':>14}  {why}")
            continue
        same = True
        if isinstance(own, list):
            same = own[1] == other[1]
            own, other = own[0], other[0]
        is_memory = key.startswith("memory")
        show = (lambda v: f"{v:.1f} MB") if is_memory else microseconds
        note = "" if same else "  other output"
        print(
            f"{key:28}{show(own):>12}{show(other):>12}{other / own:>13.2f}x"
            f"{note}{'  below 2x' if other / own < 2 else ''}"
        )
        ratios.append(other / own)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{'geometric mean':28}{'':>12}{'':>12}{mean:>13.2f}x")
    return ratios


def microseconds(seconds: float) -> str:
    """A time with a unit that fits."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.2f} us"
    return f"{seconds * 1e3:.2f} ms"


def main() -> None:
    """Read the arguments, measure, compare."""
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2], sys.argv[3], sys.argv[4:])))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stage", required=True, help="folder with the package")
    parser.add_argument("--programs", action="append", default=[], help="a folder")
    parser.add_argument("--venvs", default="build-monty", help="for the packages")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    programs = [
        str(p)
        for folder in options.programs
        for p in sorted(Path(folder).glob("*.py"))
        if p.stem != "expr"  # that is "start"
    ]
    venvs = Path(options.venvs)
    new = python_with(venvs / "newest", NEWEST)
    old = python_with(venvs / "older", OLDER)
    ours = {"PYTHONPATH": os.path.abspath(options.stage)}
    module = "caisson.compat.monty"
    sides = {
        "ours newer": (new, "newer", module, programs, ours),
        "newest": (new, "newer", "pydantic_monty", programs, {}),
        "ours older": (old, "older", module, programs, ours),
        "older": (old, "older", "pydantic_monty", programs, {}),
    }
    rounds: dict[str, list[dict[str, Any]]] = {name: [] for name in sides}
    for _ in range(options.rounds):
        for name, side in sides.items():
            rounds[name].append(child(*side))
    got = {name: join(r) for name, r in rounds.items()}
    version = subprocess.run(
        [new, "-c", "import pydantic_monty as m; print(m.__version__)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    table(f"pydantic-monty {version}, workers", got["ours newer"], got["newest"])
    for key, goal in GOALS.items():
        own = got["ours newer"][key]
        print(f"{key}: {microseconds(own)}, goal {microseconds(goal)}")
    table("pydantic-monty 0.0.18, in process", got["ours older"], got["older"])


if __name__ == "__main__":
    main()
