"""traceback - tracebacks as text and as data.

SPDX-License-Identifier: Apache-2.0
"""

import collections.abc
import itertools
import linecache
import sys
import textwrap

__all__ = ["extract_stack", "extract_tb", "format_exception",
           "format_exception_only", "format_list", "format_stack",
           "format_tb", "print_exc", "format_exc", "print_exception",
           "print_last", "print_stack", "print_tb", "clear_frames",
           "FrameSummary", "StackSummary", "TracebackException", "walk_stack",
           "walk_tb"]

_RECURSIVE_CUTOFF = 3  # this many equal lines are printed
_cause_message = ("\nThe above exception was the direct cause of the "
                  "following exception:\n\n")
_context_message = ("\nDuring handling of the above exception, another "
                    "exception occurred:\n\n")


class _Sentinel:
    def __repr__(self):
        return "<implicit>"


_sentinel = _Sentinel()


def _parse_value_tb(exc, value, tb):
    """Accept both the old (type, value, tb) and the new style of calls."""
    if (value is _sentinel) != (tb is _sentinel):
        raise ValueError("Both or neither of value and tb must be given")
    if value is tb is _sentinel:
        if exc is None:
            return None, None
        if isinstance(exc, BaseException):
            return exc, exc.__traceback__
        raise TypeError("Exception expected for value, "
                        f"{type(exc).__name__} found")
    return value, tb


# --- Printing ---------------------------------------------------------------

def print_list(extracted_list, file=None):
    """Print the list of tuples as returned by extract_tb()."""
    if file is None:
        file = sys.stderr
    for item in StackSummary.from_list(extracted_list).format():
        print(item, file=file, end="")


def format_list(extracted_list):
    """Format a list of frame summaries or tuples for printing."""
    return StackSummary.from_list(extracted_list).format()


def print_tb(tb, limit=None, file=None):
    """Print up to 'limit' stack trace entries from the traceback 'tb'."""
    print_list(extract_tb(tb, limit=limit), file=file)


def format_tb(tb, limit=None):
    """A shorthand for 'format_list(extract_tb(tb, limit))'."""
    return extract_tb(tb, limit=limit).format()


def extract_tb(tb, limit=None):
    """Return the frames of a traceback as a StackSummary."""
    return StackSummary._extract_from_extended_frame_gen(
        _walk_tb_with_full_positions(tb), limit=limit)


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None,
                    file=None, chain=True):
    """Print exception up to 'limit' stack trace entries from 'tb'."""
    value, tb = _parse_value_tb(exc, value, tb)
    TracebackException(type(value), value, tb, limit=limit,
                       compact=True).print(file=file, chain=chain)


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None,
                     chain=True):
    """Format a stack trace and the exception as a list of strings."""
    value, tb = _parse_value_tb(exc, value, tb)
    return list(TracebackException(type(value), value, tb, limit=limit,
                                   compact=True).format(chain=chain))


def format_exception_only(exc, /, value=_sentinel):
    """Format the exception part of a traceback as a list of strings."""
    if value is _sentinel:
        value = exc
    return list(TracebackException(type(value), value, None,
                                   compact=True).format_exception_only())


def print_exc(limit=None, file=None, chain=True):
    """Print the exception that is being handled."""
    value = sys.exc_info()[1]
    print_exception(value, value, _tb_of(value), limit, file, chain)


def format_exc(limit=None, chain=True):
    """Like print_exc() but return a string."""
    value = sys.exc_info()[1]
    return "".join(format_exception(value, value, _tb_of(value), limit,
                                    chain))


def _tb_of(value):
    return None if value is None else value.__traceback__


def print_last(limit=None, file=None, chain=True):
    """Print the last exception that nobody handled."""
    if not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(sys.last_type, sys.last_value, sys.last_traceback,
                    limit, file, chain)


def print_stack(f=None, limit=None, file=None):
    """Print a stack trace from its invocation point."""
    if f is None:
        f = sys._getframe().f_back
    print_list(extract_stack(f, limit=limit), file=file)


def format_stack(f=None, limit=None):
    """Shorthand for 'format_list(extract_stack(f, limit))'."""
    if f is None:
        f = sys._getframe().f_back
    return format_list(extract_stack(f, limit=limit))


