#!/usr/bin/env python3
"""record_terminal.py - a picture of a terminal, from commands that really ran.

    tools/ops/record_terminal.py CAISSON PAGE OUT.svg

Runs the first `console` block of PAGE line by line in an empty folder, with the
given binary in front of PATH, and draws the commands and what they printed as an
SVG.  docs/terminal.svg is made of README.md this way.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

COLUMNS = 96
LINE, CHARACTER, MARGIN = 18, 7.83, 16  # pixels
COMMAND, OUTPUT, PROMPT, GROUND = "#e6edf3", "#9fb0c0", "#4cc38a", "#10161d"


def commands(page: Path) -> list[str]:
    block = re.search(r"^```console\n(.*?)^```$", page.read_text(), re.M | re.S)
    if not block:
        sys.exit(f"{page} has no console block")
    return [line[2:] for line in block[1].splitlines() if line.startswith("$ ")]


def output_of(command: str, folder: str, env: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.stdout


def record(binary: Path, page: Path) -> list[tuple[str, str]]:
    """Each line of the terminal with its kind: `$` or nothing."""
    rows: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        env = dict(
            os.environ,
            PATH=f"{binary.parent}:{os.environ['PATH']}",
            XDG_STATE_HOME=f"{folder}/.state",
            LC_ALL="C.UTF-8",
        )
        for command in commands(page):
            rows.append(("$", command))
            rows += [("", line) for line in output_of(command, folder, env).splitlines()]
        output_of("caisson rm box 2>/dev/null", folder, env)
    return rows


def folded(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Lines that fit the width; what is continued has no prompt."""
    out = []
    for kind, text in rows:
        width = COLUMNS - 2 * len(kind)
        parts = [text[i : i + width] for i in range(0, len(text), width)] or [""]
        out += [(kind if i == 0 else "", part) for i, part in enumerate(parts)]
    return out


def draw(rows: list[tuple[str, str]]) -> str:
    height = LINE * len(rows) + 2 * MARGIN
    width = COLUMNS * CHARACTER + 2 * MARGIN
    lines = []
    for number, (kind, text) in enumerate(rows):
        y = MARGIN + LINE * (number + 1) - 5
        prompt = f'<tspan fill="{PROMPT}">$ </tspan>' if kind else ""
        colour = COMMAND if kind else OUTPUT
        lines.append(
            f'<text x="{MARGIN}" y="{y}" fill="{colour}" xml:space="preserve">'
            f"{prompt}{escape(text)}</text>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}"'
        f' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>\n'
        + "\n".join(lines)
        + "\n</svg>\n"
    )


def main() -> int:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    binary, page, out = (Path(p).resolve() for p in sys.argv[1:])
    out.write_text(draw(folded(record(binary, page))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
