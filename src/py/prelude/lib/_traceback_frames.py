"""_traceback_frames - entries of tracebacks.

SPDX-License-Identifier: Apache-2.0
"""

import itertools
import linecache
import sys

__name__ = "traceback"


def _safe_string(value, what, func=str):
    """str() or repr() that never fails."""
    try:
        return func(value)
    except Exception:
        return f"<{what} {func.__name__}() failed>"


def _tb_entries(tb):
    """Yield frames with (line, last line, column, last column)."""
    while tb is not None:
        place = _place(tb.tb_frame.f_code, tb.tb_lasti)
        if place[0] is None:
            place = (tb.tb_lineno, *place[1:])
        yield tb.tb_frame, place
        tb = tb.tb_next


def _place(code, at):
    unknown = None, None, None, None
    if at < 0 or not hasattr(code, "co_positions"):
        return unknown
    places = itertools.islice(code.co_positions(), at // 2, None)
    return next(places, unknown)


class FrameSummary:
    """Information about one entry of a stack."""

    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno",
                 "name", "_line", "locals")

    def __init__(self, filename, lineno, name, *, lookup_line=True,
                 locals=None, line=None, end_lineno=None, colno=None,
                 end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        if lookup_line:
            self.line
        self.locals = None if locals is None else {
            key: _safe_string(value, "local", repr)
            for key, value in locals.items()}
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno

    # it can be used as the tuple that it was in old times

    def _as_tuple(self):
        return self.filename, self.lineno, self.name, self.line

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self._as_tuple()[:3] == other._as_tuple()[:3]
                    and self.locals == other.locals)
        return (self._as_tuple() == other if isinstance(other, tuple)
                else NotImplemented)

    def __getitem__(self, pos):
        return self._as_tuple()[pos]

    def __iter__(self):
        return iter(self._as_tuple())

    def __repr__(self):
        return (f"<FrameSummary file {self.filename}, line {self.lineno} in "
                f"{self.name}>")

    def __len__(self):
        return 4

    @property
    def _original_line(self):
        self.line
        return self._line

    @property
    def line(self):
        """The line of the source, without blanks around it."""
        if self._line is None and self.lineno is not None:
            self._line = linecache.getline(self.filename, self.lineno)
        return None if self._line is None else self._line.strip()


def _character_offset(text, offset):
    """Turn an offset in UTF-8 bytes into one in characters."""
    return len(text.encode("utf-8")[:offset].decode("utf-8", "replace"))


def _caret_line(frame):
    """The line of carets below a line of source, or None."""
    if frame.colno is None or frame.end_colno is None:
        return None
    original = frame._original_line
    shown = original.strip()
    indent = len(original) - len(shown) - 1  # blanks at the end count, too
    start = _character_offset(original, frame.colno)
    end = _character_offset(original, frame.end_colno)
    anchors = None
    if frame.lineno == frame.end_lineno:
        anchors = _extract_anchors(original[start:end])
    else:
        end = indent + len(shown)
    if not (end - start < len(shown)
            or (anchors and anchors[1] > anchors[0])):
        return None
    prefix = "    " + " " * (start - indent)
    if not anchors:
        return prefix + "^" * (end - start) + "\n"
    left, right = anchors
    return (prefix + "~" * left + "^" * (right - left)
            + "~" * (end - start - right) + "\n")


def _limited(entries, limit):
    """The entries nearest to one end that are wanted."""
    if limit is None:
        limit = getattr(sys, "tracebacklimit", None)
        if limit is None:
            return entries
        limit = max(limit, 0)
    return itertools.islice(entries, limit) if limit >= 0 else (
        list(entries)[limit:])


