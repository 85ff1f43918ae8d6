# csv.py - reading and writing of delimited text.
#
# The scanner is one function over one line, `_scan`; a record that spans
# lines carries its state in the reader.  Registered dialects and the field
# limit belong to the session.
#
# SPDX-License-Identifier: Apache-2.0
"""CSV parsing and writing."""
import re
from io import StringIO

from _caisson import session_state
from _csv import join as _join
from _csv import record as _record
from _csv import split as _split

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE",
           "Error", "Dialect", "excel", "excel_tab", "field_size_limit",
           "reader", "writer", "register_dialect", "get_dialect",
           "list_dialects", "Sniffer", "unregister_dialect", "DictReader",
           "DictWriter", "unix_dialect"]

__version__ = "1.0"
__doc__ = "CSV parsing and writing."
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


Error.__module__ = "_csv"


class Dialect:
    """Options of a reader or writer, as attributes of a subclass."""

    _name = ""
    _valid = False
    delimiter = quotechar = escapechar = doublequote = None
    skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        self._valid = type(self) is not Dialect
        self._validate()

    def _validate(self):
        try:
            _Dialect(self)
        except TypeError as err:
            raise Error(str(err)) from None


class excel(Dialect):
    """What Excel writes and expects."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """The same with tabs between fields."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """All fields in quotes, lines end in a newline."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


_UNSET = type("_Unset", (), {"__slots__": ()})()
_FIELDS = ("delimiter", "doublequote", "escapechar", "lineterminator",
           "quotechar", "quoting", "skipinitialspace", "strict")


def _char(name, value, default, optional):
    """A one-character option; None when it is off."""
    if value is _UNSET:
        return default
    if optional and value is None:
        return None
    if not isinstance(value, str):
        kind = "string or None" if optional else "string"
        raise TypeError(f'"{name}" must be {kind}, not '
                        f"{type(value).__name__}")
    if optional and value == "":
        return _bad_char(name)
    if len(value) != 1:
        return _bad_char(name)
    return value


def _bad_char(name):
    raise TypeError(f'"{name}" must be a 1-character string')


class _Dialect:
    """Checked, immutable options of a reader or writer."""

    __slots__ = _FIELDS

    def __init__(self, dialect=None, **options):
        for name in options:
            if name not in _FIELDS:
                raise TypeError(f"'{name}' is an invalid keyword argument "
                                "for this function")
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        given = {}
        for name in _FIELDS:
            if name in options:
                given[name] = options[name]
            elif dialect is not None and hasattr(dialect, name):
                given[name] = getattr(dialect, name)
            else:
                given[name] = _UNSET
        self._set(given)

    def _set(self, given):
        put = object.__setattr__
        put(self, "delimiter",
            _char("delimiter", given["delimiter"], ",", False))
        put(self, "doublequote", _flag(given["doublequote"], True))
        put(self, "escapechar",
            _char("escapechar", given["escapechar"], None, True))
        end = given["lineterminator"]
        if end is _UNSET:
            end = "\r\n"
        elif not isinstance(end, str):
            if end is not None:
                raise TypeError('"lineterminator" must be a string')
        put(self, "lineterminator", end)
        quotechar = _char("quotechar", given["quotechar"], '"', True)
        quoting = given["quoting"]
        if quoting is _UNSET:
            quoting = QUOTE_MINIMAL
        elif type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= quoting <= 3:
            raise TypeError('bad "quoting" value')
        if given["quotechar"] is None and given["quoting"] is _UNSET:
            quoting = QUOTE_NONE
        if quoting != QUOTE_NONE and quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        if end is None:
            raise TypeError("lineterminator must be set")
        put(self, "quotechar", quotechar)
        put(self, "quoting", quoting)
        put(self, "skipinitialspace",
            _flag(given["skipinitialspace"], False))
        put(self, "strict", _flag(given["strict"], False))

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects "
                             "is not writable")

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")

    def __delattr__(self, name):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects "
                             "is not writable")


_Dialect.__name__ = _Dialect.__qualname__ = "Dialect"
_Dialect.__module__ = "_csv"


def _flag(value, default):
    return default if value is _UNSET else bool(value)


def _make_dialect(dialect, options):
    if isinstance(dialect, _Dialect) and not options:
        return dialect
    return _Dialect(dialect, **options)


class _State:
    """What a session has registered."""

    __slots__ = ("dialects", "limit")

    def __init__(self):
        self.dialects = {"excel": _Dialect(excel),
                         "excel-tab": _Dialect(excel_tab),
                         "unix": _Dialect(unix_dialect)}
        self.limit = 131072


def _state():
    return session_state("csv", _State)


