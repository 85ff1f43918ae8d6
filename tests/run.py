#!/usr/bin/env python3
"""run.py - the one test driver behind `make test`.

Parts (each runs alone with --only PART, narrowed by -k TEXT):

  unit     cmocka tests, architecture checks and slices of the fuzzers, through
           meson
  lang     tests/lang/**/*.py, compared with CPython 3.11
  lib      tests/lib/MODULE/**/*.py, the same for library modules
  differs  tests/differs/**/*.py, expectations in the file
  cli      tests/cli: the command line, limits, the repl, with pytest
  attacks  tests/attacks/test_*.py: what hostile programs try
  property tests/property: random cases of statements about every input, a slice
  asan     unit, lang and lib again in the sanitizer build
  torture  tests/torture/run.py, a slice of it in a plain run
  original tools/check/check_original.py: no text of CPython's library in ours
  python   tests/python: the Python package, with pytest
  mcp      tests/mcp: the MCP server with the official clients, with pytest
  images   tests/images: OCI images, hostile archives, registries, with pytest
  sandbox  tests/sandbox: named sandboxes, as root and as a user, with pytest

A program passes when stdout and the exit code equal the expectation.  When the
reference ends with an uncaught exception, stderr must be equal too.  In
differs a file states its expected stdout itself, line by line, behind `#> ` (for
what CPython 3.11 does otherwise).  A file NAME.out beside
NAME.py is the expected stdout of a program in newer syntax (exit code 0).

Directives, in the first five lines:

  # caisson: skip-stderr       do not compare the traceback
  # caisson: options OPTION..  run with these, for programs that need files
  # caisson: exit N            expected exit code of a file with `#>` lines

KNOWN.txt in tests/lang and tests/lib lists known failures, "path reason" per
line: counted as skipped, and an error once they pass.  --write-known makes both
files anew from what fails now, with the first differing line as the reason.

A test of a part in STEADIED that fails is run once more, alone: on a loaded
machine a jail can miss a deadline.  If it passes then, it counts as passed and
is named on a line UNSTEADY, with what it said first.  --once turns this off.

The last line is "N passed, N failed" or "N passed, N failed, N skipped".

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
import unittest
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
PLAIN_PARTS = (
    "unit",
    "lang",
    "lib",
    "differs",
    "cli",
    "attacks",
    "property",
    "asan",
    "torture",
    "original",
    "python",
    "mcp",
    "images",
    "sandbox",
)
ALL_PARTS = PLAIN_PARTS
DIFF_LINES = 15
FULL_REPORTS = 25  # further failures of a part are one line each
TIMEOUT = 60.0  # of one program, on a machine that others use, too
# Attacks that judge probes with deadlines, which a sanitizer's build misses now
# and then, or that take it minutes; the plain build runs them.
TIMED = {"test_report", "test_redteam"}
# Parts that start processes with deadlines, and how many failures of one part
# are tried again: more of them are not the machine's doing.
STEADIED = {"unit", "cli", "attacks", "property", "asan", "python", "mcp", "images", "sandbox"}
SECOND_TRIES = 10


@dataclass(frozen=True)
class Result:
    part: str
    name: str
    status: str  # passed, failed or skipped
    detail: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a program did, as far as tests compare it."""

    code: int
    stdout: str
    stderr: str


@dataclass
class Context:
    build: Path
    asan: Path
    jobs: int
    match: str
    python: str | None
    known: dict[str, str] = field(default_factory=dict)
    whole_torture: bool = False

    def selects(self, name: str) -> bool:
        return self.match in name


# ---- running programs ----------------------------------------------------


def run(command: list[str], name: str, timeout: float) -> Outcome:
    """Run a program on an empty stdin; its own path reads as `name`."""
    env = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "ASAN_OPTIONS": "exitcode=99",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1:exitcode=99",
    }
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            env=env,
            cwd=ROOT,
        )
    except subprocess.TimeoutExpired:
        return Outcome(-1, "", f"no end after {timeout:g} s\n")

    def text(data: bytes) -> str:
        shown = data.decode("utf-8", "backslashreplace")
        return shown.replace(str(ROOT / name), name)

    return Outcome(done.returncode, text(done.stdout), text(done.stderr))


