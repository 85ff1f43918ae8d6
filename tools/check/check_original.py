#!/usr/bin/env python3
"""check_original.py - our library in Python must be our own text.

Compares every .py file of src/py/prelude with CPython's library, white space
folded, comments and docstrings included.  Four measures per file:

  share  how many of its lines stand in the corresponding CPython files
  run    the longest common run of consecutive lines, in any CPython file
  shape  functions whose syntax tree equals one of the corresponding files
         when all names and texts are ignored (renaming does not help)
  prose  sentences of docstrings and comments that stand there too, or in
         the docstrings of the running module, however they are broken

Left out are facts: headers of functions and classes, imports, decorators,
errors raised with a text, public names and data, `self.x = x`, and for the
share lines of at most 25 characters.  tools/check/original_todo.txt lists files
that still fail; a listed file that passes is an error.  Without a CPython
library the check is skipped.

  check_original.py [--ref DIR] [-v] [--lines] [FILE...]

-v prints every file, worst first; --lines also the lines it has in common.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = ROOT / "src" / "py" / "prelude"
TODO = ROOT / "tools" / "check" / "original_todo.txt"
MAX_SHARE = 0.20
MAX_RUN = 6
MAX_SHAPES = 0
MAX_PROSE = 2
MIN_WORDS = 5  # shorter sentences are alike by nature
MIN_COMMON = 6  # fewer common lines than this are chance in a small file
MIN_NODES = 70  # functions of fewer syntax nodes are alike by nature
SHORT = 25

# Where our split or renamed modules have their counterpart.
MATES: dict[str, list[str]] = {
    "_decimal_log": ["_pydecimal.py"],
    "_io_base": ["_pyio.py"],
    "_io_buffer": ["_pyio.py"],
    "_io_memory": ["_pyio.py"],
    "_io_text": ["_pyio.py"],
    "_exact_stats": ["statistics.py"],
    "_normaldist": ["statistics.py"],
    "_os_core": ["os.py"],
    "_signature": ["inspect.py"],
    "_streams": ["_pyio.py", "io.py"],
    "_strptime": ["_strptime.py"],
    "_timefmt": ["_strptime.py", "_pydecimal.py", "datetime.py"],
    "_type_params": ["typing.py"],
    "_typing_forms": ["typing.py"],
    "_weakref": ["weakref.py"],
    "ast/__init__": ["ast.py"],
    "asyncio/": ["asyncio/*.py"],
    "collections/": ["collections/__init__.py"],
    "concurrent/futures/": ["concurrent/futures/*.py"],
    "contextvars": ["contextvars.py"],
    "decimal": ["_pydecimal.py"],
    "_decimal_": ["_pydecimal.py"],
    "importlib": ["importlib/*.py"],
    "io": ["io.py", "_pyio.py"],
    "json/": ["json/*.py"],
    "logging/": ["logging/*.py"],
    "re": ["re/*.py"],
    "unittest/": ["unittest/*.py"],
    "xml/etree/": ["xml/etree/*.py"],
    "xml/sax/": ["xml/sax/*.py"],
    "zoneinfo/": ["zoneinfo/*.py"],
}

# Files that may exceed a limit: path -> reason.
ALLOWED: dict[str, str] = {}


class Source:
    """A file as folded lines without blank ones; parsed when needed."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8", errors="replace")
        folded = [" ".join(line.split()) for line in self.text.splitlines()]
        numbered = [(n, line) for n, line in enumerate(folded, 1) if line]
        self.numbers = [n for n, _ in numbered]
        self.lines = [line for _, line in numbered]

    @cached_property
    def tree(self) -> ast.Module:
        try:
            return ast.parse(self.text)
        except SyntaxError:  # syntax newer than the running Python
            return ast.Module([], [])

    @cached_property
    def sentences(self) -> set[str]:
        """What docstrings and comments say."""
        texts = [
            node.value.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ]
        comments = [n.lstrip("# ") for n in self.lines if n[0] == "#"]
        return sentences_of([*texts, " ".join(comments)])

    @cached_property
    def facts(self) -> list[bool]:
        known = {n for numbers in fact_lines(self.tree) for n in numbers}
        return [
            n in known or line.startswith("SPDX-")
            for n, line in zip(self.numbers, self.lines, strict=True)
        ]


@dataclass
class Verdict:
    name: str
    share: float = 0.0
    common: int = 0
    counted: int = 0
    run: int = 0
    run_in: str = ""
    shapes: list[str] | None = None
    prose: list[str] | None = None
    shared_lines: list[str] | None = None

    @property
    def bad(self) -> bool:
        if self.name in ALLOWED:
            return False
        return (
            (self.share > MAX_SHARE and self.common >= MIN_COMMON)
            or self.run > MAX_RUN
            or len(self.shapes or ()) > MAX_SHAPES
            or len(self.prose or ()) > MAX_PROSE
        )

    def __str__(self) -> str:
        text = f"{self.name}: share {self.share:.2f} "
        text += f"({self.common}/{self.counted}), run {self.run}"
        if self.run_in:
            text += f" ({self.run_in})"
        if self.shapes:
            shown = " ".join(self.shapes[:6])
            text += f", {len(self.shapes)} equal in shape: {shown}"
        if self.prose:
            text += f", {len(self.prose)} sentences"
        return text


