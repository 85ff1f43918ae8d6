"""pprint - readable printing of nested data.

A value is printed on one line if it fits; otherwise the layout for its type
breaks it up.  Layouts return text; a Spot tells them where they are.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import dataclasses
import operator
import re
import sys
import types

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr",
           "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *,
           compact=False, sort_dicts=True, underscore_numbers=False):
    """Print an object, broken into lines."""
    PrettyPrinter(indent, width, depth, stream, compact=compact,
                  sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False,
            sort_dicts=True, underscore_numbers=False):
    """The text that pprint() would print."""
    printer = PrettyPrinter(indent, width, depth, compact=compact,
                            sort_dicts=sort_dicts,
                            underscore_numbers=underscore_numbers)
    return printer.pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """pprint() that leaves dicts in their order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """repr() that survives an object inside of itself."""
    return _on_one_line(object)[0]


def isreadable(object):
    """Could eval() read the repr?"""
    return _on_one_line(object)[1]


def isrecursive(object):
    """Is the object inside of itself?"""
    return _on_one_line(object)[2]


def _on_one_line(object):
    return PrettyPrinter()._line_parts(object, {}, None, 0)


class _Order:
    """Sort key for anything: what cannot be compared goes by its type."""

    __slots__ = ("item",)

    def __init__(self, item):
        self.item = item

    def __lt__(self, other):
        try:
            return self.item < other.item
        except TypeError:
            mine, yours = ((str(type(x)), id(x))
                           for x in (self.item, other.item))
            return mine < yours


def _pair_order(pair):
    return [_Order(part) for part in pair]


class _Spot:
    """Where a value is printed.

    indent: the column; after: how much must fit behind it on its last line;
    context: ids of the objects around it; level: how many they are.
    """

    __slots__ = ("indent", "after", "context", "level")

    def __init__(self, indent, after, context, level):
        self.indent = indent
        self.after = after
        self.context = context
        self.level = level

    def moved(self, indent=0, after=0, level=0):
        return _Spot(self.indent + indent, self.after + after, self.context,
                     self.level + level)

    def part(self, column, is_last):
        """The spot of an item: only the last one has something behind it."""
        after = self.after if is_last else 1
        return _Spot(column, after, self.context, self.level)