def reference(ctx: Context, path: Path) -> Outcome | None:
    """What CPython 3.11 does with the file; cached by content."""
    if ctx.python is None:
        return None
    name = str(path.relative_to(ROOT))
    digest = hashlib.sha256()
    for part in (ctx.python.encode(), name.encode(), path.read_bytes()):
        digest.update(part + b"\0")
    cached = ctx.build / ".reference" / digest.hexdigest()
    if cached.exists():
        return Outcome(**json.loads(cached.read_text()))
    command = [ctx.python, "-I", "-B", str(path)]
    outcome = run(command, name, TIMEOUT)
    cached.parent.mkdir(parents=True, exist_ok=True)
    scratch = cached.with_suffix(f".{os.getpid()}.{id(outcome)}")
    scratch.write_text(json.dumps(outcome.__dict__))
    scratch.replace(cached)
    return outcome


# ---- one program file ----------------------------------------------------


def stated(source: str) -> Outcome | None:
    """The expectation written into the file, if there is one."""
    lines = re.findall(r"^[ \t]*#>(?: (.*)|)$", source, re.MULTILINE)
    if not lines:
        return None
    code = re.search(r"^# caisson: exit (\d+)$", head(source), re.MULTILINE)
    return Outcome(int(code[1]) if code else 0, "\n".join(lines) + "\n", "")


def beside(path: Path) -> Outcome | None:
    """The expectation in the .out file next to the program, if any."""
    out = path.with_suffix(".out")
    if not out.exists():
        return None
    return Outcome(0, out.read_text(encoding="utf-8"), "")


def head(source: str) -> str:
    return "\n".join(source.splitlines()[:5])


def difference(want: str, got: str, label: str) -> str:
    lines = list(
        difflib.unified_diff(
            want.splitlines(),
            got.splitlines(),
            f"{label} expected",
            f"{label} caisson",
            lineterm="",
            n=1,
        )
    )
    if len(lines) > DIFF_LINES:
        more = len(lines) - DIFF_LINES
        lines = [*lines[:DIFF_LINES], f"... {more} more lines"]
    return "\n".join(lines)


def compare(want: Outcome, got: Outcome, *, with_stderr: bool) -> str:
    """An empty string when equal, otherwise what to show."""
    found = []
    if got.stdout != want.stdout:
        found.append(difference(want.stdout, got.stdout, "stdout"))
    stderr_shown = False
    if with_stderr and want.code != 0 and got.stderr != want.stderr:
        found.append(difference(want.stderr, got.stderr, "stderr"))
        stderr_shown = True
    if got.code != want.code:
        found.append(f"exit code {got.code}, expected {want.code}")
        if not stderr_shown and got.stderr:
            found.append("\n".join(got.stderr.splitlines()[-DIFF_LINES:]))
    return "\n".join(found)


def run_file(
    ctx: Context, part: str, path: Path, binary: Path, options: list[str]
) -> Result:
    name = str(path.relative_to(ROOT))
    source = path.read_text(encoding="utf-8", errors="replace")
    own = stated(source) if part == "differs" else beside(path)
    want = own or reference(ctx, path)
    if want is None:
        return Result(part, name, "skipped", "no CPython 3.11 to compare with")
    if part == "differs" and own is None:
        return Result(part, name, "failed", "no `#> ` lines in the file")
    slow = 6.0 if part in ("asan", "torture") else 1.0
    # What the engine lacks must fail here, and not run in a CPython.
    place = ("--depth", "interp")
    command = [str(binary), "run", *place, *options, *wanted(source), str(path)]
    got = run(command, name, TIMEOUT * slow)
    with_stderr = own is None and "# caisson: skip-stderr" not in head(source)
    detail = compare(want, got, with_stderr=with_stderr)
    return judge(ctx, part, name, detail)


