#!/usr/bin/env python3
# errors.py - compare our syntax errors with CPython's, snippet by snippet.
#
#   errors.py TOOL [-v] [SNIPPETS]      TOOL is the built lang_tool
#
# Class, text, line and columns must agree.  Without -v only a summary and the
# differences that are not listed in known.txt are printed.
#
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[ntrf\\])")


def unescape(text: str) -> str:
    def one(m: re.Match[str]) -> str:
        e = m.group(1)
        if e[0] in "ux":
            return chr(int(e[1:], 16))
        return {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "\\": "\\"}[e]

    return ESCAPE.sub(one, text)


def reference(source: str) -> str:
    try:
        compile(source, "<string>", "exec")
    except SyntaxError as e:
        where = [x or 0 for x in (e.lineno, e.offset, e.end_lineno, e.end_offset)]
        return "|".join([type(e).__name__, *map(str, where), e.msg])
    except (MemoryError, RecursionError, ValueError) as e:
        return f"{type(e).__name__}|0|0|0|0|{e}"
    return "ok"


def load(path: str) -> list[str]:
    with open(path) as f:
        return [x.rstrip("\n") for x in f if x.strip() and not x.startswith("#")]


def main() -> int:
    args = [a for a in sys.argv[1:] if a != "-v"]
    rows = load(args[1] if len(args) > 1 else os.path.join(HERE, "snippets.txt"))
    known_path = os.path.join(HERE, "known.txt")
    known = set(load(known_path)) if os.path.exists(known_path) else set()
    sources = [unescape(r.removeprefix("~ ")) for r in rows]
    data = b"\0".join(s.encode() for s in sources) + b"\0"
    run = subprocess.run([args[0], "errors"], input=data, capture_output=True)
    if run.returncode:
        print(run.stderr.decode()[-2000:])
    got = run.stdout.decode().splitlines()
    differ = listed = 0
    for row, source, line in zip(rows, sources, got):
        ours = line.removeprefix("!").split("|", 6)
        want = reference(source).split("|", 5)
        if len(ours) > 1:
            del ours[5]
        if row.startswith("~ "):
            ours, want = ours[:1] + ours[5:], want[:1] + want[5:]
        if ours == want:
            continue
        if row in known:
            listed += 1
            continue
        differ += 1
        print(f"{row}\n   ours    {'|'.join(ours)}\n   CPython {'|'.join(want)}")
    print(f"{len(rows)} snippets, {len(got)} answers, {differ} differ, {listed} known")
    return differ != 0 or len(got) != len(rows)


if __name__ == "__main__":
    sys.exit(main())
