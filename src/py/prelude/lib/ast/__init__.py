# ast/__init__.py - syntax trees.
#
# Node classes come from the table below ("@" names the base, "?" marks a field
# that may be missing).  The native parser answers with nested tuples (see
# docs/os-calls.md); `_build` turns them into nodes.
#
# SPDX-License-Identifier: Apache-2.0
"""ast module: nodes, parsing, walking and printing of syntax trees."""
from collections import deque

import re
import sys
from _caisson import ast_parse

PyCF_ONLY_AST = 1024
PyCF_TYPE_COMMENTS = 4096
PyCF_ALLOW_TOP_LEVEL_AWAIT = 8192
_POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")

_TABLE = """
@AST
alias name asname?
arg arg annotation? type_comment?
arguments posonlyargs args vararg? kwonlyargs kw_defaults kwarg? defaults
boolop
cmpop
comprehension target iter ifs is_async
excepthandler
expr
expr_context
keyword arg? value
match_case pattern guard? body
mod
operator
pattern
stmt
type_ignore
type_param
unaryop
withitem context_expr optional_vars?
@mod
Expression body
FunctionType argtypes returns
Interactive body
Module body type_ignores
@type_param
TypeVar name bound?
ParamSpec name
TypeVarTuple name
@stmt
TypeAlias name type_params value
AnnAssign target annotation value? simple
Assert test msg?
Assign targets value type_comment?
AsyncFor target iter body orelse type_comment?
AsyncFunctionDef name args body decorator_list returns? type_comment?
AsyncWith items body type_comment?
AugAssign target op value
Break
ClassDef name bases keywords body decorator_list
Continue
Delete targets
Expr value
For target iter body orelse type_comment?
FunctionDef name args body decorator_list returns? type_comment?
Global names
If test body orelse
Import names
ImportFrom module? names level?
Match subject cases
Nonlocal names
Pass
Raise exc? cause?
Return value?
Try body handlers orelse finalbody
TryStar body handlers orelse finalbody
While test body orelse
With items body type_comment?
@expr
Attribute value attr ctx
Await value
BinOp left op right
BoolOp op values
Call func args keywords
Compare left ops comparators
Constant value kind?
Dict keys values
DictComp key value generators
FormattedValue value conversion format_spec?
GeneratorExp elt generators
IfExp test body orelse
JoinedStr values
Lambda args body
List elts ctx
ListComp elt generators
Name id ctx
NamedExpr target value
Set elts
SetComp elt generators
Slice lower? upper? step?
Starred value ctx
Subscript value slice ctx
Tuple elts ctx
UnaryOp op operand
Yield value?
YieldFrom value
@expr_context
Del
Load
Store
@boolop
And
Or
@operator
Add
BitAnd
BitOr
BitXor
Div
FloorDiv
LShift
MatMult
Mod
Mult
Pow
RShift
Sub
@unaryop
Invert
Not
UAdd
USub
@cmpop
Eq
Gt
GtE
In
Is
IsNot
Lt
LtE
NotEq
NotIn
@excepthandler
ExceptHandler type? name? body
@pattern
MatchAs pattern? name?
MatchClass cls patterns kwd_attrs kwd_patterns
MatchMapping keys patterns rest?
MatchOr patterns
MatchSequence patterns
MatchSingleton value
MatchStar name?
MatchValue value
@type_ignore
TypeIgnore lineno tag
"""


class AST:
    """Base of all nodes."""

    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, *args, **kwargs):
        fields = self._fields
        cls = type(self)
        if len(args) > len(fields):
            plural = "" if len(fields) == 1 else "s"
            raise TypeError(f"{cls.__name__} constructor takes at most "
                            f"{len(fields)} positional argument{plural}")
        for name, value in zip(fields, args):
            if name in kwargs:
                raise TypeError(f"{cls.__name__} got multiple values for "
                                f"argument '{name}'")
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __repr__(self):
        return f"<ast.{type(self).__name__} object at {id(self):#x}>"

    def __reduce__(self):
        return type(self), (), dict(self.__dict__)


