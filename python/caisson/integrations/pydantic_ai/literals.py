"""Calls with literal arguments, found in code that is not complete yet."""

from __future__ import annotations

import ast
import dataclasses
import re
import warnings
from collections.abc import Collection, Iterator
from typing import Any

_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_CLOSER = {"(": ")", "[": "]", "{": "}"}


@dataclasses.dataclass(frozen=True)
class LiteralCall:
    """``function(**kwargs)``, and where its statement stands."""

    function: str
    kwargs: dict[str, Any]
    first_line: int
    last_line: int

    @property
    def key(self) -> str:
        """Equal for calls that are the same."""
        return call_key(self.function, self.kwargs)


def call_key(function: str, kwargs: dict[str, Any]) -> str:
    """Identity of a call: types matter, the order of names does not.

    >>> call_key("f", {"a": 1}) == call_key("f", {"a": True})
    False
    """
    return f"{function}({_form(kwargs)})"


def _form(value: Any) -> str:
    kind = type(value).__name__
    if isinstance(value, dict):
        pairs = sorted(f"{_form(k)}:{_form(v)}" for k, v in value.items())
        return f"dict{{{','.join(pairs)}}}"
    if isinstance(value, (set, frozenset)):
        return f"{kind}{{{','.join(sorted(map(_form, value)))}}}"
    if isinstance(value, (list, tuple)):
        return f"{kind}[{','.join(map(_form, value))}]"
    return f"{kind}:{value!r}"


def parse(code: str) -> ast.Module | None:
    """The tree; None while it is none.  Warnings about escapes are not ours."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            return ast.parse(code, filename="<streamed>")
    except _UNREADABLE:
        return None


def cut_before(code: str, names: Collection[str]) -> str:
    """The code before the first mention of a call to one of these."""
    if not names:
        return code
    found = re.search(rf"\b(?:{_any_of(names)})\s*\(", code)
    return code[: found.start()] if found else code


def _any_of(names: Collection[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def calls_in_text(code: str, names: Collection[str]) -> list[LiteralCall]:
    """Calls whose closing bracket is there, whatever stands around them.

    That may be a comment or a branch that is not taken: such a launch is wasted.
    """
    found = []
    for match in re.finditer(rf"\b({_any_of(names)})\s*\(", code):
        before = code[: match.start()].rstrip()
        if before.endswith(".") or re.search(r"\bdef$", before):
            continue
        end = _end_of(code, match.end() - 1)
        if end is None:
            break  # what follows is inside this call
        tree = parse(code[match.start() : end])
        kwargs = _kwargs_of(tree.body[0]) if tree and len(tree.body) == 1 else None
        if kwargs is not None:
            first = code.count("\n", 0, match.start()) + 1
            last = code.count("\n", 0, end) + 1
            found.append(LiteralCall(match[1], kwargs, first, last))
    return found


def _end_of(code: str, at: int) -> int | None:
    """After the bracket that closes the one at ``at``; None: it is still open."""
    depth, quote = 0, ""
    while at < len(code):
        c = code[at]
        if quote:
            if c == "\\":
                at += 1
            elif c == quote:
                quote = ""
        elif c in "'\"":
            quote = c
        elif c in _CLOSER:
            depth += 1
        elif c in _CLOSER.values():
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return None


def calls_in_tree(code: str, names: Collection[str]) -> list[LiteralCall]:
    """Calls that the code makes itself: not those in functions and classes."""
    tree = parse(code)
    found = []
    for statement in tree.body if tree else ():
        last = statement.end_lineno or statement.lineno
        for node in _now(statement):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            kwargs = _literals(node) if node.func.id in names else None
            if kwargs is not None:
                found.append(LiteralCall(node.func.id, kwargs, statement.lineno, last))
    return found


def _now(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is below it, without bodies that run later."""
    if isinstance(node, _LATER):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _now(child)


def _kwargs_of(statement: ast.stmt) -> dict[str, Any] | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return _literals(statement.value)
    return None


def _literals(call: ast.Call) -> dict[str, Any] | None:
    """Its arguments; None unless all are names with literals."""
    if call.args or any(k.arg is None for k in call.keywords):
        return None
    try:
        return {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
    except (ValueError, TypeError, RecursionError, MemoryError):
        return None


def assigned_name(code: str) -> str | None:
    """The name to which the last statement assigns; None: it is something else."""
    tree = parse(code)
    last = tree.body[-1] if tree and tree.body else None
    if isinstance(last, ast.Assign) and len(last.targets) == 1:
        target: ast.expr | None = last.targets[0]
    elif isinstance(last, ast.AnnAssign) and last.value is not None:
        target = last.target
    else:
        target = None
    return target.id if isinstance(target, ast.Name) else None
