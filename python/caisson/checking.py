"""Looking at code before it runs."""

from __future__ import annotations

import ast
import dataclasses
import textwrap

from caisson._checker import Checker
from caisson._stubs import Stubs
from caisson.tools import ToolsArg, as_tools


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something in the code that cannot work; lines and columns start at 1."""

    kind: str
    message: str
    line: int
    column: int
    source: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: {self.message}"
        return f"{where}\n    {self.source.strip()}" if self.source else where


def check(
    code: str, *, tools: ToolsArg = None, stubs: str | None = None
) -> list[Finding]:
    """What is certainly wrong with code, without running any of it.

    Finds code that is no Python, names that nothing defines, and calls of tools
    that do not fit their signatures.  ``stubs`` declares tools as Python source.

    >>> def get(*, key: str) -> int: ...
    >>> [str(f.message) for f in check("get(name=1)", tools=[get])]
    ["get() has no parameter 'name'", "get() needs 'key'"]
    """
    text = stubs if stubs is not None else _stubs_of(tools)
    syntax = _syntax(code)
    if syntax is not None:
        return [syntax]
    try:
        tree = ast.parse(code)
        declared = Stubs(ast.parse(text))
        found = Checker(tree, declared).findings()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # a host older than the code: nothing can be said
    lines = code.splitlines()
    return [
        Finding(kind, message, line, column + 1, _line(lines, line))
        for line, column, kind, message in sorted(found)
    ]


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _syntax(code: str) -> Finding | None:
    from caisson.sandbox import Sandbox

    with Sandbox(isolation="inprocess") as box:
        error = box.syntax_error(code)
    if error is None:
        return None
    last = error.frames[-1] if error.frames else None
    return Finding(
        "syntax",
        str(error),
        last.line if last else 0,
        last.column if last else 0,
        last.source if last else "",
    )


def _stubs_of(tools: ToolsArg) -> str:
    parts = []
    for tool in as_tools(tools).values():
        start = "async def" if tool.is_async else "def"
        signature = tool.signature or "(*args, **kwargs)"
        parts.append(textwrap.dedent(f"{start} {tool.name}{signature}: ..."))
    return "\n".join(parts)