# ---- what is a fact ------------------------------------------------------


def is_data(node: ast.expr) -> bool:
    """A literal, a container of literals, a plain name or an alias."""
    if isinstance(node, ast.Constant):
        same_line = node.lineno == node.end_lineno
        return not isinstance(node.value, str) or same_line
    if isinstance(node, (ast.Name, ast.Attribute)):
        return True
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(is_data(e) for e in node.elts)
    if isinstance(node, ast.Dict):
        keys = [k for k in node.keys if k is not None]
        return all(is_data(e) for e in [*keys, *node.values])
    if isinstance(node, ast.UnaryOp):
        return is_data(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        wrappers = ("frozenset", "set", "dict", "tuple", "classmethod")
        return node.func.id in wrappers and all(map(is_data, node.args))
    return False


def has_text(node: ast.expr | None) -> bool:
    """An exception call that carries a message, or a bare class."""
    if node is None:
        return False
    if isinstance(node, (ast.Name, ast.Attribute)):
        return True
    return isinstance(node, ast.Call) and any(
        isinstance(n, (ast.Constant, ast.JoinedStr)) for n in ast.walk(node)
    )


def stores_parameter(node: ast.stmt) -> bool:
    """self.x = x"""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.targets[0].attr.lstrip("_") == node.value.id
    )


def fact_lines(tree: ast.Module) -> Iterator[range]:
    """The line numbers of everything that is no writing of anybody's."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            # A body on the header's own line belongs to the header.
            yield range(first, max(node.body[0].lineno, node.lineno + 1))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield range(node.lineno, node.end_lineno + 1)
        elif isinstance(node, ast.Raise) and has_text(node.exc):
            yield range(node.lineno, node.end_lineno + 1)
        elif isinstance(node, ast.stmt) and stores_parameter(node):
            yield range(node.lineno, node.end_lineno + 1)
        if isinstance(node, (ast.Module, ast.ClassDef)):
            for child in node.body:
                if isinstance(child, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
                    if child.value is not None and is_data(child.value):
                        yield range(child.lineno, child.end_lineno + 1)


# ---- measures ------------------------------------------------------------


def measure_share(ours: Source, theirs: list[Source], verdict: Verdict) -> None:
    known = {line for source in theirs for line in source.lines}
    counted = [
        line
        for line, fact in zip(ours.lines, ours.facts, strict=True)
        if not fact and len(line) > SHORT
    ]
    common = [line for line in counted if line in known]
    verdict.counted, verdict.common = len(counted), len(common)
    verdict.share = len(common) / len(counted) if counted else 0.0
    verdict.shared_lines = common


Index = dict[tuple[str, ...], list[tuple[str, int]]]


def index_all(library: dict[str, Source]) -> Index:
    """Every three consecutive lines of the library."""
    index: Index = {}
    for name, source in library.items():
        for i in range(len(source.lines) - 2):
            index.setdefault(tuple(source.lines[i : i + 3]), []).append((name, i))
    return index


def measure_run(
    ours: Source, library: dict[str, Source], index: Index, verdict: Verdict
) -> None:
    """Longest common run, counting the lines of it that are no facts."""
    starts: set[tuple[str, int]] = set()
    lines = ours.lines
    for i in range(len(lines) - 2):
        found = index.get(tuple(lines[i : i + 3]), [])
        for name, j in found:
            if (name, j - 1) in starts:  # inside a run measured before
                continue
            other = library[name].lines
            n = 3
            while (
                i + n < len(lines)
                and j + n < len(other)
                and lines[i + n] == other[j + n]
            ):
                n += 1
            weight = sum(not fact for fact in ours.facts[i : i + n])
            if weight > verdict.run:
                verdict.run, verdict.run_in = weight, name
        starts = set(found)


def shapes(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Every larger function with its tree, names and texts left out."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        parts = [type(n).__name__ for stmt in body for n in ast.walk(stmt)]
        parts = [p for p in parts if p not in ("Load", "Store", "Del")]
        if len(parts) >= MIN_NODES:
            yield node.name, " ".join(parts)


def measure_shapes(ours: Source, theirs: list[Source], verdict: Verdict) -> None:
    known = {shape for source in theirs for _, shape in shapes(source.tree)}
    verdict.shapes = [name for name, s in shapes(ours.tree) if s in known]


def sentences_of(texts: list[str]) -> set[str]:
    """The longer sentences, as words."""
    found = set()
    for text in texts:
        for sentence in re.split(r"[.:;?!]\s", " ".join(text.split())):
            words = re.findall(r"\w+", sentence.lower())
            if len(words) >= MIN_WORDS:
                found.add(" ".join(words))
    return found


def measure_prose(
    ours: Source, theirs: list[Source], spoken: set[str], verdict: Verdict
) -> None:
    known = spoken.union(*(source.sentences for source in theirs))
    verdict.prose = sorted(ours.sentences & known)


# ---- the library to compare with -----------------------------------------


def find_library() -> Path | None:
    done = subprocess.run(
        [str(ROOT / "tools" / "ops" / "reference_python.sh")],
        capture_output=True,
        text=True,
    )
    if not done.stdout.strip():
        return None
    code = "import os; print(os.path.dirname(os.__file__))"
    command = [done.stdout.strip(), "-I", "-c", code]
    return Path(subprocess.check_output(command, text=True).strip())


def load_library(folder: Path) -> dict[str, Source]:
    skip = {"test", "tests", "idlelib", "site-packages", "dist-packages"}
    found = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if skip.isdisjoint(name.parts):
            found[str(name)] = Source(path)
    return found


def mate_patterns(name: str) -> list[str]:
    """Where CPython has what our file `name` (relative, no .py) has."""
    keys = [k for k in MATES if k == name or (k[-1] == "/" and name.startswith(k))]
    return [p for k in keys for p in MATES[k]] + [f"{name}.py"]


def mates(name: str, folder: Path, library: dict[str, Source]) -> list[Source]:
    paths = {p for pattern in mate_patterns(name) for p in folder.glob(pattern)}
    names = sorted(str(p.relative_to(folder)) for p in paths)
    return [library[n] for n in names if n in library]


def mate_modules(name: str) -> list[str]:
    names = [p.removesuffix(".py").replace("/*", "") for p in mate_patterns(name)]
    return [n.removesuffix("/__init__").replace("/", ".") for n in names]


# Run by CPython: prints the docstrings of modules, also of those in C.
DOCUMENTATION = """
import importlib, json, sys
out = {}
for name in sys.argv[1:]:
    try:
        module = importlib.import_module(name)
    except BaseException:
        continue
    docs = out[name] = [module.__doc__]
    for value in list(vars(module).values()):
        docs.append(getattr(value, "__doc__", None))
        if isinstance(value, type):
            docs += [getattr(v, "__doc__", None) for v in vars(value).values()]
    out[name] = [d for d in docs if isinstance(d, str)]
