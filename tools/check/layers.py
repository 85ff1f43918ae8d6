#!/usr/bin/env python3
# layers.py - fail when a file uses a layer that it may not see.
#
# tools/check/layers.txt is the architecture: a layer, then what it may use
# besides itself.  "public PART LAYER" says whose part of the public header
# include/caisson/PART.h is: whoever may use that layer may include it and call
# what it declares.  "leaves LAYER NAME..." lists symbols that a layer leaves to
# whoever links it.
#
# Includes are read from the sources.  Symbols are read with nm from the objects
# of a build, if there is one, because a declaration can be repeated.  A grant
# that no include and no symbol needs is an error, and so is an include that
# leaves the tree ("../") or has no folder ("x.h", "caisson.h").
#
# Usage: [BUILD=build-debug] tools/check/layers.py
#
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^#[ \t]*include[ \t]*"([^"]*)"')
ENGINE = ("py/heap", "py/lang", "py/types", "py/mod", "py/vm", "py/snap")
OPEN = {"py/engine.h", "caisson/pool.h"}  # what of src/py others may include


@dataclass
class Rules:
    may: dict[str, list[str]] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)  # of parts of the header
    leaves: set[tuple[str, str]] = field(default_factory=set)

    def allows(self, user: str, used: str) -> bool:
        return user == used or used in self.may.get(user, [])


def read_rules() -> Rules:
    rules = Rules()
    for line in (ROOT / "tools/check/layers.txt").read_text().splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "public":
            rules.owner[words[1]] = words[2]
        elif words[0] == "leaves":
            rules.leaves |= {(words[1], name) for name in words[2:]}
        else:
            rules.may[words[0]] = words[1:]
    return rules


def layer_of(path: str, rules: Rules) -> str:
    """The layer of a path below src/ or include/."""
    parts = path.split("/")
    if parts[0] == "caisson":
        return rules.owner.get(parts[1].removesuffix(".h"), parts[0])
    if parts[0] == "py" and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0]


@dataclass
class Report:
    faults: list[str] = field(default_factory=list)
    used: set[tuple[str, str]] = field(default_factory=set)


def check_includes(rules: Rules, report: Report) -> int:
    files = [
        path
        for folder in ("src", "include/caisson")
        for path in sorted((ROOT / folder).rglob("*.[ch]"))
    ]
    for path in files:
        name = str(path.relative_to(ROOT))
        user = layer_of(name.split("/", 1)[1], rules)
        if user not in rules.may:
            report.faults.append(f"{name}: layer {user} is not in layers.txt")
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := INCLUDE.match(line):
                check_include(f"{name}:{number}", user, found[1], rules, report)
    return len(files)


def check_include(
    place: str, user: str, target: str, rules: Rules, report: Report
) -> None:
    if "../" in target or "/" not in target:
        report.faults.append(f"{place}: write the include relative to src/: {target}")
        return
    used = layer_of(target, rules)
    report.used.add((user, used))
    if not rules.allows(user, used):
        report.faults.append(f"{place}: {user} must not include {used}")
    outside = not user.startswith(("py", "check"))
    if outside and used.startswith("py") and target not in OPEN:
        report.faults.append(f"{place}: only py/engine.h is visible, not {target}")


def objects(build: Path) -> Iterator[tuple[Path, str]]:
    """Objects of the build with their layers; generated files have none.

    Objects of files that were moved or removed stay in a build folder: only what
    its compile commands name counts.
    """
    commands = json.loads((build / "compile_commands.json").read_text())
    for path in sorted(build / command["output"] for command in commands):
        if not path.exists():
            continue
        found = re.match(r"src_(.*)\.c\.o$", path.name)
        if not found or not (".a.p" in path.parent.name or "caisson.p" in str(path)):
            continue
        parts = found[1].split("_")
        layer = "/".join(parts[:2])
        yield path, layer if layer in ENGINE else parts[0]


def public_names(rules: Rules) -> dict[str, str]:
    """Functions of the public header, with the layer that whoever calls needs."""
    names = {}
    for part, layer in rules.owner.items():
        text = (ROOT / f"include/caisson/{part}.h").read_text()
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for name in re.findall(r"\b(cs_\w+)\(", text):
            names[name] = layer
    return names


def check_symbols(rules: Rules, report: Report, build: Path) -> int:
    home: dict[str, set[str]] = {}
    needs: list[tuple[str, str, str]] = []
    if not (build / "compile_commands.json").exists():
        return 0
    paths = list(objects(build))
    if not paths:
        return 0
    layers = {str(path): layer for path, layer in paths}
    command = ["nm", "-A", *layers]
    for line in subprocess.run(
        command, capture_output=True, text=True, check=True
    ).stdout.splitlines():
        path, _, rest = line.partition(":")
        *_, kind, name = rest.split()
        if kind == "U":
            needs.append((layers[path], name, Path(path).name))
        elif kind in "TDBRVW":
            home.setdefault(name, set()).add(layers[path])
    public = public_names(rules)
    for user, name, where in needs:
        if name not in home or user in home[name] or (user, name) in rules.leaves:
            continue
        used = public.get(name) or min(home[name])
        report.used.add((user, used))
        if not rules.allows(user, used):
            report.faults.append(f"{where}: {user} must not call {used}: {name}")
    return len(paths)


def main() -> int:
    rules, report = read_rules(), Report()
    build = ROOT / os.environ.get("BUILD", "build-debug")
    files = check_includes(rules, report)
    count = check_symbols(rules, report, build)
    for layer, granted in rules.may.items():
        report.faults += [
            f"layers.txt grants {layer} what it does not use: {name}"
            for name in granted
            if (layer, name) not in report.used
        ]
    for text in report.faults:
        print(text)
    if not report.faults:
        print(f"{files} files and {count} objects keep the layers")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