def wanted(source: str) -> list[str]:
    """Options of `caisson run` that a program asks for."""
    found = re.search(r"^# caisson: options (.+)$", head(source), re.MULTILINE)
    return found[1].split() if found else []


def judge(ctx: Context, part: str, name: str, detail: str) -> Result:
    """Apply the list of known failures."""
    reason = ctx.known.get(name)
    if reason is None:
        return Result(part, name, "failed" if detail else "passed", detail)
    if detail:
        return Result(part, name, "skipped", f"known: {reason}")
    if part == "asan":
        return Result(part, name, "passed")
    return Result(part, name, "failed", "passes now: remove it from KNOWN.txt")


def read_known(path: Path) -> dict[str, str]:
    known = {}
    if path.exists():
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                name, _, reason = line.strip().partition(" ")
                known[name] = reason.strip() or "no reason given"
    return known


# ---- parts ---------------------------------------------------------------


def is_test(path: Path) -> bool:
    """tests/lib also holds its own driver and stand-in modules."""
    part = path.relative_to(ROOT / "tests").parts
    return part[0] != "lib" or (len(part) > 2 and part[1] != "standin")


def run_tree(
    ctx: Context,
    part: str,
    folder: str,
    binary: Path,
    options: Iterable[str] = (),
) -> list[Result]:
    files = sorted(
        p
        for p in (ROOT / "tests" / folder).rglob("*.py")
        if ctx.selects(str(p.relative_to(ROOT))) and is_test(p)
    )
    if not files:
        return []
    if not binary.exists():
        status = "failed" if (ROOT / "src" / "cli").exists() else "skipped"
        return [Result(part, folder, status, f"no {binary}")]
    with ThreadPoolExecutor(ctx.jobs) as pool:
        return list(
            pool.map(
                lambda p: run_file(ctx, part, p, binary, list(options)), files
            )
        )


def run_meson(
    ctx: Context, part: str, build: Path, prefixes: tuple[str, ...]
) -> list[Result]:
    """Run meson's tests and count the cmocka tests inside each program."""
    if not (build / "build.ninja").exists():
        return [Result(part, "meson", "failed", f"{build} is not configured")]
    env = dict(
        os.environ,
        CMOCKA_MESSAGE_OUTPUT="TAP",
        UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1",
    )
    listing = subprocess.run(
        ["meson", "test", "-C", str(build), "--list"],
        capture_output=True,
        text=True,
        env=env,
    ).stdout
    names = [
        name
        for line in listing.splitlines()
        if (name := line.rpartition(" / ")[2].strip()).startswith(prefixes)
        and ctx.selects(name)
    ]
    if not names:
        return []
    log = build / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    done = subprocess.run(
        ["meson", "test", "-C", str(build), "--num-processes", str(ctx.jobs)]
        + names,
        capture_output=True,
        text=True,
        env=env,
        stdin=subprocess.DEVNULL,
    )
    if not log.exists():
        return [Result(part, "meson", "failed", done.stdout + done.stderr)]
    results = []
    for line in log.read_text().splitlines():
        results += read_meson(part, json.loads(line))
    return results


def read_meson(part: str, entry: dict[str, str]) -> list[Result]:
    name = entry["name"].rpartition(" / ")[2]
    output = entry.get("stdout") or ""
    errors = entry.get("stderr") or ""
    cases = re.findall(r"^(ok|not ok) \d+ - (\S+)(.*)$", output, re.MULTILINE)
    results = []
    for word, case, rest in cases:
        if "# SKIP" in rest:
            status = "skipped"
        else:
            status = "passed" if word == "ok" else "failed"
        # Without detail on a failure nobody can mend it.
        detail = tail(output + errors) if status == "failed" else ""
        results.append(Result(part, f"{name}: {case}", status, detail))
    if entry["result"] == "SKIP":
        results.append(Result(part, name, "skipped", tail(output)))
    elif entry["result"] != "OK" and not any(
        r.status == "failed" for r in results
    ):
        text = f"{entry['result']}\n{tail(output + errors)}"
        results.append(Result(part, name, "failed", text))
    elif not cases:
        results.append(Result(part, name, "passed"))
    return results


