#!/usr/bin/env python3
"""run.py - the suites that other projects wrote for sandboxes, on ours.

    tests/suites/run.py --build build-debug [--only workspace] [--newest]

Each suite runs in an environment of its own below BUILD/suites, with the pinned
version of its package, or with --newest whatever PyPI has today.  Prints a table;
the exit code is not zero if a test fails that is not named as known.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from table import keep

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUITES = {
    "workspace": (["pydantic-ai-slim==2.66.0", "anyio"], ["-p", "no:asyncio"]),
    "inspect": (["inspect-ai==0.3.285", "anyio"], ["-p", "no:asyncio"]),
    "deepagents": (
        ["deepagents==0.7.32", "langchain-tests==1.1.9", "pytest-asyncio"],
        ["-o", "asyncio_mode=auto"],
    ),
    "a2a": (
        ["a2a-pack==0.1.116", "pytest-asyncio"],
        ["-o", "asyncio_mode=auto"],
    ),
    "tools": (
        ["smolagents==1.26.0", "langchain-core==1.7.2", "llama-index-core==0.14.25"],
        [],
    ),
    "jupyter": (["jupyter-client==8.10.0", "ipykernel==7.4.0"], []),
    "crewai": (["crewai==1.15.30"], ["-k", "crewai"]),
    "openai": (
        ["openai-agents==0.24.0", "pytest-asyncio"],
        ["-o", "asyncio_mode=auto"],
    ),
}


FILES = {"crewai": "test_tools.py"}  # of suites whose tests lie elsewhere


def environment(build: Path, name: str, packages: list[str], newest: bool) -> Path:
    """Make the environment, once; give its interpreter."""
    venv = build / "suites" / (name + ("-newest" if newest else ""))
    wanted = [re.sub("==.*", "", p) if newest else p for p in packages] + ["pytest"]
    stamp = venv / ".whole"
    if not stamp.exists() or stamp.read_text() != " ".join(wanted):
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        pip = [str(venv / "bin/pip"), "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, *wanted], check=True)
        stamp.write_text(" ".join(wanted))
    return venv / "bin/python"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build-debug")
    parser.add_argument("--only", choices=SUITES)
    parser.add_argument("--newest", action="store_true")
    args = parser.parse_args()
    build = args.build.resolve()
    subprocess.run([ROOT / "tools/build/stage_python.sh", build], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    bad, rows = False, []
    for name, (packages, options) in SUITES.items():
        if args.only not in (None, name):
            continue
        python = environment(build, name, packages, args.newest)
        env = {**os.environ, "PYTHONPATH": str(build / "stage")}
        command = [
            python,
            "-m",
            "pytest",
            "-q",
            *options,
            HERE / FILES.get(name, f"test_{name}.py"),
        ]
        done = subprocess.run(command, env=env, text=True, capture_output=True)
        lines = done.stdout.strip().splitlines() or ["no output"]
        if done.returncode:
            bad = True
            print(done.stdout[-6000:], done.stderr[-2000:], file=sys.stderr)
        found = {w: int(n) for n, w in re.findall(r"(\d+) (\w+)", lines[-1])}
        bad_ones = found.get("failed", 0) + found.get("error", 0)
        keep(build, name, ", ".join(packages), found.get("passed", 0),
             found.get("passed", 0) + bad_ones)  # fmt: skip
        rows.append(f"{name:12} {', '.join(packages):70} {lines[-1]}")
    print("\n".join(rows))
    return bad


if __name__ == "__main__":
    sys.exit(main())
