#!/usr/bin/env python3
"""Write the installed caisson.h: one page of the parts in include/caisson/.

    mkheader.py OUTPUT include/caisson.h

The list of parts in the top file is replaced by their bodies: what stands
between the include guards, without includes, which are parts before it and
standard headers that the top file includes.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PART = re.compile(r'#include "(caisson/\w+\.h)"')


def body(part: Path) -> list[str]:
    """Return the lines of a part between its guards, without its includes."""
    lines = part.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("#define"))
    end = max(i for i, line in enumerate(lines) if line.startswith("#endif"))
    kept = [line for line in lines[start + 1 : end] if not line.startswith("#include")]
    return "\n".join(kept).strip("\n").splitlines()


def page(top: Path) -> list[str]:
    """Return the lines of the whole header."""
    before, rest = top.read_text().split("/* The parts,")
    parts, after = rest.split("/* clang-format on */\n")
    out = before.splitlines()
    for name in PART.findall(parts):
        out += [*body(top.parent / name), ""]
    return out + after.strip("\n").splitlines()


def main() -> int:
    """Write the page; the exit status."""
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    Path(sys.argv[1]).write_text("\n".join(page(Path(sys.argv[2]))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
