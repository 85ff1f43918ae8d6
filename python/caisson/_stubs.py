"""What stubs declare: functions, their parameters, and TypedDicts."""

from __future__ import annotations

import ast
import dataclasses

_SIMPLE: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (float, int),
    "bool": (bool,),
    "bytes": (bytes,),
}


@dataclasses.dataclass
class Function:
    """A declared function."""

    name: str
    is_async: bool
    keywords: dict[str, ast.expr | None]
    required: list[str]
    positional: int
    takes_any_positional: bool
    takes_any_keyword: bool
    returns: ast.expr | None

    @classmethod
    def of(cls, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
        """From its definition."""
        a = node.args
        named = [*a.args, *a.kwonlyargs]
        given = a.defaults[-len(a.args) :] if a.args else []
        bare = len(a.args) - len(given)
        required = [p.arg for p in a.args[:bare]]
        required += [
            p.arg for p, d in zip(a.kwonlyargs, a.kw_defaults, strict=True) if d is None
        ]
        return cls(
            node.name,
            isinstance(node, ast.AsyncFunctionDef),
            {p.arg: p.annotation for p in named},
            required,
            len(a.posonlyargs) + len(a.args),
            a.vararg is not None,
            a.kwarg is not None,
            node.returns,
        )


class Stubs:
    """Functions and TypedDicts of a stub module, and its types."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions: dict[str, Function] = {}
        self.records: dict[str, dict[str, ast.expr]] = {}
        self.names: set[str] = set()
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.functions[node.name] = Function.of(node)
            elif isinstance(node, ast.ClassDef):
                self.records[node.name] = _fields(node)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                pass  # a stub's imports are not the program's
        self.names = {*self.functions, *self.records}

    def record(self, kind: ast.expr | None) -> dict[str, ast.expr] | None:
        """Fields, if the type is a TypedDict."""
        if isinstance(kind, ast.Name):
            return self.records.get(kind.id)
        return None

    def item(self, kind: ast.expr | None) -> ast.expr | None:
        """Type of the items, if it is ``list[T]``."""
        if isinstance(kind, ast.Subscript) and _name(kind.value) == "list":
            return kind.slice
        return None

    def accepts(self, kind: ast.expr | None, value: ast.expr) -> bool:
        """Can this literal have the type?  What is no literal always can."""
        if kind is None:
            return True
        if isinstance(kind, ast.BinOp):
            return self.accepts(kind.left, value) or self.accepts(kind.right, value)
        if isinstance(kind, ast.Constant) and kind.value is None:
            return _literal(value, (type(None),))
        name = _name(kind.value if isinstance(kind, ast.Subscript) else kind)
        if name in _SIMPLE:
            return _literal(value, _SIMPLE[name])
        if name == "None":
            return _literal(value, (type(None),))
        if name == "Literal" and isinstance(kind, ast.Subscript):
            return _among(kind.slice, value)
        if name in ("list", "tuple"):
            return self._accepts_items(kind, value, name)
        if name == "dict" or name in self.records:
            return _is_open(value) or isinstance(value, (ast.Dict, ast.DictComp))
        return True

    def _accepts_items(self, kind: ast.expr, value: ast.expr, name: str) -> bool:
        if isinstance(value, (ast.List, ast.Tuple)):
            item = self.item(kind)
            return item is None or all(self.accepts(item, v) for v in value.elts)
        return _is_open(value) or isinstance(value, ast.ListComp)


def _fields(node: ast.ClassDef) -> dict[str, ast.expr]:
    found = {}
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            kind = line.annotation
            if isinstance(kind, ast.Subscript) and _name(kind.value) == "NotRequired":
                kind = kind.slice
            found[line.target.id] = kind
    return found


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


_LITERALS = (
    ast.Constant,
    ast.List,
    ast.Dict,
    ast.Tuple,
    ast.Set,
    ast.JoinedStr,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
)


def _is_open(value: ast.expr) -> bool:
    """Could it be anything?"""
    value = _unsigned(value)
    return not isinstance(value, _LITERALS)


def _unsigned(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, (ast.USub, ast.UAdd)):
        return value.operand
    return value


def _literal(value: ast.expr, kinds: tuple[type, ...]) -> bool:
    if _is_open(value):
        return True
    value = _unsigned(value)
    if isinstance(value, ast.JoinedStr):
        return str in kinds
    if not isinstance(value, ast.Constant):
        return False
    if isinstance(value.value, bool):
        return bool in kinds or int in kinds
    return isinstance(value.value, kinds)


def _among(choices: ast.expr, value: ast.expr) -> bool:
    if not isinstance(value, ast.Constant):
        return _is_open(value)
    options = choices.elts if isinstance(choices, ast.Tuple) else [choices]
    known = [o.value for o in options if isinstance(o, ast.Constant)]
    return len(known) != len(options) or value.value in known