def extract_stack(f=None, limit=None):
    """Return the frames of the current stack as a StackSummary."""
    if f is None:
        f = sys._getframe().f_back
    stack = StackSummary.extract(walk_stack(f), limit=limit)
    stack.reverse()
    return stack


def clear_frames(tb):
    """Clear all references to local variables in the traceback's frames."""
    while tb is not None:
        try:
            tb.tb_frame.clear()
        except RuntimeError:
            pass
        tb = tb.tb_next


# --- Frames -----------------------------------------------------------------

def walk_stack(f):
    """Walk a stack yielding the frame and line number for each frame."""
    if f is None:
        f = sys._getframe().f_back.f_back.f_back.f_back
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Walk a traceback yielding the frame and line number for each frame."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def _walk_tb_with_full_positions(tb):
    """Like walk_tb, with (line, end line, column, end column)."""
    while tb is not None:
        where = _get_code_position(tb.tb_frame.f_code, tb.tb_lasti)
        if where[0] is None:
            where = (tb.tb_lineno, *where[1:])
        yield tb.tb_frame, where
        tb = tb.tb_next


def _get_code_position(code, instruction_index):
    if instruction_index < 0 or not hasattr(code, "co_positions"):
        return None, None, None, None
    positions = code.co_positions()
    return next(itertools.islice(positions, instruction_index // 2, None),
                (None, None, None, None))


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
            key: _safe_string(value, "local", func=repr)
            for key, value in locals.items()}
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno

    def _key(self):
        return self.filename, self.lineno, self.name, self.locals

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return self._key() == other._key()
        if isinstance(other, tuple):
            return (self.filename, self.lineno, self.name,
                    self.line) == other
        return NotImplemented

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

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
        if self._line is None:
            if self.lineno is None:
                return None
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()


def _character_offset(text, offset):
    """Turn an offset in UTF-8 bytes into one in characters."""
    return len(text.encode("utf-8")[:offset].decode("utf-8", "replace"))


def _caret_line(frame):
    """The line of carets below a line of source, or None."""
    if frame.colno is None or frame.end_colno is None:
        return None
    original = frame._original_line
    shown = original.strip()
    indent = len(original) - len(original.lstrip())
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


