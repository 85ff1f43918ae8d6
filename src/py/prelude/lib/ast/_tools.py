"""ast._tools - reading values from trees, printing and walking them.

SPDX-License-Identifier: Apache-2.0
"""

import re
import warnings
from collections import deque

from ast._nodes import AST, CLASSES, POSITION, build
from ast._old import old_name
from _caisson import ast_parse

__name__ = "ast"

globals().update(CLASSES)


def parse(source, filename="<unknown>", mode="exec", *, type_comments=False,
          feature_version=None):
    """Make a tree of a source."""
    if isinstance(source, AST):
        return source
    if mode not in ("exec", "eval", "single", "func_type"):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or "
                         "'func_type'")
    return build(ast_parse(source, filename, mode))


# --- Literals ---------------------------------------------------------------

def literal_eval(node_or_string):
    """The value of an expression that is made of literals only."""
    node = node_or_string
    if isinstance(node, str):
        node = parse(node.lstrip(" \t"), mode="eval")
    return _value(node.body if isinstance(node, Expression) else node)


def _refuse(node):
    line = getattr(node, "lineno", None)
    place = f" on line {line}" if line else ""
    raise ValueError(f"malformed node or string{place}: {node!r}")


def _number(node, signed=True):
    """The value of a number, with a sign or without."""
    if signed and isinstance(node, UnaryOp):
        if isinstance(node.op, USub):
            return -_number(node.operand, False)
        if isinstance(node.op, UAdd):
            return +_number(node.operand, False)
    if isinstance(node, Constant) and type(node.value) in (int, float,
                                                           complex):
        return node.value
    return _refuse(node)


_CONTAINERS = ((Tuple, tuple), (List, list), (Set, set))


def _value(node):
    if isinstance(node, Constant):
        return node.value
    for kind, make in _CONTAINERS:
        if isinstance(node, kind):
            return make([_value(item) for item in node.elts])
    if isinstance(node, Dict):
        keys = [_value(key) for key in node.keys]
        values = [_value(value) for value in node.values]
        return dict(zip(keys, values)) if len(keys) == len(values) else (
            _refuse(node))
    if isinstance(node, Call):
        is_empty_set = (isinstance(node.func, Name) and node.func.id == "set"
                        and node.args == node.keywords == [])
        return set() if is_empty_set else _refuse(node)
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        real = _number(node.left)
        imaginary = _number(node.right, False)
        if type(imaginary) is complex and type(real) is not complex:
            return (real - imaginary if isinstance(node.op, Sub)
                    else real + imaginary)
    return _number(node)


# --- Printing ---------------------------------------------------------------

def dump(node, annotate_fields=True, include_attributes=False, *,
         indent=None):
    """The tree as text."""
    if not isinstance(node, AST):
        raise TypeError(f"expected AST, got {type(node).__name__!r}")
    if isinstance(indent, int):
        indent *= " "
    return _Dumper(annotate_fields, include_attributes, indent).text(node, 1)


class _Dumper:
    def __init__(self, with_names, with_places, indent):
        self.with_names = with_names
        self.with_places = with_places
        self.indent = indent

    def text(self, item, level):
        if isinstance(item, AST):
            return self.node(item, level)
        if isinstance(item, list) and item:
            inner = [self.text(each, level + 1) for each in item]
            return f"[{self.lines(inner, level)}]"
        return repr(item)

    def lines(self, texts, level):
        """Put texts on lines of their own, or in a row."""
        if self.indent is None:
            return ", ".join(texts)
        margin = "\n" + self.indent * level
        return margin + ("," + margin).join(texts)

    def node(self, node, level):
        words = []
        is_short = True
        named = self.with_names
        names = [*node._fields]
        if self.with_places:
            names += node._attributes
        for name in names:
            value = getattr(node, name, ...)
            optional = getattr(type(node), name, ...) is None
            if value is ... and not hasattr(node, name) or (
                    value is None and optional):
                named = True  # the next ones would be taken for this one
                continue
            word = self.text(value, level + 1)
            # nodes without fields do not need a line
            is_short = is_short and not (
                isinstance(value, list) and value
                or isinstance(value, AST) and not word.endswith("()"))
            is_field = name in node._fields
            words.append(f"{name}={word}" if named or not is_field else word)
        inner = (", ".join(words) if is_short and len(words) <= 3
                 else self.lines(words, level))
        return f"{type(node).__name__}({inner})"


# --- Positions --------------------------------------------------------------