def tail(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-DIFF_LINES:])


def run_attacks(ctx: Context, part: str, binary: Path) -> list[Result]:
    """Call every test function of tests/attacks with the binary."""
    folder = ROOT / "tests" / "attacks"
    if not binary.exists():
        return [Result(part, "attacks", "failed", f"no {binary}")]
    sys.path[:0] = [str(folder), str(ROOT / "tests" / "cli")]
    tool = importlib.import_module("tool")
    jobs: list[tuple[str, Callable[[object], None]]] = []
    for path in sorted(folder.glob("test_*.py")):
        if part == "asan" and path.stem in TIMED:
            continue
        module = importlib.import_module(path.stem)
        for key, test in vars(module).items():
            name = f"{path.relative_to(ROOT)}: {key}"
            if key.startswith("test_") and ctx.selects(name):
                jobs.append((name, test))

    def call(job: tuple[str, Callable[[object], None]]) -> Result:
        name, test = job
        try:
            test(tool.Caisson(binary))
        except unittest.SkipTest as why:
            return Result(part, name.replace(" ", ""), "skipped", str(why))
        except Exception:
            detail = traceback.format_exc(limit=-2)
            return judge(ctx, part, name.replace(" ", ""), detail)
        return judge(ctx, part, name.replace(" ", ""), "")

    with ThreadPoolExecutor(ctx.jobs) as pool:
        return list(pool.map(call, jobs))


def run_asan(ctx: Context) -> list[Result]:
    if not (ctx.asan / "build.ninja").exists():
        return [Result("asan", "build", "skipped", f"no {ctx.asan}")]
    results = run_meson(ctx, "asan", ctx.asan, ("test_", "slice_"))
    for folder in ("lang", "lib"):
        results += run_tree(ctx, "asan", folder, ctx.asan / "caisson")
    return results + run_attacks(ctx, "asan", ctx.asan / "caisson")


def run_lang(ctx: Context) -> list[Result]:
    results = run_tree(ctx, "lang", "lang", ctx.build / "caisson")
    gone = [n for n in ctx.known if ctx.selects(n) and not (ROOT / n).exists()]
    text = "in KNOWN.txt, but there is no such file"
    return results + [Result("lang", n, "failed", text) for n in gone]


def run_torture(ctx: Context) -> list[Result]:
    """All of it with --only torture, else a slice of about a minute."""
    whole = ctx.whole_torture
    command = [sys.executable, str(ROOT / "tests/torture/run.py")]
    command += ["--caisson", str(ctx.build / "caisson"), "-k", ctx.match]
    command += ["-j", str(ctx.jobs), "--json", str(ctx.build / "torture.json")]
    if whole:
        command += ["--sample", "5", "--points", "24"]
    else:
        command += ["--points", "16", "--seconds", "60"]
    done = subprocess.run(command, capture_output=True, text=True)
    last = re.search(r"(\d+) passed, (\d+) failed\s*$", done.stdout)
    if not last:
        return [Result("torture", "run.py", "failed", done.stdout + done.stderr)]
    found = json.loads((ctx.build / "torture.json").read_text())
    results = [
        Result("torture", f"program {i + 1}", "passed")
        for i in range(int(last[1]))
    ]
    for f in found:
        name = f"{f['program']} [{f['options']}]"
        results.append(Result("torture", name, "failed", f["text"]))
    return results + (every_allocation(ctx) if whole else [])