class StackSummary(list):
    """A list of FrameSummary objects, representing a stack of frames."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True,
                capture_locals=False):
        """Make a StackSummary from pairs of frame and line number."""
        extended = ((frame, (lineno, None, None, None))
                    for frame, lineno in frame_gen)
        return klass._extract_from_extended_frame_gen(
            extended, limit=limit, lookup_lines=lookup_lines,
            capture_locals=capture_locals)

    @classmethod
    def _extract_from_extended_frame_gen(klass, frame_gen, *, limit=None,
                                         lookup_lines=True,
                                         capture_locals=False):
        if limit is None:
            limit = getattr(sys, "tracebacklimit", None)
            if limit is not None and limit < 0:
                limit = 0
        if limit is not None:
            if limit >= 0:
                frame_gen = itertools.islice(frame_gen, limit)
            else:
                frame_gen = list(frame_gen)[limit:]
        result = klass()
        names = set()
        for frame, (lineno, end_lineno, colno, end_colno) in frame_gen:
            code = frame.f_code
            names.add(code.co_filename)
            linecache.lazycache(code.co_filename, frame.f_globals)
            result.append(FrameSummary(
                code.co_filename, lineno, code.co_name, lookup_line=False,
                locals=frame.f_locals if capture_locals else None,
                end_lineno=end_lineno, colno=colno, end_colno=end_colno))
        for name in names:
            linecache.checkcache(name)
        if lookup_lines:
            for frame in result:
                frame.line
        return result

    @classmethod
    def from_list(klass, a_list):
        """Make a StackSummary from summaries or old-style tuples."""
        result = StackSummary()
        for frame in a_list:
            if isinstance(frame, FrameSummary):
                result.append(frame)
            else:
                filename, lineno, name, line = frame
                result.append(FrameSummary(filename, lineno, name,
                                           line=line))
        return result

    def format_frame_summary(self, frame_summary):
        """Format the lines for a single FrameSummary."""
        row = [f'  File "{frame_summary.filename}", line '
               f"{frame_summary.lineno}, in {frame_summary.name}\n"]
        if frame_summary.line:
            row.append(f"    {frame_summary.line.strip()}\n")
            carets = _caret_line(frame_summary)
            if carets:
                row.append(carets)
        if frame_summary.locals:
            for name, value in sorted(frame_summary.locals.items()):
                row.append(f"    {name} = {value}\n")
        return "".join(row)

    def format(self):
        """Format the stack ready for printing."""
        result = []
        last = None
        count = 0
        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            key = frame.filename, frame.lineno, frame.name
            if None in key or key != last:
                _note_repeats(result, count)
                last = key
                count = 0
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                result.append(text)
        _note_repeats(result, count)
        return result


def _note_repeats(result, count):
    if count > _RECURSIVE_CUTOFF:
        count -= _RECURSIVE_CUTOFF
        plural = "s" if count > 1 else ""
        result.append(f"  [Previous line repeated {count} more "
                      f"time{plural}]\n")


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


# --- Exceptions -------------------------------------------------------------

def _safe_string(value, what, func=str):
    try:
        return func(value)
    except Exception:
        return f"<{what} {func.__name__}() failed>"


def _format_final_exc_line(etype, value):
    text = _safe_string(value, "exception")
    if value is None or not text:
        return f"{etype}\n"
    return f"{etype}: {text}\n"


class _Printer:
    """Adds the margin of nested exception groups to lines of text."""

    def __init__(self):
        self.depth = 0
        self.need_close = False

    def indent(self):
        return " " * (2 * self.depth)

    def emit(self, texts, margin="|"):
        prefix = self.indent()
        if self.depth:
            prefix += margin + " "
        if isinstance(texts, str):
            texts = (texts,)
        for text in texts:
            yield textwrap.indent(text, prefix, lambda line: True)


class TracebackException:
    """An exception prepared for printing, without references to frames."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None,
                 lookup_lines=True, capture_locals=False, compact=False,
                 max_group_width=15, max_group_depth=10, _seen=None):
        is_recursive_call = _seen is not None
        if _seen is None:
            _seen = set()
        _seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = StackSummary._extract_from_extended_frame_gen(
            _walk_tb_with_full_positions(exc_traceback), limit=limit,
            lookup_lines=lookup_lines, capture_locals=capture_locals)
        self.exc_type = exc_type
        self._str = _safe_string(exc_value, "exception")
        self.__notes__ = getattr(exc_value, "__notes__", None)
        if exc_type and issubclass(exc_type, SyntaxError):
            self._take_syntax_error(exc_value)
        self.__suppress_context__ = (
            exc_value.__suppress_context__ if exc_value is not None
            else False)
        self.__cause__ = None
        self.__context__ = None
        self.exceptions = None
        if not is_recursive_call:
            self._expand(exc_value, limit, lookup_lines, capture_locals,
                         compact, _seen)

    def _take_syntax_error(self, error):
        self.filename = error.filename
        lineno = error.lineno
        self.lineno = None if lineno is None else str(lineno)
        end_lineno = error.end_lineno
        self.end_lineno = None if end_lineno is None else str(end_lineno)
        self.text = error.text
        self.offset = error.offset
        self.end_offset = error.end_offset
        self.msg = error.msg

    def _expand(self, exc_value, limit, lookup_lines, capture_locals,
                compact, seen):
        """Add cause, context and members, without recursion."""
        def convert(error):
            return TracebackException(
                type(error), error, error.__traceback__, limit=limit,
                lookup_lines=lookup_lines, capture_locals=capture_locals,
                max_group_width=self.max_group_width,
                max_group_depth=self.max_group_depth, _seen=seen)

        queue = [(self, exc_value)]
        while queue:
            te, error = queue.pop()
            if error is None:
                continue
            cause = error.__cause__
            if cause is not None and id(cause) not in seen:
                te.__cause__ = convert(cause)
                queue.append((te.__cause__, cause))
            context = error.__context__
            wanted = not compact or (te.__cause__ is None and not
                                     error.__suppress_context__)
            if wanted and context is not None and id(context) not in seen:
                te.__context__ = convert(context)
                queue.append((te.__context__, context))
            if isinstance(error, BaseExceptionGroup):
                te.exceptions = []
                for member in error.exceptions:
                    te.exceptions.append(convert(member))
                queue.extend(zip(te.exceptions, error.exceptions))

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """Create a TracebackException from an exception."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        """Yield the lines for the exception itself."""
        if self.exc_type is None:
            yield _format_final_exc_line(None, self._str)
            return
        name = self.exc_type.__qualname__
        module = self.exc_type.__module__
        if module not in ("__main__", "builtins"):
            if not isinstance(module, str):
                module = "<unknown>"
            name = f"{module}.{name}"
        if issubclass(self.exc_type, SyntaxError):
            yield from self._format_syntax_error(name)
        else:
            yield _format_final_exc_line(name, self._str)
        notes = self.__notes__
        if isinstance(notes, collections.abc.Sequence):
            for note in notes:
                note = _safe_string(note, "note")
                yield from [line + "\n" for line in note.split("\n")]
        elif notes is not None:
            yield _safe_string(notes, "__notes__", func=repr) + "\n"

    def _format_syntax_error(self, name):
        suffix = ""
        if self.lineno is not None:
            yield (f'  File "{self.filename or "<string>"}", line '
                   f"{self.lineno}\n")
        elif self.filename is not None:
            suffix = f" ({self.filename})"
        if self.text is not None:
            yield from self._syntax_error_lines()
        msg = self.msg or "<no detail available>"
        yield f"{name}: {msg}{suffix}\n"

    def _syntax_error_lines(self):
        full = self.text.rstrip("\n")
        line = full.lstrip(" \n\f")
        spaces = len(full) - len(line)
        yield f"    {line}\n"
        if self.offset is None:
            return
        offset = self.offset
        end = self.end_offset
        if end in (None, 0, -1) or end == offset:
            end = offset + 1
        start = offset - 1 - spaces
        if start < 0:
            return
        blanks = "".join([c if c.isspace() else " " for c in line[:start]])
        yield f"    {blanks}{'^' * (end - 1 - spaces - start)}\n"

    def _chain(self):
        """The exceptions to print, last first, each with its message."""
        result = []
        exc = self
        while exc:
            if exc.__cause__ is not None:
                result.append((_cause_message, exc))
                exc = exc.__cause__
            elif (exc.__context__ is not None
                  and not exc.__suppress_context__):
                result.append((_context_message, exc))
                exc = exc.__context__
            else:
                result.append((None, exc))
                exc = None
        return result

    def format(self, *, chain=True, _ctx=None):
        """Yield the lines of the traceback and the exception."""
        if _ctx is None:
            _ctx = _Printer()
        output = self._chain() if chain else [(None, self)]
        for msg, exc in reversed(output):
            if msg is not None:
                yield from _ctx.emit(msg)
            if exc.exceptions is None:
                if exc.stack:
                    yield from _ctx.emit(
                        "Traceback (most recent call last):\n")
                    yield from _ctx.emit(exc.stack.format())
                yield from _ctx.emit(exc.format_exception_only())
            elif _ctx.depth > self.max_group_depth:
                yield from _ctx.emit("... (max_group_depth is "
                                     f"{self.max_group_depth})\n")
            else:
                yield from self._format_group(exc, chain, _ctx)

    def _format_group(self, exc, chain, ctx):
        is_toplevel = ctx.depth == 0
        if is_toplevel:
            ctx.depth += 1
        if exc.stack:
            yield from ctx.emit(
                "Exception Group Traceback (most recent call last):\n",
                "+" if is_toplevel else "|")
            yield from ctx.emit(exc.stack.format())
        yield from ctx.emit(exc.format_exception_only())
        total = len(exc.exceptions)
        width = self.max_group_width
        count = total if total <= width else width + 1
        ctx.need_close = False
        for i in range(count):
            is_last = i == count - 1
            if is_last:
                ctx.need_close = True
            cut = i >= width
            title = "..." if cut else i + 1
            yield (f"{ctx.indent()}{'+-' if i == 0 else '  '}"
                   f"+---------------- {title} ----------------\n")
            ctx.depth += 1
            if cut:
                rest = total - width
                plural = "s" if rest > 1 else ""
                yield from ctx.emit(f"and {rest} more exception{plural}\n")
            else:
                yield from exc.exceptions[i].format(chain=chain, _ctx=ctx)
            if is_last and ctx.need_close:
                yield (ctx.indent()
                       + "+------------------------------------\n")
                ctx.need_close = False
            ctx.depth -= 1
        if is_toplevel:
            ctx.depth = 0

    def print(self, *, file=None, chain=True):
        """Print the result of self.format(chain=chain) to 'file'."""
        if file is None:
            file = sys.stderr
        for line in self.format(chain=chain):
            print(line, file=file, end="")
