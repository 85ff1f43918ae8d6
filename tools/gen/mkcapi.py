#!/usr/bin/env python3
"""mkcapi.py - docs/c-api.md, the reference of the C API, from the header.

    tools/gen/mkcapi.py [--check]

The header is the manual: its comments stay as they are, in the order of
caisson.h.  A page with headings and an index is easier to search.  With --check
nothing is written; the exit code says whether the page is current.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "c-api.md"
HEADER = ROOT / "include" / "caisson.h"
PART = re.compile(r"^/\* === (?P<title>.+?) =+ \*/$", re.M)
SECTION = re.compile(r"^/\* --- (?P<title>.+?) -+ \*/$", re.M)
FUNCTION = re.compile(r"^[\w \*]+?\b(cs_\w+)\([^;{]*\)[^;{]*;", re.M)
HEAD = re.compile(r"\A/\*.*?\*/\n", re.S)
GUARD = re.compile(r"^#(?:ifndef|define) CAISSON_\w+_H\n|^#include .*\n", re.M)
END = re.compile(r"\n#endif[^\n]*\s*\Z")
INTRO = """\
# C API

<!-- made by tools/gen/mkcapi.py from include/caisson.h; change that -->

The header as a page. [embedding.md](embedding.md) is the guide; small programs that
use the library are in `examples/`. Link with `-lcaisson`.
"""


def parts() -> list[str]:
    """The texts of the parts, in the order of the manual."""
    names = re.findall(r'^#include "(caisson/\w+\.h)"', HEADER.read_text(), re.M)
    return [(ROOT / "include" / name).read_text() for name in names]


def plain(text: str) -> str:
    """A part without its guards and its own head."""
    return END.sub("\n", GUARD.sub("", HEAD.sub("", text)))


def blocks(text: str) -> list[str]:
    """The lines of the page for one part of the header."""
    out: list[str] = []
    code: list[str] = []

    def flush() -> None:
        body = "\n".join(code).strip("\n")
        if body:
            out.extend(["", "```c", body, "```"])
        code.clear()

    for line in text.splitlines():
        part, section = PART.match(line), SECTION.match(line)
        if part or section:
            flush()
            title = (part or section)["title"]  # type: ignore[index]
            out.extend(["", f"{'##' if part else '###'} {title[:1].upper()}{title[1:]}"])
        else:
            code.append(line)
    flush()
    return out


def functions(texts: list[str]) -> list[str]:
    found = sorted({name for text in texts for name in FUNCTION.findall(text)})
    return ["", "## Functions", "", ", ".join(f"`{name}`" for name in found)]


def page() -> str:
    texts = [plain(text) for text in parts()]
    seen: set[str] = set()
    manual = re.match(r"/\*\n(.*?) \* SPDX", HEADER.read_text(), re.S)
    assert manual, "caisson.h begins with its manual"
    lines = ["", "```text", re.sub(r"^ \* ?", "", manual[1], flags=re.M).strip(), "```"]
    for text in texts:
        for line in blocks(text):
            # Several files make part 3: one heading is enough.
            if line.startswith("## ") and line in seen:
                continue
            seen.add(line)
            lines.append(line)
    whole = INTRO + "\n".join(lines + functions(texts)) + "\n"
    return re.sub(r"\n{3,}", "\n\n", whole)


def main() -> int:
    text = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.exists() and PAGE.read_text() == text else 1
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