def every_allocation(ctx: Context) -> list[Result]:
    """Failing allocations: each of the torture programs, many of the others."""
    binary = ctx.build / "torture_alloc"
    own = sorted((ROOT / "tests/torture/programs").glob("*.py"))
    lang = sorted((ROOT / "tests/lang").rglob("*.py"))
    jobs = [(p, "1") for p in own] + [(p, "11") for p in lang]
    jobs = [(p, step) for p, step in jobs if ctx.selects(str(p))]

    def one(job: tuple[Path, str]) -> Result:
        path, step = job
        name = f"allocations of {path.relative_to(ROOT)}"
        got = run([str(binary), step, str(path)], str(path), 300)
        bad = got.code != 0
        return Result("torture", name, "failed" if bad else "passed", got.stderr)

    with ThreadPoolExecutor(ctx.jobs) as pool:
        return list(pool.map(one, jobs))


def run_original(ctx: Context) -> list[Result]:
    """One test: our prelude is nobody else's text."""
    name = "tools/check/check_original.py"
    if not ctx.selects(name):
        return []
    command = [ctx.python or sys.executable, "-I", str(ROOT / name)]
    done = subprocess.run(command, capture_output=True, text=True)
    status = {0: "passed", 77: "skipped"}.get(done.returncode, "failed")
    detail = "" if status == "passed" else done.stdout + done.stderr
    return [Result("original", name, status, detail)]


def reason_of(detail: str) -> str:
    """The first line that differs, for KNOWN.txt."""
    for line in detail.splitlines():
        if line.startswith("+") and not line.startswith("+++"):
            return f"prints {line[1:].strip()[:90]!r}"
        if line.startswith("-") and not line.startswith("---"):
            missing = line[1:].strip()[:90]
    if "missing" in locals():
        return f"lacks {missing!r}"
    return " ".join(detail.split())[:90] or "fails"


def write_known(ctx: Context) -> None:
    """Make both KNOWN.txt from the current failures."""
    ctx.known.clear()
    for folder in ("lang", "lib"):
        found = run_tree(ctx, folder, folder, ctx.build / "caisson")
        failed = [r for r in found if r.status == "failed"]
        path = ROOT / "tests" / folder / "KNOWN.txt"
        lines = [f"{r.name} {reason_of(r.detail)}\n" for r in failed]
        head = "# Known failures: path, reason. Made by tests/run.py --write-known\n"
        if lines:
            path.write_text(head + "".join(lines))
        else:
            path.unlink(missing_ok=True)
        print(f"{len(failed)} of {len(found)} in {path.relative_to(ROOT)}")


