#!/usr/bin/env python3
"""run.py - properties over random inputs (docs/properties.md).

    tests/property/run.py [--build build-debug] [--cases 100000] [--seed N] [--only P01,P03]

Each property answers so many questions, then its control must find the defect
that it puts back.  What breaks is printed with the smallest case found, and with
the words that repeat it: --row.  Exit code 1: a property broke, or a control found
nothing.  Without --cases each runs its slice, as in CI.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def classes() -> list[type]:
    """The properties of every file here, by number."""
    from prop import Property

    found: list[type] = []
    for path in sorted(HERE.glob("p[0-9][0-9]_*.py")):
        module = importlib.import_module(path.stem)
        found += [
            c for c in vars(module).values()
            if isinstance(c, type) and issubclass(c, Property) and hasattr(c, "number") and c.__module__ == path.stem
        ]  # fmt: skip
    return sorted(found, key=lambda c: c.number)


def prepare(build: Path) -> None:
    """Find the package that was staged from the build; keep our state apart."""
    sys.path[:0] = [str(HERE), str(ROOT / "tests/cli"), str(build / "stage")]
    os.environ["CAISSON_BUILD"] = str(build)
    if "XDG_STATE_HOME" not in os.environ:
        os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="caisson-property-")


def main() -> int:
    parse = argparse.ArgumentParser(description="random cases for the properties of docs/properties.md")
    parse.add_argument("--build", type=Path, default=ROOT / "build-debug")
    parse.add_argument("--cases", type=int, help="questions of each property")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--only", default="")
    parse.add_argument("--row", help="one case, as a failure prints it")
    parse.add_argument("--defect", action="store_true", help="with --row: the control")
    parse.add_argument("--no-control", action="store_true")
    args = parse.parse_args()
    prepare(args.build.resolve())
    from choices import Choices
    from prop import Broken, Host, run

    bad = 0
    for kind in classes():
        if args.only and kind.number not in args.only.split(","):
            continue
        p = kind(Host(args.build.resolve()))
        try:
            if args.row is not None:
                case = p.draw(Choices(given=[int(n) for n in args.row.split(",")]))
                try:
                    print(f"{p.judge(case, args.defect)} questions\n{case}")
                except Broken as why:
                    print(f"{why}\n{case}")
                    bad = 1
                continue
            done = run(p, args.cases or kind.slice, args.seed)
            print(f"{p.number} {p.holds}: {done.questions} questions in {done.seconds:.0f} s", flush=True)
            if done.broken:
                print(done.broken)
                bad = 1
            if not args.no_control:
                found = run(p, 20 * kind.slice, args.seed, defect=True, small=False)
                after = f"found after {found.questions} questions, {found.seconds:.1f} s"
                print(f"    control, {p.defect}: {after if found.broken else 'NOT FOUND'}", flush=True)
                bad |= not found.broken
        finally:
            p.close()
    return bad


if __name__ == "__main__":
    sys.exit(main())