def _make_classes():
    """The node classes of the table, by name."""
    made = {"AST": AST}
    base = "AST"
    for line in _TABLE.split("\n"):
        if line.startswith("@"):
            base = line[1:]
            continue
        if not line:
            continue
        name, *fields = line.split()
        space = {"__module__": "ast",
                 "_fields": tuple(f.rstrip("?") for f in fields)}
        space["__match_args__"] = space["_fields"]
        for f in fields:
            if f.endswith("?"):
                space[f[:-1]] = None
        if name in ("stmt", "expr", "excepthandler", "pattern", "alias",
                    "arg", "keyword", "type_param"):
            space["_attributes"] = _POSITION
            space["end_lineno"] = space["end_col_offset"] = None
        made[name] = type(name, (made[base],), space)
    return made


_CLASSES = _make_classes()
globals().update(_CLASSES)


def _build(raw):
    """A node (or list, or constant) from the parser's tuples."""
    if isinstance(raw, list):
        return [_build(x) for x in raw]
    if not isinstance(raw, tuple):
        return raw
    name = raw[0]
    if name == "=":  # a constant that is itself a tuple or string etc.
        return raw[1]
    cls = _CLASSES[name]
    node = cls.__new__(cls)
    fields = cls._fields
    for i, field in enumerate(fields):
        setattr(node, field, _build(raw[i + 1]))
    place = raw[len(fields) + 1]
    if place is not None:
        (node.lineno, node.col_offset, node.end_lineno,
         node.end_col_offset) = place
    if len(raw) > len(fields) + 2:
        node.type_params = _build(raw[-1])
    return node


def parse(source, filename="<unknown>", mode="exec", *, type_comments=False,
          feature_version=None):
    """The tree of a source."""
    if isinstance(source, AST):
        return source
    if isinstance(source, (bytes, bytearray)):
        source = bytes(source).decode("utf-8")
    if mode not in ("exec", "eval", "single", "func_type"):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or "
                         "'func_type'")
    return _build(ast_parse(source, filename, mode))


def literal_eval(node_or_string):
    """The value of an expression that is a literal."""
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(" \t"), mode="eval")
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body
    return _literal(node_or_string)


def _malformed(node):
    text = "malformed node or string"
    if lno := getattr(node, "lineno", None):
        text += f" on line {lno}"
    raise ValueError(text + f": {node!r}")


def _literal_number(node):
    if not isinstance(node, Constant) or type(node.value) not in (
            int, float, complex):
        _malformed(node)
    return node.value


