#!/usr/bin/env python3
"""property_table.py - which generator stands for which property.

    tools/gen/property_table.py            print docs/properties.md
    tools/gen/property_table.py --write    write it
    tools/gen/property_table.py --check    say what is missing or stale; exit code 1

Properties have numbers that never change.  A class of tests/property carries its
number, its statement, its depths and the defect of its control; what is tested
elsewhere is named here, and must be there.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/properties.md"
COUNT = 21

# Found by other means: the statement, the depths, the files, the control.
ELSEWHERE = {
    "P01": ("the same, drawn in C: random trees with links and aliases", "interp",
            ("tests/unit/test_policy_links.c", "tests/unit/test_policy_agree.c"), "decisions and denials by text"),
    "P08": ("whatever is called with whatever, the outcome is a value or an exception", "interp",
            ("tests/fuzz/calls.c", "tests/fuzz/calls.py", "tests/unit/test_natives.c"),
            "the confusions of tests/fuzz/defects, put back (make fuzz-defects)"),
    "P10": ("the same trace with collection at every allocation, dump and load at every instruction, failing "
            "allocations, random slices", "interp",
            ("tests/torture/run.py", "tests/torture/alloc.c", "tests/unit/test_snapshot.c"),
            "none: the modes are compared with a plain run"),
    "P11": ("a snapshot with any word changed and its checksums repaired is refused or runs clean", "interp",
            ("tests/fuzz/fuzz_snapshot.c", "tests/unit/test_forge.c"),
            "forged fields that a check once let through, one by one (test_forge)"),
    "P15": ("what a guest takes of the host user's quotas leaves the user nine tenths", "process",
            ("tests/attacks/test_g_limits.py",), "without quotas of its own; one program for each quota, not random"),
    "P17": ("one hostile token leaves room for the others", "MCP over HTTP",
            ("tests/mcp/test_attacks.py",), "without shares (CAISSON_WEAKEN); hostile clients of a list, not random"),
    "P18": ("one verdict for a destination by every spelling, protocol and hop", "process",
            ("tests/attacks/test_h_network.py", "tests/fuzz/fuzz_egress_name.c", "tests/unit/test_egress_rules.c"),
            "each check of egress left out; spellings of a list, and a fuzzer for names"),
}  # fmt: skip

HEADER = """# Properties

Made by `tools/gen/property_table.py`. A property is a statement about every input. Its
generator draws random cases from a seed; an oracle that does not share the code under
test judges them; a case that breaks it is made smaller. The control puts a defect
back, which the same cases must find.

`make property` answers 100,000 questions of each (`CASES=1000` fewer, `ARGS="--only
P03"` one of them); CI runs a slice of each (`tests/run.py --only property`).

| property | for every input | depths | generator and oracle | the control puts back |
|---|---|---|---|---|
"""


def text_of(node: ast.ClassDef, name: str) -> str | None:
    """The value of a class attribute that is a text."""
    for line in node.body:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id == name:
            if isinstance(line.value, ast.Constant):
                return str(line.value.value)
            return ast.unparse(line.value)
    return None


def rows() -> list[tuple[str, str, str, str, str]]:
    found = []
    for path in sorted((ROOT / "tests/property").glob("p[0-9][0-9]_*.py")):
        nodes = {n.name: n for n in ast.parse(path.read_text()).body if isinstance(n, ast.ClassDef)}
        for node in nodes.values():
            number = text_of(node, "number")
            if number is None:
                continue
            base = nodes.get(getattr(node.bases[0], "id", ""), node)
            depths = text_of(node, "depths") or text_of(base, "depths") or "interp, process"
            defect = text_of(node, "defect") or ""
            if defect.endswith(".defect"):
                defect = text_of(nodes[defect.partition(".")[0]], "defect") or ""
            found.append((number, text_of(node, "holds") or "", depths, f"`tests/property/{path.name}`", defect))
    for number, (holds, depths, files, control) in ELSEWHERE.items():
        found.append((number, holds, depths, "<br>".join(f"`{f}`" for f in files), control))
    return sorted(found)


def problems() -> list[str]:
    known = {number for number, *_ in rows()}
    bad = [f"P{i:02}: no generator" for i in range(1, COUNT + 1) if f"P{i:02}" not in known]
    for number, (_, _, files, _) in ELSEWHERE.items():
        bad += [f"{number}: {f} is not there" for f in files if not (ROOT / f).exists()]
    return bad


def render() -> str:
    return HEADER + "".join("| " + " | ".join(row) + " |\n" for row in rows())


def main() -> int:
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(render())
    elif sys.argv[1:] == ["--check"]:
        bad = problems()
        if not PAGE.exists() or PAGE.read_text() != render():
            bad.append("docs/properties.md is stale: tools/gen/property_table.py --write")
        print(*bad, sep="\n", end="\n" if bad else "")
        return 1 if bad else 0
    else:
        print(render(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
