#!/usr/bin/env python3
"""attack_table.py - which test stands for which attack, and what is its twin.

    tools/gen/attack_table.py            print docs/attacks.md
    tools/gen/attack_table.py --write    write it
    tools/gen/attack_table.py --check    say what is missing or stale; exit code 1

Attacks have numbers that never change; a test carries those it stands for in its
name (test_d05_..., test_f09_f10_...).  A test that cannot fail proves nothing, so
every attack needs a twin: the same probe with the mitigation off, which must then
succeed.  A twin is seen by how the test calls for it, `without(WALL)`,
`bare(PROBE)`, CAISSON_FAULT, or is told by a comment `# twin: WORDS`.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs/attacks.md"

ATTACKS = {
    "D01": "paths that climb out of a mount",
    "D02": "links that lead out of it",
    "D03": "directory and link change places while somebody looks",
    "D04": "a directory is moved while it is open",
    "D05": "hard links out of a mount",
    "D06": "writing to what is read-only",
    "D07": "forged attributes of overlays",
    "D08": "setuid files, links and devices in what comes back",
    "D09": "filling an overlay",
    "D10": "protected names",
    "D11": "directories above protected names",
    "D12": "fifos, sockets, devices in mounts",
    "D13": "many, deep and odd names",
    "D14": "ways round a denied file",
    "D15": "paths of the host in /proc",
    "D16": "descriptors passed between two jails",
    "D17": "names with pattern characters",
    "D18": "the directory is replaced between look and mount",
    "D19": "odd flags, offsets and handles of the engine's files",
    "D25": "links that a program makes for the host",
    "E01": "descriptors of the host",
    "E02": "working directory outside of the root",
    "E03": "overwriting the helper",
    "E04": "characters pushed into a terminal",
    "E05": "output that drives a terminal",
    "E06": "outliving the deadline or the host",
    "E07": "process 1, the supervisor and siblings",
    "E08": "namespaces",
    "E09": "setuid and capability binaries",
    "E10": "capabilities that come back",
    "E11": "/proc and /sys",
    "E12": "devices and masks that are swapped",
    "E13": "label files of /proc",
    "E14": "environment",
    "E15": "secrets in helpers",
    "E16": "sockets, shared memory and queues of the host",
    "E17": "sockets inside of a mount",
    "E18": "what one run leaves for the next",
    "E19": "writing back into the zygote",
    "E20": "signals",
    "E21": "core dumps",
    "E22": "a host that dies while the jail starts",
    "F01": "32-bit entry",
    "F02": "x32 numbers",
    "F03": "io_uring",
    "F04": "families of sockets",
    "F05": "high bits of arguments",
    "F06": "dangerous and unknown calls",
    "F07": "prctl",
    "F08": "filters above ours",
    "F09": "arguments rewritten while somebody decides",
    "F10": "floods of notifications",
    "F11": "other ways to send",
    "F12": "programs from memory",
    "F13": "older versions of Landlock",
    "F14": "calls from machine code",
    "F15": "threads without a filter",
    "F16": "run-times still start",
    "G01": "fork and thread bombs",
    "G02": "memory in every form",
    "G03": "who dies when memory ends",
    "G04": "disk, files, inodes",
    "G05": "processors",
    "G06": "descriptors, timers, watches",
    "G07": "dodging the clock",
    "G08": "floods of output",
    "G09": "a thousand in a row",
    "G10": "the supervisor is killed",
    "G11": "control groups of all kinds, or none",
    "G12": "storms of sync",
    "G14": "callers with tight limits of their own",
    "H01": "no rules, empty and mistyped ones",
    "H02": "direct connections of every family",
    "H03": "unset proxy variables, literal addresses",
    "H04": "names as messages",
    "H05": "odd spellings of a host",
    "H06": "names that look like an allowed one",
    "H07": "odd spellings of an address",
    "H08": "allowed names with addresses of this network",
    "H09": "answers that change",
    "H10": "CONNECT, greeting and Host that differ",
    "H11": "greetings without a name",
    "H12": "other protocols",
    "H13": "messages that two parsers read differently",
    "H14": "ways round a path rule",
    "H15": "redirections to a host that is not allowed",
    "H16": "TRACE and TRACK",
    "H17": "the way out of another sandbox",
    "H18": "the proxy as a way to this machine",
    "H19": "odd SOCKS requests",
    "H20": "replies without an end",
    "H21": "more bytes and requests than granted",
    "H22": "connections into a sandbox",
    "H23": "connections that were open before a host was taken away",
    "H24": "the sandbox's certificate authority elsewhere",
    "H25": "servers that cannot prove who they are",
    "H26": "frames and packets of one's own",
    "H27": "requests of programs in the engine",
    "H28": "metadata services",
    "H29": "one destination by every way",
    "H30": "ports that no rule names",
    "I01": "the value in memory, environment, files and arguments",
    "I02": "placeholders for other hosts",
    "I03": "servers that send the value back",
    "I04": "the egress process is killed",
    "I05": "placeholders of another sandbox",
    "I06": "the value in messages",
    "I07": "values that change while a program runs",
    "I08": "placeholders inside of other words",
    "I09": "clients that two sessions share",
}

# How many numbers each group of the list has.
GROUPS = {
    "A": 31, "B": 21, "C": 17, "D": 25, "E": 25, "F": 18, "G": 14, "H": 30,
    "I": 9, "J": 13, "K": 14, "L": 24, "M": 7, "N": 6, "O": 10,
}  # fmt: skip

# Two attacks that need no twin: nothing is refused in them.
PLAIN = {"F16": "nothing is refused: everyday programs must start"}


@dataclass(frozen=True)
class Test:
    file: str
    name: str
    twins: tuple[str, ...]


def twins_of(text: str) -> tuple[str, ...]:
    """How a test calls its twin, in words."""
    found = [
        "without " + ", ".join(re.findall(r"\"([\w.]+)\"", words))
        for words in re.findall(r"without\(([^)]*)\)", text)
        if '"' in words
    ]
    if re.search(r"\bbare\(", text):
        found.append("without a jail")
    if "CAISSON_FAULT" in text:
        found.append("mechanism left out")
    found += re.findall(r"# twin: (.*)", text)
    return tuple(dict.fromkeys(found))


def tests() -> dict[str, list[Test]]:
    found: dict[str, list[Test]] = {}
    for path in sorted((ROOT / "tests/attacks").glob("test_*.py")):
        source = path.read_text()
        for node in ast.parse(source).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            ids = re.findall(r"_([d-i]\d\d)(?=_)", node.name)
            text = ast.get_source_segment(source, node) or ""
            for number in ids:
                test = Test(path.name, node.name, twins_of(text))
                found.setdefault(number.upper(), []).append(test)
    return found


def command_cases() -> dict[str, list[str]]:
    """What `caisson redteam` tries for each number."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src/cli/redteam").glob("*.c")):
        for number, title in re.findall(r'\{"([A-O]\d\d)",\s*"([^"]+)"', path.read_text()):
            if title not in found.setdefault(number, []):
                found[number].append(title)
    return found


