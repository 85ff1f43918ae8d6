#!/usr/bin/env python3
"""monty.py - the tests of pydantic-monty's own Python package, on ours.

    tests/suites/monty.py --build build-debug [--version 1.4.0] [--no-reference]
                          [--write docs/monty-suite.md]

Fetches the source distribution of pydantic-monty-client from PyPI (nothing of it is
kept in this repository), runs its tests file by file with the real package and with
caisson.compat.monty in its place, in one environment, and prints a table.  What the
real package does not pass here does not count.  The exit code is 1 if fewer than
--bar percent of the rest pass.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NAME = "pydantic-monty-client"
TESTS = "crates/monty-python/tests"
PACKAGES = (
    *("pytest", "pytest-timeout", "anyio", "inline-snapshot", "dirty-equals"),
    *("pytest-examples", "opentelemetry-sdk", "websockets", "typing_extensions"),
    "ty",
)
SHIM = """import sys
sys.modules.pop("pydantic_monty")
import caisson.compat.monty
caisson.compat.monty.install()
"""
OPTIONS = (
    *("-q", "-p", "no:asyncio", "-p", "no:cacheprovider", "-o", "anyio_mode=auto"),
    *("-W", "default", "--timeout", "60", "--inline-snapshot=disable", "-rA"),
    *("--tb=no", "--color=no"),
)
LINE = re.compile(r"^(PASSED|FAILED|ERROR) (\S+?::.*?)(?: - .*)?$", re.M)


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        data: bytes = answer.read()
    return data


def sources(folder: Path, version: str | None) -> tuple[str, Path]:
    """The version and the tests of it, unpacked in `folder`."""
    base = f"https://pypi.org/pypi/{NAME}/"
    about = json.loads(get(f"{base}{version}/json" if version else f"{base}json"))
    version = about["info"]["version"]
    (sdist,) = [u for u in about["urls"] if u["packagetype"] == "sdist"]
    top = folder / f"{NAME.replace('-', '_')}-{version}"
    if not (top / TESTS).is_dir():
        data = get(urljoin(base, sdist["url"]))
        if hashlib.sha256(data).hexdigest() != sdist["digests"]["sha256"]:
            raise SystemExit("the source distribution is not the one that PyPI lists")
        archive = folder / "sdist.tar.gz"
        archive.write_bytes(data)
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    return version, top / TESTS


def environment(folder: Path, version: str) -> Path:
    """An environment with the real package; its interpreter."""
    venv, stamp = folder / "venv", folder / "venv" / f".{version}"
    if not stamp.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        pip = [str(venv / "bin/pip"), "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, f"pydantic-monty=={version}", *PACKAGES], check=True)
        stamp.touch()
    return venv / "bin/python"


def run(python: Path, tests: Path, path: str) -> dict[str, dict[str, str]]:
    """Results by file and test."""
    env = {**os.environ, "PYTHONPATH": path}
    results: dict[str, dict[str, str]] = {}
    for file in sorted(tests.glob("test_*.py")):
        if file.name == "test_readme_examples.py":  # needs their repository
            continue
        command = [str(python), "-m", "pytest", *OPTIONS, file.name]
        try:
            done = subprocess.run(
                command, cwd=tests, env=env, text=True, capture_output=True, timeout=900
            )
            output = done.stdout
        except subprocess.TimeoutExpired as e:
            output = str(e.stdout or "")
        found: dict[str, str] = {}
        for verdict, test in LINE.findall(output):
            if found.get(test) != "PASSED" or verdict != "PASSED":
                found[test] = verdict
        results[file.stem] = found
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return results


def table(
    theirs: dict[str, dict[str, str]], ours: dict[str, dict[str, str]]
) -> tuple[str, int, int, list[str]]:
    rows = ["| file | Monty passes | of these here |", "|---|---|---|"]
    total = good = 0
    missed: list[str] = []
    for name, found in theirs.items():
        counts = [t for t, verdict in found.items() if verdict == "PASSED"]
        passed = [t for t in counts if ours.get(name, {}).get(t) == "PASSED"]
        missed += sorted(set(counts) - set(passed))
        total, good = total + len(counts), good + len(passed)
        rows.append(f"| {name} | {len(counts)} | {len(passed)} |")
    rows.append(f"| all | {total} | {good} ({good / max(total, 1):.1%}) |")
    return "\n".join(rows), total, good, missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build-debug")
    parser.add_argument("--version", help="default: the newest on PyPI")
    parser.add_argument("--bar", type=float, default=0.0, help="percent")
    parser.add_argument("--write", type=Path, help="also write the table here")
    args = parser.parse_args()
    build = args.build.resolve()
    subprocess.run([ROOT / "tools/build/stage_python.sh", build], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    folder = build / "suites" / "monty"
    shim = folder / "shim" / "pydantic_monty"
    shim.mkdir(parents=True, exist_ok=True)
    (shim / "__init__.py").write_text(SHIM)
    version, tests = sources(folder, args.version)
    python = environment(folder, version)
    theirs = run(python, tests, "")
    ours = run(python, tests, f"{shim.parent}:{build / 'stage'}")
    text, total, good, missed = table(theirs, ours)
    print(f"{NAME} {version}\n{text}\n\nmissed:", *missed, sep="\n")
    if args.write:
        args.write.write_text(page(version, text, missed))
    return 100 * good < args.bar * total


def page(version: str, text: str, missed: list[str]) -> str:
    names = "\n".join(f"- `{name}`" for name in missed)
    return (
        f"# Tests of pydantic-monty {version} on caisson.compat.monty\n\n"
        "Generated by `tests/suites/monty.py --write docs/monty-suite.md`. The tests\n"
        "come from the source distribution of pydantic-monty-client on PyPI; what the\n"
        "real package does not pass in the same environment does not count.\n\n"
        f"{text}\n\n"
        f"## Not passed\n\n{names}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