def has_module(python: str, name: str) -> bool:
    """Can this interpreter import it?"""
    command = [python, "-c", f"import {name}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def pytest_python() -> str | None:
    """An interpreter that has pytest."""
    for python in (sys.executable, "/usr/bin/python3"):
        if has_module(python, "pytest"):
            return python
    return None


def run_python(ctx: Context) -> list[Result]:
    """One result per test function, from pytest's own report."""
    python = pytest_python()
    if not (ctx.build / "_native.abi3.so").exists():
        return [Result("python", "tests/python", "failed", "no extension built")]
    if python is None:
        return [Result("python", "tests/python", "failed", "pytest is missing")]
    subprocess.run(
        [ROOT / "tools/build/stage_python.sh", ctx.build], check=True, capture_output=True
    )
    return run_pytest(ctx, "python", python)


def run_pytest(ctx: Context, part: str, python: str) -> list[Result]:
    """Run tests/PART with the packages of PyPI that tests want."""
    python = venv_python(ctx, python)
    report = ctx.build / f"{part}-tests.xml"
    report.unlink(missing_ok=True)
    command = [python, "-m", "pytest", "-q", "--junit-xml", str(report)]
    command += ["-p", "no:cacheprovider", str(ROOT / "tests" / part)]
    if ctx.match:
        command += ["-k", ctx.match]
    if part in ("cli", "mcp", "images") and has_module(python, "xdist"):
        command += ["-n", str(2 * ctx.jobs)]  # they mostly wait
    if part == "python" and not ctx.match and has_module(python, "xdist"):
        command += ["-n", str(ctx.jobs), "--dist", "loadfile"]
    env = dict(os.environ, PYTHONPATH=str((ctx.build / "stage").resolve()))
    env["CAISSON_BUILD"] = str(ctx.build.resolve())
    env["CAISSON"] = str((ctx.build / "caisson").resolve())
    done = subprocess.run(
        command, env=env, cwd=ctx.build, capture_output=True, text=True, check=False
    )
    if not report.exists():
        return [Result(part, f"tests/{part}", "failed", done.stdout[-2000:])]
    return read_junit(report, part)


def run_with_pytest(ctx: Context, part: str) -> list[Result]:
    """The binary of the build."""
    python = pytest_python()
    if not (ctx.build / "caisson").exists():
        return [Result(part, f"tests/{part}", "failed", f"no {ctx.build}/caisson")]
    if python is None:
        return [Result(part, f"tests/{part}", "failed", "pytest is missing")]
    if (ctx.build / "_native.abi3.so").exists():
        stage = [ROOT / "tools/build/stage_python.sh", ctx.build]
        subprocess.run(stage, check=True, capture_output=True)
    return run_pytest(ctx, part, python)


def venv_python(ctx: Context, python: str) -> str:
    """An interpreter with the packages of PyPI that tests want, or the same."""
    command = [str(ROOT / "tools/ops/venv.sh"), str(ctx.build.resolve()), python]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode == 0:
        return made.stdout.strip()
    print(f"no packages from PyPI: {made.stderr.strip()[-300:]}", file=sys.stderr)
    return python


def read_junit(report: Path, part: str) -> list[Result]:
    """Results of a JUnit file."""
    results = []
    for case in ElementTree.parse(report).iter("testcase"):
        bad = next((c for c in case if c.tag in ("failure", "error")), None)
        skipped = any(c.tag == "skipped" for c in case)
        status = "failed" if bad is not None else "skipped" if skipped else "passed"
        detail = (bad.text or "") if bad is not None else ""
        name = f"{case.get('classname')}::{case.get('name')}"
        results.append(Result(part, name, status, detail))
    return results


PARTS: dict[str, Callable[[Context], list[Result]]] = {
    "unit": lambda c: run_meson(c, "unit", c.build, ("test_", "check_", "slice_")),
    "lang": run_lang,
    "lib": lambda c: run_tree(c, "lib", "lib", c.build / "caisson"),
    "differs": lambda c: run_tree(c, "differs", "differs", c.build / "caisson"),
    "cli": lambda c: run_with_pytest(c, "cli"),
    "attacks": lambda c: run_attacks(c, "attacks", c.build / "caisson"),
    "property": lambda c: run_with_pytest(c, "property"),
    "asan": run_asan,
    "torture": run_torture,
    "original": run_original,
    "python": run_python,
    "mcp": lambda c: run_with_pytest(c, "mcp"),
    "images": lambda c: run_with_pytest(c, "images"),
    "sandbox": lambda c: run_with_pytest(c, "sandbox"),
}


# ---- second tries --------------------------------------------------------


def word_of(name: str) -> str:
    """What -k selects a test by, from the name in its result."""
    if "::" in name:  # pytest: module::function[parameters]
        return name.rpartition("::")[2].partition("[")[0]
    if name.startswith("tests/attacks/"):  # file:function
        return name.rpartition(":")[2]
    return name.partition(": ")[0]  # a program of meson: its case, or a file


def try_alone(ctx: Context, first: Result) -> Result:
    """The result of a second run, if that passes; otherwise the first."""
    alone = replace(ctx, match=word_of(first.name), jobs=1)
    second = [r for r in PARTS[first.part](alone) if r.name == first.name]
    if not second or any(r.status != "passed" for r in second):
        return first
    print(f"UNSTEADY {first.part} {first.name}: failed, then passed alone")
    for line in first.detail.splitlines()[-DIFF_LINES:]:
        print(f"    {line}")
    return second[0]


def steady(ctx: Context, part: str, results: list[Result]) -> list[Result]:
    """The results, with failures that a run alone does not show taken back."""
    failed = count(results, "failed")
    if part not in STEADIED or failed > SECOND_TRIES:
        return results
    return [try_alone(ctx, r) if r.status == "failed" else r for r in results]


# ---- report --------------------------------------------------------------


def count(results: list[Result], status: str) -> int:
    return sum(r.status == status for r in results)


def summary(results: list[Result]) -> str:
    line = f"{count(results, 'passed')} passed, {count(results, 'failed')} failed"
    skipped = count(results, "skipped")
    return f"{line}, {skipped} skipped" if skipped else line


def report(results: list[Result], *, verbose: bool) -> None:
    shown = 0
    for r in results:
        if r.status == "failed":
            shown += 1
            print(f"FAILED {r.part} {r.name}")
            if verbose or shown <= FULL_REPORTS:
                for line in r.detail.splitlines():
                    print(f"    {line}")
        elif verbose:
            print(f"{r.status} {r.part} {r.name} {r.detail.strip()}".rstrip())


def find_python() -> str | None:
    done = subprocess.run(
        [str(ROOT / "tools" / "ops" / "reference_python.sh")],
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or None


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n\nSPDX")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--build", default="build-debug", help="build folder")
    parser.add_argument("--asan", default="build-asan", help="sanitizer build")
    parser.add_argument("--only", action="append", choices=ALL_PARTS)
    parser.add_argument("-k", dest="match", default="", help="part of a name")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    parser.add_argument("-v", dest="verbose", action="store_true")
    parser.add_argument("--json", metavar="FILE", help="write the results")
    parser.add_argument("--once", action="store_true", help="no second tries")
    parser.add_argument("--write-known", action="store_true")
    return parser.parse_args()


def check_audit(ctx: Context, state: Path) -> list[Result]:
    """Whatever the tests did, the log that they share must be whole."""
    log = state / "caisson" / "audit.jsonl"
    if not log.exists() or not (ctx.build / "caisson").exists():
        return []
    done = subprocess.run(
        [ctx.build / "caisson", "audit", "verify", log],
        capture_output=True,
        text=True,
    )
    status = "failed" if done.returncode else "passed"
    return [Result("audit", "of all tests", status, done.stdout + done.stderr)]


def main() -> int:
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        return run_all(parse_arguments(), Path(state))


def run_all(args: argparse.Namespace, state: Path) -> int:
    ctx = Context(
        build=(ROOT / args.build),
        asan=(ROOT / args.asan),
        jobs=args.jobs or 1,
        match=args.match,
        python=find_python(),
        known={
            **read_known(ROOT / "tests" / "lang" / "KNOWN.txt"),
            **read_known(ROOT / "tests" / "lib" / "KNOWN.txt"),
        },
        whole_torture=args.only == ["torture"],
    )
    if args.write_known:
        write_known(ctx)
        return 0
    results: list[Result] = []
    for part in args.only or PLAIN_PARTS:
        start = time.monotonic()
        found = PARTS[part](ctx)
        if not args.once:
            found = steady(ctx, part, found)
        report(found, verbose=args.verbose)
        seconds = time.monotonic() - start
        print(f"{part + ':':<10}{summary(found)}  ({seconds:.1f} s)", flush=True)
        results += found
    audit = check_audit(ctx, state)
    report(audit, verbose=args.verbose)
    results += audit
    if args.json:
        Path(args.json).write_text(
            json.dumps([r.__dict__ for r in results], indent=1) + "\n"
        )
    print(summary(results))
    # Nothing run at all is no success.
    return 1 if count(results, "failed") or not count(results, "passed") else 0


if __name__ == "__main__":
    sys.exit(main())