def _literal_signed(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _literal_number(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _literal_number(node)


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal, node.elts))
    if isinstance(node, List):
        return list(map(_literal, node.elts))
    if isinstance(node, Set):
        return set(map(_literal, node.elts))
    if (isinstance(node, Call) and isinstance(node.func, Name)
            and node.func.id == "set" and node.args == node.keywords == []):
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_literal, node.keys),
                        map(_literal, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left = _literal_signed(node.left)
        right = _literal_number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else (
                left - right)
    return _literal_signed(node)


def dump(node, annotate_fields=True, include_attributes=False, *,
         indent=None):
    """The tree as text."""
    if not isinstance(node, AST):
        raise TypeError("expected AST, got %r" % node.__class__.__name__)
    if indent is not None and not isinstance(indent, str):
        indent = " " * indent
    return _dump(node, annotate_fields, include_attributes, indent, 0)[0]


def _left_out(node, name):
    """Is a field absent, or None where that is the default?"""
    value = getattr(node, name, _ABSENT)
    return value is _ABSENT or (
        value is None and getattr(type(node), name, ...) is None)


_ABSENT = object()


def _dump(node, names, attributes, indent, level):
    """(text, whether it is short) of a node or value."""
    if indent is not None:
        level += 1
        prefix = "\n" + indent * level
        sep = ",\n" + indent * level
    else:
        prefix, sep = "", ", "
    if isinstance(node, AST):
        args = []
        simple, keywords = True, names
        fields = node._fields
        shown = fields + node._attributes if attributes else fields
        for place, name in enumerate(shown):
            if _left_out(node, name):
                keywords = True  # what follows needs its name
                continue
            if place >= len(fields):
                keywords = True
            text, short = _dump(getattr(node, name), names, attributes,
                                indent, level)
            simple = simple and short
            args.append(f"{name}={text}" if keywords else text)
        title = type(node).__name__
        if simple and len(args) <= 3:
            return f"{title}({', '.join(args)})", not args
        return f"{title}({prefix}{sep.join(args)})", False
    if isinstance(node, list):
        if not node:
            return "[]", True
        return "[%s%s]" % (prefix, sep.join(
            _dump(x, names, attributes, indent, level)[0]
            for x in node)), False
    return repr(node), True


def copy_location(new_node, old_node):
    """Give a node the position of another."""
    for attr in _POSITION:
        if attr in old_node._attributes and attr in new_node._attributes:
            value = getattr(old_node, attr, None)
            if value is not None or (hasattr(old_node, attr)
                                     and attr.startswith("end_")):
                setattr(new_node, attr, value)
    return new_node


def fix_missing_locations(node):
    """Fill in missing positions from the parent nodes."""
    todo = [(node, dict(zip(_POSITION, (1, 0, 1, 0))))]
    while todo:
        one, around = todo.pop()
        place = dict(around)
        for name in _POSITION:
            if name in one._attributes:
                known = getattr(one, name, _ABSENT)
                if known is _ABSENT or (known is None
                                        and name.startswith("end_")):
                    setattr(one, name, around[name])
                else:
                    place[name] = known
        todo += [(child, place) for child in iter_child_nodes(one)]
    return node


def increment_lineno(node, n=1):
    """Move a tree n lines down."""
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, "lineno", 0) + n
            continue
        if "lineno" in child._attributes:
            child.lineno = getattr(child, "lineno", 0) + n
        if "end_lineno" in child._attributes and (
                end := getattr(child, "end_lineno", 0)) is not None:
            child.end_lineno = end + n
    return node


def iter_fields(node):
    """Pairs of name and value of the fields that are there."""
    for name in node._fields:
        value = getattr(node, name, _ABSENT)
        if value is not _ABSENT:
            yield name, value


def iter_child_nodes(node):
    """The nodes directly below."""
    for _, value in iter_fields(node):
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, AST):
                yield one


def walk(node):
    """The node and all below it, level by level."""
    waiting = deque([node])
    while waiting:
        one = waiting.popleft()
        waiting += iter_child_nodes(one)
        yield one


def get_docstring(node, clean=True):
    """Return the docstring for the given node or None."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef,
                             Module)):
        raise TypeError("%r can't have docstrings"
                        % (node.__class__.__name__))
    if not (node.body and isinstance(node.body[0], Expr)):
        return None
    value = node.body[0].value
    if not (isinstance(value, Constant) and isinstance(value.value, str)):
        return None
    return _clean_doc(value.value) if clean else value.value


def _clean_doc(text):
    """Remove the common indentation of a docstring."""
    lines = text.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:]
                  if line.lstrip()), default=0)
    if lines:
        lines[0] = lines[0].lstrip()
    lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def get_source_segment(source, node, *, padded=False):
    """The piece of source that a node came from."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        lineno, end_lineno = node.lineno - 1, node.end_lineno - 1
        col, end_col = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = re.findall(r"(?:[^\r\n]*(?:\r\n|\r|\n))|[^\r\n]+\Z", source)
    if end_lineno == lineno:
        return lines[lineno].encode()[col:end_col].decode()
    first = lines[lineno].encode()
    padding = ""
    if padded:
        head = first[:col].decode()
        padding = "".join(c if c in "\f\t" else " " for c in head)
    last = lines[end_lineno].encode()[:end_col].decode()
    return "".join([padding + first[col:].decode(),
                    *lines[lineno + 1:end_lineno], last])


