"""re: regular expressions.

Natives parse, match and replace; this file has the module's functions, the
flags, errors, and replacement by functions.  Compiled patterns are remembered
per session by text and flags.
"""

import enum
import functools
from _caisson import native_class, session_state
from intrinsics import _twin

__all__ = [
    'match', 'fullmatch', 'search', 'sub', 'subn', 'split', 'findall',
    'finditer', 'compile', 'purge', 'template', 'escape', 'error', 'Pattern',
    'Match', 'A', 'I', 'L', 'M', 'S', 'X', 'U', 'ASCII', 'IGNORECASE',
    'LOCALE', 'MULTILINE', 'DOTALL', 'VERBOSE', 'UNICODE', 'NOFLAG',
    'RegexFlag']

__version__ = '2.2.1'

Pattern = native_class('re.Pattern')
Match = native_class('re.Match')
_CACHE_MAX = 512


class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    __str__ = object.__str__

    def __repr__(self):
        value = self._value_
        if not value:
            return 're.NOFLAG'
        parts = []
        for number, name in _FLAG_NAMES:
            if value & number:
                parts.append('re.' + name)
                value &= ~number
        if value:
            parts.append(hex(value))
        return '|'.join(parts)


_FLAG_NAMES = ((256, 'ASCII'), (2, 'IGNORECASE'), (4, 'LOCALE'), (32, 'UNICODE'),
               (8, 'MULTILINE'), (16, 'DOTALL'), (64, 'VERBOSE'), (1, 'TEMPLATE'),
               (128, 'DEBUG'))
globals().update(RegexFlag.__members__)
_type_of_pattern = Pattern


class error(Exception):
    """A pattern is not valid."""

    __module__ = 're'

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = f'{msg} at position {pos}'
            self.lineno, self.colno = _place(pattern, pos)
            newline = '\n' if isinstance(pattern, str) else b'\n'
            if newline in pattern:
                msg = f'{msg} (line {self.lineno}, column {self.colno})'
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


PatternError = error  # its name from Python 3.13 on


def _fail(fault, pattern):
    """Raise what C found wrong: (kind, message, position)."""
    kind, text, pos = fault
    if kind == 1:
        raise error(text, None if pos is None else pattern, pos)
    raise (ValueError, OverflowError, RecursionError, IndexError,
           MemoryError)[kind - 2](text)


# --- the module's functions -------------------------------------------------------


def _cached(pattern, flags):
    cache = session_state('re.cache', dict)
    plain = type(pattern) is str and flags == 0  # what _known looks for
    key = pattern if plain else (type(pattern), pattern, flags)
    found = cache.get(key)
    if found is not None:
        return found
    found = _make(pattern, flags)
    if len(cache) >= _CACHE_MAX:
        del cache[next(iter(cache))]
    if not found.flags & 4:
        cache[key] = found
    return found


def _make(pattern, flags):
    if not isinstance(pattern, (str, bytes)):
        if not isinstance(pattern, (bytearray, memoryview)):
            raise TypeError('first argument must be string or compiled '
                            'pattern')
        pattern = bytes(pattern)
    made = _compile(pattern, flags)
    if type(made) is tuple:
        _fail(made, pattern)
    return made


def compile(pattern, flags=0):
    """Make a Pattern of a text."""
    if type(pattern) is _type_of_pattern:
        if flags:
            raise ValueError('cannot process flags argument with a compiled '
                             'pattern')
        return pattern
    if type(flags) is not int:
        if isinstance(flags, RegexFlag):
            flags = flags._value_
        elif not isinstance(flags, int):
            raise TypeError("unsupported operand type(s) for &: "
                            f"'{type(flags).__name__}' and 'int'")
    try:
        return _cached(pattern, flags)
    except TypeError:
        if isinstance(pattern, (str, bytes)):
            raise
    return _make(pattern, flags)


def match(pattern, string, flags=0):
    """A Match at the beginning of the string, or None."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.match(string)


def fullmatch(pattern, string, flags=0):
    """A Match of the whole string, or None."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.fullmatch(string)


def search(pattern, string, flags=0):
    """The first Match anywhere in the string, or None."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.search(string)


def sub(pattern, repl, string, count=0, flags=0):
    """Return the string with the leftmost non-overlapping occurrences of the
    pattern replaced."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """Return a 2-tuple of the string after replacement and the number of
    replacements."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    """Split the source string by the occurrences of the pattern."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.split(string, maxsplit)


