"""tokenize - Python source as a stream of tokens.

SPDX-License-Identifier: Apache-2.0
"""

import io
import re
import token
from collections import namedtuple
from token import *
from token import EXACT_TOKEN_TYPES

__all__ = token.__all__ + ["tokenize", "generate_tokens", "detect_encoding",
                           "untokenize", "TokenInfo", "open", "TokenError"]

cookie_re = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
blank_re = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)", re.ASCII)
tabsize = 8

_NAME = r"\w+"
_HEX = r"0[xX](?:_?[0-9a-fA-F])+"
_BIN = r"0[bB](?:_?[01])+"
_OCT = r"0[oO](?:_?[0-7])+"
_DEC = r"(?:0(?:_?0)*|[1-9](?:_?[0-9])*)"
_EXP = r"[eE][-+]?[0-9](?:_?[0-9])*"
_POINT = (r"(?:[0-9](?:_?[0-9])*\.(?:[0-9](?:_?[0-9])*)?"
          r"|\.[0-9](?:_?[0-9])*)(?:" + _EXP + r")?")
_FLOAT = r"(?:" + _POINT + r"|[0-9](?:_?[0-9])*" + _EXP + r")"
_IMAG = r"(?:[0-9](?:_?[0-9])*[jJ]|" + _FLOAT + r"[jJ])"
_NUMBER = "|".join((_IMAG, _FLOAT, _HEX, _BIN, _OCT, _DEC))
_PREFIX = r"(?:[bB][rR]?|[rR][bBfF]?|[uU]|[fF][rR]?)?"
_OPERATORS = "|".join(map(re.escape, sorted(EXACT_TOKEN_TYPES,
                                            reverse=True)))
_number = re.compile(_NUMBER)
_name = re.compile(_NAME)
_space = re.compile(r"[ \f\t]*")
_comment = re.compile(r"#[^\r\n]*")
_operator = re.compile(_OPERATORS)
_string_start = re.compile(_PREFIX + r"('''|\"\"\"|'|\")")
_single = {
    "'": re.compile(r"[^\n'\\]*(?:\\.[^\n'\\]*)*('|\\\r?\n)", re.DOTALL),
    '"': re.compile(r'[^\n"\\]*(?:\\.[^\n"\\]*)*("|\\\r?\n)', re.DOTALL)}