print(json.dumps(out))
"""


def documentation(modules: list[str]) -> dict[str, list[str]]:
    command = [str(ROOT / "tools" / "ops" / "reference_python.sh")]
    python = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    if not python:
        return {}
    command = [python, "-I", "-W", "ignore", "-c", DOCUMENTATION, *modules]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def read_todo() -> set[str]:
    if not TODO.exists():
        return set()
    lines = TODO.read_text().splitlines()
    return {line.split()[0] for line in lines if line and line[0] != "#"}


def judge_all(folder: Path, wanted: list[Path]) -> list[Verdict]:
    library = load_library(folder)
    index = index_all(library)
    shorts = {
        path: "/".join(path.relative_to(PRELUDE).with_suffix("").parts[1:])
        for path in wanted
    }
    modules = {m for short in shorts.values() for m in mate_modules(short)}
    docs = documentation(sorted({*modules, "builtins"}))
    verdicts = []
    for path, short in shorts.items():
        source = Source(path)
        verdict = Verdict(str(path.relative_to(ROOT)))
        theirs = mates(short, folder, library)
        names = [*mate_modules(short), "builtins"]
        spoken = sentences_of([d for n in names for d in docs.get(n, ())])
        measure_share(source, theirs, verdict)
        measure_run(source, library, index, verdict)
        measure_shapes(source, theirs, verdict)
        measure_prose(source, theirs, spoken, verdict)
        verdicts.append(verdict)
    return verdicts


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--ref", type=Path, help="CPython's Lib folder")
    parser.add_argument("-v", dest="verbose", action="store_true")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    folder = args.ref or find_library()
    if folder is None or not (folder / "os.py").exists():
        print("original: skipped, there is no CPython library to compare with")
        return 77
    wanted = [f.resolve() for f in args.files] or sorted(PRELUDE.rglob("*.py"))
    verdicts = judge_all(folder, wanted)
    todo = read_todo()
    verdicts.sort(key=lambda v: (-v.share, v.name))
    counts: Counter[str] = Counter()
    for v in verdicts:
        listed = v.name in todo
        failed = v.bad != listed
        counts["failed" if failed else "listed" if listed else "clean"] += 1
        if failed and listed:
            print(f"{v.name}: is original now, remove it from {TODO.name}")
        elif failed:
            print(f"NOT OUR OWN {v}")
        elif args.verbose or args.lines:
            print(v)
        for line, n in Counter(v.shared_lines).items() if args.lines else ():
            print(f"    {n}x {line}")
        for sentence in (v.prose or ()) if args.lines else ():
            print(f"    prose: {sentence}")
    if not args.files:
        gone = sorted(todo - {v.name for v in verdicts})
        for name in gone:
            print(f"{name}: in {TODO.name}, but there is no such file")
        counts["failed"] += len(gone)
    shown = ", ".join(f"{counts[k]} {k}" for k in ("clean", "listed", "failed"))
    print(f"original: {shown}")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
