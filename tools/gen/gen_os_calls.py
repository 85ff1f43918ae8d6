#!/usr/bin/env python3
"""gen_os_calls.py - the tables of docs/os-calls.md from os_calls.def.

Without arguments the file is written; with --check nothing is changed and the
exit code says whether it is current.  Either way the prelude is read: a request
that it makes and the list does not have is an error, and so is one of the list
that nothing in the prelude makes.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src/base/os_calls.def"
PRELUDE = ROOT / "src/py/prelude"
TARGET = ROOT / "docs/os-calls.md"

ROW = re.compile(
    r'^OSCALL\((\w+), "([^"]+)", (\w+), [^"]+, "((?:[^"\\]|\\.)*)", '
    r'"((?:[^"\\]|\\.)*)"\)$',
    re.MULTILINE,
)
PART = re.compile(
    r"(<!-- made by tools/gen/gen_os_calls.py from src/base/os_calls.def"
    r"(?:, (?P<about>\w+))?: begin -->\n).*?(<!-- end -->\n)",
    re.DOTALL,
)


class Call(NamedTuple):
    """A row of the list."""

    id: str
    name: str
    about: str
    arguments: str
    result: str


def rows() -> list[Call]:
    """All of them, in their order."""
    text = SOURCE.read_text()
    found = [
        Call(*(field.replace('\\"', '"') for field in m.groups()))
        for m in ROW.finditer(text)
    ]
    written = len(re.findall(r"^OSCALL\(", text, re.MULTILINE))
    if len(found) != written:
        sys.exit(f"{SOURCE.name}: {written - len(found)} rows cannot be read")
    return found


def table(calls: list[Call]) -> str:
    """A table of Markdown."""
    lines = ["| name | arguments | result |", "|---|---|---|"]
    lines += [f"| `{c.name}` | {c.arguments} | {c.result} |" for c in calls]
    return "\n".join(lines) + "\n"


def page(calls: list[Call]) -> str:
    """The page as it should be."""

    def part(m: re.Match[str]) -> str:
        whole = m["about"] == "WHOLE"
        chosen = [c for c in calls if (c.about == "WHOLE") == whole]
        return m[1] + table(chosen) + m[3]

    return PART.sub(part, TARGET.read_text())


def check_prelude(calls: list[Call]) -> list[str]:
    """What the prelude and the list do not agree about."""
    text = "\n".join(p.read_text() for p in sorted(PRELUDE.rglob("*.py")))
    known = {c.name for c in calls}
    asked = set(re.findall(r"""\bos_call\(["']([\w.]+)["']""", text))
    wrong = [f"not in {SOURCE.name}: {name}" for name in sorted(asked - known)]
    words = set(re.findall(r"""["']([\w.]+)["']""", text))
    wrong += [f"nobody asks for: {name}" for name in sorted(known - words)]
    return wrong


def main() -> int:
    """Write or check."""
    calls = rows()
    wrong = check_prelude(calls)
    for line in wrong:
        print(line)
    new = page(calls)
    if "--check" not in sys.argv:
        TARGET.write_text(new)
    elif new != TARGET.read_text():
        print(f"{TARGET.name} is stale: run tools/gen/gen_os_calls.py")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