def other_tests() -> dict[str, list[str]]:
    """Tests of the other groups, wherever they are, that carry a number."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*")):
        if path.suffix not in (".py", ".c"):
            continue
        text = path.read_text()
        if path.suffix == ".py":
            names = re.findall(r"^ *(?:async )?def (test_\w+)", text, re.M)
        else:
            names = re.findall(r"^static void (\w+)\(void \*\*", text, re.M)
        for name in names:
            for number in re.findall(r"(?<![a-z0-9])([a-o]\d\d)(?=_)", name.replace("test_", "")):
                found.setdefault(number.upper(), []).append(f"{path.name}: {name}")
    return found


def render_others() -> list[str]:
    cases, tests = command_cases(), other_tests()
    lines = [
        "",
        "## What `caisson redteam` tries, and the tests of the other groups",
        "",
        "| attack | cases of the command | tests elsewhere |",
        "|---|---|---|",
    ]
    bare = []
    for group, count in GROUPS.items():
        for i in range(1, count + 1):
            number = f"{group}{i:02}"
            known = number in ATTACKS
            if number not in cases and (known or number not in tests):
                bare += [] if known else [number]
                continue
            names = [] if known else tests.get(number, [])
            more = "<br>".join(f"`{t}`" for t in names)
            lines.append(f"| {number} | {'; '.join(cases.get(number, []))} | {more} |")
    lines += [
        "",
        "Neither a case of the command nor a test that carries the number (there may be one",
        "under another name: fuzzers, unit tests; group K is about depth vm, which does not",
        f"exist): {', '.join(bare)}.",
    ]
    return lines


def problems(found: dict[str, list[Test]]) -> list[str]:
    bad = [f"{n}: no such attack ({found[n][0].name})" for n in found if n not in ATTACKS]
    for number in ATTACKS:
        if number not in found:
            bad.append(f"{number}: no test")
        elif number not in PLAIN and not any(t.twins for t in found[number]):
            bad.append(f"{number}: no test of it has a twin")
    return bad


def render(found: dict[str, list[Test]]) -> str:
    lines = [
        "# Attacks on files, jails, filters and limits",
        "",
        "Made by `tools/gen/attack_table.py`. One row for each attack: the tests that carry its",
        "number (in `tests/attacks`), and the twin, the same probe with the mitigation off,",
        "which must succeed: a probe that cannot trip proves nothing.",
        "",
        "| attack | what is tried | tests | twin |",
        "|---|---|---|---|",
    ]
    for number, what in ATTACKS.items():
        rows = found.get(number, [])
        names = "<br>".join(f"`{t.name}`" for t in rows)
        twins = "; ".join(dict.fromkeys(w for t in rows for w in t.twins))
        lines.append(f"| {number} | {what} | {names} | {twins or PLAIN.get(number, '')} |")
    return "\n".join(lines + render_others()) + "\n"


def main() -> int:
    found = tests()
    text = render(found)
    if sys.argv[1:] == ["--write"]:
        TABLE.write_text(text)
    elif sys.argv[1:] == ["--check"]:
        bad = problems(found)
        if not TABLE.exists() or TABLE.read_text() != text:
            bad.append("docs/attacks.md is stale: tools/gen/attack_table.py --write")
        print(*bad, sep="\n", end="\n" if bad else "")
        return 1 if bad else 0
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
