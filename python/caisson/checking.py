"""Looking at code before it runs."""

from __future__ import annotations

import ast
import dataclasses
import textwrap
from collections.abc import Iterable

from caisson import _native
from caisson._checker import Checker
from caisson._stubs import Stubs
from caisson.errors import ConfigError
from caisson.tools import ToolsArg, as_tools


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something in the code that cannot work; lines and columns start at 1.

    ``kind`` is the rule: ``syntax``, ``name``, ``import``, ``builtin``,
    ``attribute``, ``node``, ``dynamic_import`` and so on; ``name`` is what it is
    about.  ``unsure``: it cannot be told from the text.
    """

    kind: str
    message: str
    line: int
    column: int
    source: str = ""
    name: str = ""
    unsure: bool = False
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: {self.message}"
        return f"{where}\n    {self.source.strip()}" if self.source else where


@dataclasses.dataclass(frozen=True)
class Report:
    """What a profile says about code; advice, never a boundary.

    ``verdict``: ``ok``, ``refused``, ``unsure`` (it cannot be told), ``invalid``
    (the text is no Python).  ``dropped`` counts findings beyond the first thousand.
    """

    verdict: str
    findings: tuple[Finding, ...] = ()
    dropped: int = 0

    @property
    def ok(self) -> bool:
        """Was nothing found?"""
        return self.verdict == "ok"

    def codeact_text(self) -> str:
        """The text a CodeAct validator gives; empty if nothing was found."""
        if self.verdict == "invalid":
            (found,) = self.findings
            return (
                f"Syntax error in generated code: {found.message} (line {found.line})"
            )
        if not self.findings:
            return ""
        lines = (f"- {f.message}" for f in self.findings)
        return "\n".join(["Generated code violates allow-list policy:", *lines])


Names = Iterable[str] | None
_VERDICTS = {
    _native.CHECK_PASSED: "ok",
    _native.CHECK_REFUSED: "refused",
    _native.CHECK_UNSURE: "unsure",
    _native.CHECK_INVALID: "invalid",
}
_MOST = 1000


def judge(
    code: str,
    *,
    profile: str = "default",
    allow_imports: Names = None,
    block_imports: Names = None,
    allow_builtins: Names = None,
    block_builtins: Names = None,
    allow_attributes: Names = None,
    block_attributes: Names = None,
    allow_nodes: Names = None,
    block_nodes: Names = None,
    allow_os: Names = None,
) -> Report:
    """Judge code by the rules of a profile, without running any of it.

    Profiles: ``default``, ``codeact-compat``, ``codeact-strict``, ``none``.  A list
    that is given replaces the profile's; an empty one has no names.

    >>> [f.message for f in judge("import subprocess").findings]
    ["Import of 'subprocess' is not allowed (blocked: subprocess)"]
    """
    lists = (
        allow_imports,
        block_imports,
        allow_builtins,
        block_builtins,
        allow_attributes,
        block_attributes,
        allow_nodes,
        block_nodes,
        allow_os,
    )
    try:
        verdict, rows, dropped = _native.check(
            code, profile, tuple(_names(names) for names in lists), _MOST
        )
    except ValueError as e:
        raise ConfigError(str(e)) from None
    lines = code.splitlines()
    found = (
        Finding(
            rule, message, line, column, _line(lines, line), name, unsure, end, end_col
        )
        for rule, name, message, line, column, end, end_col, unsure in rows
    )
    return Report(_VERDICTS[verdict], tuple(found), dropped)


def _names(names: Names) -> tuple[str, ...] | None:
    if isinstance(names, str):
        raise ConfigError("a list of names is no text")
    return None if names is None else tuple(names)


def check(
    code: str,
    *,
    tools: ToolsArg = None,
    stubs: str | None = None,
    profile: str | None = None,
    allow_imports: Names = None,
    block_imports: Names = None,
    allow_builtins: Names = None,
    block_builtins: Names = None,
) -> list[Finding]:
    """What is wrong with code, without running any of it.

    Finds code that is no Python, names that nothing defines, and calls of tools
    that do not fit their signatures.  ``stubs`` declares tools as Python source.
    With a ``profile``, or a list of names, the rules of ``judge`` are applied too.

    >>> def get(*, key: str) -> int: ...
    >>> [str(f.message) for f in check("get(name=1)", tools=[get])]
    ["get() has no parameter 'name'", "get() needs 'key'"]
    """
    lists = (allow_imports, block_imports, allow_builtins, block_builtins)
    text = stubs if stubs is not None else _stubs_of(tools)
    syntax = _syntax(code)
    if syntax is not None:
        return [syntax]
    found = _against_stubs(code, text)
    if profile is not None or any(names is not None for names in lists):
        report = judge(
            code,
            profile=profile or "none",
            allow_imports=allow_imports,
            block_imports=block_imports,
            allow_builtins=allow_builtins,
            block_builtins=block_builtins,
        )
        found = sorted([*found, *report.findings], key=lambda f: (f.line, f.column))
    return found


def _against_stubs(code: str, text: str) -> list[Finding]:
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
    from caisson._sync import Sandbox

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