def copy_location(new_node, old_node):
    """Give a node the position of another one."""
    for name in POSITION:
        if name not in new_node._attributes or not hasattr(old_node, name):
            continue
        value = getattr(old_node, name)
        if name in old_node._attributes and (
                value is not None or name.startswith("end_")):
            setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Give nodes without position that of the node around them."""
    waiting = [(node, dict(zip(POSITION, (1, 0, 1, 0))))]
    while waiting:
        current, around = waiting.pop()
        place = around.copy()
        for name in POSITION:
            if name not in current._attributes:
                continue
            own = getattr(current, name, None)
            if own is None:
                setattr(current, name, place[name])
            else:
                place[name] = own
        waiting += [(child, place) for child in iter_child_nodes(current)]
    return node


def increment_lineno(node, n=1):
    """Move a tree down by n lines."""
    for item in walk(node):
        if isinstance(item, TypeIgnore) or "lineno" in item._attributes:
            item.lineno = n + getattr(item, "lineno", 0)
        if "end_lineno" in item._attributes:
            end = getattr(item, "end_lineno", 0)
            if end is not None:
                item.end_lineno = end + n
    return node


def get_source_segment(source, node, *, padded=False):
    """The part of a source that a node was made of, or None."""
    place = [getattr(node, name, None) for name in POSITION]
    if None in place:
        return None
    first, start, last, end = place
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", source)
    chosen = [line.encode() for line in lines[first - 1:last]]
    chosen[-1] = chosen[-1][:end]
    head, chosen[0] = chosen[0][:start], chosen[0][start:]
    text = b"".join(chosen).decode()
    if padded and first != last:
        text = "".join([char if char in "\f\t" else " "
                        for char in head.decode()]) + text
    return text


# --- Walking ----------------------------------------------------------------

def iter_fields(node):
    """Yield the fields that a node has, with their names."""
    for name in node._fields:
        if hasattr(node, name):
            yield name, getattr(node, name)


def iter_child_nodes(node):
    """Yield the nodes right below a node."""
    for _, value in iter_fields(node):
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, AST):
                yield item


def walk(node):
    """Yield a node and all below it, level by level."""
    queue = deque((node,))
    while queue:
        current = queue.popleft()
        queue.extend(iter_child_nodes(current))
        yield current


class NodeVisitor:
    """Calls visit_X() for nodes of the class X."""

    def visit(self, node):
        """Call the method for a node."""
        name = f"visit_{type(node).__name__}"
        return getattr(self, name, self.generic_visit)(node)

    def generic_visit(self, node):
        """Nodes without a method: visit what is below."""
        for child in iter_child_nodes(node):
            self.visit(child)

    def visit_Constant(self, node):
        """Visitors of old have a method for each kind of constant."""
        name = f"visit_{old_name(node)}"
        method = getattr(self, name, None)
        if method is None:
            return self.generic_visit(node)
        warnings.warn(f"{name} is deprecated; add visit_Constant",
                      DeprecationWarning, 2)
        return method(node)


class NodeTransformer(NodeVisitor):
    """Replaces nodes by what their methods return."""

    def generic_visit(self, node):
        """Nodes without a method: replace what is below."""
        for name, value in iter_fields(node):
            if isinstance(value, list):
                value[:] = self._replaced(value)
            elif isinstance(value, AST):
                new = self.visit(value)
                if new is not None:
                    setattr(node, name, new)
                else:
                    delattr(node, name)
        return node

    def _replaced(self, items):
        kept = []
        for item in items:
            new = self.visit(item) if isinstance(item, AST) else [item]
            if isinstance(new, AST):
                kept.append(new)
            elif new is not None:
                kept.extend(new)
        return kept


# --- Docstrings -------------------------------------------------------------

def get_docstring(node, clean=True):
    """The docstring of a function, class or module, or None."""
    if not isinstance(node, (FunctionDef, AsyncFunctionDef, ClassDef,
                             Module)):
        raise TypeError(f"{type(node).__name__!r} can't have docstrings")
    first = node.body[0] if node.body else None
    text = getattr(getattr(first, "value", None), "value", None)
    if not isinstance(first, Expr) or not isinstance(text, str) or (
            not isinstance(first.value, Constant)):
        return None
    return _clean(text) if clean else text


def _clean(text):
    """Take the common indentation off a docstring."""
    first, *rest = text.expandtabs().split("\n")
    widths = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    cut = min(widths, default=0)
    lines = [first.lstrip()] + [line[cut:] for line in rest]
    while lines and not lines[-1]:
        del lines[-1]
    while lines and not lines[0]:
        del lines[0]
    return "\n".join(lines)
