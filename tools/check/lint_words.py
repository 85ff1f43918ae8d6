#!/usr/bin/env python3
"""lint_words.py - habits that make readers stop, in what users read.

    tools/check/lint_words.py [FILE...]      without files: documentation and help texts

Reads Markdown without its code blocks, string literals of src/cli, src/serve and
src/session, and docstrings of the Python package.  A finding is a line
`file:line: words (what to write instead)`; the exit code is 1 if there are any.
Quotations go into code blocks or backticks, which are not read.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 100  # characters of a line of prose; tables and links may be longer

HABITS = [
    (r"\btill\b", "until"),
    (r"\btwins?\b", "fork, fallback or control run"),
    (r"\bgo(?:es)? on with\b", "resume, continue"),
    (r"\bbehind (?:it|them|that|this|the (?:end|last|first))\b", "after"),
    (r"(?<!there )\bis no (?:such|truth|text|address|boundary)\b", "is not a"),
    (r"\bteeth\b", "say what it does"),
    (r"\bhangs? into\b", "mounts"),
    (r"\bneeds nobody's\b", "needs no"),
    (r"\bknows it not\b|\bhas not of\b", "does not have"),
    (r"\bmay be looked at\b|\bis looked at\b", "name who reads or checks it"),
    (r"\bthe other way round\b", "vice versa; say which"),
]
# Made from tests or sources whose words are not documentation.
GENERATED = {"attacks.md", "enforcement-matrix.md", "cpython-tests.md", "differs.md"}
WIDE = {"library.md", "c-api.md"}  # made from lists
C_FOLDERS = ("cli", "serve", "session")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page outside of code."""
    code = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, re.sub(r"`[^`]*`", "``", line)


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """String literals of a C file."""
    comment = re.compile(r"/\*.*?\*/", re.S)
    text = comment.sub(lambda m: "\n" * m[0].count("\n"), path.read_text())
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#include"):
            yield number, " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', line))


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text


def read(path: Path) -> Iterator[tuple[int, str]]:
    readers = {".md": prose, ".c": literals, ".py": docstrings}
    return readers[path.suffix](path)


def sources() -> list[Path]:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    found = [p for p in pages if p.name not in GENERATED]
    for folder in C_FOLDERS:
        found += (ROOT / "src" / folder).glob("*.c")
    found += (ROOT / "python" / "caisson").glob("**/*.py")
    return sorted(found)


def too_wide(path: Path, line: str) -> bool:
    return (
        path.suffix == ".md"
        and len(line) > WIDTH
        and not line.lstrip().startswith(("|", "!", "[", "Members:", "Absent:"))
        and "](" not in line
        and path.name not in WIDE
    )


def findings(path: Path) -> Iterator[str]:
    try:
        name = path.resolve().relative_to(ROOT)
    except ValueError:
        name = path
    for number, text in read(path):
        for habit, instead in HABITS:
            for match in re.finditer(habit, text, re.IGNORECASE):
                yield f"{name}:{number}: '{match[0]}' ({instead})"
        if too_wide(path, text):
            yield f"{name}:{number}: {len(text)} characters (at most {WIDTH})"


def main() -> int:
    found = 0
    for path in [Path(p) for p in sys.argv[1:]] or sources():
        for line in findings(path):
            print(line)
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
