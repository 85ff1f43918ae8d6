#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""attacks.py - which tests make which attack, and which have a twin.

For the attacks on the control plane (L) and those that leave something behind
(M).  Tests carry the number in their name (``test_l05_...``, ``test_m01_m06_...``).
A twin is the same probe where nothing stops it: a call of ``twin(...)`` (see
tests/attacks/twins.py), or a test whose name or text speaks of one.

    python3 tools/gen/attacks.py            the table
    python3 tools/gen/attacks.py --check    fails when an attack has no test, or a
                                        test has no twin; those of the server do
                                        without where tests/attacks has one

Fuzzing (L15) has none: what a sanitizer would notice is not switched on here.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = ["tests/attacks/test_*.py", "tests/mcp/test_*.py"]

ATTACKS = {
    "L01": "reach our own server, guess its token, from a program or a web page",
    "L02": "act on what belongs to another client",
    "L03": "paths that leave the mounts",
    "L04": "frames and bodies that are too deep, too long, too slow",
    "L05": "arguments that become options or commands",
    "L06": "a model that asks for more than the policy has",
    "L07": "results, notifications, versions that confuse a client",
    "L08": "output that looks like our own",
    "L09": "a log that is flooded, forged, cut",
    "L10": "policies that are ambiguous, foreign, or widen",
    "L11": "errors that tell of the host",
    "L12": "helpers and temporary files of somebody else",
    "L13": "the same thing twice",
    "L14": "a client that is gone or half-way",
    "L15": "every parser, with any bytes",
    "M01": "something the host runs later",
    "M02": "caches that are shared with the host",
    "M03": "a program on the host's PATH",
    "M04": "our own configuration and state",
    "M05": "templates that serve the next session",
    "M06": "files that steer the next agent",
}


def tests() -> dict[str, list[tuple[str, bool]]]:
    """Attack -> tests that make it, each with whether it has a twin."""
    found: dict[str, list[tuple[str, bool]]] = {name: [] for name in ATTACKS}
    for pattern in FILES:
        for path in sorted(ROOT.glob(pattern)):
            text = path.read_text()
            for node in ast.parse(text).body:
                if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                    continue
                ids = re.findall(r"_([lm]\d\d)(?=_)", node.name)
                body = ast.get_source_segment(text, node) or ""
                has = re.search(r"\btwin\(|\btwin\b|CAISSON_WEAKEN|CAISSON_FAULT", body) is not None
                for name in ids:
                    if name.upper() in found:
                        found[name.upper()].append((f"{path.relative_to(ROOT)}:{node.name}", has))
    text = (ROOT / "meson.build").read_text()
    slices = re.search(r"foreach name, runs : \{(.*?)\}", text, re.S)
    for name in re.findall(r"'(\w+)': '\d+'", slices.group(1) if slices else ""):
        found["L15"].append((f"tests/fuzz/fuzz_{name}.c:slice_{name}", False))
    return found


def main() -> int:
    check = "--check" in sys.argv[1:]
    bad = 0
    for name, made in tests().items():
        elsewhere = any(t.startswith("tests/attacks/") for t, _ in made)
        lonely = [
            t for t, twin in made if not twin and (t.startswith("tests/attacks/") or not elsewhere) and name != "L15"
        ]
        if not check:
            print(f"{name}  {ATTACKS[name]}")
            for test, twin in made:
                print(f"     {'twin' if twin else '-   '}  {test}")
        if not made:
            print(f"{name}: no test")
        for test in lonely:
            print(f"{name}: {test} has no twin")
        bad += (not made) + len(lonely)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
