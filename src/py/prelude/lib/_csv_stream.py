"""_csv_stream - readers and writers of delimited text.

C splits and joins the records of the usual dialects (mod/csv.c).  The scanner
for all others is one function over one line, `_scan`; a record that spans
lines carries its state in the reader.

SPDX-License-Identifier: Apache-2.0
"""

from _csv import join as _join
from _csv import row as _row
from _csv import rows as _rows
from _csv import split as _split
from _csv_dialect import (QUOTE_ALL, QUOTE_NONE, QUOTE_NONNUMERIC, Error,
                          _make_dialect, _state)
from _io_memory import StringIO
from intrinsics import _twin, _type_name

# ----------------------------------------------------------------- reading

(_START, _ESCAPED, _FIELD, _QUOTED, _QUOTED_ESCAPED, _AFTER_QUOTE,
 _EAT_NEWLINE, _AFTER_ESCAPED_NEWLINE) = range(8)


class _Reader:
    """Iterator over the records of an iterable of lines."""

    # csv.c knows them by their places.
    __slots__ = ("_chars", "_fields", "_limit", "_lines", "_number", "_state",
                 "dialect", "line_num")

    def __init__(self, lines, dialect):
        self._lines = iter(lines)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        """The records; a map or a generator, as these are faster loops."""
        if not self._usual():
            return self
        self._limit = _state().limit
        rows = _rows(self._row, self._lines)
        if rows is not None:
            return rows
        return self._records(self.dialect.delimiter, self.dialect.quotechar)

    _row = _row

    def _usual(self):
        """Can C split the lines?"""
        d = self.dialect
        return (d.quoting <= QUOTE_ALL and d.escapechar is None
                and not d.skipinitialspace and d.doublequote)

    def _records(self, delimiter, quotechar):
        limit = _state().limit
        for line in self._lines:
            row = _split(line, delimiter, quotechar, limit)
            if row is None:
                try:
                    row = self._from(line)
                except StopIteration:
                    return
            else:
                self.line_num += 1
            yield row

    def _save(self):
        """End the current field."""
        text = "".join(self._chars)
        self._chars = []
        if self._number:
            self._number = False
            text = float(text)
        self._fields.append(text)

    def __next__(self):
        line = next(self._lines)
        if self._usual():
            d = self.dialect
            row = _split(line, d.delimiter, d.quotechar, _state().limit)
            if row is not None:
                self.line_num += 1
                return row
        return self._from(line)

    @_twin("_csv.row")
    def _from(self, line, /):
        """The record that starts with this line."""
        self._fields = []
        self._chars = []
        self._state = None
        self._number = False
        self._limit = _state().limit
        first = True
        while True:
            try:
                if not first:
                    line = next(self._lines)
                first = False
            except StopIteration:
                if self._chars or self._state == _QUOTED:
                    if self.dialect.strict:
                        raise Error("unexpected end of data") from None
                    self._save()
                    return self._fields
                if self._state is not None and self._fields:
                    self._save()
                    return self._fields
                raise
            if not isinstance(line, str):
                raise Error("iterator should return strings, not "
                            f"{type(line).__name__} (the file should be "
                            "opened in text mode)")
            self.line_num += 1
            if self._state is None and self._plain(line):
                return self._fields
            self._scan(line)
            if self._state is None:
                return self._fields

    def _plain(self, line):
        """Split a line without quotes or escapes; False if it has some."""
        d = self.dialect
        body = line.removesuffix("\n").removesuffix("\r")
        if (d.quoting == QUOTE_NONNUMERIC or d.skipinitialspace
                or d.quotechar is not None and d.quotechar in body
                or d.escapechar is not None and d.escapechar in body
                or "\n" in body or "\r" in body or len(body) > self._limit
                or d.delimiter in "\r\n"):
            return False
        if body:
            self._fields = body.split(d.delimiter)
        return True

    def _scan(self, line):  # native candidate
        """Feed one line to the state machine."""
        d = self.dialect
        delimiter, quotechar = d.delimiter, d.quotechar
        escapechar, quoting = d.escapechar, d.quoting
        state = _START if self._state is None else self._state
        fresh = self._state is None
        i, n = 0, len(line)
        while True:
            c = line[i] if i < n else None
            i += 1
            if state == _EAT_NEWLINE:
                if c is None:
                    self._state = None
                    return
                if c not in "\r\n":
                    raise Error("new-line character seen in unquoted field "
                                "- do you need to open the file in "
                                "universal-newline mode?")
                continue
            if state == _START:
                if c is None or c in "\r\n":
                    # A delimiter before the end leaves an empty field.
                    if not fresh or c is None and self._fields:
                        self._save()
                    elif self._fields:
                        self._save()
                    if c is None:
                        self._state = None
                        return
                    state = _EAT_NEWLINE
                elif c == quotechar and quoting != QUOTE_NONE:
                    state = _QUOTED
                elif c == escapechar:
                    state = _ESCAPED
                elif c == " " and d.skipinitialspace:
                    pass
                elif c == delimiter:
                    self._save()
                else:
                    if quoting == QUOTE_NONNUMERIC:
                        self._number = True
                    self._add(c)
                    state = _FIELD
                fresh = fresh and state == _START and not self._fields
                if c == delimiter:
                    fresh = False
            elif state == _FIELD or state == _AFTER_ESCAPED_NEWLINE:
                if c is None and state == _AFTER_ESCAPED_NEWLINE:
                    self._state = state
                    return
                state = _FIELD
                if c is None or c in "\r\n":
                    self._save()
                    if c is None:
                        self._state = None
                        return
                    state = _EAT_NEWLINE
                elif c == escapechar:
                    state = _ESCAPED
                elif c == delimiter:
                    self._save()
                    state = _START
                    fresh = False
                else:
                    self._add(c)
            elif state == _ESCAPED:
                if c is not None and c in "\r\n":
                    self._add(c)
                    state = _AFTER_ESCAPED_NEWLINE
                else:
                    self._add("\n" if c is None else c)
                    state = _FIELD
                    if c is None:
                        self._state = state
                        return
            elif state == _QUOTED:
                if c is None:
                    self._state = state
                    return
                if c == escapechar:
                    state = _QUOTED_ESCAPED
                elif c == quotechar and quoting != QUOTE_NONE:
                    state = _AFTER_QUOTE if d.doublequote else _FIELD
                else:
                    self._add(c)
            elif state == _QUOTED_ESCAPED:
                self._add("\n" if c is None else c)
                state = _QUOTED
                if c is None:
                    self._state = state
                    return
            else:  # _AFTER_QUOTE: the quote may have been the first of two
                if quoting != QUOTE_NONE and c == quotechar and (
                        c is not None):
                    self._add(c)
                    state = _QUOTED
                elif c == delimiter:
                    self._save()
                    state = _START
                    fresh = False
                elif c is None or c in "\r\n":
                    self._save()
                    if c is None:
                        self._state = None
                        return
                    state = _EAT_NEWLINE
                elif not d.strict:
                    self._add(c)
                    state = _FIELD
                else:
                    raise Error(f"'{delimiter}' expected after "
                                f"'{quotechar}'")

    def _add(self, c):
        chars = self._chars
        if len(chars) >= self._limit:
            raise Error("field larger than field limit "
                        f"({self._limit})")
        chars.append(c)