def findall(pattern, string, flags=0):
    """All matches in the string, as texts or tuples of groups."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.findall(string)


def finditer(pattern, string, flags=0):
    """Iterate over all matches in the string."""
    found = _known('re.cache', pattern, flags)
    if found is None:
        found = compile(pattern, flags)
    return found.finditer(string)


def purge():
    """Forget compiled patterns."""
    session_state('re.cache', dict).clear()


def template(pattern, flags=0):
    return compile(pattern, flags | 1)


# --- what natives leave to Python ---------------------------------------------------


@_twin('re.escape')
def _escape_slow(pattern):
    return str(pattern, 'latin1')


def _replace(self, repl, string, count):
    """sub with a function, or with a template that is not valid."""
    if not callable(repl):
        fault = _explain(self, repl)
        if fault is not None:
            _fail(fault, repl)
        if isinstance(repl, (str, bytes)):
            return _replace_wrong(self, repl, string, count), 0
        if isinstance(self.pattern, str):
            raise TypeError('expected str instance, '
                            f'{type(repl).__name__} found')
        return str(repl, 'latin1'), 0
    matches = _all(self, string, count + 0)
    return _joined(self, repl, string, matches), len(matches)


def _replace_wrong(self, repl, string, count):
    """sub of text by bytes, or the other way: an error once it finds any."""
    for found in _all(self, string, count + 0):
        wanted = ('str instance' if isinstance(repl, bytes) else
                  'a bytes-like object')
        raise TypeError(f'sequence item {int(found.start() > 0)}: expected '
                        f'{wanted}, {type(repl).__name__} found')
    return string


def _joined(self, repl, string, matches):
    empty = b'' if isinstance(self.pattern, bytes) else ''
    parts = [string]
    if matches:
        parts = _parts(string, matches, [repl(found) for found in matches])
    return empty.join(parts)


@_twin('re.Pattern.sub')
def _sub(self, repl, string, count=0):
    if not callable(repl):
        return _replace(self, repl, string, count)[0]
    return _joined(self, repl, string, _all(self, string, count + 0))


@_twin('re.Pattern.subn')
def _subn(self, repl, string, count=0):
    return _replace(self, repl, string, count)


@_twin('re.Match.expand')
def _expand(self, template):
    fault = _explain(self.re, template)
    if fault is not None:
        _fail(fault, template)
    raise TypeError('expected str instance, '
                    f'{type(template).__name__} found')


@_twin('re.Pattern.__repr__')
def _pattern_repr(self):
    flags = self.flags
    text = repr(self.pattern)
    if len(text) > 200:
        text = text[:200]
    if isinstance(self.pattern, str) and flags & 0x124 == 32:
        flags &= ~32
    names = []
    for number, name in _FLAG_NAMES:
        if flags & number:
            names.append('re.' + name)
            flags &= ~number
    if flags:
        names.append(hex(flags))
    if names:
        return f"re.compile({text}, {'|'.join(names)})"
    return f're.compile({text})'


@_twin('re.Pattern.__reduce__')
def _pattern_reduce(self):
    return compile, (self.pattern, self.flags)


@_twin('re.Match.__repr__')
def _match_repr(self):
    text = repr(self.group())[:50]
    return f'<re.Match object; span={self.span()}, match={text}>'


@_twin('re.Pattern.__class_getitem__')
def _pattern_alias(cls, item, /):
    return _generic_alias(Pattern, item)


@_twin('re.Match.__class_getitem__')
def _match_alias(cls, item, /):
    return _generic_alias(Match, item)


_generic_alias = type(list[int])
del _twin


class Scanner:
    """Cuts a string into tokens: the first pattern that matches wins."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self.scanner = compile('|'.join([f'(?:{text})' for text, _ in lexicon]), flags)
        self._rules = [(compile(text, flags), action) for text, action in lexicon]
        self.match = None

    def scan(self, string):
        """(results of the actions, the rest that nothing matched)"""
        out = []
        at = 0
        while True:
            for pattern, action in self._rules:
                found = pattern.match(string, at)
                if found is not None:
                    break
            else:
                return out, string[at:]
            if found.end() == at:
                return out, string[at:]
            if callable(action):
                self.match = found
                action = action(self, found.group())
            if action is not None:
                out.append(action)
            at = found.end()
