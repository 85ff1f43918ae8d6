#!/usr/bin/env python3
"""untested.py - public names of the library that no test mentions.

  tools/check/untested.py [-v] [MODULE ...]

Reads docs/library.md for the modules and their members, and every program in
tests/lib, tests/lang and tests/differs for names.  A member counts as mentioned
if its name stands in a test that also mentions its module.  Without -v only the
number per module is printed.  Exit code 1 if there is an untested name.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def members() -> dict[str, list[str]]:
    """Public names by module, as the list of the library has them."""
    found: dict[str, list[str]] = {}
    module = ""
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("## "):
            module = line[3:].strip()
        elif line.startswith("Members: ") and module:
            found[module] = re.findall(r"`(\w+)`", line)
    return found


def words_of_tests() -> list[set[str]]:
    """The words of each test program."""
    paths = [path for folder in ("lib", "lang", "differs")
             for path in (ROOT / "tests" / folder).rglob("*.py")]
    return [set(WORD.findall(p.read_text(encoding="utf-8", errors="replace")))
            for p in paths]


def untested(module: str, names: list[str], tests: list[set[str]]) -> list[str]:
    parts = set(module.split("."))
    about = set().union(*(words for words in tests if parts <= words))
    return [name for name in names if name not in about]


def main(args: list[str]) -> int:
    verbose = "-v" in args
    chosen = [arg for arg in args if arg != "-v"]
    tests, total = words_of_tests(), 0
    for module, names in sorted(members().items()):
        if chosen and module not in chosen:
            continue
        missing = untested(module, names, tests)
        total += len(missing)
        if missing:
            tail = ": " + " ".join(missing) if verbose else ""
            print(f"{module} {len(missing)} of {len(names)}{tail}")
    print(f"{total} public names without a test")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
