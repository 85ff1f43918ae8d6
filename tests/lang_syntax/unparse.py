#!/usr/bin/env python3
# unparse.py - compare the text of lazy annotations with CPython's.
#
#   unparse.py TOOL [FOLDER...]      expressions are taken from the files
#
# CPython shows its text through `from __future__ import annotations`.
# F-strings, which we copy from the source, and what is not allowed in an
# annotation are left out.
#
# SPDX-License-Identifier: Apache-2.0
import ast
import os
import re
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")
FIXED = r"""
-x**2; (-x)**2; a**b**c; (a**b)**c; a-(b-c); a*(b+c); lambda *, a: a
lambda a, /, b=1, *c, d, e=2, **f: a; lambda: 0; (lambda: a)(); a[*b]; a[()]
a[1:2:3, ...]; a[:]; 1e400; 1e400j; 1.5; 2j; b"a\x00'"; "it's"; 'a"b'; u"x"
"\n\t\\"; "é\u200b\U0001f600"; 1 .real; 1.5.real; f(i for i in x)
f((i for i in x), 1); {**a, 1: 2}; (*a, b); a < (b < c); - - a; not not a
a and (b and c); a if b else c if d else e; (1 if a else b) if c else d
[i for i, j in x if y if z]; {i: j for i in x}; a @ b // c % d; x | None
a << b >> c & d ^ e | f; (yield_,); Dict[str, "X"]; Callable[[int, str], bool]
print(*a, **b); {}; []; (); a == b != c; a is not b; a not in b; ~a + +b
"""
BAD = ast.JoinedStr, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr


def theirs(text: str) -> str | None:
    space: dict[str, dict[str, str]] = {}
    source = f"from __future__ import annotations\nx: {text}\n"
    try:
        exec(compile(source, "<string>", "exec"), space)
    except SyntaxError:
        return None
    return space["__annotations__"]["x"]


def harvest(folders: list[str]) -> list[str]:
    found = set()
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in names:
                if not name.endswith(".py"):
                    continue
                with open(os.path.join(root, name), errors="replace") as f:
                    source = f.read()
                try:
                    tree = ast.parse(source)
                except (SyntaxError, ValueError):
                    continue
                for n in ast.walk(tree):
                    if isinstance(n, (ast.Call, ast.IfExp, ast.BinOp, ast.Compare)):
                        if any(isinstance(x, BAD) for x in ast.walk(n)):
                            continue
                        text = ast.get_source_segment(source, n)
                        if text and len(text) < 200 and "\n" not in text:
                            found.add(text)
    return sorted(found)


def main() -> int:
    texts = [t for t in re.split(r";\s|\n", FIXED.strip()) if t.strip()]
    texts += harvest(sys.argv[2:])
    pairs = [(t, w) for t in texts if (w := theirs(t)) is not None]
    data = b"\0".join(t.encode() for t, _ in pairs) + b"\0"
    run = subprocess.run([sys.argv[1], "unparse"], input=data, capture_output=True)
    got = run.stdout.decode("utf-8", "surrogatepass").split("\n")
    bad = 0
    for (text, want), ours in zip(pairs, got):
        if want != ours:
            bad += 1
            if bad < 20:
                print(f"{text}\n   ours    {ours}\n   CPython {want}")
    print(f"{len(pairs)} expressions, {bad} differ")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
