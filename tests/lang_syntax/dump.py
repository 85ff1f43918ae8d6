#!/usr/bin/env python3
# dump.py - compare our syntax trees with CPython's, file by file.
#
#   dump.py TOOL FILE-OR-FOLDER...      TOOL is the built lang_tool
#
# Prints the notation of ast_dump.c for CPython's tree and compares.  Positions
# are compared too, except inside f-strings, where CPython before 3.12 does not
# know them.
#
# SPDX-License-Identifier: Apache-2.0
import ast
import os
import re
import struct
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)
PLACED = ast.stmt, ast.expr, ast.excepthandler, ast.arg, ast.keyword, ast.alias
PLACED += (ast.pattern,)
SKIP = {"type_comment", "type_ignores", "kind"}


def bits(x: float) -> str:
    return struct.pack(">d", x).hex()


def constant(v: object, kind: str | None) -> str:
    if v is None or v is True or v is False:
        return str(v)
    if v is Ellipsis:
        return "Ellipsis"
    if isinstance(v, int):
        return f"i{v:x}"
    if isinstance(v, float):
        return "f" + bits(v)
    if isinstance(v, complex):
        return "j" + bits(v.imag)
    if isinstance(v, bytes):
        return "b" + v.hex()
    text = v.encode("utf-8", "surrogatepass").hex()
    return f"{'u' if kind == 'u' else 's'}{text}:{len(v)}"


def dump(n: object, out: list[str], placed: bool = True) -> None:
    if n is None:
        out.append("N")
    elif isinstance(n, list):
        out.append("[")
        for i, item in enumerate(n):
            if i:
                out.append(",")
            dump(item, out, placed)
        out.append("]")
    elif not isinstance(n, ast.AST):
        out.append(str(n))
    elif isinstance(n, (ast.operator, ast.unaryop, ast.cmpop, ast.boolop)):
        out.append(type(n).__name__)
    elif isinstance(n, ast.expr_context):
        out.append(type(n).__name__)
    else:
        out.append(type(n).__name__)
        inside = placed
        if isinstance(n, PLACED):
            if placed:
                out.append(
                    f"@{n.lineno}:{n.col_offset}-{n.end_lineno}:{n.end_col_offset}"
                )
            if isinstance(n, ast.JoinedStr):
                inside = False
        out.append("(")
        first = True
        for f in n._fields:
            if f in SKIP:
                continue
            if not first:
                out.append(",")
            first = False
            out.append(f + "=")
            if f == "value" and isinstance(n, (ast.Constant, ast.MatchSingleton)):
                out.append(constant(n.value, getattr(n, "kind", None)))
            else:
                dump(getattr(n, f), out, inside)
        out.append(")")


def strip_fstrings(text: str) -> str:
    """Remove positions inside JoinedStr(...) of our own dump."""
    out = []
    at = 0
    while True:
        i = text.find("JoinedStr@", at)
        if i < 0:
            out.append(text[at:])
            return "".join(out)
        start = text.index("(", i)
        depth, j = 1, start + 1
        while depth:
            c = text[j]
            depth += (c == "(") - (c == ")")
            j += 1
        out.append(text[at:start])
        out.append(re.sub(r"@\d+:\d+-\d+:\d+", "", text[start:j]))
        at = j


def normal(text: str) -> str:
    def big(m: re.Match[str]) -> str:
        return f"i{int(m.group(2), int(m.group(1))):x}"

    text = re.sub(r"\bD(2|8|10|16)_([0-9a-fA-F]+)", big, text)
    return strip_fstrings(text.rstrip("\n"))


def files(args: list[str]) -> list[str]:
    found = []
    for a in args:
        if os.path.isfile(a):
            found.append(a)
        for root, _, names in os.walk(a):
            found += [os.path.join(root, x) for x in names if x.endswith(".py")]
    return sorted(found)


def main() -> int:
    sys.set_int_max_str_digits(0)
    tool, bad, count = sys.argv[1], 0, 0
    for path in files(sys.argv[2:]):
        with open(path, "rb") as f:
            source = f.read()
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        run = subprocess.run([tool, "dump", path], capture_output=True)
        out: list[str] = []
        dump(tree, out)
        want = "".join(out)
        got = normal(run.stdout.decode("utf-8", "surrogateescape"))
        count += 1
        if got != want:
            bad += 1
            at = len(os.path.commonprefix([got, want]))
            print(f"{path}: differs at {at}")
            print("  ours   ", got[max(0, at - 60) : at + 100])
            print("  CPython", want[max(0, at - 60) : at + 100])
            if run.returncode:
                print("  exit", run.returncode, run.stderr.decode()[-400:])
    print(f"{count} files, {bad} differ")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
