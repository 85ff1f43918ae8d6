"""pprint - readable printing of nested data.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import dataclasses
import re
import sys
import types
from io import StringIO

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr",
           "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *,
           compact=False, sort_dicts=True, underscore_numbers=False):
    """Pretty-print a Python object to a stream [default is sys.stdout]."""
    printer = PrettyPrinter(
        stream=stream, indent=indent, width=width, depth=depth,
        compact=compact, sort_dicts=sort_dicts,
        underscore_numbers=underscore_numbers)
    printer.pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False,
            sort_dicts=True, underscore_numbers=False):
    """Format a Python object into a pretty-printed representation."""
    return PrettyPrinter(
        indent=indent, width=width, depth=depth, compact=compact,
        sort_dicts=sort_dicts,
        underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Pretty-print a Python object, dicts in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """Version of repr() which can handle recursive data structures."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Determine if saferepr(object) is readable by eval()."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    """Determine if object requires a recursive representation."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _safe_key:
    """Sort key that falls back to type and identity."""

    __slots__ = ("obj",)

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return ((str(type(self.obj)), id(self.obj))
                    < (str(type(other.obj)), id(other.obj)))


def _safe_tuple(pair):
    return _safe_key(pair[0]), _safe_key(pair[1])


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *,
                 compact=False, sort_dicts=True, underscore_numbers=False):
        """Handle pretty printing operations onto a stream."""
        indent = int(indent)
        width = int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth = depth
        self._indent_per_level = indent
        self._width = width
        self._stream = sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sort_dicts = sort_dicts
        self._underscore_numbers = underscore_numbers

    def pprint(self, object):
        if self._stream is not None:
            self._format(object, self._stream, 0, 0, {}, 0)
            self._stream.write("\n")

    def pformat(self, object):
        stream = StringIO()
        self._format(object, stream, 0, 0, {}, 0)
        return stream.getvalue()

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        _, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """Return (text, is readable, is recursive); may be overridden."""
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        text, readable, recursive = self.format(object, context.copy(),
                                                self._depth, level)
        if not readable:
            self._readable = False
        if recursive:
            self._recursive = True
        return text

    def _format(self, object, stream, indent, allowance, context, level):
        objid = id(object)
        if objid in context:
            stream.write(_recursion(object))
            self._recursive = True
            self._readable = False
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance:
            method = self._dispatch.get(type(object).__repr__)
            if method is None and _has_generated_repr(object):
                method = PrettyPrinter._pprint_dataclass
            if method is not None:
                context[objid] = 1
                method(self, object, stream, indent, allowance, context,
                       level + 1)
                del context[objid]
                return
        stream.write(text)

    # --- Types with a layout of their own ---

    def _pprint_dataclass(self, object, stream, indent, allowance, context,
                          level):
        name = object.__class__.__name__
        indent += len(name) + 1
        items = [(f.name, getattr(object, f.name))
                 for f in dataclasses.fields(object) if f.repr]
        stream.write(name + "(")
        self._format_namespace_items(items, stream, indent, allowance,
                                     context, level)
        stream.write(")")

    def _pprint_dict(self, object, stream, indent, allowance, context,
                     level):
        stream.write("{")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        if len(object):
            if self._sort_dicts:
                items = sorted(object.items(), key=_safe_tuple)
            else:
                items = object.items()
            self._format_dict_items(items, stream, indent, allowance + 1,
                                    context, level)
        stream.write("}")

    def _pprint_ordered_dict(self, object, stream, indent, allowance,
                             context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        stream.write(name + "(")
        self._format(list(object.items()), stream, indent + len(name) + 1,
                     allowance + 1, context, level)
        stream.write(")")

    def _pprint_list(self, object, stream, indent, allowance, context,
                     level):
        stream.write("[")
        self._format_items(object, stream, indent, allowance + 1, context,
                           level)
        stream.write("]")

    def _pprint_tuple(self, object, stream, indent, allowance, context,
                      level):
        stream.write("(")
        end = ",)" if len(object) == 1 else ")"
        self._format_items(object, stream, indent, allowance + len(end),
                           context, level)
        stream.write(end)

    def _pprint_set(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        kind = object.__class__
        if kind is set:
            stream.write("{")
            end = "}"
        else:
            stream.write(kind.__name__ + "({")
            end = "})"
            indent += len(kind.__name__) + 1
        self._format_items(sorted(object, key=_safe_key), stream, indent,
                           allowance + len(end), context, level)
        stream.write(end)

    def _pprint_str(self, object, stream, indent, allowance, context, level):
        write = stream.write
        if not len(object):
            write(repr(object))
            return
        if level == 1:
            indent += 1
            allowance += 1
        chunks = self._str_chunks(object, self._width - indent, allowance)
        if len(chunks) == 1:
            write(chunks[0])
            return
        if level == 1:
            write("(")
        write(("\n" + " " * indent).join(chunks))
        if level == 1:
            write(")")

    @staticmethod
    def _str_chunks(text, max_width, allowance):
        """Cut a long text into literals that fit on lines."""
        lines = text.splitlines(True)
        chunks = []
        max_width1 = max_width
        for i, line in enumerate(lines):
            rep = repr(line)
            if i == len(lines) - 1:
                max_width1 -= allowance
            if len(rep) <= max_width1:
                chunks.append(rep)
                continue
            parts = re.findall(r"\S*\s*", line)
            parts.pop()  # the empty match at the end
            limit = max_width
            current = ""
            for j, part in enumerate(parts):
                candidate = current + part
                if j == len(parts) - 1 and i == len(lines) - 1:
                    limit -= allowance
                if len(repr(candidate)) > limit:
                    if current:
                        chunks.append(repr(current))
                    current = part
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        return chunks

    def _pprint_bytes(self, object, stream, indent, allowance, context,
                      level):
        write = stream.write
        if len(object) <= 4:
            write(repr(object))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            write("(")
        delim = ""
        for rep in _bytes_chunks(object, self._width - indent, allowance):
            write(delim)
            write(rep)
            if not delim:
                delim = "\n" + " " * indent
        if parens:
            write(")")

    def _pprint_bytearray(self, object, stream, indent, allowance, context,
                          level):
        stream.write("bytearray(")
        self._pprint_bytes(bytes(object), stream, indent + 10, allowance + 1,
                           context, level + 1)
        stream.write(")")

    def _pprint_mappingproxy(self, object, stream, indent, allowance,
                             context, level):
        stream.write("mappingproxy(")
        self._format(object.copy(), stream, indent + 13, allowance + 1,
                     context, level)
        stream.write(")")

    def _pprint_simplenamespace(self, object, stream, indent, allowance,
                                context, level):
        if type(object) is types.SimpleNamespace:
            name = "namespace"
        else:
            name = object.__class__.__name__
        stream.write(name + "(")
        self._format_namespace_items(object.__dict__.items(), stream,
                                     indent + len(name) + 1, allowance,
                                     context, level)
        stream.write(")")

    def _pprint_default_dict(self, object, stream, indent, allowance,
                             context, level):
        if not len(object):
            stream.write(repr(object))
            return
        factory = self._repr(object.default_factory, context, level)
        name = object.__class__.__name__
        indent += len(name) + 1
        stream.write(f"{name}({factory},\n{' ' * indent}")
        self._pprint_dict(object, stream, indent, allowance + 1, context,
                          level)
        stream.write(")")

    def _pprint_counter(self, object, stream, indent, allowance, context,
                        level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        stream.write(name + "({")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        self._format_dict_items(object.most_common(), stream,
                                indent + len(name) + 1, allowance + 2,
                                context, level)
        stream.write("})")

    def _pprint_chain_map(self, object, stream, indent, allowance, context,
                          level):
        if not len(object.maps):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        stream.write(name + "(")
        indent += len(name) + 1
        for i, mapping in enumerate(object.maps):
            if i == len(object.maps) - 1:
                self._format(mapping, stream, indent, allowance + 1,
                             context, level)
                stream.write(")")
            else:
                self._format(mapping, stream, indent, 1, context, level)
                stream.write(",\n" + " " * indent)

    def _pprint_deque(self, object, stream, indent, allowance, context,
                      level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        stream.write(name + "(")
        indent += len(name) + 1
        stream.write("[")
        if object.maxlen is None:
            self._format_items(object, stream, indent, allowance + 2,
                               context, level)
            stream.write("])")
        else:
            self._format_items(object, stream, indent, 2, context, level)
            maxlen = self._repr(object.maxlen, context, level)
            stream.write(f"],\n{' ' * indent}maxlen={maxlen})")

    def _pprint_user(self, object, stream, indent, allowance, context,
                     level):
        self._format(object.data, stream, indent, allowance, context,
                     level - 1)

    _dispatch = {
        dict.__repr__: _pprint_dict,
        collections.OrderedDict.__repr__: _pprint_ordered_dict,
        list.__repr__: _pprint_list,
        tuple.__repr__: _pprint_tuple,
        set.__repr__: _pprint_set,
        frozenset.__repr__: _pprint_set,
        str.__repr__: _pprint_str,
        bytes.__repr__: _pprint_bytes,
        bytearray.__repr__: _pprint_bytearray,
        types.MappingProxyType.__repr__: _pprint_mappingproxy,
        types.SimpleNamespace.__repr__: _pprint_simplenamespace,
        collections.defaultdict.__repr__: _pprint_default_dict,
        collections.Counter.__repr__: _pprint_counter,
        collections.ChainMap.__repr__: _pprint_chain_map,
        collections.deque.__repr__: _pprint_deque,
        collections.UserDict.__repr__: _pprint_user,
        collections.UserList.__repr__: _pprint_user,
        collections.UserString.__repr__: _pprint_user,
    }

    # --- Items of containers ---

    def _format_dict_items(self, items, stream, indent, allowance, context,
                           level):
        indent += self._indent_per_level
        items = list(items)
        last = len(items) - 1
        for i, (key, value) in enumerate(items):
            rep = self._repr(key, context, level)
            stream.write(rep + ": ")
            self._format(value, stream, indent + len(rep) + 2,
                         allowance if i == last else 1, context, level)
            if i != last:
                stream.write(",\n" + " " * indent)

    def _format_namespace_items(self, items, stream, indent, allowance,
                                context, level):
        items = list(items)
        last = len(items) - 1
        for i, (key, value) in enumerate(items):
            stream.write(key + "=")
            if id(value) in context:
                stream.write("...")
            else:
                self._format(value, stream, indent + len(key) + 1,
                             allowance if i == last else 1, context, level)
            if i != last:
                stream.write(",\n" + " " * indent)

    def _format_items(self, items, stream, indent, allowance, context,
                      level):
        write = stream.write
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * " ")
        delimnl = ",\n" + " " * indent
        delim = ""
        width = max_width = self._width - indent + 1
        items = list(items)
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                max_width -= allowance
                width -= allowance
            if self._compact:
                rep = self._repr(item, context, level)
                need = len(rep) + 2
                if width < need:
                    width = max_width
                    if delim:
                        delim = delimnl
                if width >= need:
                    width -= need
                    write(delim)
                    delim = ", "
                    write(rep)
                    continue
            write(delim)
            delim = delimnl
            self._format(item, stream, indent, allowance if last else 1,
                         context, level)

    # --- One-line representation ---

    def _safe_repr(self, object, context, maxlevels, level):
        """Return (text, is readable, is recursive)."""
        kind = type(object)
        if kind in _BUILTIN_SCALARS:
            return repr(object), True, False
        method = getattr(kind, "__repr__", None)
        if issubclass(kind, int) and method == int.__repr__:
            if self._underscore_numbers:
                return f"{object:_d}", True, False
            return repr(object), True, False
        if issubclass(kind, dict) and method == dict.__repr__:
            return self._safe_dict(object, context, maxlevels, level)
        if (issubclass(kind, list) and method == list.__repr__) or (
                issubclass(kind, tuple) and method == tuple.__repr__):
            return self._safe_sequence(object, kind, context, maxlevels,
                                       level)
        text = repr(object)
        return text, bool(text) and not text.startswith("<"), False

    def _safe_dict(self, object, context, maxlevels, level):
        if not object:
            return "{}", True, False
        objid = id(object)
        if maxlevels and level >= maxlevels:
            return "{...}", False, objid in context
        if objid in context:
            return _recursion(object), False, True
        context[objid] = 1
        readable = True
        recursive = False
        parts = []
        level += 1
        if self._sort_dicts:
            items = sorted(object.items(), key=_safe_tuple)
        else:
            items = object.items()
        for key, value in items:
            left, ok, again = self.format(key, context, maxlevels, level)
            right, ok2, again2 = self.format(value, context, maxlevels,
                                             level)
            parts.append(f"{left}: {right}")
            readable = readable and ok and ok2
            recursive = recursive or again or again2
        del context[objid]
        return "{" + ", ".join(parts) + "}", readable, recursive

    def _safe_sequence(self, object, kind, context, maxlevels, level):
        if issubclass(kind, list):
            if not object:
                return "[]", True, False
            form = "[%s]"
        elif len(object) == 1:
            form = "(%s,)"
        else:
            if not object:
                return "()", True, False
            form = "(%s)"
        objid = id(object)
        if maxlevels and level >= maxlevels:
            return form % "...", False, objid in context
        if objid in context:
            return _recursion(object), False, True
        context[objid] = 1
        readable = True
        recursive = False
        parts = []
        level += 1
        for item in object:
            text, ok, again = self.format(item, context, maxlevels, level)
            parts.append(text)
            readable = readable and ok
            recursive = recursive or again
        del context[objid]
        return form % ", ".join(parts), readable, recursive


_BUILTIN_SCALARS = frozenset({str, bytes, bytearray, float, complex, bool,
                              type(None)})


def _has_generated_repr(object):
    """Is it an instance of a data class with its generated __repr__?"""
    if not dataclasses.is_dataclass(object) or isinstance(object, type):
        return False
    method = object.__repr__
    return (object.__dataclass_params__.repr
            and hasattr(method, "__wrapped__")
            and "__create_fn__" in method.__wrapped__.__qualname__)


def _recursion(object):
    return (f"<Recursion on {type(object).__name__} with id={id(object)}>")


def _bytes_chunks(object, width, allowance):
    """Cut bytes into literals that fit on lines, in steps of four."""
    current = b""
    last = len(object) // 4 * 4
    for i in range(0, len(object), 4):
        part = object[i:i + 4]
        candidate = current + part
        if i == last:
            width -= allowance
        if len(repr(candidate)) > width:
            if current:
                yield repr(current)
            current = part
        else:
            current = candidate
    if current:
        yield repr(current)
