#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""statements.py - which test holds which statement of the acceptance lists.

Those for policies by their number, those for the command line and the MCP
server as CLI-1, MCP-1 and so on.

Tests carry the number of their statement in their name (``test_22_...``,
``test_policy_13_...``, in C as well); the table below has those that are named
otherwise.  Fails when a statement has no test, or when a test that is named
here does not exist.

    python3 tools/check/statements.py            the table
    python3 tools/check/statements.py --check    only what is missing
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAST = 54

# Files whose numbers are those of the policy's list.
NUMBERED = [
    "tests/unit/test_policy_*.c",
    "tests/unit/test_report.c",
    "tests/cli/test_policy.py",
    "tests/cli/test_check.py",
    "tests/python/test_policy.py",
    "tests/python/test_depth.py",
    "tests/python/tiers/test_*.py",
    "tests/attacks/test_report.py",
    "tests/attacks/test_live.py",
    "tests/attacks/test_hosts.py",
    "tests/attacks/test_artifacts.py",
]

OTHERS = {
    19: ["tests/unit/test_report.c:memory_without_groups_depends_on_spawn"],
    36: ["tests/cli/test_audit.py:test_tampering_is_found_with_its_number",
         "tests/unit/test_audit.c:every_flipped_byte_is_found",
         "tests/unit/test_audit.c:removing_or_swapping_any_line_is_found"],
    37: ["tests/unit/test_audit.c:an_expected_head_finds_a_cut_without_checkpoints"],
    38: ["tests/unit/test_audit.c:hostile_texts_stay_one_escaped_line",
         "tests/cli/test_audit.py:test_l09_names_cannot_forge_lines"],
    39: ["tests/cli/test_audit.py:test_a_full_disk_ends_runs_and_leaves_a_good_log",
         "tests/unit/test_audit.c:a_full_disk_leaves_a_good_log"],
    40: ["tests/cli/test_audit.py:test_a_flood_is_folded_and_counted"],
    41: ["tests/cli/test_audit.py:test_secrets_never_reach_the_log",
         "tests/unit/test_audit.c:secrets_are_named_not_told"],
    53: ["tests/fuzz/fuzz_policy.c:LLVMFuzzerTestOneInput"],
}  # fmt: skip

# What a statement says about depth image, or about a proxy, cannot be tried here.
PARTLY = {
    21: "control groups of version 2 and Landlock 0 to 6 only as probes made up in a test",
    26: "there is no egress process: that nothing gets out is tested",
    50: "tiers of containers run in a jail: there is no depth image",
    52: "cells that differ from the specification are listed in the test, with reasons",
    53: "a bounded slice in CI; longer runs by hand",
}

NAME = re.compile(r"(?:def|static void) (test_(?:policy_)?(\d+(?:_and_\d+)*)_\w+)\(")


def numbered() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for pattern in NUMBERED:
        for path in sorted(ROOT.glob(pattern)):
            for name, numbers in NAME.findall(path.read_text()):
                for number in numbers.split("_and_"):
                    found.setdefault(int(number), []).append(f"{path.relative_to(ROOT)}:{name}")
    return found


def named() -> dict[int, list[str]]:
    for number, tests in OTHERS.items():
        for test in tests:
            path, name = test.split(":")
            if name not in (ROOT / path).read_text():
                sys.exit(f"statement {number}: there is no {test}")
    return OTHERS


FACES = {"cli": 18, "mcp": 25}
FACE_NAME = re.compile(r"def (test_(cli|mcp)_(\d+)_\w+)\(")
# None of them is about verbs that are not built.
NOT_BUILT: dict[tuple[str, int], str] = {}
FACES_PARTLY = {
    ("cli", 7): "-t of exec and shell; a Python program of run is answered by line, at every depth",
    ("cli", 17): "runs with a --name; creating, stopping and removing need sandboxes that live on",
    ("cli", 10): "there is no pull or load of images to tell of",
    ("mcp", 25): "the scenarios of the conformance suite that need no tools of its own",
}


def faces(quiet: bool) -> list[str]:
    """The statements about the command line and MCP; those without a test."""
    found: dict[tuple[str, int], list[str]] = {}
    for path in sorted([*ROOT.glob("tests/cli/*.py"), *ROOT.glob("tests/mcp/*.py")]):
        for name, face, number in FACE_NAME.findall(path.read_text()):
            found.setdefault((face, int(number)), []).append(f"{path.relative_to(ROOT)}:{name}")
    missing = []
    for face, last in FACES.items():
        for key in ((face, n) for n in range(1, last + 1)):
            tests = found.get(key, [])
            note = NOT_BUILT.get(key) or FACES_PARTLY.get(key, "")
            if not quiet:
                print(f"{face.upper()}-{key[1]:<2} {len(tests):2} {(tests or ['-'])[0]}   {note}".rstrip())
            if not tests and key not in NOT_BUILT:
                missing.append(f"{face.upper()}-{key[1]}")
    return missing


def main() -> int:
    table = numbered()
    for number, tests in named().items():
        table.setdefault(number, []).extend(tests)
    missing: list[int | str] = [n for n in range(1, LAST + 1) if not table.get(n)]
    if "--check" not in sys.argv:
        for number in range(1, LAST + 1):
            note = f"   ({PARTLY[number]})" if number in PARTLY else ""
            print(f"{number:3} {len(table.get(number, [])):2} {(table.get(number) or ['-'])[0]}{note}")
    missing += faces("--check" in sys.argv)
    if missing:
        print(f"statements without a test: {missing}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
