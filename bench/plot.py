#!/usr/bin/env python3
"""plot.py - speed-ups as a picture.

    bench/outside.py --json results.json
    bench/plot.py results.json docs/speed.svg

One bar for each program, from 1.0 (as fast as CPython) to its speed-up, on a
logarithmic scale; where Caisson loses the bar points to the left.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import math
import sys
from html import escape
from pathlib import Path

NAMES, WIDTH, ROW = 250, 560, 17  # pixels
TOP, BOTTOM = 52, 16
FASTER, SLOWER, INK, LIGHT = "#2f81f7", "#d1242f", "#57606a", "#d0d7de"


def scale(ratios: list[float]) -> tuple[float, float]:
    """The ends of the axis, as powers of two around all values."""
    low = min(0.5, *ratios)
    high = max(2.0, *ratios)
    return 2 ** math.floor(math.log2(low)), 2 ** math.ceil(math.log2(high))


def draw(rows: list[dict[str, object]]) -> str:
    found = sorted(
        ((str(row["name"]), float(str(row["ratio"]))) for row in rows),
        key=lambda row: -row[1],
    )
    ratios = [ratio for _, ratio in found]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    low, high = scale(ratios)

    def x(ratio: float) -> float:
        span = math.log(high / low)
        return NAMES + WIDTH * math.log(ratio / low) / span

    height = TOP + ROW * len(found) + BOTTOM
    title = (
        f"{len(found)} programs, time of CPython 3.11 divided by time of Caisson: "
        f"geometric mean {mean:.2f}, {sum(r < 1 for r in ratios)} below 1"
    )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{NAMES + WIDTH + 60}"'
        f' height="{height}" font-family="DejaVu Sans, sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="8" y="20" font-size="13" fill="{INK}">{escape(title)}</text>',
    ]
    tick = low
    while tick <= high:
        colour = INK if tick == 1 else LIGHT
        out.append(
            f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP - 6}"'
            f' y2="{height - BOTTOM}" stroke="{colour}"/>'
            f'<text x="{x(tick):.1f}" y="{TOP - 12}" text-anchor="middle"'
            f' fill="{INK}">{tick:g}</text>'
        )
        tick *= 2
    for number, (name, ratio) in enumerate(found):
        y = TOP + ROW * number
        left, right = sorted((x(1), x(ratio)))
        colour = FASTER if ratio >= 1 else SLOWER
        out.append(
            f'<text x="{NAMES - 8}" y="{y + 12}" text-anchor="end" fill="{INK}">'
            f"{escape(name)}</text>"
            f'<rect x="{left:.1f}" y="{y + 3}" width="{right - left:.1f}" height="11"'
            f' fill="{colour}"/>'
            f'<text x="{x(max(ratio, 1)) + 4:.1f}" y="{y + 12}" fill="{INK}">'
            f"{ratio:.2f}</text>"
        )
    return "\n".join([*out, "</svg>"]) + "\n"


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows = json.loads(Path(sys.argv[1]).read_text())
    if not rows:
        sys.exit(f"{sys.argv[1]} has no results")
    Path(sys.argv[2]).write_text(draw(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
