"""_csv_sniff - guessing the dialect of a sample.

SPDX-License-Identifier: Apache-2.0
"""

import re
from io import StringIO

from _csv_dialect import QUOTE_MINIMAL, Dialect, Error
from _csv_stream import reader

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
    __module__ = "csv"
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
            __module__ = "csv"
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