class NodeVisitor(object):
    """Calls visit_Kind(node) for the nodes of a tree."""

    def visit(self, node):
        """Visit a node."""
        method = "visit_" + node.__class__.__name__
        return getattr(self, method, self.generic_visit)(node)

    def generic_visit(self, node):
        """Visit the children; for nodes without a method of their own."""
        for _, value in iter_fields(node):
            # The list may change while its items are visited.
            for one in value if isinstance(value, list) else (value,):
                if isinstance(one, AST):
                    self.visit(one)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods return what takes the place of a node."""

    def generic_visit(self, node):
        for field, old in iter_fields(node):
            if isinstance(old, list):
                new = []
                for value in old:
                    if isinstance(value, AST):
                        value = self.visit(value)
                        if value is None:
                            continue
                        if not isinstance(value, AST):
                            new.extend(value)
                            continue
                    new.append(value)
                old[:] = new
            elif isinstance(old, AST):
                value = self.visit(old)
                if value is None:
                    delattr(node, field)
                else:
                    setattr(node, field, value)
        return node


def unparse(ast_obj):
    """Text whose parse is equivalent to the tree."""
    return _Unparser().text(ast_obj)


# ---------------------------------------------------------------- printing

# Binding strength, weakest first.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _CMP, _BOR, _BXOR, _BAND,
 _SHIFT, _ARITH, _TERM, _FACTOR, _POWER, _AWAIT, _ATOM) = range(18)
_EXPR = _BOR
_BINARY = {"Add": ("+", _ARITH), "Sub": ("-", _ARITH), "Mult": ("*", _TERM),
           "MatMult": ("@", _TERM), "Div": ("/", _TERM),
           "Mod": ("%", _TERM), "LShift": ("<<", _SHIFT),
           "RShift": (">>", _SHIFT), "BitOr": ("|", _BOR),
           "BitXor": ("^", _BXOR), "BitAnd": ("&", _BAND),
           "FloorDiv": ("//", _TERM), "Pow": ("**", _POWER)}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not", _NOT),
          "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARE = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">",
            "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in",
            "NotIn": "not in"}
_INFSTR = "1e" + repr(sys.float_info.max_10_exp + 1)
_QUOTES = ("'", '"', '"""', "'''")


