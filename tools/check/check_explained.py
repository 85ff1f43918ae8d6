#!/usr/bin/env python3
"""check_explained.py - how much of the hard folders is explained; never less.

Counted per folder, .c, .h and .inc files together: asserts per 1,000 lines that
are not blank, and the share of those lines that are comments.  A folder below
its floor fails; when it is above, raise the floor here.  The aim is 10 asserts
and 20 percent.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# folder: least asserts per 1,000 lines, least percent of comments
FLOORS = {
    "src/py/heap": (10.0, 19.8),
    "src/py/vm": (10.0, 19.8),
    "src/py/snap": (10.0, 19.8),
    "src/jail": (10.0, 19.8),
}

ASSERT = re.compile(r"\b(?:assert|_Static_assert|static_assert)\s*\(")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def measure(folder: str) -> tuple[int, int, int]:
    """Lines, asserts, lines with a comment."""
    lines = asserts = comments = 0
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix not in (".c", ".h", ".inc") or "gen" in path.parts:
            continue
        text = path.read_text()
        lines += sum(1 for line in text.splitlines() if line.strip())
        for m in COMMENT.finditer(text):
            comments += sum(1 for line in m[0].splitlines() if line.strip(" */"))
        asserts += len(ASSERT.findall(COMMENT.sub("", text)))
    return lines, asserts, comments


def main() -> int:
    """Print the figures; 1: a folder is below its floor."""
    bad = 0
    for folder, (least_asserts, least_comments) in FLOORS.items():
        lines, asserts, comments = measure(folder)
        per_1000 = 1000 * asserts / lines
        share = 100 * comments / lines
        low = per_1000 < least_asserts or share < least_comments
        bad |= low
        print(
            f"{folder}: {lines} lines, {per_1000:.1f} asserts per 1,000 "
            f"(floor {least_asserts}), {share:.1f} % comments "
            f"(floor {least_comments}){' TOO LOW' if low else ''}"
        )
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