class PrettyPrinter:
    """Prints objects with the given options."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *,
                 compact=False, sort_dicts=True, underscore_numbers=False):
        self._step, self._width = int(indent), int(width)
        if self._step < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not self._width:
            raise ValueError("width must be != 0")
        self._depth = depth
        self._stream = sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sorted = sort_dicts
        self._underscores = underscore_numbers

    def pprint(self, object):
        """Print an object."""
        if self._stream is not None:
            self._stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        """The text of an object."""
        return self._lay_out(object, _Spot(0, 0, {}, 0))

    def isrecursive(self, object):
        """Is the object inside of itself?"""
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        """Could eval() read the text?"""
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """(text, is readable, is recursive) on one line; to override."""
        return self._line_parts(object, context, maxlevels, level)

    # -- on one line

    def _line(self, object, spot):
        return self.format(object, dict(spot.context), self._depth,
                           spot.level)[0]

    def _line_parts(self, object, context, maxlevels, level):
        shape = _container_shape(object)
        if shape is None:
            return self._scalar(object), _looks_readable(object), False
        if not object:
            return shape % "", True, False
        identity = id(object)
        if maxlevels and level >= maxlevels:
            return shape % "...", False, identity in context
        if identity in context:
            return _recursion(object), False, True
        # A dict is a row of pairs, the others are rows of single items.
        pairs = shape == "{%s}"
        row = object if not pairs else [
            part for pair in self._pairs_of(object) for part in pair]
        show, plain = self.format, ()
        if (type(self).format is PrettyPrinter.format
                and "format" not in self.__dict__):
            show = self._line_parts
            plain = () if self._underscores else _SCALARS
        context[identity] = 1
        readable, recursive, texts = True, False, []
        level += 1
        for item in row:
            if type(item) in plain:
                texts.append(repr(item))
                continue
            text, fine, again = show(item, context, maxlevels, level)
            texts.append(text)
            readable = readable and fine
            recursive = recursive or again
        del context[identity]
        if pairs:
            texts = map(": ".join, zip(texts[::2], texts[1::2]))
        return shape % ", ".join(texts), readable, recursive

    def _scalar(self, object):
        kind = type(object)
        if (self._underscores and issubclass(kind, int)
                and kind.__repr__ is int.__repr__ and kind is not bool):
            return f"{object:_d}"
        return repr(object)

    def _pairs_of(self, mapping):
        pairs = mapping.items()
        if not self._sorted:
            return pairs
        # Keys of a dict differ: the values do not matter.
        if type(mapping) is dict:
            kinds = set(map(type, mapping))
            if len(kinds) == 1 and not kinds.isdisjoint(_ORDERED):
                return sorted(pairs, key=_FIRST)
        return sorted(pairs, key=_pair_order)

    # -- on several lines

    def _lay_out(self, object, spot):
        context, identity = spot.context, id(object)
        if identity in context:
            return _recursion(object)
        text = self._line(object, spot)
        if len(text) <= self._width - spot.indent - spot.after:
            return text
        layout = _LAYOUTS.get(type(object).__repr__)
        if layout is None:
            if not _has_generated_repr(object):
                return text
            layout = PrettyPrinter._dataclass
        context[identity] = 1
        text = layout(self, object, spot.moved(level=1))
        del context[identity]
        return text

    def _margin(self):
        """What stands between a bracket and the first item."""
        return " " * (self._step - 1)

    def _row(self, items, spot):
        """Items one below the other; as many as fit on a line if compact."""
        column = spot.indent + self._step
        line_end = ",\n" + " " * column
        full = self._width - column + 1
        out, room = [self._margin()], full
        separator = ""
        items = list(items)
        for number, item in enumerate(items, 1):
            last = number == len(items)
            if last:
                full -= spot.after
                room -= spot.after
            if self._compact:
                text = self._line(item, spot)
                need = len(text) + 2
                if room < need:
                    room = full
                    separator = separator and line_end
                if room >= need:
                    room -= need
                    out += separator, text
                    separator = ", "
                    continue
            out += separator, self._lay_out(item, spot.part(column, last))
            separator = line_end
        return "".join(out)

    def _pairs(self, pairs, spot):
        """key: value, one pair below the other."""
        column = spot.indent + self._step
        pairs = list(pairs)
        out = []
        for number, (key, value) in enumerate(pairs, 1):
            name = self._line(key, spot) + ": "
            place = spot.part(column + len(name), number == len(pairs))
            out.append(name + self._lay_out(value, place))
        return (",\n" + " " * column).join(out)

    def _fields(self, name, fields, spot):
        """Name(field=value), one field below the other."""
        column = spot.indent + len(name) + 1
        fields = list(fields)
        out = []
        for number, (key, value) in enumerate(fields, 1):
            place = spot.part(column + len(key) + 1, number == len(fields))
            text = "..." if id(value) in spot.context else (
                self._lay_out(value, place))
            out.append(f"{key}={text}")
        return f"{name}({(',' + chr(10) + ' ' * column).join(out)})"

    def _wrapped(self, name, inner, spot):
        """Name(inner)"""
        place = spot.moved(len(name) + 1, 1)
        return f"{name}({self._lay_out(inner, place)})"

    # -- layouts

    def _list(self, object, spot):
        return f"[{self._row(object, spot.moved(after=1))}]"

    def _tuple(self, object, spot):
        end = ",)" if len(object) == 1 else ")"
        return f"({self._row(object, spot.moved(after=len(end)))}{end}"

    def _set(self, object, spot):
        if not object:
            return repr(object)
        name = type(object).__name__
        begin, end, shift = "{", "}", 0
        if type(object) is not set:
            begin, end, shift = name + "({", "})", len(name) + 1
        items = sorted(object, key=_Order)
        return begin + self._row(items, spot.moved(shift, len(end))) + end

    def _dict(self, object, spot):
        pairs = self._pairs(self._pairs_of(object), spot.moved(after=1))
        return f"{{{self._margin()}{pairs}}}"

    def _ordered_dict(self, object, spot):
        if not object:
            return repr(object)
        name = type(object).__name__
        return self._wrapped(name, [*object.items()], spot)

    def _default_dict(self, object, spot):
        if not object:
            return repr(object)
        name = type(object).__name__
        factory = self._line(object.default_factory, spot)
        inner = spot.moved(len(name) + 1, 1)
        return (f"{name}({factory},\n{' ' * inner.indent}"
                f"{self._dict(object, inner)})")

    def _counter(self, object, spot):
        if not object:
            return repr(object)
        name = type(object).__name__
        pairs = self._pairs(object.most_common(),
                            spot.moved(len(name) + 1, 2))
        return f"{name}({{{self._margin()}{pairs}}})"

    def _chain_map(self, object, spot):
        if not object.maps:
            return repr(object)
        name = type(object).__name__
        inner = spot.moved(len(name) + 1, 1)
        count = len(object.maps)
        maps = [self._lay_out(one, inner.part(inner.indent, n == count))
                for n, one in enumerate(object.maps, 1)]
        return f"{name}({(',' + chr(10) + ' ' * inner.indent).join(maps)})"

    def _deque(self, object, spot):
        if not object:
            return repr(object)
        name = type(object).__name__
        inner = spot.moved(len(name) + 1, 2)
        if object.maxlen is None:
            return f"{name}([{self._row(object, inner)}])"
        inner.after = 2
        limit = self._line(object.maxlen, spot)
        return (f"{name}([{self._row(object, inner)}],\n"
                f"{' ' * inner.indent}maxlen={limit})")

    def _user(self, object, spot):
        return self._lay_out(object.data, spot.moved(level=-1))

    def _mapping_proxy(self, object, spot):
        return self._wrapped("mappingproxy", object.copy(), spot)

    def _namespace(self, object, spot):
        kind = type(object)
        plain = kind is types.SimpleNamespace
        name = "namespace" if plain else kind.__name__
        return self._fields(name, vars(object).items(), spot)

    def _dataclass(self, object, spot):
        shown = [(field.name, getattr(object, field.name))
                 for field in dataclasses.fields(object) if field.repr]
        return self._fields(type(object).__name__, shown, spot)

    def _literals(self, chunks, spot):
        """Adjacent literals; in parentheses if nothing else is around."""
        text = ("\n" + " " * spot.indent).join(chunks)
        return f"({text})" if spot.level == 1 else text

    def _str(self, object, spot):
        if not object:
            return repr(object)
        if spot.level == 1:
            spot = spot.moved(1, 1)
        width = self._width - spot.indent
        chunks = [*_text_chunks(object, width, spot.after)]
        return chunks[0] if len(chunks) == 1 else (
            self._literals(chunks, spot))

    def _bytes(self, object, spot):
        if len(object) <= 4:
            return repr(object)
        if spot.level == 1:
            spot = spot.moved(1, 1)
        fours = [object[i:i + 4] for i in range(0, len(object), 4)]
        # Room behind is only kept for a shorter last part.
        after = spot.after if len(object) % 4 else 0
        chunks = _pack(fours, self._width - spot.indent, after)
        return self._literals(chunks, spot)

    def _bytearray(self, object, spot):
        inner = spot.moved(len("bytearray("), 1, level=1)
        return f"bytearray({self._bytes(bytes(object), inner)})"


_LAYOUTS = {
    kind.__repr__: layout for layout, kinds in (
        (PrettyPrinter._list, [list]),
        (PrettyPrinter._tuple, [tuple]),
        (PrettyPrinter._set, [set, frozenset]),
        (PrettyPrinter._dict, [dict]),
        (PrettyPrinter._ordered_dict, [collections.OrderedDict]),
        (PrettyPrinter._default_dict, [collections.defaultdict]),
        (PrettyPrinter._counter, [collections.Counter]),
        (PrettyPrinter._chain_map, [collections.ChainMap]),
        (PrettyPrinter._deque, [collections.deque]),
        (PrettyPrinter._user, [collections.UserDict, collections.UserList,
                               collections.UserString]),
        (PrettyPrinter._mapping_proxy, [types.MappingProxyType]),
        (PrettyPrinter._namespace, [types.SimpleNamespace]),
        (PrettyPrinter._str, [str]),
        (PrettyPrinter._bytes, [bytes]),
        (PrettyPrinter._bytearray, [bytearray]))
    for kind in kinds}


_SHAPES = {dict: "{%s}", list: "[%s]"}
_ORDERED = frozenset({str, int, bytes})
_FIRST = operator.itemgetter(0)


def _container_shape(object):
    """The brackets of a dict, list or tuple with the built-in repr."""
    kind = type(object)
    if kind in _SCALARS:
        return None
    shape = _SHAPES.get(kind)
    if shape is not None:
        return shape
    show = getattr(kind, "__repr__", None)
    for base, shape in ((dict, "{%s}"), (list, "[%s]"), (tuple, "(%s)")):
        if issubclass(kind, base) and show == base.__repr__:
            single = base is tuple and len(object) == 1
            return "(%s,)" if single else shape
    return None


_SCALARS = frozenset({str, bytes, bytearray, float, complex, bool, int,
                      type(None)})


def _looks_readable(object):
    if type(object) in _SCALARS:
        return True
    text = repr(object)
    return text != "" and text[0] != "<"


def _recursion(object):
    return f"<Recursion on {type(object).__name__} with id={id(object)}>"


def _has_generated_repr(object):
    """Is it of a data class that has the __repr__ made for it?"""
    if isinstance(object, type) or not dataclasses.is_dataclass(object):
        return False
    inner = getattr(object.__repr__, "__wrapped__", None)
    return (object.__dataclass_params__.repr and inner is not None
            and "__create_fn__" in inner.__qualname__)


def _pack(parts, width, after):
    """Reprs of neighbouring parts, as many in one as fit."""
    current = parts[0][:0]
    for number, part in enumerate(parts, 1):
        room = width - after if number == len(parts) else width
        if current and len(repr(current + part)) > room:
            yield repr(current)
            current = part
        else:
            current += part
    if current:
        yield repr(current)


def _text_chunks(text, width, after):
    """Literals for the lines of a text, long lines broken between words."""
    lines = text.splitlines(True)
    for number, line in enumerate(lines, 1):
        behind = after if number == len(lines) else 0
        if len(repr(line)) <= width - behind:
            yield repr(line)
        else:
            words = [m for m in re.findall(r"\S*\s*", line) if m]
            yield from _pack(words, width, behind)