def register_dialect(name, /, dialect=None, **options):
    """Give a name to a dialect."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _state().dialects[name] = _make_dialect(dialect, options)


def unregister_dialect(name, /):
    """Forget the dialect of that name."""
    try:
        del _state().dialects[name]
    except (KeyError, TypeError) as err:
        if isinstance(err, TypeError):
            raise
        raise Error("unknown dialect") from None


def get_dialect(name, /):
    """The dialect that was registered by that name."""
    try:
        return _state().dialects[name]
    except KeyError:
        raise Error("unknown dialect") from None


def list_dialects():
    """The names in use."""
    return list(_state().dialects)


def field_size_limit(limit=_UNSET, /):
    """Set an upper limit on parsed fields; return the old one."""
    state = _state()
    old = state.limit
    if limit is not _UNSET:
        if not isinstance(limit, int):
            raise TypeError("limit must be an integer")
        state.limit = limit
    return old


# ----------------------------------------------------------------- reading

(_START, _ESCAPED, _FIELD, _QUOTED, _QUOTED_ESCAPED, _AFTER_QUOTE,
 _EAT_NEWLINE, _AFTER_ESCAPED_NEWLINE) = range(8)


class _Reader:
    """Iterator over the records of an iterable of lines."""

    __slots__ = ("_lines", "dialect", "line_num", "_fields", "_chars",
                 "_state", "_number", "_limit")

    def __init__(self, lines, dialect):
        self._lines = iter(lines)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        """The records; a generator, as that is the fastest loop."""
        d = self.dialect
        if (d.quoting > QUOTE_ALL or d.escapechar is not None
                or d.skipinitialspace or not d.doublequote):
            return self
        return self._records(d.delimiter, d.quotechar)

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
        d = self.dialect
        if (d.quoting <= QUOTE_ALL and d.escapechar is None
                and not d.skipinitialspace and d.doublequote):
            row = _split(line, d.delimiter, d.quotechar, _state().limit)
            if row is not None:
                self.line_num += 1
                return row
        return self._from(line)

    def _from(self, line):
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

    __slots__ = ("_write", "dialect")

    def __init__(self, write, dialect):
        self._write = write
        self.dialect = dialect

    def writerow(self, row, /):
        """Construct and write a CSV record from an iterable of fields."""
        return self._write(self._format(row))

    def writerows(self, rows, /):
        """Construct and write a series of iterables."""
        for row in rows:
            self._write(self._format(row))

    def _format(self, row):
        d = self.dialect
        if d.escapechar is None and d.doublequote:
            text = _join(row, d.delimiter, d.quotechar, d.quoting,
                         d.lineterminator)
            if text is not None:
                return text
        return self._format_any(row)

    def _format_any(self, row):
        try:
            row = iter(row)
        except TypeError:
            raise Error("iterable expected, not "
                        f"{type(row).__name__}") from None
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
    return _Writer(write, dialect)


# ------------------------------------------------------------ dictionaries


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None,
                 dialect="excel", *args, **kwds):
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        if type(self) is not DictReader:
            return self
        return self._rows()

    def _rows(self):
        if self.line_num == 0:
            self.fieldnames
        rows = self.reader
        for row in rows:
            self.line_num = rows.line_num
            found = _record(self._fieldnames, row)
            if found is not None:
                yield found
            elif row:
                yield self._whole(row)

    def _whole(self, row):
        """The dict of a row that may be too short or too long."""
        names = self.fieldnames
        d = dict(zip(names, row))
        if len(names) < len(row):
            d[self.restkey] = row[len(names):]
        elif len(names) > len(row):
            for key in names[len(row):]:
                d[key] = self.restval
        return d

    @property
    def fieldnames(self):
        names = self._fieldnames
        if names is None:
            names = self._fieldnames = next(self.reader, None)
        self.line_num = self.reader.line_num
        return names

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        found = _record(self.fieldnames, row)
        return self._whole(row) if found is None else found


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise",
                 dialect="excel", *args, **kwds):
        self.fieldnames = fieldnames
        self.restval = restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'"
                             % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _dict_to_list(self, rowdict):
        names, rest = self.fieldnames, self.restval
        if self.extrasaction == "raise":
            wrong = rowdict.keys() - names
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: "
                                 + ", ".join([repr(x) for x in wrong]))
        return [rowdict.get(name, rest) for name in names]

    def writerow(self, rowdict):
        row = self._dict_to_list(rowdict)
        return self.writer.writerow(row)

    def writerows(self, rowdicts):
        for rowdict in rowdicts:
            self.writerow(rowdict)


# ---------------------------------------------------------------- sniffing

_QUOTED_PATTERNS = (
    # ,".*?",    ".*?",    ,".*?"    ".*?" alone on a line
    r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)'
    r'(?P=delim)',
    r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?P<delim>[^\w\n"\'])'
    r'(?P<space> ?)',
    r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)'
    r'(?:$|\n)',
    r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?:$|\n)')


class Sniffer:
    """Guesses the dialect of a sample."""

    def __init__(self):
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        """A dialect class that fits the sample."""
        quotechar, doublequote, delimiter, skipinitialspace = (
            self._guess_quote_and_delimiter(sample, delimiters))
        if not delimiter:
            delimiter, skipinitialspace = self._guess_delimiter(sample,
                                                                delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")

        class dialect(Dialect):
            _name = "sniffed"
            lineterminator = "\r\n"
            quoting = QUOTE_MINIMAL

        dialect.doublequote = doublequote
        dialect.delimiter = delimiter
        dialect.quotechar = quotechar or '"'
        dialect.skipinitialspace = skipinitialspace
        return dialect

    def _guess_quote_and_delimiter(self, data, delimiters):
        """Look for text enclosed in two identical quotes and for what
        stands next to them."""
        for pattern in _QUOTED_PATTERNS:
            found = list(re.finditer(pattern, data, re.DOTALL | re.M))
            if found:
                break
        else:
            return "", False, None, 0
        quotes, delims = {}, {}
        spaces = 0
        for m in found:
            groups = m.groupdict()
            key = groups["quote"]
            if key:
                quotes[key] = quotes.get(key, 0) + 1
            if "delim" not in groups:
                continue
            key = groups["delim"]
            if key and (delimiters is None or key in delimiters):
                delims[key] = delims.get(key, 0) + 1
            if groups["space"]:
                spaces += 1
        quotechar = max(quotes, key=quotes.get)
        if delims:
            delim = max(delims, key=delims.get)
            skip = delims[delim] == spaces
            if delim == "\n":  # most likely a file with a single column
                delim = ""
        else:
            delim, skip = "", 0
        pair = re.compile(
            r"((%(delim)s)|^)\W*%(quote)s[^%(delim)s\n]*%(quote)s"
            r"[^%(delim)s\n]*%(quote)s\W*((%(delim)s)|$)"
            % {"delim": re.escape(delim), "quote": quotechar}, re.MULTILINE)
        doublequote = pair.search(data) is not None
        return quotechar, doublequote, delim, skip

    def _guess_delimiter(self, data, delimiters):
        """Find the character whose count per line varies least."""
        lines = list(filter(None, data.split("\n")))
        letters = [chr(c) for c in range(127)]
        chunk = min(10, len(lines))
        iteration = 0
        frequency, modes, delims = {}, {}, {}
        start, end = 0, chunk
        while start < len(lines):
            iteration += 1
            for line in lines[start:end]:
                for char in letters:
                    counts = frequency.setdefault(char, {})
                    n = line.count(char)
                    counts[n] = counts.get(n, 0) + 1
            for char, counts in frequency.items():
                items = list(counts.items())
                if len(items) == 1 and items[0][0] == 0:
                    continue
                if len(items) > 1:
                    top = max(items, key=lambda x: x[1])
                    items.remove(top)
                    modes[char] = (top[0],
                                   top[1] - sum(i[1] for i in items))
                else:
                    modes[char] = items[0]
            total = float(min(chunk * iteration, len(lines)))
            consistency, threshold = 1.0, 0.9
            while not delims and consistency >= threshold:
                for char, (count, votes) in modes.items():
                    if count > 0 and votes > 0:
                        if votes / total >= consistency and (
                                delimiters is None or char in delimiters):
                            delims[char] = (count, votes)
                consistency -= 0.01
            if len(delims) == 1:
                delim = list(delims)[0]
                return delim, self._skip(lines, delim)
            start = end
            end += chunk
        if not delims:
            return "", 0
        if len(delims) > 1:
            for d in self.preferred:
                if d in delims:
                    return d, self._skip(lines, d)
        items = [(v, k) for k, v in delims.items()]
        items.sort()
        delim = items[-1][1]
        return delim, self._skip(lines, delim)

    def _skip(self, lines, delim):
        return lines[0].count(delim) == lines[0].count("%c " % delim)

    def has_header(self, sample):
        """Guess whether the first row is a header: it differs in type or
        length from the columns below."""
        rows = reader(StringIO(sample), self.sniff(sample))
        header = next(rows)
        columns = len(header)
        types = dict.fromkeys(range(columns))
        checked = 0
        for row in rows:
            if checked > 20:
                break
            checked += 1
            if len(row) != columns:
                continue
            for col in list(types):
                try:
                    complex(row[col])
                    kind = complex
                except (ValueError, OverflowError):
                    kind = len(row[col])
                if kind != types[col]:
                    if types[col] is None:
                        types[col] = kind
                    else:
                        del types[col]
        votes = 0
        for col, kind in types.items():
            if isinstance(kind, int):
                votes += 1 if len(header[col]) != kind else -1
            else:
                try:
                    kind(header[col])
                except (ValueError, TypeError):
                    votes += 1
                else:
                    votes -= 1
        return votes > 0
