"""traceback - tracebacks as text and as data.

SPDX-License-Identifier: Apache-2.0
"""

import collections.abc
import sys
import textwrap

from _traceback_frames import (FrameSummary, StackSummary, _safe_string,
                               _tb_entries)

__all__ = ["extract_stack", "extract_tb", "format_exception",
           "format_exception_only", "format_list", "format_stack",
           "format_tb", "print_exc", "format_exc", "print_exception",
           "print_last", "print_stack", "print_tb", "clear_frames",
           "FrameSummary", "StackSummary", "TracebackException", "walk_stack",
           "walk_tb"]

_cause_message = ("\nThe above exception was the direct cause of the "
                  "following exception:\n\n")
_context_message = ("\nDuring handling of the above exception, another "
                    "exception occurred:\n\n")


class _Implicit:
    def __repr__(self):
        return "<implicit>"


_NOT_GIVEN = _Implicit()


def _value_and_tb(exc, value, tb):
    """Read the arguments (exc), or in the old style (type, value, tb)."""
    missing = [arg is _NOT_GIVEN for arg in (value, tb)]
    if not any(missing):
        return value, tb
    if not all(missing):
        raise ValueError("Both or neither of value and tb must be given")
    if exc is not None and not isinstance(exc, BaseException):
        raise TypeError(f"Exception expected for value, {type(exc).__name__} "
                        "found")
    return exc, getattr(exc, "__traceback__", None)


def _write(lines, file):
    file = sys.stderr if file is None else file
    for line in lines:
        file.write(line)


# --- Exceptions -------------------------------------------------------------

def print_exception(exc, /, value=_NOT_GIVEN, tb=_NOT_GIVEN, limit=None,
                    file=None, chain=True):
    """Print an exception with its traceback."""
    _prepared(exc, value, tb, limit).print(file=file, chain=chain)


def format_exception(exc, /, value=_NOT_GIVEN, tb=_NOT_GIVEN, limit=None,
                     chain=True):
    """The lines that print_exception() prints."""
    return [*_prepared(exc, value, tb, limit).format(chain=chain)]


def _prepared(exc, value, tb, limit):
    value, tb = _value_and_tb(exc, value, tb)
    return TracebackException(type(value), value, tb, limit=limit,
                              compact=True)


def format_exception_only(exc, /, value=_NOT_GIVEN):
    """The lines that describe an exception, without traceback."""
    error = exc if value is _NOT_GIVEN else value
    return [*TracebackException(type(error), error, None,
                                compact=True).format_exception_only()]


def print_exc(limit=None, file=None, chain=True):
    """Print the exception that is being handled."""
    print_exception(*sys.exc_info(), limit, file, chain)


def format_exc(limit=None, chain=True):
    """What print_exc() prints, as text."""
    return "".join(format_exception(*sys.exc_info(), limit, chain))


def print_last(limit=None, file=None, chain=True):
    """Print the last exception that nobody handled."""
    if not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    last = sys.last_type, sys.last_value, sys.last_traceback
    print_exception(*last, limit, file, chain)


# --- Stacks -----------------------------------------------------------------

def print_list(extracted_list, file=None):
    """Print entries."""
    _write(format_list(extracted_list), file)


def format_list(extracted_list):
    """The lines of entries."""
    return StackSummary.from_list(extracted_list).format()


def extract_tb(tb, limit=None):
    """The entries of a traceback."""
    return StackSummary._of_entries(_tb_entries(tb), limit)


def print_tb(tb, limit=None, file=None):
    """Print a traceback."""
    _write(format_tb(tb, limit), file)


def format_tb(tb, limit=None):
    """The lines of a traceback."""
    return extract_tb(tb, limit).format()


def extract_stack(f=None, limit=None):
    """The entries of the stack, from the outermost function on."""
    start = sys._getframe(1) if f is None else f
    entries = StackSummary.extract(walk_stack(start), limit=limit)
    entries.reverse()
    return entries


def print_stack(f=None, limit=None, file=None):
    """Print the stack."""
    start = sys._getframe(1) if f is None else f
    _write(extract_stack(start, limit).format(), file)


def format_stack(f=None, limit=None):
    """The lines of the stack."""
    start = sys._getframe(1) if f is None else f
    return extract_stack(start, limit).format()