_Reader.__name__ = _Reader.__qualname__ = "reader"
_Reader.__module__ = "_csv"


def reader(iterable, /, dialect=None, **options):
    """Return a reader object that iterates over lines of the iterable."""
    return _Reader(iterable, _make_dialect(dialect, options))


# ----------------------------------------------------------------- writing


class _Writer:
    """Formats records and hands each to the file's write method."""

    # _delimiter is None when C cannot join the fields
    __slots__ = ("_write", "dialect", "_delimiter", "_quotechar", "_quoting",
                 "_end", "_memory")

    def __init__(self, write, dialect, memory):
        self._write = write
        self.dialect = dialect
        usual = dialect.escapechar is None and dialect.doublequote
        self._delimiter = dialect.delimiter if usual else None
        self._quotechar = dialect.quotechar
        self._quoting = dialect.quoting
        self._end = dialect.lineterminator
        self._memory = memory

    def writerow(self, row, /):
        """Construct and write a CSV record from an iterable of fields."""
        text = _join(row, self._delimiter, self._quotechar, self._quoting,
                     self._end)
        return self._write(self._format_any(row) if text is None else text)

    def writerows(self, rows, /):
        """Construct and write a series of iterables."""
        delimiter, quotechar = self._delimiter, self._quotechar
        quoting, end = self._quoting, self._end
        texts = []
        put = texts.append if self._memory else self._write
        try:
            for row in rows:
                text = _join(row, delimiter, quotechar, quoting, end)
                put(self._format_any(row) if text is None else text)
        finally:
            if texts:
                self._write("".join(texts))

    def _format_any(self, row):
        try:
            row = iter(row)
        except TypeError:
            raise Error("iterable expected, not "
                        f"{_type_name(row)}") from None
        d = self.dialect
        out = []
        only_empty = True
        for value in row:
            if isinstance(value, str):
                text, number = value, False
            elif value is None:
                text, number = "", False
            else:
                number = _is_number(value)
                text = repr(value) if isinstance(value, float) else (
                    str(value))
            if d.quoting == QUOTE_NONNUMERIC:
                quoted = not number
            else:
                quoted = d.quoting == QUOTE_ALL
            text, quoted = self._escape(text, quoted)
            only_empty = only_empty and not text and not quoted
            out.append(d.quotechar + text + d.quotechar if quoted else text)
        if len(out) == 1 and only_empty:
            if d.quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            out[0] = d.quotechar + d.quotechar
        return d.delimiter.join(out) + d.lineterminator

    def _escape(self, text, quoted):  # native candidate
        """Escape what must be; return (text, whether to quote)."""
        d = self.dialect
        special = d.delimiter + (d.escapechar or "") + (
            d.quotechar or "") + d.lineterminator
        for c in special:
            if c in text:
                break
        else:
            return text, quoted
        out = []
        for c in text:
            if c in special:
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    if d.doublequote:
                        out.append(c)
                        escape = False
                    else:
                        escape = True
                    quoted = True if not escape else quoted
                elif c == d.escapechar:
                    escape = True
                else:
                    escape = False
                    quoted = True
                if escape:
                    if d.escapechar is None:
                        raise Error("need to escape, but no escapechar set")
                    out.append(d.escapechar)
            out.append(c)
        return "".join(out), quoted


_Writer.__name__ = _Writer.__qualname__ = "writer"
_Writer.__module__ = "_csv"


def _is_number(value):
    if isinstance(value, (int, float)):
        return True
    cls = type(value)
    return hasattr(cls, "__float__") or hasattr(cls, "__index__")


def writer(fileobj, /, dialect=None, **options):
    """Return a writer object that converts records to delimited
    strings."""
    dialect = _make_dialect(dialect, options)
    write = getattr(fileobj, "write", None)
    if not callable(write):
        raise TypeError('argument 1 must have a "write" method')
    return _Writer(write, dialect, type(fileobj) is StringIO)


del _twin
