#!/usr/bin/env python3
"""fuzz_dumps.py - dumps with wrong bytes: refused, or harmless.

  PYTHONPATH=BUILD/stage tests/python/monty/fuzz_dumps.py [--n 100000] [--seed 1]

Statement 45.  Sessions are loaded in this process, so that a sanitizer or an
assertion of the build sees everything; what loads is run on.  Prints how many
were refused.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import contextlib
import random
from typing import Any

import caisson.compat.monty as m

STATE = (
    "import json, re, datetime\n"
    "class C:\n    def __init__(s): s.x = [1, 2.5, 'é', b'b', None]\n"
    "def g(n):\n    for i in range(n): yield {i: str(i)}\n"
    "rows = [{'a': i, 'c': C()} for i in range(20)]\nit = g(9)\nnext(it)\n"
    "day = datetime.date(2024, 2, 29)\n"
)
MORE = "[*it, len(rows), rows[3]['c'].x, str(day), sorted(map(str, rows[0]))]"
LIMITS = {"max_memory": 20_000_000, "max_feed_duration_secs": 1.0}


def samples(pool: Any) -> list[bytes]:
    """Dumps of an idle session and of one that waits in the middle."""
    with pool.checkout(limits=LIMITS) as s:
        s.feed_run(STATE)
        idle = s.dump()
        return [idle, s.feed_start("sorted(rows, key=lambda r: f(r['a']))").dump()]


def damaged(data: bytes, choose: random.Random) -> bytes:
    """The same with one to eight other bytes, or cut, or with a piece moved."""
    made = bytearray(data)
    how = choose.randrange(10)
    if how == 0:
        return bytes(made[: choose.randrange(len(made))])
    if how == 1:
        a, b, n = (choose.randrange(len(made)) for _ in range(3))
        n %= 64
        made[a : a + n] = made[b : b + n]
        return bytes(made)
    for _ in range(choose.randrange(1, 9)):
        made[choose.randrange(len(made))] = choose.choice([0, 1, 255, 128, 7, 64])
    return bytes(made)


def try_one(pool: Any, data: bytes, waiting: bool) -> bool:
    """Load and run on; True: it was refused."""
    with pool.checkout(limits=LIMITS) as s:
        try:
            if waiting:
                s.load_snapshot(data)
            else:
                s.load_session(data)
        except (ValueError, m.MontyError):
            return True
        if not waiting:
            with contextlib.suppress(m.MontyError, ValueError):
                s.feed_run(MORE)
    return False


def fuzz(pool: Any, n: int, seed: int) -> int:
    """Try so many; how many were refused."""
    choose = random.Random(seed)
    dumps = samples(pool)
    refused = 0
    for i in range(n):
        which = i % 2
        refused += try_one(pool, damaged(dumps[which], choose), which == 1)
    return refused


def main() -> None:
    """Read the arguments and go."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with m.Monty(isolation="inprocess") as pool:
        refused = fuzz(pool, options.n, options.seed)
    print(f"{options.n} damaged dumps: {refused} refused, the others did no harm")


if __name__ == "__main__":
    main()