def walk_stack(f):
    """Yield frames from one outwards, with their line numbers."""
    frame = f
    if f is None:  # who reads, and below the library's own frames
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals.get("__name__") == "traceback":
            frame = frame.f_back
    while frame is not None:
        yield frame, frame.f_lineno
        frame = frame.f_back


def walk_tb(tb):
    """Yield the frames of a traceback, with their line numbers."""
    entry = tb
    while entry is not None:
        yield entry.tb_frame, entry.tb_lineno
        entry = entry.tb_next


def clear_frames(tb):
    """Forget the local variables of the functions in a traceback."""
    for frame, _ in walk_tb(tb):
        try:
            frame.clear()
        except RuntimeError:
            pass  # it is still running


# --- Prepared exceptions ----------------------------------------------------

def _last_line(etype, value):
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
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = StackSummary._of_entries(
            _tb_entries(exc_traceback), limit, lookup_lines, capture_locals)
        self.exc_type = exc_type
        self._str = _safe_string(exc_value, "exception")
        self.__notes__ = getattr(exc_value, "__notes__", None)
        if issubclass(exc_type or object, SyntaxError):
            self._take_syntax_error(exc_value)
        self.__suppress_context__ = getattr(
            exc_value, "__suppress_context__", False)
        self.__cause__ = self.__context__ = self.exceptions = None
        if _seen is None:  # not a part of another one
            self._expand(exc_value, limit, lookup_lines, capture_locals,
                         compact, seen)

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

        waiting = [(self, exc_value)]
        while waiting:
            te, error = waiting.pop()
            if error is None:
                continue
            cause = error.__cause__
            if cause is not None and id(cause) not in seen:
                te.__cause__ = convert(cause)
                waiting.append((te.__cause__, cause))
            context = error.__context__
            wanted = not compact or (te.__cause__ is None and not
                                     error.__suppress_context__)
            if wanted and context is not None and id(context) not in seen:
                te.__context__ = convert(context)
                waiting.append((te.__context__, context))
            if isinstance(error, BaseExceptionGroup):
                te.exceptions = []
                for member in error.exceptions:
                    te.exceptions.append(convert(member))
                waiting.extend(zip(te.exceptions, error.exceptions))

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """Prepare an exception with its own traceback."""
        facts = type(exc), exc, exc.__traceback__
        return cls(*facts, *args, **kwargs)

    def __eq__(self, other):
        return (vars(other) == vars(self)
                if isinstance(other, TracebackException)
                else NotImplemented)

    def __str__(self):
        return self._str

    def format_exception_only(self):
        """Yield the lines for the exception itself."""
        if self.exc_type is None:
            yield _last_line(None, self._str)
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
            yield _last_line(name, self._str)
        notes = self.__notes__
        if isinstance(notes, collections.abc.Sequence):
            for note in notes:
                note = _safe_string(note, "note")
                yield from [line + "\n" for line in note.split("\n")]
        elif notes is not None:
            yield _safe_string(notes, "__notes__", func=repr) + "\n"

    def _format_syntax_error(self, name):
        place = ""
        if self.lineno is None and self.filename is not None:
            place = f" ({self.filename})"
        if self.lineno is not None:
            yield (f'  File "{self.filename or "<string>"}", line '
                   f"{self.lineno}\n")
        if self.text is not None:
            yield from self._syntax_error_lines()
        yield f"{name}: {self.msg or '<no detail available>'}{place}\n"

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
        """Exceptions in the order they are printed, each with the text
        that leads to it."""
        links = []
        error = self
        while error is not None:
            before, text = error.__cause__, _cause_message
            if before is None and not error.__suppress_context__:
                before, text = error.__context__, _context_message
            links.append((None if before is None else text, error))
            error = before
        return links[::-1]

    def format(self, *, chain=True, _ctx=None):
        """Yield the lines of the traceback and the exception."""
        printer = _Printer() if _ctx is None else _ctx
        for text, error in self._chain() if chain else [(None, self)]:
            if text is not None:
                yield from printer.emit(text)
            if error.exceptions is not None:
                if printer.depth > self.max_group_depth:
                    yield from printer.emit("... (max_group_depth is "
                                            f"{self.max_group_depth})\n")
                else:
                    yield from self._format_group(error, chain, printer)
                continue
            if error.stack:
                yield from printer.emit(
                    "Traceback (most recent call last):\n")
                yield from printer.emit(error.stack.format())
            yield from printer.emit(error.format_exception_only())

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
        """Write the lines of format() to a file."""
        _write(self.format(chain=chain), file)
