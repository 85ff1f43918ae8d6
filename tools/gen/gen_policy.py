#!/usr/bin/env python3
"""gen_policy.py - docs/policy.md, from the schema that the binary has.

  tools/gen/gen_policy.py BUILD            write docs/policy.md
  tools/gen/gen_policy.py BUILD --check    fail when it is not what the schema says

The text around the tables is docs/policy.head.md.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HEAD = ROOT / "docs" / "policy.head.md"
OUT = ROOT / "docs" / "policy.md"

Field = dict[str, Any]


def load(build: str) -> Field:
    """The schema that this build prints."""
    command = [str(ROOT / build / "caisson"), "policy", "schema"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    schema: Field = json.loads(done.stdout)
    return schema


def kind(field: Field) -> str:
    """The type in a few words."""
    if "enum" in field:
        return " \\| ".join(f"`{word}`" for word in field["enum"])
    if "anyOf" in field:
        first, second = field["anyOf"][0], field["anyOf"][-1]
        if second.get("type") == "array":
            return "true, false or list"
        unit = "ms|s" in second.get("pattern", "")
        return "time" if unit else "size" if "pattern" in second else first["type"]
    names = {"integer": "number", "array": "list", "object": "mapping",
             "boolean": "true or false", "string": "text", "number": "number"}
    return names[field["type"]]


def default(field: Field) -> str:
    """The default as a file would write it."""
    extra = field["x-caisson"]
    if "default" not in field:
        return "–"
    if extra["key"] == "fs.protect":
        return "see below"
    shown = extra.get("shown")
    return f"`{shown if shown is not None else json.dumps(field['default'])}`"


def row(field: Field) -> str:
    """One line of a table."""
    extra = field["x-caisson"]
    most = extra.get("max", "–") if kind(field) not in ("text",) else "–"
    cells = [f"`{extra['key']}`", kind(field), default(field), most,
             extra["marks"], extra["narrower"], field["description"]]
    return "| " + " | ".join(cells) + " |"


def entries(field: Field) -> Field | None:
    """The object form of a list's or map's entries."""
    item = field.get("items") or field.get("additionalProperties")
    if not isinstance(item, dict):
        return None
    for form in item.get("anyOf", [item]):
        if "properties" in form:
            return dict(form["properties"])
    return None


def table(title: str, fields: list[Field]) -> list[str]:
    """A section with the table of its fields and the forms of entries."""
    lines = [f"### {title}", "",
             "| key | type | default | max | | narrower is | meaning |",
             "|---|---|---|---|---|---|---|", *map(row, fields), ""]
    for field in fields:
        parts = entries(field)
        if not parts:
            continue
        lines += [f"Entries of `{field['x-caisson']['key']}`:", "",
                  "| field | type | meaning |", "|---|---|---|"]
        lines += [f"| `{name}` | {kind(part)} | {part['description']} |"
                  for name, part in parts.items()]
        lines.append("")
    return lines


def render(schema: Field) -> str:
    """The whole page."""
    top: list[Field] = []
    sections: list[str] = []
    protect: list[str] = []
    for name, field in schema["properties"].items():
        if "x-caisson" in field:
            top.append(field)
            continue
        inner = list(field["properties"].values())
        sections += table(f"`{name}`", inner)
        for part in inner:
            if part["x-caisson"]["key"] == "fs.protect":
                protect = part["default"]
    names = ", ".join(f"`{p}`" for p in protect)
    lines = [HEAD.read_text().rstrip(), "", *table("At the top", top), *sections,
             "### What `fs.protect` has by default", "", names, ""]
    return "\n".join(lines)


def main() -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    text = render(load(given.build))
    if not given.check:
        OUT.write_text(text)
        return 0
    if OUT.exists() and OUT.read_text() == text:
        return 0
    print("docs/policy.md is not what the schema says: tools/gen/gen_policy.py BUILD",
          file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
