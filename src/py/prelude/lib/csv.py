"""CSV parsing and writing.

SPDX-License-Identifier: Apache-2.0
"""

from _csv import pick as _pick
from _csv import record as _record
from _csv import split as _split
from _csv_dialect import (QUOTE_ALL, QUOTE_MINIMAL, QUOTE_NONE,
                          QUOTE_NONNUMERIC, Dialect, Error, _state, excel,
                          excel_tab, field_size_limit, get_dialect,
                          list_dialects, register_dialect, unix_dialect,
                          unregister_dialect)
from _csv_sniff import Sniffer
from _csv_stream import _Reader, reader, writer

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE",
           "Error", "Dialect", "excel", "excel_tab", "field_size_limit",
           "reader", "writer", "register_dialect", "get_dialect",
           "list_dialects", "Sniffer", "unregister_dialect", "DictReader",
           "DictWriter", "unix_dialect", "__doc__", "__version__"]

__version__ = "1.0"
__doc__ = "CSV parsing and writing."

for _class in (Dialect, excel, excel_tab, unix_dialect, Sniffer):
    _class.__module__ = "csv"
del _class
field_size_limit.__module__ = "_csv"


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
        rows = self.reader
        if type(rows) is _Reader and rows._usual():
            return self._usual_rows(rows)
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

    def _usual_rows(self, rows):
        """The same, with the reader's loop inside."""
        if self.line_num == 0:
            self.fieldnames
        delimiter, quotechar = rows.dialect.delimiter, rows.dialect.quotechar
        limit = _state().limit
        for line in rows._lines:
            row = _split(line, delimiter, quotechar, limit)
            if row is not None:
                rows.line_num += 1
            else:
                try:
                    row = rows._from(line)
                except StopIteration:
                    return
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

    def _values(self, rowdict):
        names, rest = self.fieldnames, self.restval
        row = _pick(rowdict, names, rest, self.extrasaction == "raise")
        if row is not None:
            return row
        if self.extrasaction == "raise":
            wrong = rowdict.keys() - names
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: "
                                 + ", ".join([repr(x) for x in wrong]))
        return [rowdict.get(name, rest) for name in names]

    def writerow(self, rowdict):
        row = self._values(rowdict)
        return self.writer.writerow(row)

    def writerows(self, rowdicts):
        in_order = map(self._values, rowdicts)
        self.writer.writerows(in_order)
