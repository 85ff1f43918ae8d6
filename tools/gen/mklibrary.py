#!/usr/bin/env python3
"""mklibrary.py - docs/library.md from the modules themselves.

  tools/gen/mklibrary.py [--caisson PATH] [--check]

Runs a small program under Caisson that imports every module of the library
and tells its summary and public names, and the same under CPython 3.11; the
document says what each module has and what CPython's has beside it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "src" / "py" / "prelude" / "lib"
ABSENT = ROOT / "src" / "py" / "prelude" / "core" / "45_absent.py"
STANDIN = ABSENT.with_name("46_standin.py")
DOCUMENT = ROOT / "docs" / "library.md"
NATIVE_ONLY = ("builtins",)

PROGRAM = """
import json, sys
def public(module):
    names = getattr(module, '__all__', None)
    if names is None:
        names = [n for n in dir(module) if not n.startswith('_')
                 and type(getattr(module, n, None)) is not type(sys)]
    return sorted({str(n) for n in names})
out = {}
for name in %r:
    try:
        __import__(name)
    except Exception as error:
        out[name] = None
        continue
    module = sys.modules[name]
    doc = (module.__doc__ or '').strip().splitlines()
    out[name] = [doc[0] if doc else '', public(module), dir(module)]
print(json.dumps(out))
"""

HEAD = """# The library

Made by `tools/gen/mklibrary.py` from the modules; do not edit. "Absent" lists
public names of CPython 3.11's module that ours does not have: mostly what would
reach outside of the sandbox, or depends on CPython's own machinery. Behaviour
that differs on purpose is in [differs.md](differs.md).
"""


def modules() -> list[str]:
    """Names of the public modules of the library."""
    names = set(NATIVE_ONLY)
    for path in LIBRARY.rglob("*.py"):
        parts = list(path.relative_to(LIBRARY).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if not any(part.startswith("_") and part != "__future__" for part in parts):
            names.add(".".join(parts))
    return sorted(names)


def ask(command: list[str], names: list[str]) -> dict[str, list | None]:
    """What an interpreter says about the modules."""
    done = subprocess.run(
        [*command, PROGRAM % (names,)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr[-500:]}")
    return json.loads(done.stdout)


def summary(text: str, name: str) -> str:
    """The first line of a docstring without the module's own name."""
    for mark in (" - ", ": "):
        head, found, rest = text.partition(mark)
        if found and head.strip() in (name, name.rpartition(".")[2]):
            text = rest
            break
    return text.rstrip(".")


def source_summary(name: str) -> str:
    """The summary in the source, when the image keeps no docstring."""
    base = LIBRARY.joinpath(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.startswith('"""'):
                    return line.strip('"')
    return ""


def entry(name: str, ours: list, theirs: list | None) -> str:
    text = summary(ours[0] or source_summary(name), name)
    lines = [f"\n## {name}\n\n{text}.\n" if text else f"\n## {name}\n"]
    members = ", ".join(f"`{member}`" for member in ours[1]) or "none"
    lines.append(f"\nMembers: {members}.\n")
    if theirs is not None:
        absent = sorted(set(theirs[1]) - set(ours[2]))
        if absent:
            lines.append("\nAbsent: " + ", ".join(f"`{n}`" for n in absent) + ".\n")
    return "".join(lines)


def hints() -> str:
    space: dict[str, object] = {}
    exec(compile(ABSENT.read_text(encoding="utf-8"), str(ABSENT), "exec"), space)
    table = space["_absent_modules"]
    rows = "".join(f"| `{name}` | {hint} |\n" for name, hint in sorted(table.items()))
    return (
        "\n## Modules that a sandbox cannot have\n\nImporting one raises "
        "`ModuleNotFoundError` with this advice. Packages in mounted directories may import "
        f"{standins()}: what they call there raises `PermissionError` with the advice.\n\n"
        "| module | advice |\n|---|---|\n" + rows
    )


def standins() -> str:
    """The modules that packages get a stand-in for."""
    space: dict[str, object] = {}
    exec(compile(STANDIN.read_text(encoding="utf-8"), str(STANDIN), "exec"), space)
    return ", ".join(f"`{name}`" for name in sorted(space["_no_use"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--caisson", default=str(ROOT / "build-debug" / "caisson"))
    parser.add_argument("--python", default="python3.11")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    names = modules()
    ours = ask([options.caisson, "run", "--depth", "interp", "-c"], names)
    theirs = ask([options.python, "-c"], names)
    broken = [name for name in names if ours[name] is None]
    if broken:
        sys.exit("cannot be imported: " + " ".join(broken))
    text = HEAD + f"\n{len(names)} modules.\n"
    text += "".join(entry(name, ours[name], theirs[name]) for name in names) + hints()
    if options.check:
        if DOCUMENT.read_text(encoding="utf-8") == text:
            return 0
        print("docs/library.md is stale: run tools/gen/mklibrary.py")
        return 1
    DOCUMENT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
