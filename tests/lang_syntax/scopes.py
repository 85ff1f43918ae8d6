#!/usr/bin/env python3
# scopes.py - compare our scope pass with CPython's symtable module.
#
#   scopes.py TOOL FILE-OR-FOLDER...      TOOL is the built lang_tool
#
# Comprehensions are functions for CPython 3.11 and inlined for us, so scopes
# in or around a list, set or dict comprehension are not compared.
#
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import symtable
import sys
import warnings

warnings.simplefilter("ignore")
KINDS = {1: "local", 2: "explicit", 3: "global", 4: "free", 5: "cell"}
COMPS = {"listcomp", "setcomp", "dictcomp"}
OUR_COMPS = {"5", "6", "7"}


class Scope:
    def __init__(self, name: str, line: int, inlined: bool) -> None:
        self.name, self.line, self.inlined = name, line, inlined
        self.symbols: dict[str, str] = {}
        self.children: list["Scope"] = []

    def has_comp(self) -> bool:
        return self.inlined or any(c.has_comp() for c in self.children)


def theirs(t: symtable.SymbolTable) -> Scope:
    name = {"lambda": "<lambda>", "genexpr": "<genexpr>"}.get(
        t.get_name(), t.get_name()
    )
    if t.get_type() == "module":
        name = "<module>"
    s = Scope(name, t.get_lineno(), t.get_name() in COMPS)
    inner = t.get_type() == "function"
    for y in t.get_symbols():
        access = KINDS[y._Symbol__scope]
        if not inner and access in ("local", "global"):
            access = "name"
        if t.get_type() == "module":
            access = "name"
        s.symbols[y.get_name()] = access
    s.children = [theirs(c) for c in t.get_children()]
    return s


def ours(text: str) -> Scope:
    stack: list[Scope] = []
    for row in text.splitlines():
        depth = (len(row) - len(row.lstrip(" "))) // 2
        word = row.split()
        if word[0] != "-":
            line = int(word[2].partition("=")[2])
            s = Scope(word[1], line, word[0] in OUR_COMPS)
            del stack[depth:]
            if stack:
                stack[-1].children.append(s)
            stack.append(s)
        else:
            flags = int(word[3], 16)
            if flags & (2048 | 4096):
                if flags & 2048 and word[1] not in stack[-1].symbols:
                    stack[-1].symbols[word[1]] = word[2]
                continue
            access = "free" if word[2] == "classfree" else word[2]
            if len(stack) == 1:
                access = "name"
            stack[-1].symbols[word[1]] = access
    return stack[0]


def compare(a: Scope, b: Scope, path: str, report: list[str]) -> None:
    if b.has_comp():
        pass
    elif b.name == "<module>" and a.symbols.items() <= b.symbols.items():
        pass  # CPython lists what functions declare global here as well
    elif a.name != b.name or a.symbols != b.symbols:
        diff = set(a.symbols.items()) ^ set(b.symbols.items())
        report.append(f"{path}:{b.line}: {a.name}/{b.name} {sorted(diff)[:6]}")
    if b.inlined:
        return
    if len(a.children) != len(b.children):
        report.append(f"{path}:{b.line}: {a.name} children")
        return
    key = lambda s: (s.line, s.name)  # noqa: E731
    for x, y in zip(sorted(a.children, key=key), sorted(b.children, key=key)):
        compare(x, y, path, report)


def files(args: list[str]) -> list[str]:
    found = []
    for a in args:
        if os.path.isfile(a):
            found.append(a)
        for root, _, names in os.walk(a):
            found += [os.path.join(root, x) for x in names if x.endswith(".py")]
    return sorted(found)


def main() -> int:
    count, report = 0, []
    for path in files(sys.argv[2:]):
        with open(path, "rb") as f:
            source = f.read()
        try:
            table = symtable.symtable(source.decode(), path, "exec")
        except (SyntaxError, ValueError):
            continue
        if b"import annotations" in source:
            continue
        run = subprocess.run([sys.argv[1], "scopes", path], capture_output=True)
        count += 1
        if run.returncode:
            report.append(f"{path}: {run.stdout[-300:]!r} {run.stderr[-600:]!r}")
            continue
        compare(ours(run.stdout.decode()), theirs(table), path, report)
    print("\n".join(report[:40]))
    print(f"{count} files, {len(report)} differences")
    return bool(report)


if __name__ == "__main__":
    sys.exit(main())
