# logging/_formatting.py - from records to text, and filters.
#
# SPDX-License-Identifier: Apache-2.0
import re
import string
import time
import traceback

from logging._records import LogRecord

BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"


class PercentStyle(object):
    """Formats with the operator %."""

    __module__ = "logging"

    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"
    validation_pattern = re.compile(
        r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", re.I)

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        """Does the format ask for the time?"""
        return self.asctime_search in self._fmt

    def validate(self):
        """ValueError for a format that is not of this style."""
        if self.validation_pattern.search(self._fmt) is None:
            raise ValueError(f"Invalid format '{self._fmt}' for "
                             f"'{self.default_format[0]}' style")

    def format(self, record):
        """The record as text."""
        if self._fmt == "%(message)s" and type(record) is LogRecord:
            text = getattr(record, "message", None)
            if type(text) is str:
                return text  # without a dict of the record
        fields = vars(record)
        if self._defaults:
            fields = {**self._defaults, **fields}
        try:
            return self._fill(fields)
        except KeyError as missing:
            raise ValueError("Formatting field not found in record: "
                             f"{missing}")

    def _fill(self, fields):
        return self._fmt % fields


class StrFormatStyle(PercentStyle):
    """Formats with str.format()."""

    __module__ = "logging"

    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"
    fmt_spec = re.compile(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?"
                          r"(\.(\d+|{\w+}))?[bcdefgnosx%]?$", re.I)
    field_spec = re.compile(r"^(\d+|\w+)(\.\w+|\[\w+\])*$")

    def validate(self):
        """ValueError for a format that is not of this style."""
        try:
            pieces = [*string.Formatter().parse(self._fmt)]
            for _, field, spec, conversion in pieces:
                self._check(field, spec, conversion)
        except ValueError as problem:
            raise ValueError(f"invalid format: {problem}")
        if not any(piece[1] for piece in pieces):
            raise ValueError("invalid format: no fields")

    def _check(self, field, spec, conversion):
        if field and not self.field_spec.match(field):
            raise ValueError(f"invalid field name/expression: {field!r}")
        if conversion and conversion not in "rsa":
            raise ValueError(f"invalid conversion: {conversion!r}")
        if spec and not self.fmt_spec.match(spec):
            raise ValueError(f"bad specifier: {spec!r}")

    def _fill(self, fields):
        return self._fmt.format(**fields)


class StringTemplateStyle(PercentStyle):
    """Formats with string.Template."""

    __module__ = "logging"

    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def usesTime(self):
        """Does the format ask for the time?"""
        return any(mark in self._fmt for mark in ("$asctime", "${asctime}"))

    def validate(self):
        """ValueError for a format that is not of this style."""
        named = 0
        for match in string.Template.pattern.finditer(self._fmt):
            if match["named"] or match["braced"]:
                named += 1
            elif match[0] == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not named:
            raise ValueError("invalid format: no fields")

    def _fill(self, fields):
        return string.Template(self._fmt).substitute(**fields)


STYLES = {"%": (PercentStyle, BASIC_FORMAT),
          "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
          "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


def find_style(style):
    """Class and basic format of a style."""
    if style not in STYLES:
        raise ValueError(f"Style must be one of: {','.join(STYLES)}")
    return STYLES[style]


class Formatter(object):
    """Makes text of a record, its exception and its stack."""

    __module__ = "logging"

    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *,
                 defaults=None):
        self._style = find_style(style)[0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def usesTime(self):
        """Does the format ask for the time?"""
        return self._style.usesTime()

    def formatTime(self, record, datefmt=None):
        """When the record was made."""
        # The clock functions are not methods, wherever they were stored.
        clock = vars(self).get("converter", type(self).converter)
        if clock not in (time.localtime, time.gmtime):
            clock = self.converter
        moment = clock(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        text = time.strftime(self.default_time_format, moment)
        if self.default_msec_format:
            text = self.default_msec_format % (text, record.msecs)
        return text

    def formatException(self, ei):
        """A traceback without the last newline."""
        return "".join(traceback.format_exception(*ei)).removesuffix("\n")

    def formatStack(self, stack_info):
        """The stack as it is."""
        return stack_info

    def formatMessage(self, record):
        """The record in the style's format."""
        return self._style.format(record)

    def format(self, record):
        """The whole text; remembers the exception's in the record."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = below(text, record.exc_text)
        if record.stack_info:
            text = below(text, self.formatStack(record.stack_info))
        return text


def below(text, more):
    return text + more if text.endswith("\n") else f"{text}\n{more}"


PLAIN = Formatter()


class BufferingFormatter(object):
    """Makes one text of many records."""

    __module__ = "logging"

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or PLAIN

    def formatHeader(self, records):
        """What comes first; nothing unless overridden."""
        return ""

    def formatFooter(self, records):
        """What comes last; nothing unless overridden."""
        return ""

    def format(self, records):
        """Header, records, footer."""
        if not records:
            return ""
        body = "".join(map(self.linefmt.format, records))
        return self.formatHeader(records) + body + self.formatFooter(records)


class Filter(object):
    """Lets records of a logger and of those below it pass."""

    __module__ = "logging"

    def __init__(self, name=""):
        self.name, self.nlen = name, len(name)

    def filter(self, record):
        """May the record pass?"""
        return (not self.name or record.name == self.name
                or record.name.startswith(f"{self.name}."))


class Filterer(object):
    """Something that has filters."""

    __module__ = "logging"

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        """Add a filter object or a function, once."""
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        """Remove a filter if it is there."""
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """Do all filters let the record pass?"""
        for judge in self.filters:
            if not getattr(judge, "filter", judge)(record):
                return False
        return True