_triple = {
    "'''": re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''", re.DOTALL),
    '"""': re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""', re.DOTALL)}
_CONTINUED = (_PREFIX + r"(?:'[^\n'\\]*(?:\\.[^\n'\\]*)*(?:'|\\\r?\n)"
              r'|"[^\n"\\]*(?:\\.[^\n"\\]*)*(?:"|\\\r?\n))')
# Names that programs take from here: patterns of spaces, and of a token.
Whitespace = r"[ \f\t]*"
Name = _NAME
Number = r"(?:" + _NUMBER + r")"
Comment = r"#[^\r\n]*"
PseudoToken = (Whitespace + r"(\\\r?\n|\Z|" + Comment + r"|" + _PREFIX
               + r"(?:\'\'\'|\"\"\")|" + Number + r"|\r?\n|" + _OPERATORS + r"|"
               + _CONTINUED + r"|" + Name + r")")
_single_end = {
    "'": re.compile(r"[^'\\]*(?:\\.[^'\\]*)*'", re.DOTALL),
    '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)}


class TokenInfo(namedtuple("TokenInfo", "type string start end line")):
    """A token, where it is, and the lines it is in."""

    def __repr__(self):
        fields = [f"type={self.type} ({tok_name[self.type]})"]
        fields += [f"{name}={value!r}" for name, value
                   in zip(self._fields[1:], self[1:])]
        return f"TokenInfo({', '.join(fields)})"

    @property
    def exact_type(self):
        """The type; that of the very operator for operators."""
        if self.type != OP:
            return self.type
        return EXACT_TOKEN_TYPES.get(self.string, OP)


class TokenError(Exception):
    """The source ends inside of a string or a bracket."""


class StopTokenizing(Exception):
    """Kept for programs that name it."""


# --- Tokens to text ---------------------------------------------------------

class Untokenizer:
    """Puts tokens together to a source again."""

    def __init__(self):
        self.tokens = []
        self.encoding = None
        self._place = 1, 0    # where the text ends so far
        self._indents = []
        self._fresh = False   # is the next token the first of its line?

    def _keep_notes(self, kind, text):
        """Deal with tokens that are no text; tell whether it was one."""
        if kind == ENCODING:
            self.encoding = text
        elif kind == INDENT:
            self._indents.append(text)
        elif kind == DEDENT:
            self._indents.pop()
        else:
            return False
        return True

    def _indent_for(self, kind):
        """The indentation in front of a token, if it needs one."""
        if kind in (NEWLINE, NL):
            self._fresh = True
        elif self._fresh and self._indents:
            self._fresh = False
            return self._indents[-1]
        return ""

    def add_whitespace(self, start):
        """Fill up to the start of a token."""
        if start < self._place:
            raise ValueError("start ({},{}) precedes previous end ({},{})"
                             .format(*start, *self._place))
        row, column = self._place
        if start[0] > row:
            self.tokens.append((start[0] - row) * "\\\n")
            column = 0
        self.tokens.append((start[1] - column) * " ")

    def untokenize(self, iterable):
        """Return the text of tokens."""
        rest = iter(iterable)
        for item in rest:
            if len(item) == 2:
                self.compat(item, rest)
                break
            kind, text, start, end, _ = item
            if kind == ENDMARKER:
                break
            if self._keep_notes(kind, text):
                if kind == DEDENT:
                    self._place = end
                continue
            indent = self._indent_for(kind)
            if indent and start[1] >= len(indent):
                self.tokens.append(indent)
                self._place = self._place[0], len(indent)
            self.add_whitespace(start)
            self.tokens.append(text)
            self._place = (end[0] + 1, 0) if kind in (NEWLINE, NL) else end
        return "".join(self.tokens)

    def compat(self, first, rest):
        """Same for tokens without places: spaces keep words apart."""
        self._fresh = first[0] in (NEWLINE, NL)
        before = None
        for kind, text, *_ in (first, *rest):
            if self._keep_notes(kind, text):
                before = before if kind == ENCODING else kind
                continue
            indent = self._indent_for(kind)
            if kind in (NAME, NUMBER):
                text += " "
            elif kind == before == STRING:
                text = " " + text
            self.tokens += [indent, text]
            before = kind


def untokenize(iterable):
    """Make a source of tokens; bytes if they name an encoding."""
    machine = Untokenizer()
    text = machine.untokenize(iterable)
    return text if machine.encoding is None else text.encode(
        machine.encoding)


# --- Encodings --------------------------------------------------------------

_SAME_AS = {"utf-8": "utf-8", "latin-1": "iso-8859-1",
            "iso-8859-1": "iso-8859-1", "iso-latin-1": "iso-8859-1"}


def _normal_name(name):
    short = name[:12].lower().replace("_", "-")
    for known, normal in _SAME_AS.items():
        if short == known or short.startswith(known + "-"):
            return normal
    return name


def _declared(line, has_mark):
    """The encoding that a line declares, or None."""
    try:
        found = cookie_re.match(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise SyntaxError("invalid or missing encoding declaration")
    if found is None:
        return None
    name = _normal_name(found[1])
    try:
        "".encode(name)
    except LookupError:
        raise SyntaxError(f"unknown encoding: {name}")
    if has_mark and name != "utf-8":
        raise SyntaxError("encoding problem: utf-8")
    return name + "-sig" if has_mark else name


def detect_encoding(readline):
    """Find the encoding of a source; return it and the lines read."""
    lines = []
    has_mark = False
    while len(lines) < 2:
        try:
            line = readline()
        except StopIteration:
            break
        if not lines and line.startswith(b"\xef\xbb\xbf"):
            has_mark, line = True, line[3:]
        if not line:
            break
        lines.append(line)
        name = _declared(line, has_mark)
        if name is not None:
            return name, lines
        if not blank_re.match(line):
            break
    return "utf-8-sig" if has_mark else "utf-8", lines


def open(filename):
    """Open a source as text, in its own encoding."""
    file = io.open(filename, "rb")
    try:
        encoding, _ = detect_encoding(file.readline)
        file.seek(0)
        text = io.TextIOWrapper(file, encoding, line_buffering=True)
        text.mode = "r"
    except BaseException:
        file.close()
        raise
    return text


# --- Text to tokens ---------------------------------------------------------

def tokenize(readline):
    """Yield the tokens of a source that is read as bytes."""
    encoding, lines = detect_encoding(readline)
    return _Scanner(_lines_of(readline, lines, encoding)).scan(
        encoding.removesuffix("-sig"))


def generate_tokens(readline):
    """Yield the tokens of a source that is read as text."""
    return _Scanner(_lines_of(readline)).scan(None)


def _lines_of(readline, first=(), encoding=None):
    for line in first:
        yield line.decode(encoding)
    while True:
        try:
            line = readline()
        except StopIteration:
            return
        if not line:
            return
        yield line.decode(encoding) if isinstance(line, bytes) else line


class _Scanner:
    """Reads lines; a method yields the tokens of what it is named after."""

    def __init__(self, lines):
        self.lines = lines
        self.line = ""
        self.number = 0
        self.indents = [0]
        self.depth = 0          # of open brackets
        self.joined = False     # did the line before end in a backslash?
        self.open_string = None  # (text, start, lines, end pattern, quote)

    def token(self, kind, start, end):
        return TokenInfo(kind, self.line[start:end], (self.number, start),
                         (self.number, end), self.line)

    def scan(self, encoding):
        if encoding is not None:
            yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), "")
        last = ""
        for line in self.lines:
            before, last = last, line
            self.line = line
            self.number += 1
            if self.open_string:
                yield from self.string_goes_on()
            elif self.depth or self.joined:
                self.joined = False
                yield from self.rest(0)
            else:
                start = yield from self.line_start()
                if start is None:  # blanks at the end of the source
                    last = before
                    self.number -= 1
                    break
                yield from self.rest(start)
        self.number += 1
        yield from self.end(last)

    def end(self, last):
        number = self.number
        if self.open_string:
            raise TokenError("EOF in multi-line string", self.open_string[1])
        if self.depth or self.joined:
            raise TokenError("EOF in multi-line statement", (number, 0))
        if last and last[-1] not in "\r\n" and (
                not last.strip().startswith("#")):
            width = len(last)
            yield TokenInfo(NEWLINE, "", (number - 1, width),
                            (number - 1, width + 1), "")
        for kind in [DEDENT] * (len(self.indents) - 1) + [ENDMARKER]:
            yield TokenInfo(kind, "", (number, 0), (number, 0), "")

    def line_start(self):
        """Measure the indentation; return where the tokens begin."""
        line = self.line
        start = _space.match(line).end()
        if start == len(line):
            return None
        if line[start] in "#\r\n":
            if line[start] == "#":
                stop = len(line.rstrip("\r\n"))
                yield self.token(COMMENT, start, stop)
                start = stop
            yield self.token(NL, start, len(line))
            return len(line)
        column = 0
        for char in line[:start]:
            if char == "\t":
                column += tabsize - column % tabsize
            else:
                column = column + 1 if char == " " else 0
        if column > self.indents[-1]:
            self.indents.append(column)
            yield self.token(INDENT, 0, start)
        elif column not in self.indents:
            raise IndentationError(
                "unindent does not match any outer indentation level",
                ("<tokenize>", self.number, start, line))
        while column < self.indents[-1]:
            self.indents.pop()
            yield self.token(DEDENT, start, start)
        return start

    def rest(self, at):
        """Yield the tokens from a place to the end of the line."""
        line = self.line
        end = len(line)
        while at < end:
            start = _space.match(line, at).end()
            if start == end:
                return
            if line.startswith(("\\\n", "\\\r\n"), start):
                self.joined = True
                return
            kind, stop = self.next_token(start)
            if kind is None:  # a string that goes on in the next line
                return
            if kind == ERRORTOKEN:  # the space before it is one as well
                start = at
                stop = at + 1
            yield self.token(kind, start, stop)
            at = stop

    def next_token(self, start):
        """Return the kind and the end of the token at a place."""
        line = self.line
        char = line[start]
        if char in "\r\n":
            return (NL if self.depth else NEWLINE), len(line)
        if char == "#":
            return COMMENT, _comment.match(line, start).end()
        opening = _string_start.match(line, start)
        if opening is not None:
            stop = self.string_end(start, opening)
            if stop is None:
                return None, None
            if stop:
                return STRING, stop
        number = _number.match(line, start)
        if number is not None and (char == "." or char in "0123456789"):
            return NUMBER, number.end()
        if char.isidentifier():
            return NAME, _name.match(line, start).end()
        operator = _operator.match(line, start)
        if operator is None:
            return ERRORTOKEN, None
        if char in "([{":
            self.depth += 1
        elif char in ")]}":
            self.depth -= 1
        return OP, operator.end()

    def string_end(self, start, opening):
        """The end of a string; None if it goes on, 0 if it has none."""
        line = self.line
        quote = opening[1]
        if len(quote) == 3:
            pattern = _triple[quote]
            found = pattern.match(line, opening.end())
        else:
            pattern = _single_end[quote]
            found = _single[quote].match(line, opening.end())
            if found is None:
                return 0
            if found[1] != quote:
                found = None
        if found is not None:
            return found.end()
        self.open_string = (line[start:], (self.number, start), line, pattern,
                            quote)
        return None

    def string_goes_on(self):
        text, start, lines, pattern, quote = self.open_string
        line = self.line
        found = pattern.match(line)
        if found is not None:
            stop = found.end()
            self.open_string = None
            yield TokenInfo(STRING, text + line[:stop], start,
                            (self.number, stop), lines + line)
            yield from self.rest(stop)
        elif len(quote) == 1 and not line.endswith(("\\\n", "\\\r\n")):
            self.open_string = None
            yield TokenInfo(ERRORTOKEN, text + line, start,
                            (self.number, len(line)), lines)
        else:
            self.open_string = text + line, start, lines + line, pattern, quote
