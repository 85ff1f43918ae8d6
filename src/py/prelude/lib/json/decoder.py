"""json.decoder: text to objects, with hooks."""

import re
from _json import scan as _scan
from _json import scan_string as _scan_string
from _json import scan_unique as _scan_unique

__all__ = ['JSONDecoder', 'JSONDecodeError']

NaN = float('nan')
PosInf = float('inf')
NegInf = float('-inf')

_CONSTANTS = {'-Infinity': NegInf, 'Infinity': PosInf, 'NaN': NaN}
_NUMBER = re.compile(r'(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?', re.ASCII)
_SPACE = ' \t\n\r'


class JSONDecodeError(ValueError):
    """A text that is not JSON: message, document, position, line, column."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count('\n', 0, pos) + 1
        colno = pos - doc.rfind('\n', 0, pos)
        super().__init__(f'{msg}: line {lineno} column {colno} (char {pos})')
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


def scanstring(s, end, strict=True, /):
    """The string that starts at end, behind its quote: (text, end)."""
    found = _scan_string(s, end, strict)
    if len(found) == 3:
        raise JSONDecodeError(found[0], s, found[1])
    return found


def _skip(s, at):
    size = len(s)
    while at < size and s[at] in _SPACE:
        at += 1
    return at


class _Scanner:
    """Calls hooks; the plain case never comes here."""

    def __init__(self, decoder):
        self.strict = decoder.strict
        self.object_hook = decoder.object_hook
        self.pairs_hook = decoder.object_pairs_hook
        self.parse_float = decoder.parse_float
        self.parse_int = decoder.parse_int
        self.parse_constant = decoder.parse_constant
        self.memo = {}

    def scan_once(self, s, at):
        try:
            return self.value(s, at)
        finally:
            self.memo.clear()

    def value(self, s, at):
        char = s[at:at + 1]
        if char == '"':
            return scanstring(s, at + 1, self.strict)
        if char == '{':
            return self.object(s, at + 1)
        if char == '[':
            return self.array(s, at + 1)
        for word, value in (('null', None), ('true', True), ('false', False)):
            if s.startswith(word, at):
                return value, at + len(word)
        found = _NUMBER.match(s, at)
        if found is not None:
            whole, fraction, exponent = found.groups()
            if fraction or exponent:
                text = whole + (fraction or '') + (exponent or '')
                return self.parse_float(text), found.end()
            return self.parse_int(whole), found.end()
        for word in _CONSTANTS:
            if s.startswith(word, at):
                return self.parse_constant(word), at + len(word)
        raise StopIteration(at)

    def item(self, s, at):
        try:
            return self.value(s, at)
        except StopIteration as stop:
            raise JSONDecodeError('Expecting value', s, stop.value) from None

    def array(self, s, at):
        values = []
        at = _skip(s, at)
        if s[at:at + 1] == ']':
            return values, at + 1
        while True:
            value, at = self.item(s, at)
            values.append(value)
            at = _skip(s, at)
            char = s[at:at + 1]
            if char == ']':
                return values, at + 1
            if char != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, at)
            at = _skip(s, at + 1)

    def object(self, s, at):
        pairs = []
        at = _skip(s, at)
        if s[at:at + 1] != '}':
            while True:
                if s[at:at + 1] != '"':
                    raise JSONDecodeError('Expecting property name enclosed '
                                          'in double quotes', s, at)
                key, at = scanstring(s, at + 1, self.strict)
                key = self.memo.setdefault(key, key)
                at = _skip(s, at)
                if s[at:at + 1] != ':':
                    raise JSONDecodeError("Expecting ':' delimiter", s, at)
                value, at = self.item(s, _skip(s, at + 1))
                pairs.append((key, value))
                at = _skip(s, at)
                char = s[at:at + 1]
                if char == '}':
                    break
                if char != ',':
                    raise JSONDecodeError("Expecting ',' delimiter", s, at)
                at = _skip(s, at + 1)
        at += 1
        if self.pairs_hook is not None:
            return self.pairs_hook(pairs), at
        result = dict(pairs)
        if self.object_hook is not None:
            result = self.object_hook(result)
        return result, at


def _apply_hook(value, hook, pairs):
    """Replace the dicts in `value`, the innermost first."""
    if value.__class__ is list:
        for i, item in enumerate(value):
            if item.__class__ is dict or item.__class__ is list:
                value[i] = _apply_hook(item, hook, pairs)
        return value
    for key, item in value.items():
        if item.__class__ is dict or item.__class__ is list:
            value[key] = _apply_hook(item, hook, pairs)
    return hook(list(value.items()) if pairs else value)


class JSONDecoder:
    """Simple JSON decoder."""

    def __init__(self, *, object_hook=None, parse_float=None,
                 parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook
        self._plain = not (object_hook or object_pairs_hook or parse_float
                           or parse_int or parse_constant)
        self.memo = {}
        self._hook = None
        if not self._plain:
            self.scan_once = _Scanner(self).scan_once
            if not (parse_float or parse_int or parse_constant):
                self._hook = object_pairs_hook or object_hook

    def decode(self, s, _w=None):
        """Return the Python representation of ``s``."""
        obj, end = self.raw_decode(s, idx=_skip(s, 0))
        end = _skip(s, end)
        if end != len(s):
            raise JSONDecodeError('Extra data', s, end)
        return obj

    def raw_decode(self, s, idx=0):
        """Decode a JSON document that may be followed by other text."""
        if idx < 0:
            raise ValueError('idx cannot be negative')
        if self._plain:
            found = _scan(s, idx, bool(self.strict))
            if len(found) == 3:
                raise JSONDecodeError(found[0], s, found[1])
            return found
        if self._hook is not None:
            found = _scan_unique(s, idx, bool(self.strict))
            if found is not None and len(found) == 2:
                value, end = found
                if value.__class__ is dict or value.__class__ is list:
                    value = _apply_hook(value, self._hook,
                                        bool(self.object_pairs_hook))
                return value, end
        try:
            return self.scan_once(s, idx)
        except StopIteration as stop:
            raise JSONDecodeError('Expecting value', s, stop.value) from None