class _Unparser:
    """Statements become lines, expressions strings; `expr(node, level)`
    adds parentheses where the context binds tighter."""

    def __init__(self):
        self.out = []
        self.depth = 0

    def text(self, node):
        if isinstance(node, (expr, expr_context)):
            return self.expr(node)
        self.stmt(node)
        return "".join(self.out).lstrip("\n")

    # -- statements

    def line(self, text):
        self.out.append("\n" + "    " * self.depth + text)

    def block(self, head, body, comment=None):
        self.line(head + ":" + (f" # type: {comment}" if comment else ""))
        self.depth += 1
        for s in body:
            self.stmt(s)
        self.depth -= 1

    def stmt(self, node):
        getattr(self, "do_" + type(node).__name__)(node)

    def do_Module(self, node):
        self.ignores = {i.lineno: f"ignore{i.tag}"
                        for i in node.type_ignores}
        self.body_with_doc(node.body)

    def do_Interactive(self, node):
        for s in node.body:
            self.stmt(s)

    def do_Expression(self, node):
        self.out.append(self.expr(node.body))

    def do_FunctionType(self, node):
        args = ", ".join(map(self.expr, node.argtypes))
        self.out.append(f"({args}) -> {self.expr(node.returns)}")

    def do_TypeIgnore(self, node):
        pass

    def body_with_doc(self, body):
        if body and isinstance(body[0], Expr) and isinstance(
                body[0].value, Constant) and isinstance(
                body[0].value.value, str):
            self.docstring(body[0].value)
            body = body[1:]
        for s in body:
            self.stmt(s)

    def docstring(self, node):
        text, quotes = self.quoted(node.value, ('"""', "'''"), True)
        prefix = "u" if node.kind == "u" else ""
        self.line(f"{prefix}{quotes}{text}{quotes}")

    def do_Expr(self, node):
        self.line(self.expr(node.value, _YIELD))

    def do_NamedExpr(self, node):
        self.line(self.expr(node))

    def do_Import(self, node):
        self.line("import " + ", ".join(map(self.alias, node.names)))

    def do_ImportFrom(self, node):
        dots = "." * (node.level or 0)
        self.line(f"from {dots}{node.module or ''} import "
                  + ", ".join(map(self.alias, node.names)))

    def alias(self, node):
        return node.name + (f" as {node.asname}" if node.asname else "")

    def do_Assign(self, node):
        targets = "".join(self.expr(t, _TUPLE) + " = " for t in node.targets)
        text = targets + self.expr(node.value)
        if node.type_comment:
            text += f" # type: {node.type_comment}"
        self.line(text)

    def do_AugAssign(self, node):
        op = _BINARY[type(node.op).__name__][0]
        self.line(f"{self.expr(node.target)} {op}= "
                  + self.expr(node.value))

    def do_AnnAssign(self, node):
        target = self.expr(node.target)
        if not node.simple and isinstance(node.target, Name):
            target = f"({target})"
        text = f"{target}: {self.expr(node.annotation)}"
        if node.value:
            text += f" = {self.expr(node.value)}"
        self.line(text)

    def do_Return(self, node):
        self.line("return" + (" " + self.expr(node.value)
                              if node.value else ""))

    def do_Pass(self, node):
        self.line("pass")

    def do_Break(self, node):
        self.line("break")

    def do_Continue(self, node):
        self.line("continue")

    def do_Delete(self, node):
        self.line("del " + ", ".join(map(self.expr, node.targets)))

    def do_Assert(self, node):
        text = "assert " + self.expr(node.test)
        if node.msg:
            text += ", " + self.expr(node.msg)
        self.line(text)

    def do_Global(self, node):
        self.line("global " + ", ".join(node.names))

    def do_Nonlocal(self, node):
        self.line("nonlocal " + ", ".join(node.names))

    def do_Raise(self, node):
        text = "raise"
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value "
                                 "attribute.")
        else:
            text += " " + self.expr(node.exc)
            if node.cause:
                text += " from " + self.expr(node.cause)
        self.line(text)

    def do_Try(self, node, star=""):
        self.block("try", node.body)
        for h in node.handlers:
            head = "except" + star
            if h.type:
                head += " " + self.expr(h.type)
            if h.name:
                head += " as " + h.name
            self.block(head, h.body)
        if node.orelse:
            self.block("else", node.orelse)
        if node.finalbody:
            self.block("finally", node.finalbody)

    def do_TryStar(self, node):
        self.do_Try(node, "*")

    def do_ExceptHandler(self, node):
        head = "except"
        if node.type:
            head += " " + self.expr(node.type)
        if node.name:
            head += " as " + node.name
        self.block(head, node.body)

    def do_ClassDef(self, node):
        self.out.append("\n")
        for d in node.decorator_list:
            self.line("@" + self.expr(d))
        args = [self.expr(b) for b in node.bases]
        args += [self.keyword(k) for k in node.keywords]
        head = "class " + node.name
        if args:
            head += f"({', '.join(args)})"
        self.line(head + ":")
        self.depth += 1
        self.body_with_doc(node.body)
        self.depth -= 1

    def do_FunctionDef(self, node, word="def"):
        self.out.append("\n")
        for d in node.decorator_list:
            self.line("@" + self.expr(d))
        head = f"{word} {node.name}({self.arguments(node.args)})"
        if node.returns:
            head += " -> " + self.expr(node.returns)
        head += ":"
        if node.type_comment:
            head += f" # type: {node.type_comment}"
        self.line(head)
        self.depth += 1
        self.body_with_doc(node.body)
        self.depth -= 1

    def do_AsyncFunctionDef(self, node):
        self.do_FunctionDef(node, "async def")

    def do_For(self, node, word="for"):
        self.block(f"{word} {self.expr(node.target, _TUPLE)} in "
                   + self.expr(node.iter), node.body,
                   node.type_comment)
        if node.orelse:
            self.block("else", node.orelse)

    def do_AsyncFor(self, node):
        self.do_For(node, "async for")

    def do_If(self, node):
        self.block("if " + self.expr(node.test), node.body)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], If):
            node = node.orelse[0]
            self.block("elif " + self.expr(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def do_While(self, node):
        self.block("while " + self.expr(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def do_With(self, node, word="with"):
        self.block(f"{word} " + ", ".join(map(self.withitem, node.items)),
                   node.body, node.type_comment)

    def do_AsyncWith(self, node):
        self.do_With(node, "async with")

    def withitem(self, node):
        text = self.expr(node.context_expr)
        if node.optional_vars:
            text += " as " + self.expr(node.optional_vars)
        return text

    def do_Match(self, node):
        self.line(f"match {self.expr(node.subject)}:")
        self.depth += 1
        for case in node.cases:
            self.stmt(case)
        self.depth -= 1

    def do_match_case(self, node):
        head = "case " + self.pattern(node.pattern)
        if node.guard:
            head += " if " + self.expr(node.guard)
        self.block(head, node.body)

    # -- patterns

    def pattern(self, node, level=_TEST):
        kind = type(node).__name__
        if kind == "MatchValue":
            return self.expr(node.value)
        if kind == "MatchSingleton":
            return repr(node.value)
        if kind == "MatchSequence":
            return f"[{', '.join(map(self.pattern, node.patterns))}]"
        if kind == "MatchStar":
            return "*" + (node.name or "_")
        if kind == "MatchMapping":
            items = [f"{self.expr(k)}: {self.pattern(p)}"
                     for k, p in zip(node.keys, node.patterns)]
            if node.rest is not None:
                items.append("**" + node.rest)
            return "{" + ", ".join(items) + "}"
        if kind == "MatchClass":
            items = [self.pattern(p) for p in node.patterns]
            items += [f"{a}={self.pattern(p)}" for a, p in
                      zip(node.kwd_attrs, node.kwd_patterns)]
            return f"{self.expr(node.cls)}({', '.join(items)})"
        if kind == "MatchAs":
            if node.name is None:
                return "_"
            if node.pattern is None:
                return node.name
            text = f"{self.pattern(node.pattern, _BOR)} as {node.name}"
            return f"({text})" if level > _TEST else text
        if kind == "MatchOr":
            text = " | ".join(self.pattern(p, _BOR + 1)
                              for p in node.patterns)
            return f"({text})" if level > _BOR else text
        raise TypeError(f"unknown pattern {kind}")

    # -- expressions

    def expr(self, node, level=_TEST):
        return getattr(self, "ex_" + type(node).__name__)(node, level)

    def wrap(self, text, own, level):
        return f"({text})" if level > own else text

    def ex_Name(self, node, level):
        return node.id

    def ex_Load(self, node, level):
        return ""

    ex_Store = ex_Del = ex_Load

    def ex_Constant(self, node, level):
        value = node.value
        if isinstance(value, tuple):
            return "(" + self.items(value, lambda x: self.constant(x)) + ")"
        if value is ...:
            return "..."
        if node.kind == "u":
            return "u" + self.constant(value)
        return self.constant(value)

    def constant(self, value):
        if isinstance(value, (float, complex)):
            return repr(value).replace("inf", _INFSTR).replace(
                "nan", f"({_INFSTR}-{_INFSTR})")
        if isinstance(value, str):
            return repr(value)
        return repr(value)

    def items(self, values, show):
        if len(values) == 1:
            return show(values[0]) + ","
        return ", ".join(map(show, values))

    def quoted(self, text, quotes, escape_special):
        """(escaped text, quotes) for the first quotes that fit."""
        def escape(c):
            if not escape_special and c in "\n\t":
                return c
            if c == "\\" or not (c.isprintable() or c in "\n\t"):
                return c.encode("unicode_escape").decode("ascii")
            return c

        def escape_doc(c):
            if c in "\n\t":
                return c
            return escape(c)

        body = "".join(map(escape_doc, text))
        fitting = list(quotes)
        if "\n" in body:
            fitting = [q for q in fitting if len(q) == 3] or list(quotes)
        fitting = [q for q in fitting if q not in body]
        if not fitting:
            whole = repr(text)
            quote = next((q for q in quotes if whole[0] in q), whole[0])
            return whole[1:-1], quote
        if body:
            fitting.sort(key=lambda q: q[0] == body[-1])
            if fitting[0][0] == body[-1]:
                body = body[:-1] + "\\" + body[-1]
        return body, fitting[0]

    def ex_JoinedStr(self, node, level):
        parts = [self.fstring_part(v) for v in node.values]
        pieces = []
        quotes = list(_QUOTES)
        for text, constant in parts:
            if constant:
                pieces.append("".join(
                    c if c.isprintable() and c != "\\"
                    else c.encode("unicode_escape").decode() for c in text))
            else:
                pieces.append(text)
                if "\n" in text:
                    quotes = [q for q in quotes if len(q) == 3]
            quotes = [q for q in quotes if q not in pieces[-1]]
        body = "".join(pieces)
        if not quotes:
            quotes = ['"""']
        quote = quotes[0]
        if body and quote[0] == body[-1]:
            better = [q for q in quotes if q[0] != body[-1]]
            quote = better[0] if better else quote
        return f"f{quote}{body}{quote}"

    def fstring_part(self, node):
        """(text, is constant) of a piece of an f-string."""
        if isinstance(node, Constant):
            return node.value.replace("{", "{{").replace("}", "}}"), True
        if isinstance(node, JoinedStr):
            return "".join(self.fstring_part(v)[0]
                           for v in node.values), False
        inner = self.expr(node.value, _TEST + 1)
        text = "{ " if inner.startswith("{") else "{"
        if "\\" in inner:
            raise ValueError("Unable to avoid backslash in f-string "
                             "expression part")
        text += inner
        if node.conversion != -1:
            text += f"!{chr(node.conversion)}"
        if node.format_spec:
            text += ":" + self.fstring_part(node.format_spec)[0]
        return text + "}", False

    def ex_FormattedValue(self, node, level):
        return self.ex_JoinedStr(JoinedStr(values=[node]), level)

    def ex_List(self, node, level):
        return "[" + ", ".join(map(self.expr, node.elts)) + "]"

    def ex_Set(self, node, level):
        if not node.elts:
            return "{*()}"
        return "{" + ", ".join(map(self.expr, node.elts)) + "}"

    def ex_Tuple(self, node, level):
        text = self.items(node.elts, self.expr) if node.elts else ""
        if level > _TUPLE or not node.elts:
            return f"({text})"
        return text

    def ex_Dict(self, node, level):
        items = []
        for k, v in zip(node.keys, node.values):
            if k is None:
                items.append("**" + self.expr(v, _EXPR))
            else:
                items.append(f"{self.expr(k)}: {self.expr(v)}")
        return "{" + ", ".join(items) + "}"

    def comprehensions(self, generators):
        out = ""
        for g in generators:
            out += " async for " if g.is_async else " for "
            out += self.expr(g.target, _TUPLE)
            out += " in " + self.expr(g.iter, _TEST + 1)
            for test in g.ifs:
                out += " if " + self.expr(test, _TEST + 1)
        return out

    def ex_ListComp(self, node, level):
        return (f"[{self.expr(node.elt)}"
                f"{self.comprehensions(node.generators)}]")

    def ex_GeneratorExp(self, node, level):
        return (f"({self.expr(node.elt)}"
                f"{self.comprehensions(node.generators)})")

    def ex_SetComp(self, node, level):
        return ("{" + self.expr(node.elt)
                + self.comprehensions(node.generators) + "}")

    def ex_DictComp(self, node, level):
        return ("{" + f"{self.expr(node.key)}: {self.expr(node.value)}"
                + self.comprehensions(node.generators) + "}")

    def ex_IfExp(self, node, level):
        text = (f"{self.expr(node.body, _TEST + 1)} if "
                f"{self.expr(node.test, _TEST + 1)} else "
                f"{self.expr(node.orelse, _TEST)}")
        return self.wrap(text, _TEST, level)

    def ex_UnaryOp(self, node, level):
        op, own = _UNARY[type(node.op).__name__]
        space = " " if own == _NOT else ""
        return self.wrap(op + space + self.expr(node.operand, own), own,
                         level)

    def ex_BinOp(self, node, level):
        op, own = _BINARY[type(node.op).__name__]
        if op == "**":
            left, right = own + 1, own
        else:
            left, right = own, own + 1
        text = (f"{self.expr(node.left, left)} {op} "
                f"{self.expr(node.right, right)}")
        return self.wrap(text, own, level)

    def ex_Compare(self, node, level):
        text = self.expr(node.left, _CMP + 1)
        for op, right in zip(node.ops, node.comparators):
            text += (f" {_COMPARE[type(op).__name__]} "
                     f"{self.expr(right, _CMP + 1)}")
        return self.wrap(text, _CMP, level)

    def ex_BoolOp(self, node, level):
        word, own = ("and", _AND) if isinstance(node.op, And) else (
            "or", _OR)
        level_in = own
        parts = []
        for value in node.values:
            level_in += 1
            parts.append(self.expr(value, level_in))
        return self.wrap(f" {word} ".join(parts), own, level)

    def ex_Attribute(self, node, level):
        text = self.expr(node.value, _ATOM)
        if isinstance(node.value, Constant) and isinstance(
                node.value.value, int):
            text += " "
        return f"{text}.{node.attr}"

    def ex_Call(self, node, level):
        args = [self.expr(a) for a in node.args]
        args += [self.keyword(k) for k in node.keywords]
        if len(node.args) == 1 and not node.keywords and isinstance(
                node.args[0], GeneratorExp):
            return self.expr(node.func, _ATOM) + f"({args[0]})"
        return f"{self.expr(node.func, _ATOM)}({', '.join(args)})"

    def keyword(self, node):
        if node.arg is None:
            return "**" + self.expr(node.value)
        return f"{node.arg}={self.expr(node.value)}"

    def ex_Subscript(self, node, level):
        index = node.slice
        if isinstance(index, Tuple) and index.elts:
            text = self.items(index.elts, self.expr)
        else:
            text = self.expr(index)
        return f"{self.expr(node.value, _ATOM)}[{text}]"

    def ex_Starred(self, node, level):
        return "*" + self.expr(node.value, _EXPR)

    def ex_Slice(self, node, level):
        text = self.expr(node.lower) if node.lower else ""
        text += ":"
        if node.upper:
            text += self.expr(node.upper)
        if node.step:
            text += ":" + self.expr(node.step)
        return text

    def ex_NamedExpr(self, node, level):
        text = f"{self.expr(node.target, _ATOM)} := " + self.expr(
            node.value, _ATOM)
        return f"({text})"

    def ex_Lambda(self, node, level):
        args = self.arguments(node.args)
        text = f"lambda{' ' + args if args else ''}: {self.expr(node.body)}"
        return self.wrap(text, _TEST, level)

    def ex_Await(self, node, level):
        text = "await"
        if node.value:
            text += " " + self.expr(node.value, _ATOM)
        return self.wrap(text, _AWAIT, level)

    def ex_Yield(self, node, level):
        text = "yield"
        if node.value:
            text += " " + self.expr(node.value, _ATOM)
        return self.wrap(text, _YIELD, level)

    def ex_YieldFrom(self, node, level):
        return self.wrap("yield from " + self.expr(node.value, _ATOM),
                         _YIELD, level)

    def arguments(self, node):
        out = []
        every = node.posonlyargs + node.args
        defaults = [None] * (len(every) - len(node.defaults))
        defaults += node.defaults
        for i, (a, d) in enumerate(zip(every, defaults), 1):
            out.append(self.argument(a) + (f"={self.expr(d)}" if d else ""))
            if i == len(node.posonlyargs):
                out.append("/")
        if node.vararg or node.kwonlyargs:
            out.append("*" + (self.argument(node.vararg)
                              if node.vararg else ""))
        for a, d in zip(node.kwonlyargs, node.kw_defaults):
            out.append(self.argument(a) + (f"={self.expr(d)}" if d else ""))
        if node.kwarg:
            out.append("**" + self.argument(node.kwarg))
        return ", ".join(out)

    def argument(self, node):
        if node.annotation:
            return f"{node.arg}: {self.expr(node.annotation)}"
        return node.arg
