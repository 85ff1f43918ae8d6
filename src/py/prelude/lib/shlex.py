# shlex.py - splitting text the way a shell does.
#
# The lexer reads one character at a time; `state` says what it is inside of:
# " " between words, "a" in a word, "c" in punctuation, a quote or an escape
# character inside of those, None at the end.  One method per kind of state
# takes the character and tells whether the token is complete.
#
# SPDX-License-Identifier: Apache-2.0
"""Shell-like splitting."""
import os
import re
import sys
import warnings
from collections import deque
from io import StringIO

__all__ = ["shlex", "split", "quote", "join"]

BETWEEN, WORD, PUNCTUATION = " ", "a", "c"
_ASCII_WORD = ("abcdefghijklmnopqrstuvwxyz"
               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_LATIN1_LETTERS = ("ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
                   "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ")
_needs_quotes = re.compile(r"[^\w@%+=:,./-]", re.ASCII).search
_needs_lexer = re.compile(r"""['"\\]""").search
_plain_words = re.compile(r"[^ \t\r\n]+").findall
# a quote or escape that stands alone is for the lexer
_quoted_words = re.compile(
    r"""(?:[^ \t\r\n'"\\]+|'[^']*'|"[^"\\]*")+|['"\\]""").findall
_without_quotes = re.compile(r"""'([^']*)'|"([^"]*)\"""").sub


class shlex:
    """A lexer for simple languages with the quoting of a shell."""

    def __init__(self, instream=None, infile=None, posix=False,
                 punctuation_chars=False):
        if instream is None:
            instream, infile = sys.stdin, None
        elif isinstance(instream, str):
            instream = StringIO(instream)
        self.instream = instream
        self.infile = infile
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.wordchars = _ASCII_WORD + (_LATIN1_LETTERS if posix else "")
        self.state = BETWEEN
        self.token = ""
        self.lineno = 1
        self.debug = 0
        self.source = None
        self.pushback = deque()
        self.filestack = deque()
        if punctuation_chars is True:
            punctuation_chars = "();<>|&"
        self._punctuation = punctuation_chars or ""
        self._unread = []
        if self._punctuation:
            words = self.wordchars + "~-./*?="
            self.wordchars = "".join(
                [c for c in words if c not in self._punctuation])

    @property
    def punctuation_chars(self):
        """The characters that form tokens of their own."""
        return self._punctuation

    # -- tokens

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token

    def push_token(self, tok):
        """Let get_token() return this one next."""
        if self.debug >= 1:
            print(f"shlex: pushing token {tok!r}")
        self.pushback.appendleft(tok)

    def get_token(self):
        """The next token, following `source` requests; eof at the end."""
        if self.pushback:
            return self.pushback.popleft()
        found = self.read_token()
        while self.source is not None and found == self.source:
            spec = self.sourcehook(self.read_token())
            if spec:
                name, stream = spec
                self.push_source(stream, name)
            found = self.get_token()
        while found == self.eof and self.filestack:
            self.pop_source()
            found = self.get_token()
        return found

    def read_token(self):
        """The next token of the current stream, nothing else considered."""
        self._quoted = False    # a quote was seen: even '' is a token
        self._after = BETWEEN   # the state to return to after an escape
        complete = False
        while not complete:
            c = self._unread.pop() if self._unread else self.instream.read(1)
            if c == "\n":
                self.lineno += 1
            complete = self._take(c)
        found, self.token = self.token, ""
        if self.posix and not found and not self._quoted:
            return None
        return found

    def _take(self, c):
        state = self.state
        if state is None:
            self.token = ""
            return True
        if state == BETWEEN:
            return self._take_between(c)
        if state in self.quotes:
            return self._take_quoted(c)
        if state in self.escape:
            return self._take_escaped(c)
        return self._take_inside(c)

    def _worth_it(self):
        """Is what was read so far a token?"""
        return bool(self.token) or (self.posix and self._quoted)

    def _skip_comment(self):
        self.instream.readline()
        self.lineno += 1

    def _take_between(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return self._worth_it()
        if c in self.commenters:
            self._skip_comment()
            return False
        if self.posix and c in self.escape:
            self._after, self.state = WORD, c
        elif c in self.wordchars:
            self.token, self.state = c, WORD
        elif c in self._punctuation:
            self.token, self.state = c, PUNCTUATION
        elif c in self.quotes:
            self.state = c
            if not self.posix:
                self.token = c
        else:
            self.token = c
            if not self.whitespace_split:
                return True
            self.state = WORD
        return False

    def _take_quoted(self, c):
        self._quoted = True
        if not c:
            raise ValueError("No closing quotation")
        mark = self.state
        if c == mark:
            if self.posix:
                self.state = WORD
                return False
            self.token += c
            self.state = BETWEEN
            return True
        if self.posix and c in self.escape and mark in self.escapedquotes:
            self._after, self.state = mark, c
        else:
            self.token += c
        return False

    def _take_escaped(self, c):
        if not c:
            raise ValueError("No escaped character")
        # Inside quotes only the quote and the escape can be escaped.
        if self._after in self.quotes and c not in (self.state, self._after):
            self.token += self.state
        self.token += c
        self.state = self._after
        return False

    def _take_inside(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = BETWEEN
            return self._worth_it()
        if c in self.commenters:
            self._skip_comment()
            if not self.posix:
                return False
            self.state = BETWEEN
            return self._worth_it()
        if self.state == PUNCTUATION:
            if c in self._punctuation:
                self.token += c
                return False
            self._unread.append(c)
            self.state = BETWEEN
            return True
        if self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._after, self.state = WORD, c
        elif self._continues_word(c):
            self.token += c
        else:
            if self._punctuation:
                self._unread.append(c)
            else:
                self.pushback.appendleft(c)
            self.state = BETWEEN
            return self._worth_it()
        return False

    def _continues_word(self, c):
        if c in self.wordchars or c in self.quotes:
            return True
        return self.whitespace_split and c not in self._punctuation

    # -- streams

    def push_source(self, newstream, newfile=None):
        """Read another stream first."""
        if isinstance(newstream, str):
            newstream = StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.instream, self.lineno = newfile, newstream, 1
        if self.debug:
            kind, what = ("stream", newstream) if newfile is None else (
                "file", newfile)
            print(f"shlex: pushing to {kind} {what}")

    def pop_source(self):
        """Close the stream and return to the one before."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = BETWEEN
        if self.debug:
            print(f"shlex: popping to {self.instream}, line {self.lineno}")

    def sourcehook(self, newfile):
        """Name and stream for the token after a `source` token."""
        name = newfile[1:-1] if newfile.startswith('"') else newfile
        if isinstance(self.infile, str) and not os.path.isabs(name):
            folder = os.path.dirname(self.infile)
            name = os.path.join(folder, name)
        return name, open(name, "r")

    def error_leader(self, infile=None, lineno=None):
        """The beginning of an error message, with file and line."""
        file = self.infile if infile is None else infile
        line = self.lineno if lineno is None else lineno
        return f'"{file}", line {line}: '


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        warnings.warn("Passing None for 's' to shlex.split() is deprecated.",
                      DeprecationWarning, stacklevel=2)
    elif type(s) is str and not comments:
        if not _needs_lexer(s):
            return _plain_words(s)
        words = _quoted_words(s)
        if posix and not {"'", '"', "\\"}.intersection(words):
            return [_without_quotes(r"\1\2", word) for word in words]
    lexer = shlex(s, posix=posix)
    lexer.whitespace_split = True
    lexer.commenters = "#" if comments else ""
    return [*lexer]


def join(split_command):
    """A command line of these words."""
    return " ".join(map(quote, split_command))


def quote(s):
    """A word as a shell must be given it."""
    if s and not _needs_quotes(s):
        return s
    inner = s.replace("'", "'\"'\"'")
    return f"'{inner}'"
