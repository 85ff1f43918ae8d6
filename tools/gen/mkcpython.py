#!/usr/bin/env python3
"""mkcpython.py - docs/cpython-tests.md from a run of CPython's own tests.

  tools/gen/mkcpython.py RESULT.json

RESULT.json is what the test runner writes with --json: per file its methods
that did not pass, with the reason.  Reasons are grouped by their beginning.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "cpython-tests.md"
HEAD = """# CPython's own tests under Caisson

Made by `tools/gen/mkcpython.py` from the figures of a test run; do not edit. A
method counts if CPython 3.11 passes it without an operating system in reach.
"""

# Why a group of failures stays, by a word of its message.
REASONS = (
    (r"Lists differ: \[\] != \[1, 2, 3\]", "no tracing"),
    ("conversion took", "the engine is faster than the test expects"),
    ("20 != 10", "the hash of an instance is asked for again where a set is made of keys"),
    ("KeyError not raised", "an OrderedDict has no order besides that of its dict"),
    ("99, 98, 97|Lists differ: \\[1, 2, 3, 4, 5, 6", "the order in which objects are finalised"),
    ("is out of range|hour must be", "bytes of a pickle are checked like other arguments"),
    ("not a package|has no attribute 'sre|sre_compile", "a module that CPython has given up"),
    ("-1.0 != 1.0", "a NaN has no sign"),
    ("was not collected|Cycle|resurrect|is not None : ", "finalisation is not immediate: no reference counts"),
    ("pickle", "an object that CPython can pickle"),
    ("has no attribute '_", "the test looks at a private name of CPython's library"),
    ("Warning not triggered|0 != 1", "a warning of the compiler or library that is not given"),
    ("immutable type|read-only|shared", "library classes cannot be changed"),
    ("recursion|Recursion", "another depth of recursion"),
    ("already executing", "a generator stands behind the iterator"),
    ("tracing|settrace", "no tracing"),
    ("refcount|getsizeof|sizeof", "sizes of CPython's objects"),
)


def reason(text: str) -> str:
    for words, why in REASONS:
        if re.search(words, text):
            return why
    return ""


def shortened(text: str) -> str:
    text = re.sub(r"0x[0-9a-f]+", "0x…", " ".join(text.split()))
    text = re.sub(r"/tmp/\w+/", "", text)
    text = text.replace("|", "\\|")
    return text if len(text) <= 110 else text[:107] + "…"


def section(name: str, figures: dict) -> str:
    groups: dict[str, list[str]] = defaultdict(list)
    for method, text in figures["methods"].items():
        groups[shortened(text)].append(method)
    if not groups and not figures["failure"]:
        return ""
    lines = [f"\n## {name}\n\n"]
    if figures["failure"]:
        lines.append(f"Not run: {figures['failure'][:200]}\n\n")
    if groups:
        lines.append("| methods | what | why |\n|---|---|---|\n")
    for text, methods in sorted(groups.items(), key=lambda item: -len(item[1])):
        names = ", ".join(f"`{m}`" for m in methods[:3])
        more = f" and {len(methods) - 3} more" if len(methods) > 3 else ""
        lines.append(f"| {names}{more} | {text} | {reason(text)} |\n")
    return "".join(lines)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    text = [HEAD, f"\n{data['passed']} of {data['total']} methods pass "]
    text.append(f"({data['percent']:.1f} %).\n\n")
    text.append("| file | methods | pass | fail | error | skip | % |\n")
    text.append("|---|---|---|---|---|---|---|\n")
    for name, f in data["files"].items():
        rate = 100 * f["pass"] / f["total"] if f["total"] else 0
        text.append(
            f"| {name} | {f['total']} | {f['pass']} | {f['fail']} | {f['error']} "
            f"| {f['skip']} | {rate:.1f} |\n"
        )
    text += [section(name, figures) for name, figures in data["files"].items()]
    DOCUMENT.write_text("".join(text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
