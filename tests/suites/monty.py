#!/usr/bin/env python3
"""monty.py - the tests of pydantic-monty's own Python package, on ours.

    tests/suites/monty.py --build build-debug [--version 1.4.0] [--renew]
                          [--only test_types] [--write docs/monty-suite.md]

Fetches the source distribution of pydantic-monty-client from PyPI (nothing of it is
kept in this repository), runs its tests file by file with the real package and with
caisson.compat.monty in its place, in one environment, and prints a table.  What the
real package does not pass here does not count; its results are kept below BUILD
until --renew.  Each miss is printed with the reason that monty_misses.toml gives, or
with pytest's.  The exit code is 1 if fewer than --bar percent of the rest pass.

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
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import urljoin

import tomllib
from table import keep

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
LINE = re.compile(r"^(PASSED|FAILED|ERROR) (\S+?::.*?)(?: - (.*))?$", re.M)
Results = dict[str, dict[str, str]]  # by file and test: "PASSED" or pytest's reason


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        data: bytes = answer.read()
    return data


def sources(folder: Path, version: str | None) -> tuple[str, Path]:
    """The version and the tests of it, unpacked in `folder`."""
    base = f"https://pypi.org/pypi/{NAME}/"
    about = json.loads(get(f"{base}json"))
    version = version or str(about["info"]["version"])
    files = about["releases"].get(version, about["urls"])
    (sdist,) = [u for u in files if u["packagetype"] == "sdist"]
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


def run(python: Path, tests: Path, path: str, only: list[str]) -> Results:
    """Run the test files one by one: one that crashes spoils no other."""
    env = {**os.environ, "PYTHONPATH": path, "COLUMNS": "400"}
    results: Results = {}
    for file in sorted(tests.glob("test_*.py")):
        if file.stem == "test_readme_examples":  # needs their repository
            continue
        if only and file.stem not in only:
            continue
        command = [str(python), "-m", "pytest", *OPTIONS, file.name]
        try:
            done = subprocess.run(
                command, cwd=tests, env=env, text=True, capture_output=True, timeout=900
            )
            output = done.stdout
        except subprocess.TimeoutExpired as e:
            output = str(e.stdout or "")
        results[file.stem] = found = {}
        for verdict, test, reason in LINE.findall(output):
            if verdict != "PASSED" or test not in found:
                found[test] = verdict if verdict == "PASSED" else reason or verdict
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return results


def reference(python: Path, tests: Path, folder: Path, renew: bool) -> Results:
    """What the real package passes here: run once, then read from a file."""
    kept = folder / f"{tests.parents[2].name}.json"
    if renew or not kept.exists():
        kept.write_text(json.dumps(run(python, tests, "", []), indent=1))
    results: Results = json.loads(kept.read_text())
    return results


def table(theirs: Results, ours: Results) -> tuple[str, int, int, dict[str, str]]:
    rows = ["| file | Monty passes | of these here |", "|---|---|---|"]
    total = good = 0
    missed: dict[str, str] = {}
    for name in ours:
        counts = [t for t, verdict in theirs[name].items() if verdict == "PASSED"]
        passed = [t for t in counts if ours[name].get(t) == "PASSED"]
        missed.update({t: ours[name].get(t, "did not run") for t in counts})
        total, good = total + len(counts), good + len(passed)
        rows.append(f"| {name} | {len(counts)} | {len(passed)} |")
    rows.append(f"| all | {total} | {good} ({good / max(total, 1):.1%}) |")
    missed = {t: why for t, why in missed.items() if why != "PASSED"}
    return "\n".join(rows), total, good, missed


def reasons(missed: dict[str, str]) -> dict[str, str]:
    """The reason written down for a miss, or what pytest said."""
    known = tomllib.loads((HERE / "monty_misses.toml").read_text())["reason"]
    given = {}
    for test, said in missed.items():
        matches = (r["why"] for r in known if any(fnmatch(test, t) for t in r["tests"]))
        given[test] = next(matches, f"not explained: {said}")
    return given


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build-debug")
    parser.add_argument("--version", help="default: the newest on PyPI")
    parser.add_argument("--bar", type=float, default=0.0, help="percent")
    parser.add_argument("--only", action="append", default=[], help="a test file")
    parser.add_argument("--renew", action="store_true", help="run theirs again")
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
    theirs = reference(python, tests, folder, args.renew)
    ours = run(python, tests, f"{shim.parent}:{build / 'stage'}", args.only)
    text, total, good, missed = table(theirs, ours)
    why = reasons(missed)
    if not args.only:
        keep(build, "monty", f"{NAME}=={version}", good, total)
    print(f"{NAME} {version}\n{text}\n\nmissed:")
    print("\n".join(f"{test}\n    {why[test]}" for test in missed))
    if args.write:
        args.write.write_text(page(version, text, why))
    return 100 * good < args.bar * total


def page(version: str, text: str, why: dict[str, str]) -> str:
    by_reason: dict[str, list[str]] = {}
    for test, reason in why.items():
        reason = "Not explained" if reason.startswith("not explained") else reason
        by_reason.setdefault(reason, []).append(test)
    parts = []
    for reason, names in sorted(by_reason.items(), key=lambda pair: -len(pair[1])):
        listed = "\n".join(f"- `{name}`" for name in sorted(names))
        parts.append(f"{reason} ({len(names)}):\n\n{listed}\n")
    return (
        f"# Tests of pydantic-monty {version} on caisson.compat.monty\n\n"
        "Generated by `tests/suites/monty.py --write docs/monty-suite.md`. The tests\n"
        "come from the source distribution of pydantic-monty-client on PyPI; what the\n"
        "real package does not pass in the same environment does not count.\n\n"
        f"{text}\n\n"
        "## Not passed\n\n" + "\n".join(parts)
    )


if __name__ == "__main__":
    sys.exit(main())
