#!/usr/bin/env python3
"""run.py - stress: collections, failing allocations and fuel at every point.

Programs are tests/torture/programs/*.py and, with --sample N, every N-th
program of tests/lang, and of tests/lib for a few moves of snap.  Each is first
run undisturbed, then:

  gc     a collection before every instruction: output and fuel are the same
         (but for what the program's own collections cost, which are no more)
  retry  allocation n fails once, so the instruction runs again after a
         collection: output and (almost) fuel are the same, for every n
  alloc  allocation n fails for good: the output is the same up to a
         MemoryError, and there is no crash and no hang, for every n
         (torture_alloc of the build does so for all n in seconds, and looks
         at the whole heap each time; here the output is compared)
  snap   the session is dumped, verified, loaded and continued there after every
         n instructions and at every request: output and fuel are the same, and
         the copy dumps to the same bytes; n is 1 for short programs, more
         for long ones and for those with much memory
  fuel   fuel ends at step n: exit code 137, the output is a prefix

A program with the line "# torture: prints tracebacks" is not run with failing
allocations: without memory they are shorter.
A program with the line "# torture: hashes by address", and every program of
tests/lang, may differ in fuel by a few steps in gc: objects that are hashed by
their place lie in other places, and collide otherwise.

A run that ends by a signal, by a sanitizer report or not at all is a failure
everywhere.  `n` goes up until it no longer triggers; --points limits how many
values are tried per program and mode (spread evenly, the first ones densely).

The last line is "N passed, N failed".

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TIMEOUT = 60.0
SNAP_MOVES = 3000  # dumps and loads per program, at most
SNAP_FEW = 60  # of a program of tests/lib
NEVER = 1 << 40  # allocations
SNAP_BYTES = 1 << 28  # and bytes that they move
LIMIT_N = 1 << 20  # never look further than this many allocations


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def broken(self) -> str:
        """Why this run is a failure whatever the mode; empty if it is none."""
        if self.code < 0:
            return f"ended by signal {-self.code}: {self.err[-400:]}"
        if self.code == 99 or "Sanitizer" in self.err:
            return f"sanitizer: {self.err[:1500]}"
        if self.code == 125 or "of the engine" in self.err:
            return f"the engine failed: {self.err[-300:]}"
        return ""


@dataclass(frozen=True)
class Finding:
    program: str
    mode: str
    options: str
    text: str


class Bench:
    """The binary, and how programs are run with it."""

    def __init__(self, binary: Path) -> None:
        self.binary = str(binary)
        self.env = {
            "PATH": os.environ.get("PATH", ""),
            "ASAN_OPTIONS": "exitcode=99",
            "UBSAN_OPTIONS": "halt_on_error=1:exitcode=99",
        }

    def run(self, path: Path, *options: str) -> Run:
        try:
            done = subprocess.run(
                [self.binary, "run", "-q", "--depth", "interp", "--stats", "json",
                 *options, str(path)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT,
                env=self.env,
                cwd=ROOT,
            )
        except subprocess.TimeoutExpired:
            return Run(-14, "", f"no end after {TIMEOUT:g} s")
        return Run(
            done.returncode,
            done.stdout.decode("utf-8", "backslashreplace"),
            done.stderr.decode("utf-8", "backslashreplace"),
        )


def fuel(run: Run) -> int:
    """Instructions of a run."""
    return stat(run, "instructions", -1)


def errors(run: Run) -> str:
    """stderr without the line of statistics."""
    lines = run.err.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith('{"compile'))


def points(limit: int, wanted: int) -> Iterable[int]:
    """Numbers from 1 to limit: dense at first, then evenly spread."""
    if limit <= wanted:
        return range(1, limit + 1)
    dense = wanted // 4
    step = (limit - dense) / max(1, wanted - dense)
    rest = {dense + round(step * (i + 1)) for i in range(wanted - dense)}
    return sorted({*range(1, dense + 1), *rest} - {0})


def last_trigger(triggers: Callable[[int], bool]) -> int:
    """The largest n for which it still triggers (it does for all smaller)."""
    low, high = 0, 1
    while high < LIMIT_N and triggers(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if triggers(middle):
            low = middle
        else:
            high = middle
    return low


# ---- modes ------------------------------------------------------------------


def same(base: Run, got: Run, *, plain_fuel: bool = False, slack: int = 0) -> str:
    if got.broken:
        return got.broken
    if (got.code, got.out, errors(got)) != (base.code, base.out, errors(base)):
        return f"differs: {first_difference(base, got)}"
    if plain_fuel and abs(fuel(got) - fuel(base)) > slack:
        return f"{fuel(got)} instructions, not {fuel(base)}"
    return ""


def first_difference(base: Run, got: Run) -> str:
    if got.code != base.code:
        return f"exit code {got.code}, not {base.code}: {errors(got)[-200:]}"
    for want, have in zip(base.out.splitlines(), got.out.splitlines()):
        if want != have:
            return f"{have[:200]!r}, not {want[:200]!r}"
    return f"length of output or stderr: {errors(got)[-200:]!r}"


def own_collections(base: Run) -> int:
    """What the program's own collections may have cost: see heap/gc.c."""
    units = stat(base, "peak_bytes", 0) // 16
    return collections(base) * (units // 8 + units // 256 + 1)


def judge_snap(base: Run, got: Run) -> str:
    return same(base, got, plain_fuel=True)


def judge_gc(base: Run, got: Run) -> str:
    return same(base, got, plain_fuel=True, slack=own_collections(base))


def judge_retry(base: Run, got: Run) -> str:
    """A table that grew before the failure need not grow again."""
    return same(base, got, plain_fuel=True, slack=16 + fuel(base) // 500)


def judge_gc_by_address(base: Run, got: Run) -> str:
    """Objects hashed by address collide differently: some steps more or less."""
    few = 4 + fuel(base) // 500
    return same(base, got, plain_fuel=True, slack=few + own_collections(base))


def shown_short(base: Run, got: Run) -> bool:
    """Is only the account of an uncaught error different, and is there one?"""
    same_end = (got.code, got.out) == (base.code, base.out)
    return same_end and base.code == 1 and errors(got).strip() != ""


def judge_alloc(base: Run, got: Run) -> str:
    """The same up to a MemoryError.

    A program may catch the error and print it, and what follows then differs;
    so only runs that end normally without any sign of one must be equal.  What
    fails while an uncaught error is shown leaves less of its account.
    """
    if got.broken:
        return got.broken
    if "MemoryError" in got.out + got.err or shown_short(base, got):
        return ""
    text = same(base, got)
    if text and got.code == 0 and got.out.startswith(base.out[: len(got.out) // 2]):
        return ""  # swallowed by an except clause of the program
    return text


def judge_output(base: Run, got: Run) -> str:
    """The same output; what the library keeps for speed does not travel."""
    if got.broken or (got.code, got.out) == (base.code, base.out):
        return got.broken
    return f"exit code {got.code}, output {got.out[-200:]!r}"


def judge_fuel(base: Run, got: Run) -> str:
    if got.broken:
        return got.broken
    if got.code == 137:
        if base.out.startswith(got.out):
            return ""
        return f"output is no prefix: {got.out[-200:]!r}"
    return same(base, got)


def stress(bench: Bench, path: Path, modes: set[str], wanted: int) -> list[Finding]:
    name = str(path.relative_to(ROOT))
    found: list[Finding] = []
    base = bench.run(path)
    if base.broken:
        return [Finding(name, "plain", "", base.broken)]

    def check(mode: str, judge: Callable[[Run, Run], str], *options: str,
              calm: Run = base) -> None:
        text = judge(calm, bench.run(path, *options))
        if text:
            found.append(Finding(name, mode, " ".join(options), text))

    by_address = "# torture: hashes by address" in path.read_text()
    by_address |= "tests/lang" in name
    prints_tracebacks = "# torture: prints tracebacks" in path.read_text()
    library = "tests/lib" in name
    if library:
        modes = modes & {"snap"}
    exact = judge_gc_by_address if by_address else judge_gc
    if "gc" in modes:
        check("gc", exact, "--torture-gc")
    if "snap" in modes:
        moves = SNAP_BYTES // max(1, stat(base, "peak_bytes", 1))
        most = SNAP_FEW if library else SNAP_MOVES
        step = max(1, fuel(base) // max(10, min(most, moves)))
        judge = judge_output if library else judge_snap
        check("snap", judge, f"--torture-snap={step}")
    if "retry" in modes or "alloc" in modes:
        plain = collections(base)
        # Collections that the program brings about cost nothing under stress.
        calm = bench.run(path, f"--torture-retry={NEVER}")
        count = last_trigger(
            lambda n: collections(bench.run(path, f"--torture-retry={n}")) > plain
        )
        for n in points(count, wanted):
            if "retry" in modes:
                check("retry", judge_retry, f"--torture-retry={n}", calm=calm)
            if "alloc" in modes and not prints_tracebacks:
                check("alloc", judge_alloc, f"--torture-alloc={n}")
    if "fuel" in modes:
        for n in points(max(1, fuel(base)), wanted):
            check("fuel", judge_fuel, f"--fuel={n}")
    return found


def stat(run: Run, name: str, missing: int) -> int:
    """A figure of the last line of stderr."""
    line = run.err.strip().splitlines()[-1:] or ["{}"]
    try:
        return int(json.loads(line[0])[name])
    except (ValueError, KeyError):
        return missing


def collections(run: Run) -> int:
    return stat(run, "collections", 1 << 30)  # it broke: look at it


# ---- report -------------------------------------------------------------------


def programs(sample: int, match: str) -> list[Path]:
    own = sorted((ROOT / "tests/torture/programs").glob("*.py"))
    lang = sorted((ROOT / "tests/lang").rglob("*.py"))
    lib = sorted((ROOT / "tests/lib").glob("*/*.py"))
    lib = [path for path in lib if path.parent.name != "standin"]
    chosen = own + (lang[::sample] + lib[::sample] if sample else [])
    return [p for p in chosen if match in str(p)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n\nSPDX")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--caisson", default=str(ROOT / "build-debug/caisson"))
    parser.add_argument("--points", type=int, default=1 << 20)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--modes", default="gc,snap,retry,alloc,fuel")
    parser.add_argument("-k", dest="match", default="")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=0, help="stop early")
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    bench = Bench(Path(args.caisson))
    modes = set(args.modes.split(","))
    end = time.monotonic() + args.seconds if args.seconds else float("inf")
    failed: list[Finding] = []
    passed = 0

    def one(path: Path) -> tuple[Path, list[Finding] | None]:
        if time.monotonic() > end:
            return path, None
        return path, stress(bench, path, modes, args.points)

    with ThreadPoolExecutor(args.jobs) as pool:
        for path, found in pool.map(one, programs(args.sample, args.match)):
            if found is None:
                continue
            passed += not found
            failed += found[:1]
            for mode in sorted({f.mode for f in found}):
                of_mode = [f for f in found if f.mode == mode]
                f = of_mode[0]
                print(f"FAILED {f.program} [{f.options}] x {len(of_mode)}")
                print(f"    {f.text.strip()}", flush=True)
    if args.json:
        Path(args.json).write_text(
            json.dumps([f.__dict__ for f in failed], indent=1) + "\n"
        )
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
