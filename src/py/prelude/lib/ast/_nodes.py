"""ast._nodes - the classes of syntax trees.

They come from the table below: "@" names the base, "?" marks a field that may
be missing.  The native parser answers with nested tuples (docs/os-calls.md);
build() turns them into nodes.

SPDX-License-Identifier: Apache-2.0
"""

POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")

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

    __module__ = "ast"
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
            space["_attributes"] = POSITION
            space["end_lineno"] = space["end_col_offset"] = None
        made[name] = type(name, (made[base],), space)
    return made


CLASSES = _make_classes()
globals().update(CLASSES)


def build(raw):
    """A node (or list, or constant) from the parser's tuples."""
    if isinstance(raw, list):
        return [build(x) for x in raw]
    if not isinstance(raw, tuple):
        return raw
    name = raw[0]
    if name == "=":  # a constant that is itself a tuple or string etc.
        return raw[1]
    cls = CLASSES[name]
    node = cls.__new__(cls)
    fields = cls._fields
    for i, field in enumerate(fields):
        setattr(node, field, build(raw[i + 1]))
    place = raw[len(fields) + 1]
    if place is not None:
        (node.lineno, node.col_offset, node.end_lineno,
         node.end_col_offset) = place
    if len(raw) > len(fields) + 2:
        node.type_params = build(raw[-1])
    return node
