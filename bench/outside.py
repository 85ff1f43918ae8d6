#!/usr/bin/env python3
"""outside.py - speed on programs that nobody here wrote.

Runs the benchmarks of the PyPI package pyperformance (downloaded on first use)
under CPython and Caisson in turns, each with the same text and clock, and
prints the speed-up of each and the geometric mean.  2.00 means that Caisson
takes half the time.

    bench/outside.py --caisson build/caisson [--only NAME,...] [--rounds 2]

Benchmarks that need packages with native code, sockets or other programs are
left out and listed.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUITE = "pyperformance==1.14.0"
PACKAGES = [
    "sympy", "networkx", "mako", "genshi", "html5lib", "docutils", "tomli",
    "sqlglot", "chameleon", "pyaes", "six", "webencodings", "mpmath",
    "markupsafe",
]  # fmt: skip
# name -> arguments; programs that only need the library or a pure package.
RUNS: dict[str, list[list[str]]] = {
    name: [[]]
    for name in (
        "argparse async_generators barnes_hut base64 bpe_tokeniser chaos "
        "comprehensions coroutines crypto_pyaes decimal_factorial decimal_pi "
        "deepcopy deltablue docutils fannkuch float gc_collect gc_traversal "
        "generators genshi go hexiom html5lib json_dumps json_loads mako mdp "
        "meteor_contest nbody networkx nqueens pathlib pidigits pprint pyflate "
        "raytrace regex_compile regex_dna regex_effbot regex_v8 richards "
        "richards_super scimark spectral_norm sqlglot_v2 sympy telco "
        "tomli_loads typing_runtime_protocols unpack_sequence xml_etree"
    ).split()
}
RUNS["async_tree"] = [["none"], ["memoization"]]
RUNS["logging"] = [[kind] for kind in ("format", "silent", "simple")]
RUNS["pickle"] = [["--pure-python", "pickle"], ["pickle"], ["unpickle"]]
RUNS["networkx"] = [["shortest_path"], ["connected_components"]]


def fetch(cache: Path) -> Path:
    """Download the suite and the packages once; give the benchmarks' folder."""
    suite, packages = cache / "suite", cache / "packages"
    pip = [sys.executable, "-m", "pip", "-q"]
    if not packages.is_dir():
        print("downloading the suite and its packages", file=sys.stderr)
        subprocess.run(
            [*pip, "download", "--no-deps", "--no-binary", ":all:",
             "-d", str(suite), SUITE], check=True)  # fmt: skip
        for archive in suite.glob("*.tar.gz"):
            with tarfile.open(archive) as tar:
                tar.extractall(suite)  # a pinned release from the index
        subprocess.run(
            [*pip, "install", "--no-compile", "--target", str(packages), *PACKAGES],
            check=True,
        )
    found = list(suite.glob("*/pyperformance/data-files/benchmarks"))
    if not found:
        sys.exit(f"no benchmarks below {suite}: remove it and try again")
    return found[0]


def results(text: str) -> dict[str, float]:
    return {
        name: float(seconds)
        for name, seconds in re.findall(r"^RESULT (\S+) (\S+)$", text, re.M)
    }


def run(command: list[str], env: dict[str, str], where: Path) -> tuple[dict[str, float], str]:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, env=env, cwd=where, timeout=300
        )
    except subprocess.TimeoutExpired:
        return {}, "no end after 300 s"
    lines = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
    return results(done.stdout), lines[-1]


def commands(args: argparse.Namespace, home: Path, words: list[str]) -> dict[str, list[str]]:
    packages = args.cache / "packages"
    caisson = [
        args.caisson, "run", "--no-audit", "--depth", "interp", "-m", "2g",
        "--fuel", "1000g", "-v", f"{home}:/b:ro", "-v", f"{packages}:/p:ro",
        "-v", f"{HERE / 'outside'}:/s:ro", "--path", "/s", "--path", "/p",
        "--path", "/b", "-w", "/b", "-e", f"OUTSIDE_BUDGET={args.budget}",
        "--tmpfs", "/tmp",
        str(home / "run_benchmark.py"), *words,
    ]  # fmt: skip
    return {
        "cpython": [args.python, str(home / "run_benchmark.py"), *words],
        "caisson": caisson,
    }


def compare(args: argparse.Namespace, home: Path, words: list[str]) -> tuple[list[dict], str]:
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{HERE / 'outside'}:{args.cache / 'packages'}",
        "OUTSIDE_BUDGET": str(args.budget),
        "HOME": os.environ.get("HOME", "/"),
    }
    best: dict[str, dict[str, float]] = {"cpython": {}, "caisson": {}}
    said = ""
    for _ in range(args.rounds):
        for engine, command in commands(args, home, words).items():
            got, last = run(command, env, home)
            if not got:
                said = f"{engine}: {last}"
            for name, seconds in got.items():
                best[engine][name] = min(seconds, best[engine].get(name, math.inf))
    rows = [
        {"name": name, "cpython": best["cpython"][name], "caisson": seconds,
         "ratio": best["cpython"][name] / seconds}
        for name, seconds in best["caisson"].items() if name in best["cpython"]
    ]  # fmt: skip
    return rows, said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--caisson", default="build/caisson")
    parser.add_argument("--python", default="python3.11")
    parser.add_argument("--cache", type=Path, default=Path("build/outside"))
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--budget", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    args.cache, args.caisson = args.cache.resolve(), str(Path(args.caisson).resolve())
    folder = fetch(args.cache)
    rows: list[dict] = []
    missed: list[str] = []
    for name, runs in sorted(RUNS.items()):
        if args.only and name not in args.only.split(","):
            continue
        for words in runs:
            got, said = compare(args, folder / f"bm_{name}", words)
            for row in got:
                print(f"{row['name']:32} {row['cpython'] * 1e3:10.3f} ms "
                      f"{row['caisson'] * 1e3:10.3f} ms  {row['ratio']:5.2f}",
                      flush=True)  # fmt: skip
            rows += got
            if not got:
                missed.append(f"{name} {' '.join(words)}: {said}")
    for line in missed:
        print("not run:", line)
    if rows:
        mean = math.exp(sum(math.log(r["ratio"]) for r in rows) / len(rows))
        slow = sum(r["ratio"] < 1 for r in rows)
        print(f"geometric mean {mean:.2f} over {len(rows)} rows, {slow} below 1.0")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
