#!/usr/bin/env python3
"""corpus.py - the test cases of Monty itself, on our engine.

  PYTHONPATH=BUILD/stage tests/python/monty/corpus.py [--write] [FOLDER]

Statement 53.  The cases come with the source distribution of pydantic-monty-runtime
on PyPI, so this needs a network once; with FOLDER the files there are taken.  They
are written against CPython 3.14 and Monty.  One that comes out otherwise is asked of
CPython 3.11, too: where we do what that one does the reason is "3.11"; every other
one needs a reason of its own in CORPUS.txt.  Anything that is not listed there, or
listed and good now, is an error.  --write makes the list anew and keeps reasons.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

HERE = Path(__file__).resolve().parent
INDEX = "https://pypi.org/simple/pydantic-monty-runtime/"
VERSION = "1.4.0"
LIST = HERE / "CORPUS.txt"
PYTHON = "/usr/bin/python3"
NOT_OURS = ("refcount__", "monty__")
"""Cases about the inside of another engine."""


def source(into: Path) -> Path:
    """The folder with the cases, unpacked."""
    page = urllib.request.urlopen(INDEX, timeout=60).read().decode()
    name = rf'href="([^"#]+runtime-{re.escape(VERSION)}\.tar\.gz)'
    link = urljoin(INDEX, re.search(name, page)[1])
    packed = into / "source.tar.gz"
    packed.write_bytes(urllib.request.urlopen(link, timeout=600).read())
    subprocess.run(["tar", "xzf", packed, "-C", into], check=True)
    return into / f"pydantic_monty_runtime-{VERSION}/crates/monty/test_cases"


def known() -> dict[str, str]:
    """Names of cases that come out otherwise, and why."""
    if not LIST.exists():
        return {}
    lines = [x for x in LIST.read_text().splitlines() if x and x[0] != "#"]
    return dict(line.split(" ", 1) for line in lines)


# -- the same with CPython, in a process of its own ----------------------------------

CPYTHON = r"""
import ast, asyncio, inspect, json, linecache, sys, traceback
code, name, kind = json.load(sys.stdin)
linecache.cache[name] = (len(code), None, code.splitlines(True), name)
tree = ast.parse(code, name)
last = None
if tree.body and isinstance(tree.body[-1], ast.Expr):
    last = ast.Expression(tree.body.pop().value)
space = {"__name__": "__main__", "__file__": name}
flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
async def whole():
    value = None
    for part, mode in ((tree, "exec"), (last, "eval")):
        if part is not None:
            value = eval(compile(part, name, mode, flags), space)
            if inspect.iscoroutine(value):
                value = await value
    return value
def told():
    try:
        value = asyncio.run(whole())
    except Exception as e:
        if kind == "traceback":
            te = traceback.TracebackException.from_exception(e)
            te.stack[:] = [f for f in te.stack if f.filename == name]
            return "traceback:\n" + "".join(te.format()).replace("^", "~").strip()
        if kind == "Raise":
            return f"raised {(type(e).__name__, str(e))}"
        return f"raised {type(e).__name__}: {e}".rstrip(": ")
    if kind == "Return.type":
        return f"gave a {type(value).__name__}"
    shown = repr(value) if kind == "Return" else str(value)
    return "" if kind == "ok" else f"gave {shown}"
out = told()
print("\n" + json.dumps(out))
"""


def cpython(case) -> str:
    """What CPython 3.11 does, in the words of casefile.run."""
    try:
        done = subprocess.run(
            [PYTHON, "-I", "-W", "ignore", "-c", CPYTHON],
            input=json.dumps([case.code, case.name, case.kind]),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        return json.loads(done.stdout.rpartition("\n\n")[2] or done.stdout)
    except (ValueError, subprocess.TimeoutExpired):
        return "no outcome"


def wrong(path: Path, pool, casefile) -> str | None:
    """None: as expected.  Else "3.11", or what happened."""
    case = casefile.read(path.read_text(), path.name)
    with tempfile.TemporaryDirectory() as folder:
        casefile.plant(Path(folder))
        try:
            got = casefile.run(case, pool, Path(folder))
        except Exception as e:
            got = f"the harness: {type(e).__name__}: {e}"
    if got is None or "monty" in case.values.get("xfail", ""):
        return None
    theirs = cpython(case)
    return "3.11" if theirs.strip() == got.replace("^", "~").strip() else got


def play(folder: Path) -> tuple[int, dict[str, str]]:
    """Run all cases: how many, and those that come out otherwise."""
    import casefile

    import caisson.compat.monty as m

    found: dict[str, str] = {}
    paths = [p for p in sorted(folder.glob("*.py")) if not p.name.startswith(NOT_OURS)]
    with m.Monty(isolation="inprocess") as pool:
        for path in paths:
            got = wrong(path, pool, casefile)
            if got is not None:
                here = " ".join(got.split())[:120]
                found[path.name] = got if got == "3.11" else f"here: {here}"
    return len(paths), found


def main() -> int:
    """Run, compare, tell."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    sys.path.insert(0, str(HERE))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(options.folder) if options.folder else source(Path(scratch))
        total, found = play(folder)
    listed = known()
    if options.write:
        kept = {n: listed.get(n, r) if r != "3.11" else r for n, r in found.items()}
        head = f"# Cases of Monty {VERSION} that come out otherwise: corpus.py.\n"
        LIST.write_text(head + "".join(f"{n} {r}\n" for n, r in kept.items()))
        listed = kept
    for name in sorted(set(found) - set(listed)):
        print(f"fails: {name} {found[name]}")
    for name in sorted(set(listed) - set(found)):
        print(f"passes now: {name}")
    same = sum(r == "3.11" for r in found.values())
    print(
        f"{total} cases: {total - len(found)} as Monty expects, {same} as CPython 3.11"
        f" instead, {len(found) - same} otherwise"
    )
    return 0 if set(found) == set(listed) else 1


if __name__ == "__main__":
    raise SystemExit(main())
