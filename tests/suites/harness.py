#!/usr/bin/env python3
"""harness.py - the code-mode suite of pydantic-ai-harness on two engines.

    tests/suites/harness.py --build build-debug

Release 0.36.0 is the last source distribution with tests. They run unmodified,
first with pydantic-monty and then with caisson.compat.monty in its place, in one
environment below BUILD/suites. Prints both counts and every test that only Monty
passes; the exit code is not zero below 99 % of what Monty passes. Needs PyPI.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from xml.etree import ElementTree

from table import keep

ROOT = Path(__file__).resolve().parent.parent.parent
VERSION = "0.36.0"
PACKAGES = [
    f"pydantic-ai-harness[code-mode]=={VERSION}",
    "pydantic-ai-slim[mcp]==2.44.0",
    "pydantic-monty==1.4.0",
    *("pytest", "pytest-timeout", "dirty-equals", "inline-snapshot", "anyio"),
    *("trio", "websockets", "logfire", "ty"),
]
SKIPPED = ("temporal", "dbos", "websocket")  # servers of their own
# Fixtures look for Monty's program, which only its WebSocket tests start.
PLUGIN = """
import sys, types
import caisson.compat.monty as m
m.install()
if "pydantic_monty._binary" not in sys.modules:
    binary = types.ModuleType("pydantic_monty._binary")
    binary.find_monty_binary = lambda: None
    sys.modules["pydantic_monty._binary"] = binary
"""
BAR = 0.99


def environment(folder: Path) -> Path:
    """Make the environment, once; give its interpreter."""
    stamp = folder / ".whole"
    if not stamp.exists() or stamp.read_text() != " ".join(PACKAGES):
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(folder / "bin/pip"), "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, *PACKAGES], check=True)
        stamp.write_text(" ".join(PACKAGES))
    return folder / "bin/python"


def suite(python: Path, folder: Path) -> Path:
    """The unpacked source; its package is moved away: the installed one is tested."""
    root = folder / f"pydantic_ai_harness-{VERSION}"
    if not root.exists():
        what = ["--no-deps", "--no-binary", ":all:", f"pydantic-ai-harness=={VERSION}"]
        pip = [str(python), "-m", "pip", "download", "-q", "-d", str(folder)]
        subprocess.run([*pip, *what], check=True)
        with tarfile.open(next(folder.glob("pydantic_ai_harness*.tar.gz"))) as packed:
            packed.extractall(folder, filter="data")
        shutil.rmtree(root / "pydantic_ai_harness")
    return root


def run(python: Path, root: Path, path: str, options: list[str]) -> dict[str, str]:
    """Outcome of every test by its name."""
    report = root / "report.xml"
    report.unlink(missing_ok=True)
    files = sorted((root / "tests/code_mode").glob("test_*.py"))
    files = [f for f in files if not any(word in f.name for word in SKIPPED)]
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["--timeout=120", f"--junitxml={report}", *options, *map(str, files)]
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
    if not report.exists():
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        bad = any(case.find(word) is not None for word in ("failure", "error"))
        skipped = case.find("skipped") is not None
        name = re.sub(r"^.*code_mode\.", "", case.get("classname", ""))
        outcome = "failed" if bad else "skipped" if skipped else "passed"
        found[f"{name}::{case.get('name')}"] = outcome
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build-debug")
    build = parser.parse_args().build.resolve()
    stage = [ROOT / "tools/build/stage_python.sh", build]
    subprocess.run(stage, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    folder = build / "suites" / "harness"
    python = environment(folder)
    root = suite(python, folder)
    (root / "caisson_as_monty.py").write_text(PLUGIN)
    theirs = run(python, root, str(root), [])
    path = f"{build / 'stage'}:{root}"
    ours = run(python, root, path, ["-p", "caisson_as_monty"])
    expected = {name for name, outcome in theirs.items() if outcome == "passed"}
    missed = sorted(n for n in expected if ours.get(n) != "passed")
    for name in missed:
        print(f"harness: only with Monty: {name}")
    good = len(expected) - len(missed)
    keep(build, "harness", f"pydantic-ai-harness=={VERSION}", good, len(expected))
    print(f"harness {VERSION}: Monty passes {len(expected)}, ours {good} of these")
    return 0 if expected and good >= BAR * len(expected) else 1


if __name__ == "__main__":
    sys.exit(main())