class StackSummary(list):
    """The entries of a stack or traceback."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True,
                capture_locals=False):
        """Describe frames, given with their line numbers."""
        return klass._of_entries(
            ((frame, (number, None, None, None))
             for frame, number in frame_gen),
            limit, lookup_lines, capture_locals)

    @classmethod
    def _of_entries(klass, entries, limit=None, lookup_lines=True,
                    capture_locals=False):
        """Same for frames with (line, last line, column, last column)."""
        summary = klass()
        for frame, place in _limited(entries, limit):
            code = frame.f_code
            linecache.lazycache(code.co_filename, frame.f_globals)
            line, last_line, column, last_column = place
            summary.append(FrameSummary(
                code.co_filename, line, code.co_name, lookup_line=False,
                locals=frame.f_locals if capture_locals else None,
                end_lineno=last_line, colno=column, end_colno=last_column))
        for name in {entry.filename for entry in summary}:
            linecache.checkcache(name)
        if lookup_lines:
            for entry in summary:
                entry.line
        return summary

    @classmethod
    def from_list(klass, a_list):
        """Make one of entries, which may be tuples."""
        return StackSummary([
            entry if isinstance(entry, FrameSummary)
            else FrameSummary(*entry[:3], line=entry[3])
            for entry in a_list])

    def format_frame_summary(self, frame_summary):
        """Print an entry; can be overridden."""
        entry = frame_summary
        text = (f'  File "{entry.filename}", line {entry.lineno}, in '
                f"{entry.name}\n")
        if entry.line:
            text += f"    {entry.line}\n{_caret_line(entry) or ''}"
        shown = sorted((entry.locals or {}).items())
        return text + "".join([f"    {name} = {value}\n"
                               for name, value in shown])

    def format(self):
        """Print all entries, but not more than three equal ones."""
        lines = []
        before, times = None, 0
        for entry in self:
            text = self.format_frame_summary(entry)
            if text is None:
                continue
            place = entry.filename, entry.lineno, entry.name
            if None in place or place != before:
                _note_repeats(lines, times)
                before, times = place, 0
            times += 1
            if times <= _REPEATS:
                lines.append(text)
        _note_repeats(lines, times)
        return lines


_REPEATS = 3


def _note_repeats(lines, times):
    more = times - _REPEATS
    if more > 0:
        lines.append(f"  [Previous line repeated {more} more "
                     f"time{'s' * (more > 1)}]\n")


# --- Carets below operators and subscripts ----------------------------------

_LEVELS = {"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6,
           "/": 6, "//": 6, "%": 6, "@": 6, "**": 8}
_NO_BINARY = frozenset({"and", "or", "not", "in", "is", "if", "else",
                        "lambda", "await", "yield", "for", "assert",
                        "return", "raise", "del", "import", "from"})


def _skip_string(text, at):
    quote = text[at]
    if text.startswith(quote * 3, at):
        quote *= 3
    at += len(quote)
    while at < len(text) and not text.startswith(quote, at):
        at += 2 if text[at] == "\\" else 1
    return at + len(quote)


def _skip_brackets(text, at):
    """Return the place after the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        c = text[at]
        if c in "'\"":
            at = _skip_string(text, at)
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return at


def _extract_anchors(segment):
    """Find the part of an expression to underline with carets.

    For a binary operation that is the operator, for a subscript the
    brackets.  Returns (start, end) or None.
    """
    at = 0
    best = None  # (level, start, end) of the loosest operator
    subscript = None
    operand = False  # is there something to the left to operate on?
    leading_unary = False
    while at < len(segment):
        c = segment[at]
        if c.isspace() or c == "\\":
            at += 1
        elif c in "'\"":
            at = _skip_string(segment, at)
            operand = True
            subscript = None
        elif c in "([{":
            end = _skip_brackets(segment, at)
            subscript = (at, end) if c == "[" and operand else None
            operand = True
            at = end
        elif c.isalnum() or c in "_.":
            end = at
            while end < len(segment) and (segment[end].isalnum()
                                          or segment[end] in "_."):
                end += 1
            if segment[at:end] in _NO_BINARY:
                return None
            operand = True
            subscript = None
            at = end
        else:
            op = segment[at:at + 2]
            if op not in _LEVELS:
                op = c
            if op not in _LEVELS:
                if c == "~" and not operand:
                    leading_unary = leading_unary or best is None
                    at += 1
                    continue
                return None
            if not operand:
                leading_unary = leading_unary or best is None
                at += len(op)
                continue
            if segment[at + len(op):at + len(op) + 1] == "=":
                return None
            level = _LEVELS[op]
            if best is None or level < best[0] or (level == best[0]
                                                   and level != 8):
                best = (level, at, at + len(op))
            operand = False
            subscript = None
            at += len(op)
    if best is not None:
        if leading_unary and best[0] == 8:
            return None
        return best[1], best[2]
    if leading_unary:
        return None
    return subscript
