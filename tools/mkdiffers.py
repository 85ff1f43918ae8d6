#!/usr/bin/env python3
"""mkdiffers.py - docs/differs.md from the programs in tests/differs.

Each program is one difference on purpose: its first line names it, the comment
below says why, the rest shows it, with the output behind `#> `.  With --check
nothing is written and a stale document is an error.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "differs.md"
HEAD = """# Where Caisson differs from CPython 3.11 on purpose

Made by `tools/mkdiffers.py` from `tests/differs`: every entry is a test. `#>`
lines are what Caisson prints.
"""


def entry(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    title = lines[0].partition(": ")[2].rstrip(".")
    body = [line for line in lines[1:] if "SPDX-License" not in line]
    reason = []
    while body and body[0].startswith("#"):
        reason.append(body.pop(0)[2:])
    code = "\n".join(body).strip("\n")
    why = "\n".join(reason).strip("\n")
    return f"\n## {title}\n\n{why}\n\n```python\n{code}\n```\n"


def main() -> int:
    files = sorted((ROOT / "tests" / "differs").rglob("*.py"))
    text = HEAD + "".join(entry(path) for path in files)
    if "--check" in sys.argv:
        if DOCUMENT.read_text(encoding="utf-8") == text:
            return 0
        print("docs/differs.md is stale: run tools/mkdiffers.py")
        return 1
    DOCUMENT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
