#!/usr/bin/env python3
# mutate.py - break real programs at random and compare the errors.
#
#   mutate.py TOOL [COUNT [SEED]] FOLDER...
#
# Takes top-level statements from the files below FOLDER, deletes, repeats,
# swaps or replaces one token or character and asks CPython and lang_tool.
# Differences are printed by kind, the most frequent first.
#
# SPDX-License-Identifier: Apache-2.0
import ast
import collections
import os
import random
import re
import subprocess
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from errors import reference  # noqa: E402

warnings.simplefilter("ignore")
TOKEN = re.compile(r"\w+|[ \t]+|\n[ \t]*|\"[^\"\n]*\"|'[^'\n]*'|[^\w\s]")
EXTRA = [
    *"()[]{}:,.=+-*/%@&|^~<>!;\\'\"$?",
    *"if else for in not is and or lambda def class return yield await".split(),
    *"== := -> ** // ... print x 1 'a' None True import from as with".split(),
    *"try except finally pass break continue global nonlocal async".split(),
    "\n", " ", "  ", "\t", "elif", "while", "raise", "del", "assert", "match",
]


def pieces(folders: list[str]) -> list[str]:
    out = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                if not name.endswith(".py"):
                    continue
                with open(os.path.join(root, name), "rb") as f:
                    data = f.read()
                try:
                    text = data.decode("utf-8")
                    tree = ast.parse(text)
                except (SyntaxError, ValueError):
                    continue
                lines = text.splitlines(keepends=True)
                for n in tree.body:
                    if n.end_lineno - n.lineno < 12:
                        out.append("".join(lines[n.lineno - 1 : n.end_lineno]))
    return out


def mutate(text: str, rnd: random.Random) -> str:
    tokens = TOKEN.findall(text)
    for _ in range(rnd.choice([1, 1, 1, 2])):
        if not tokens:
            break
        i = rnd.randrange(len(tokens))
        how = rnd.randrange(5)
        if how == 0:
            del tokens[i]
        elif how == 1:
            tokens.insert(i, tokens[i])
        elif how == 2:
            tokens.insert(i, rnd.choice(EXTRA))
        elif how == 3:
            tokens[i] = rnd.choice(EXTRA)
        else:
            j = rnd.randrange(len(tokens))
            tokens[i], tokens[j] = tokens[j], tokens[i]
    return "".join(tokens)


def main() -> int:
    args = sys.argv[1:]
    tool = args.pop(0)
    count = int(args.pop(0)) if args and args[0].isdigit() else 2000
    seed = int(args.pop(0)) if args and args[0].isdigit() else 1
    rnd = random.Random(seed)
    parts = pieces(args)
    cases = [mutate(rnd.choice(parts), rnd) for _ in range(count)]
    cases = [c for c in cases if "\0" not in c and c]
    data = b"\0".join(c.encode() for c in cases) + b"\0"
    run = subprocess.run([tool, "errors"], input=data, capture_output=True)
    got = run.stdout.decode().splitlines()
    if run.returncode or len(got) != len(cases):
        print("tool failed", len(got), len(cases), run.stderr.decode()[-3000:])
        if len(got) < len(cases):
            print(repr(cases[len(got)]))
        return 1
    kinds = collections.defaultdict(list)
    same = text_only = 0
    for source, line in zip(cases, got):
        ours = line.removeprefix("!").split("|", 6)
        if len(ours) > 1:
            del ours[5]
        want = reference(source).split("|", 5)
        if ours == want:
            same += 1
            continue
        if "f-string" in want[-1] or "f-string" in ours[-1]:
            text_only += ours[:1] + ours[5:] == want[:1] + want[5:]
        kinds[(ours[0] + ":" + ours[-1], want[0] + ":" + want[-1])].append(
            (source, ours, want)
        )
    for key, found in sorted(kinds.items(), key=lambda k: -len(k[1]))[:40]:
        source, ours, want = min(found, key=lambda x: len(x[0]))
        print(len(found), "x", *key, sep="\n   ")
        print("   ", ours[1:5], want[1:5], repr(source[:300]))
    print(f"{len(cases)} cases, {same} the same, {text_only} f-string positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
