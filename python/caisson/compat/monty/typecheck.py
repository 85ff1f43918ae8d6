"""Type checking of snippets, by whatever checker is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Any

from caisson.errors import UnavailableError

from .errors import MontyTypingError

FORMATS = (
    "full",
    "concise",
    "azure",
    "json",
    "jsonlines",
    "rdjson",
    "pylint",
    "gitlab",
    "github",
)
_BEFORE = "_before"
_HEAD = "from _before import *  # noqa\n"


class Problem:
    """One thing a checker found."""

    def __init__(
        self, path: str, line: int, column: int, rule: str, message: str
    ) -> None:
        self.path = path
        self.line = line
        self.column = column
        self.rule = rule
        self.message = message


class Report:
    """Everything a checker found in a snippet."""

    def __init__(self, problems: list[Problem], code: str) -> None:
        self.problems = problems
        self._lines = code.split("\n")

    def render(self, format: str = "full", color: bool = False) -> str:
        """As text in one of the known formats."""
        if format not in FORMATS:
            raise ValueError(f"unknown format {format!r}; known: {', '.join(FORMATS)}")
        if format in ("json", "rdjson", "gitlab"):
            return json.dumps([self._dict(p) for p in self.problems], indent=2)
        one = getattr(self, f"_{format}")
        text = "\n".join(one(p) for p in self.problems)
        return f"\x1b[31m{text}\x1b[0m" if color and format == "full" else text

    def _dict(self, p: Problem) -> dict[str, Any]:
        return {
            "filename": p.path,
            "line": p.line,
            "column": p.column,
            "code": p.rule,
            "message": p.message,
        }

    def _full(self, p: Problem) -> str:
        source = self._lines[p.line - 1] if 0 < p.line <= len(self._lines) else ""
        mark = " " * (p.column - 1) + "^"
        return (
            f"error[{p.rule}]: {p.message}\n --> {p.path}:{p.line}:{p.column}\n"
            f"  |\n{p.line} | {source}\n  | {mark}\n"
        )

    def _concise(self, p: Problem) -> str:
        return f"{p.path}:{p.line}:{p.column}: error[{p.rule}] {p.message}"

    def _jsonlines(self, p: Problem) -> str:
        return json.dumps(self._dict(p))

    def _pylint(self, p: Problem) -> str:
        return f"{p.path}:{p.line}: [{p.rule}] {p.message}"

    def _github(self, p: Problem) -> str:
        return (
            f"::error title={p.rule},file={p.path},line={p.line},col={p.column}::"
            f"{p.message}"
        )

    def _azure(self, p: Problem) -> str:
        return (
            f"##vso[task.logissue type=error;sourcepath={p.path};linenumber={p.line};"
            f"columnnumber={p.column};code={p.rule};]{p.message}"
        )


# -- checkers ------------------------------------------------------------------------


def _beside(name: str) -> str | None:
    local = os.path.join(os.path.dirname(sys.executable), name)
    return local if os.access(local, os.X_OK) else shutil.which(name)


def find_checker() -> tuple[str, str]:
    """(name, program) of an installed checker."""
    for name in ("ty", "pyright", "mypy"):
        path = _beside(name)
        if path is not None:
            return name, path
    raise UnavailableError(
        "type checking was asked for, but no type checker is installed",
        "install one of ty, pyright or mypy",
    )


_COMMANDS: dict[str, list[str]] = {
    "ty": ["check", "--output-format", "concise", "--color", "never"],
    "pyright": ["--outputjson"],
    "mypy": [
        "--no-error-summary",
        "--show-column-numbers",
        "--check-untyped-defs",
        "--no-incremental",
        "--cache-dir=/dev/null",
        "--no-color-output",
    ],
}
_CONCISE = re.compile(
    r"^(?P<path>[^:\n]+):(?P<line>\d+):(?P<column>\d+): error\[(?P<rule>[\w-]+)\] "
    r"(?P<message>.*)$",
    re.M,
)
_MYPY = re.compile(
    r"^(?P<path>[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)? error: (?P<message>.*?)"
    r"(?:  \[(?P<rule>[\w-]+)\])?$",
    re.M,
)


def _parse(name: str, text: str) -> list[Problem]:
    if name == "pyright":
        found = json.loads(text).get("generalDiagnostics", [])
        return [
            Problem(
                os.path.basename(d.get("file", "")),
                d["range"]["start"]["line"] + 1,
                d["range"]["start"]["character"] + 1,
                d.get("rule", "syntax"),
                d["message"],
            )
            for d in found
            if d["severity"] == "error"
        ]
    pattern = _CONCISE if name == "ty" else _MYPY
    return [
        Problem(
            os.path.basename(m["path"]),
            int(m["line"]),
            int(m["column"] or 1),
            m["rule"] or "error",
            m["message"],
        )
        for m in pattern.finditer(text)
    ]


def _run(folder: str, file: str) -> list[Problem]:
    name, program = find_checker()
    done = subprocess.run(
        [program, *_COMMANDS[name], file],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return _parse(name, done.stdout)


def check(code: str, before: str, script_name: str) -> None:
    """Check ``code``, which sees the names of ``before``; MontyTypingError."""
    file = os.path.basename(script_name) or "main.py"
    if not file.endswith(".py"):
        file += ".py"
    code = code.replace("\r\n", "\n").replace("\r", "\n")  # as the engine reads it
    async_head, body = _as_module(code)
    with tempfile.TemporaryDirectory(prefix="caisson-check-") as folder:
        with open(os.path.join(folder, f"{_BEFORE}.py"), "w") as f:
            f.write(before)
        with open(os.path.join(folder, file), "w") as f:
            f.write(_HEAD + async_head + body)
        problems = _run(folder, file)
    shift = 1 + (1 if async_head else 0)
    own = [p for p in problems if p.path == file and p.line > shift]
    for p in own:
        p.line -= shift
        p.path = script_name
        if async_head:
            p.column = max(1, p.column - 1)
    if own:
        report = Report(own, code)
        raise MontyTypingError(report.render("full"), report)


def _as_module(code: str) -> tuple[str, str]:
    """Top-level await is checked inside a coroutine function."""
    if not re.search(r"\bawait\b|\basync (?:for|with)\b", code):
        return "", code
    lines = code.split("\n")
    return "async def _main():\n", "\n".join(" " + line for line in lines)


class Checking:
    """What a checkout asked for."""

    def __init__(
        self, on: bool, stubs: str, format: str, color: bool, script_name: str
    ) -> None:
        if format not in FORMATS:
            raise ValueError(f"unknown type_check_format {format!r}")
        self.on = on
        self.stubs = stubs
        self.format = format
        self.color = color
        self.script_name = script_name

    def session(self) -> SessionCheck:
        """The state of one session."""
        return SessionCheck(self)


class SessionCheck:
    """Snippets that were accepted; later ones see their names."""

    def __init__(self, how: Checking) -> None:
        self._how = how
        self.accepted: list[str] = []

    @property
    def on(self) -> bool:
        """Is anything checked?"""
        return self._how.on

    def check(self, code: str, inputs: Mapping[str, Any] | None = None) -> None:
        """Check a snippet against the stubs and everything before it."""
        if not self._how.on:
            return
        names = [f"{n}: {_type_text(v)} = ..." for n, v in (inputs or {}).items()]
        before = "\n".join([_PRELUDE, self._how.stubs, *self.accepted, *names, ""])
        try:
            check(code, before, self._how.script_name)
        except MontyTypingError as e:
            shown = e.display(self._how.format, self._how.color)
            raise MontyTypingError(shown, e._report) from None

    def accept(self, code: str, skipped: bool) -> None:
        """A snippet that was checked joins the context."""
        if self._how.on and not skipped:
            self.accepted.append(code)


_PRELUDE = "from typing import Any\n"


def _type_text(value: Any) -> str:
    name = type(value).__name__
    known = ("int", "float", "str", "bytes", "bool", "list", "dict", "tuple", "set")
    return name if name in known else "Any"


def module_stubs(modules: Mapping[str, Any]) -> list[str]:
    """External modules cannot be told to every checker; their names can."""
    return []
