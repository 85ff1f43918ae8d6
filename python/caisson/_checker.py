"""Finds what cannot work in a program that calls declared tools.

It speaks only when it is sure: a name counts as defined when anything in the
program binds it, and a variable has a type when a single assignment gives it one.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from caisson._stubs import Function, Stubs

Found = tuple[int, int, str, str]

_BUILTINS = {*dir(builtins), "__name__", "__file__", "__doc__", "__annotations__"}
_BUILTINS |= {"__class__", "__builtins__", "__debug__"}
_DYNAMIC = {"exec", "eval", "globals", "locals", "vars", "__import__", "setattr"}
_DICT_METHODS = set(dir(dict))


class Checker:
    """One program against one set of stubs."""

    def __init__(self, tree: ast.Module, stubs: Stubs) -> None:
        self._tree = tree
        self._stubs = stubs
        self._nodes = list(ast.walk(tree))
        self._bound: set[str] = set()
        self._values: dict[str, list[ast.expr | None]] = {}
        self._items: dict[str, ast.expr] = {}
        self._assigned: dict[int, ast.expr] = {}
        for node in self._nodes:
            for name in _bindings(node):
                self._bound.add(name)
            self._note_value(node)
        self._tools = {
            name: f for name, f in stubs.functions.items() if name not in self._bound
        }

    def findings(self) -> list[Found]:
        """Everything that was found."""
        found = list(self._unknown_names())
        for node in self._nodes:
            found += self._in_node(node)
        return found

    def _in_node(self, node: ast.AST) -> Iterator[Found]:
        if isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.Await):
            yield from self._await(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.Subscript):
            yield from self._subscript(node)

    # -- names ------------------------------------------------------------------------

    def _unknown_names(self) -> Iterator[Found]:
        if self._is_dynamic():
            return
        known = self._bound | _BUILTINS | self._stubs.names
        for node in self._nodes:
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
                continue
            if node.id not in known:
                yield _at(node, "name", f"name {node.id!r} is not defined")

    def _is_dynamic(self) -> bool:
        for node in self._nodes:
            if isinstance(node, ast.Name) and node.id in _DYNAMIC:
                return True
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                return True
            if isinstance(node, ast.ExceptHandler) and _catches_names(node):
                return True
        return False

    # -- calls ------------------------------------------------------------------------

    def _tool(self, node: ast.AST) -> Function | None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._tools.get(node.func.id)
        return None

    def _call(self, node: ast.Call) -> Iterator[Found]:
        tool = self._tool(node)
        if tool is None:
            return
        given = [a for a in node.args if not isinstance(a, ast.Starred)]
        if len(given) > tool.positional and not tool.takes_any_positional:
            text = f"{tool.name}() takes keyword arguments only"
            if tool.positional:
                text = f"{tool.name}() takes {tool.positional} positional arguments"
            yield _at(node, "arguments", text)
            return
        yield from self._keywords(node, tool, len(node.args))

    def _keywords(
        self, node: ast.Call, tool: Function, positional: int
    ) -> Iterator[Found]:
        names = [k.arg for k in node.keywords]
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            if keyword.arg not in tool.keywords:
                if not tool.takes_any_keyword:
                    text = f"{tool.name}() has no parameter {keyword.arg!r}"
                    yield _at(keyword.value, "arguments", text)
            elif not self._stubs.accepts(tool.keywords[keyword.arg], keyword.value):
                kind = tool.keywords[keyword.arg]
                wanted = ast.unparse(kind) if kind is not None else ""
                text = f"argument {keyword.arg!r} of {tool.name}() must be {wanted}"
                yield _at(keyword.value, "type", text)
        if None in names or positional:
            return
        for name in tool.required:
            if name not in names:
                yield _at(node, "arguments", f"{tool.name}() needs {name!r}")

    def _await(self, node: ast.Await) -> Iterator[Found]:
        tool = self._tool(node.value)
        if tool is not None and not tool.is_async:
            text = f"{tool.name}() is not async: call it without await"
            yield _at(node, "await", text)

    # -- results ----------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> Iterator[Found]:
        kind = self._type(node.value)
        if self._stubs.record(kind) is not None and node.attr not in _DICT_METHODS:
            text = f"{_text(kind)} is a dict: it has no attribute {node.attr!r}"
            yield _at(node, "attribute", text)

    def _subscript(self, node: ast.Subscript) -> Iterator[Found]:
        kind = self._type(node.value)
        fields = self._stubs.record(kind)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if fields is None or not isinstance(key, str) or key in fields:
            return
        if isinstance(node.ctx, ast.Load):
            yield _at(node, "key", f"{_text(kind)} has no key {key!r}")

    def _note_value(self, node: ast.AST) -> None:
        if isinstance(node, (ast.For, ast.comprehension)):
            if isinstance(node.target, ast.Name):
                self._items[node.target.id] = node.iter
            return
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            (target,) = node.targets
            if isinstance(target, ast.Name):
                self._assigned[id(target)] = node.value
            return
        if id(node) in self._assigned and isinstance(node, ast.Name):
            self._values.setdefault(node.id, []).append(self._assigned[id(node)])
            return
        for name in _bindings(node):
            self._values.setdefault(name, []).append(None)

    def _type(self, node: ast.expr, depth: int = 0) -> ast.expr | None:
        if depth > 20:
            return None
        if isinstance(node, ast.Await):
            tool = self._tool(node.value)
            return tool.returns if tool and tool.is_async else None
        if isinstance(node, ast.Call):
            tool = self._tool(node)
            return tool.returns if tool and not tool.is_async else None
        if isinstance(node, ast.Name):
            return self._type_of_name(node.id, depth)
        if isinstance(node, ast.Subscript):
            return self._type_of_part(node, depth)
        return None

    def _type_of_name(self, name: str, depth: int) -> ast.expr | None:
        values = self._values.get(name, [])
        if len(values) != 1:
            return None
        if values[0] is not None:
            return self._type(values[0], depth + 1)
        if name in self._items:
            return self._stubs.item(self._type(self._items[name], depth + 1))
        return None

    def _type_of_part(self, node: ast.Subscript, depth: int) -> ast.expr | None:
        whole = self._type(node.value, depth + 1)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if isinstance(key, int):
            return self._stubs.item(whole)
        fields = self._stubs.record(whole)
        return fields.get(key) if fields and isinstance(key, str) else None


def _at(node: ast.expr, kind: str, message: str) -> Found:
    return node.lineno, node.col_offset, kind, message


def _text(kind: ast.expr | None) -> str:
    return ast.unparse(kind) if kind is not None else ""


def _catches_names(node: ast.ExceptHandler) -> bool:
    if node.type is None:
        return True
    return any(
        isinstance(n, ast.Name) and n.id in ("NameError", "Exception", "BaseException")
        for n in ast.walk(node.type)
    )


def _bindings(node: ast.AST) -> Iterator[str]:
    """Names that this very node binds."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    elif type(node).__name__ in ("TypeVar", "ParamSpec", "TypeVarTuple"):
        yield str(getattr(node, "name", ""))
