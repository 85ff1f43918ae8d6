"""json.encoder: objects to text."""

from _json import emit as _emit
from _json import quote as _quote

INFINITY = float('inf')


def py_encode_basestring(s):
    return _quote(s, False)


def py_encode_basestring_ascii(s):
    return _quote(s, True)


encode_basestring = py_encode_basestring
encode_basestring_ascii = py_encode_basestring_ascii


class JSONEncoder:
    """Turns objects into JSON; subclasses may know more types."""

    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True,
                 check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        """Override to support more types; this one raises TypeError."""
        raise TypeError(f'Object of type {o.__class__.__name__} '
                        'is not JSON serializable')

    def encode(self, o):
        """The whole text."""
        if isinstance(o, str):
            return _quote(o, bool(self.ensure_ascii))
        text = self._native(o)
        if text is not None:
            return text
        if not self.sort_keys and (
                type(self).iterencode is JSONEncoder.iterencode):
            o = _lowered(o, self.default, {} if self.check_circular else None)
            text = self._native(o)
            if text is not None:
                return text
        return ''.join(self.iterencode(o, _one_shot=True))

    def _native(self, o):
        """All at once in C, or None when that cannot be done."""
        if type(self).iterencode is not JSONEncoder.iterencode:
            return None
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = ' ' * indent
        comma, colon = self.item_separator, self.key_separator
        if type(comma) is not str or type(colon) is not str:
            colon, comma = _checked_separators(colon, comma)
        return _emit(o, bool(self.ensure_ascii), bool(self.allow_nan),
                     bool(self.skipkeys), bool(self.sort_keys), indent,
                     comma, colon)

    def iterencode(self, o, _one_shot=False):
        """The text, piece by piece."""
        return _Writer(self).value(o, 0)


def _checked_separators(*found):
    """The separators as exact strings, which is what the native code takes."""
    for place, text in enumerate(found, 5):
        if not isinstance(text, str):
            raise TypeError(f'make_encoder() argument {place} must be str, '
                            f'not {type(text).__name__}')
    return [''.join(('', text)) for text in found]


_ATOMS = frozenset({str, int, float, bool, type(None)})


def _lowered(o, default, opened):
    """A copy of what JSON has, with default(x) in place of the rest."""
    if isinstance(o, (str, int, float)):
        return o
    if opened is not None:
        if id(o) in opened:
            raise ValueError('Circular reference detected')
        opened[id(o)] = o
    if isinstance(o, (list, tuple)):
        made = [x if type(x) in _ATOMS else _lowered(x, default, opened)
                for x in o]
    elif isinstance(o, dict):
        made = {key: x if type(x) in _ATOMS else _lowered(x, default, opened)
                for key, x in o.items()}
    else:
        made = default(o)
        if type(made) not in _ATOMS:
            made = _lowered(made, default, opened)
    if opened is not None:
        del opened[id(o)]
    return made


def _float_text(o, allow_nan):
    if o != o:
        text = 'NaN'
    elif o == INFINITY:
        text = 'Infinity'
    elif o == -INFINITY:
        text = '-Infinity'
    else:
        return float.__repr__(o)
    if not allow_nan:
        raise ValueError('Out of range float values are not JSON compliant: '
                         + repr(o))
    return text


class _Writer:
    """The general case, piece by piece."""

    def __init__(self, encoder):
        indent = encoder.indent
        if indent is not None and not isinstance(indent, str):
            indent = ' ' * indent
        self.indent = indent
        self.ascii = bool(encoder.ensure_ascii)
        self.allow_nan = encoder.allow_nan
        self.skipkeys = encoder.skipkeys
        self.sort_keys = encoder.sort_keys
        self.item_separator = encoder.item_separator
        self.key_separator = encoder.key_separator
        self.default = encoder.default
        self.open = {} if encoder.check_circular else None

    def atom(self, o):
        """Text of an object without parts, None for others."""
        if isinstance(o, str):
            return _quote(o, self.ascii)
        if o is None:
            return 'null'
        if o is True:
            return 'true'
        if o is False:
            return 'false'
        if isinstance(o, int):
            return int.__repr__(o)
        if isinstance(o, float):
            return _float_text(o, self.allow_nan)
        return None

    def value(self, o, level):
        text = self.atom(o)
        if text is not None:
            yield text
        elif isinstance(o, (list, tuple)):
            yield from self.array(o, level)
        elif isinstance(o, dict):
            yield from self.object(o, level)
        else:
            self.enter(o)
            yield from self.value(self.default(o), level)
            self.leave(o)

    def enter(self, o):
        if self.open is not None:
            if id(o) in self.open:
                raise ValueError('Circular reference detected')
            self.open[id(o)] = o

    def leave(self, o):
        if self.open is not None:
            del self.open[id(o)]

    def line(self, level):
        return '\n' + self.indent * level if self.indent is not None else ''

    def array(self, items, level):
        if not items:
            yield '[]'
            return
        self.enter(items)
        text = '[' + self.line(level + 1)
        between = self.item_separator + self.line(level + 1)
        for item in items:
            atom = self.atom(item)
            if atom is not None:
                yield text + atom
            else:
                yield text
                yield from self.value(item, level + 1)
            text = between
        if self.indent is not None:
            yield self.line(level)
        yield ']'
        self.leave(items)

    def key(self, key):
        if isinstance(key, str):
            return key
        if isinstance(key, float):
            return _float_text(key, self.allow_nan)
        if key is True:
            return 'true'
        if key is False:
            return 'false'
        if key is None:
            return 'null'
        if isinstance(key, int):
            return int.__repr__(key)
        if self.skipkeys:
            return None
        raise TypeError('keys must be str, int, float, bool or None, not '
                        + key.__class__.__name__)

    def object(self, mapping, level):
        if not mapping:
            yield '{}'
            return
        self.enter(mapping)
        text = '{' + self.line(level + 1)
        between = self.item_separator + self.line(level + 1)
        first = text
        items = sorted(mapping.items()) if self.sort_keys else mapping.items()
        for key, value in items:
            key = self.key(key)
            if key is None:
                continue
            text += _quote(key, self.ascii) + self.key_separator
            atom = self.atom(value)
            if atom is not None:
                yield text + atom
            else:
                yield text
                yield from self.value(value, level + 1)
            text = between
        if text == first:
            yield '{'
        if self.indent is not None:
            yield self.line(level)
        yield '}'
        self.leave(mapping)
