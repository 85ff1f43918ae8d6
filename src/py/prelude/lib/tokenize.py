# tokenize.py - Python source as a stream of tokens.
#
# A line at a time: indentation first, then one regular expression per token.
# Strings over several lines and open brackets carry over.
#
# SPDX-License-Identifier: Apache-2.0
"""Tokenization help for Python programs."""
import re
from collections import namedtuple
from io import TextIOWrapper, open as _open

import token
from token import (COMMENT, DEDENT, ENCODING, ENDMARKER, ERRORTOKEN,
                   EXACT_TOKEN_TYPES, INDENT, NAME, NEWLINE, NL, NUMBER, OP,
                   STRING, tok_name)
from token import *

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
_single_end = {
    "'": re.compile(r"[^'\\]*(?:\\.[^'\\]*)*'", re.DOTALL),
    '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)}


class TokenInfo(namedtuple("TokenInfo", "type string start end line")):
    def __repr__(self):
        kind = "%d (%s)" % (self.type, tok_name[self.type])
        return ("TokenInfo(type=%s, string=%r, start=%r, end=%r, line=%r)"
                % (kind, *self[1:]))

    @property
    def exact_type(self):
        if self.type == OP and self.string in EXACT_TOKEN_TYPES:
            return EXACT_TOKEN_TYPES[self.string]
        return self.type


class TokenError(Exception):
    pass


class StopTokenizing(Exception):
    pass


class Untokenizer:
    """Puts tokens back together."""

    def __init__(self):
        self.tokens = []
        self.prev_row = 1
        self.prev_col = 0
        self.encoding = None

    def add_whitespace(self, start):
        row, col = start
        if row < self.prev_row or row == self.prev_row and (
                col < self.prev_col):
            raise ValueError("start ({},{}) precedes previous end ({},{})"
                             .format(row, col, self.prev_row,
                                     self.prev_col))
        rows = row - self.prev_row
        if rows:
            self.tokens.append("\\\n" * rows)
            self.prev_col = 0
        gap = col - self.prev_col
        if gap:
            self.tokens.append(" " * gap)

    def untokenize(self, iterable):
        it = iter(iterable)
        indents = []
        startline = False
        for t in it:
            if len(t) == 2:
                self.compat(t, it)
                break
            kind, text, start, end, line = t
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind == ENDMARKER:
                break
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                self.prev_row, self.prev_col = end
                continue
            if kind in (NEWLINE, NL):
                startline = True
            elif startline and indents:
                indent = indents[-1]
                if start[1] >= len(indent):
                    self.tokens.append(indent)
                    self.prev_col = len(indent)
                startline = False
            self.add_whitespace(start)
            self.tokens.append(text)
            self.prev_row, self.prev_col = end
            if kind in (NEWLINE, NL):
                self.prev_row += 1
                self.prev_col = 0
        return "".join(self.tokens)

    def compat(self, first, rest):
        """Tokens without positions: separate them by spaces."""
        indents = []
        out = self.tokens.append
        startline = first[0] in (NEWLINE, NL)
        prevstring = False
        for t in [first, *rest]:
            kind, text = t[:2]
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind in (NAME, NUMBER):
                text += " "
            if kind == STRING:
                if prevstring:
                    text = " " + text
                prevstring = True
            else:
                prevstring = False
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                continue
            if kind in (NEWLINE, NL):
                startline = True
            elif startline and indents:
                out(indents[-1])
                startline = False
            out(text)


def untokenize(iterable):
    """Transform tokens back into Python source code."""
    ut = Untokenizer()
    out = ut.untokenize(iterable)
    if ut.encoding is not None:
        out = out.encode(ut.encoding)
    return out


def _get_normal_name(orig_enc):
    enc = orig_enc[:12].lower().replace("_", "-")
    if enc == "utf-8" or enc.startswith("utf-8-"):
        return "utf-8"
    if enc in ("latin-1", "iso-8859-1", "iso-latin-1") or enc.startswith(
            ("latin-1-", "iso-8859-1-", "iso-latin-1-")):
        return "iso-8859-1"
    return orig_enc


def detect_encoding(readline):
    """The encoding of a source file, and the lines read to find it."""
    bom = False
    default = "utf-8"

    def read_or_stop():
        try:
            return readline()
        except StopIteration:
            return b""

    def find_cookie(line):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            raise SyntaxError("invalid or missing encoding declaration")
        m = cookie_re.match(text)
        if not m:
            return None
        encoding = _get_normal_name(m.group(1))
        try:
            "".encode(encoding)
        except LookupError:
            raise SyntaxError("unknown encoding: " + encoding)
        if bom:
            if encoding != "utf-8":
                raise SyntaxError("encoding problem: utf-8")
            encoding += "-sig"
        return encoding

    first = read_or_stop()
    if first.startswith(b"\xef\xbb\xbf"):
        bom = True
        first = first[3:]
        default = "utf-8-sig"
    if not first:
        return default, []
    encoding = find_cookie(first)
    if encoding:
        return encoding, [first]
    if not blank_re.match(first):
        return default, [first]
    second = read_or_stop()
    if not second:
        return default, [first]
    encoding = find_cookie(second)
    if encoding:
        return encoding, [first, second]
    return default, [first, second]


def open(filename):
    """Open a file in read only mode using the encoding detected by
    detect_encoding()."""
    buffer = _open(filename, "rb")
    try:
        encoding, lines = detect_encoding(buffer.readline)
        buffer.seek(0)
        text = TextIOWrapper(buffer, encoding, line_buffering=True)
        text.mode = "r"
        return text
    except BaseException:
        buffer.close()
        raise


def tokenize(readline):
    """The tokens of a source given as lines of bytes; the first is
    ENCODING."""
    encoding, consumed = detect_encoding(readline)

    def lines():
        yield from consumed
        while True:
            try:
                line = readline()
            except StopIteration:
                return
            if not line:
                return
            yield line

    return _tokenize(lines().__next__, encoding)


def generate_tokens(readline):
    """The tokens of a source given as lines of text."""
    return _tokenize(readline, None)


def _tokenize(readline, encoding):
    lnum = parenlev = continued = 0
    contstr, contend, contline, strstart = "", None, None, (0, 0)
    needcont = False
    indents = [0]
    if encoding is not None:
        if encoding == "utf-8-sig":
            encoding = "utf-8"
        yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), "")
    last_line = line = ""
    while True:
        try:
            last_line = line
            line = readline()
        except StopIteration:
            line = ""
        if encoding is not None and isinstance(line, bytes):
            line = line.decode(encoding)
        lnum += 1
        pos, n = 0, len(line)
        if contstr:
            if not line:
                raise TokenError("EOF in multi-line string", strstart)
            m = contend.match(line)
            if m:
                pos = m.end(0)
                yield TokenInfo(STRING, contstr + line[:pos], strstart,
                                (lnum, pos), contline + line)
                contstr, needcont, contline = "", False, None
            elif needcont and line[-2:] != "\\\n" and line[-3:] != "\\\r\n":
                yield TokenInfo(ERRORTOKEN, contstr + line, strstart,
                                (lnum, n), contline)
                contstr, contline = "", None
                continue
            else:
                contstr += line
                contline += line
                continue
        elif parenlev == 0 and not continued:
            if not line:
                break
            column = 0
            while pos < n:
                c = line[pos]
                if c == " ":
                    column += 1
                elif c == "\t":
                    column = (column // tabsize + 1) * tabsize
                elif c == "\f":
                    column = 0
                else:
                    break
                pos += 1
            if pos == n:
                break
            if line[pos] in "#\r\n":
                if line[pos] == "#":
                    text = line[pos:].rstrip("\r\n")
                    yield TokenInfo(COMMENT, text, (lnum, pos),
                                    (lnum, pos + len(text)), line)
                    pos += len(text)
                yield TokenInfo(NL, line[pos:], (lnum, pos),
                                (lnum, len(line)), line)
                continue
            if column > indents[-1]:
                indents.append(column)
                yield TokenInfo(INDENT, line[:pos], (lnum, 0), (lnum, pos),
                                line)
            while column < indents[-1]:
                if column not in indents:
                    raise IndentationError(
                        "unindent does not match any outer indentation "
                        "level", ("<tokenize>", lnum, pos, line))
                indents.pop()
                yield TokenInfo(DEDENT, "", (lnum, pos), (lnum, pos), line)
        else:
            if not line:
                raise TokenError("EOF in multi-line statement", (lnum, 0))
            continued = 0
        while pos < n:
            start = _space.match(line, pos).end()
            if start >= n:
                pos = start
                break
            spos = lnum, start
            c = line[start]
            if line.startswith("\\\n", start) or line.startswith("\\\r\n",
                                                                 start):
                continued = 1
                pos = n
                break
            if c in "\r\n":
                end = n
                kind = NL if parenlev > 0 else NEWLINE
                yield TokenInfo(kind, line[start:end], spos, (lnum, end),
                                line)
                pos = end
                continue
            if c == "#":
                end = _comment.match(line, start).end()
                yield TokenInfo(COMMENT, line[start:end], spos, (lnum, end),
                                line)
                pos = end
                continue
            m = _string_start.match(line, start)
            if m:
                quote = m.group(1)
                begin = m.end()
                if len(quote) == 3:
                    end = _triple[quote].match(line, begin)
                    if end:
                        pos = end.end()
                        yield TokenInfo(STRING, line[start:pos], spos,
                                        (lnum, pos), line)
                        continue
                    strstart = spos
                    contstr, contline = line[start:], line
                    contend = _triple[quote]
                    break
                end = _single[quote].match(line, begin)
                if end:
                    pos = end.end()
                    if line[pos - 1] == "\n":
                        strstart = spos
                        contend = _single_end[quote]
                        contstr, needcont = line[start:], True
                        contline = line
                        break
                    yield TokenInfo(STRING, line[start:pos], spos,
                                    (lnum, pos), line)
                    continue
            if c.isdigit() and c.isascii() or c == "." and (
                    line[start + 1:start + 2].isdigit()):
                end = _number.match(line, start).end()
                yield TokenInfo(NUMBER, line[start:end], spos, (lnum, end),
                                line)
            elif c.isidentifier():
                end = _name.match(line, start).end()
                yield TokenInfo(NAME, line[start:end], spos, (lnum, end),
                                line)
            else:
                m = _operator.match(line, start)
                if m:
                    end = m.end()
                    if c in "([{":
                        parenlev += 1
                    elif c in ")]}":
                        parenlev -= 1
                    yield TokenInfo(OP, line[start:end], spos, (lnum, end),
                                    line)
                else:
                    # One character at a time, the space before it too.
                    end = pos + 1
                    yield TokenInfo(ERRORTOKEN, line[pos], (lnum, pos),
                                    (lnum, end), line)
            pos = end
    if last_line and last_line[-1] not in "\r\n" and (
            not last_line.strip().startswith("#")):
        yield TokenInfo(NEWLINE, "", (lnum - 1, len(last_line)),
                        (lnum - 1, len(last_line) + 1), "")
    for _ in indents[1:]:
        yield TokenInfo(DEDENT, "", (lnum, 0), (lnum, 0), "")
    yield TokenInfo(ENDMARKER, "", (lnum, 0), (lnum, 0), "")
