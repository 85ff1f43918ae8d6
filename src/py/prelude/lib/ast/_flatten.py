"""ast._flatten - nodes become the tuples that the compiler reads.

The opposite of _nodes.build(): a node is its class name, its fields and its
position; operators and contexts are names.  The compiler checks what it gets;
here only what has no counterpart in source text is written in another way:
constants with a sign, complex numbers and tuples.

SPDX-License-Identifier: Apache-2.0
"""

from math import copysign

from ast._nodes import AST, CLASSES, POSITION

_MARKS = tuple(CLASSES[name] for name in (
    "operator", "boolop", "unaryop", "cmpop", "expr_context"))
_SMALL = 1 << 45


def _name_of(node):
    """The name of the class of nodes that a node belongs to."""
    for cls in type(node).__mro__:
        if CLASSES.get(cls.__name__) is cls and cls._fields is not None:
            return cls.__name__
    raise TypeError(f"expected some sort of node, but got {node!r}")


def _lacks(field, name):
    return TypeError(f'required field "{field}" missing from {name}')


def _place(node, name):
    """(line, column, end line, end column), or None."""
    if not CLASSES[name]._attributes:
        return None
    found = []
    for field in POSITION[:2]:
        value = getattr(node, field, None)
        if value is None:
            base = CLASSES[name].__mro__[1]
            raise _lacks(field, name if base is AST else base.__name__)
        found.append(value)
    line, column = found
    end, end_column = node.end_lineno, node.end_col_offset
    return (line, column, line if end is None else end,
            column if end_column is None else end_column)


def _minus(value, place):
    return "UnaryOp", "USub", _constant(value, place), place


def _constant(value, place):
    kind = type(value)
    if kind is int:
        if value < 0:
            return _minus(-value, place)
        shown = value if value < _SMALL else (format(value, "x"), 16)
    elif kind is float:
        if copysign(1.0, value) < 0:
            return _minus(-value, place)
        shown = value
    elif kind is complex:
        if value.real or copysign(1.0, value.real) < 0:
            return ("BinOp", _constant(value.real, place), "Add",
                    _constant(complex(0.0, value.imag), place), place)
        if copysign(1.0, value.imag) < 0:
            return _minus(complex(0.0, -value.imag), place)
        shown = 0, value.imag
    elif kind is tuple:
        items = [_constant(item, place) for item in value]
        return "Tuple", items, "Load", place
    elif value is None or value is ... or kind in (bool, str, bytes):
        shown = value
    else:
        raise TypeError(f"got an invalid type in Constant: {kind.__name__}")
    return "Constant", shown, None, place


def _item(value, in_text):
    if isinstance(value, _MARKS):
        return _name_of(value)
    return flatten(value, in_text) if isinstance(value, AST) else value


def flatten(node, in_text=False):
    """The tuple of a node; `in_text`: it is a part of a JoinedStr."""
    name = _name_of(node)
    place = _place(node, name)
    if name == "FormattedValue" and not in_text:
        return "JoinedStr", [flatten(node, True)], place
    if name == "Constant":
        try:
            return _constant(node.value, place)
        except AttributeError:
            raise _lacks("value", name) from None
    out = [name]
    for field in CLASSES[name]._fields:
        try:
            value = getattr(node, field)
        except AttributeError:
            raise _lacks(field, name) from None
        if field == "level" and value is None:
            value = 0
        if isinstance(value, list):
            parts = name == "JoinedStr"
            out.append([_item(item, parts) for item in value])
        else:
            out.append(_item(value, False))
    out.append(place)
    return tuple(out)
