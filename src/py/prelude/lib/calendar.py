# calendar.py - month and year calendars as iterators, text and HTML.
#
# The first weekday of the module-level functions is per session; everything
# else is computed.
#
# SPDX-License-Identifier: Apache-2.0
"""Calendar printing functions."""
from itertools import repeat

import datetime
import sys
from _caisson import session_state
from _timefmt import DAYS, MONTHS, is_leap

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday",
           "firstweekday", "isleap", "leapdays", "weekday", "monthrange",
           "monthcalendar", "prmonth", "month", "prcal", "calendar",
           "timegm", "month_name", "month_abbr", "day_name", "day_abbr",
           "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar",
           "LocaleHTMLCalendar", "weekheader"]

error = ValueError
January = 1
February = 2
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
EPOCH = 1970
_EPOCH_ORD = 719163
_colwidth = 7 * 3 - 1
_spacing = 6


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f"bad month number {self.month!r}; must be 1-12"


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return (f"bad weekday number {self.weekday!r}; must be 0 (Monday) "
                "to 6 (Sunday)")


class _localized_names:
    """A read-only list of names."""

    def __init__(self, names):
        self._names = names

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


day_name = _localized_names(list(DAYS))
day_abbr = _localized_names([d[:3] for d in DAYS])
month_name = _localized_names(["", *MONTHS])
month_abbr = _localized_names(["", *(m[:3] for m in MONTHS)])


def isleap(year):
    """Return True for leap years, False for non-leap years."""
    return is_leap(year)


def leapdays(y1, y2):
    """Return number of leap years in range [y1, y2).
    Assume y1 <= y2."""
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (
        y2 // 400 - y1 // 400)


def weekday(year, month, day):
    """Return weekday (0-6 ~ Mon-Sun) for year, month (1-12), day (1-31)."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def _monthlen(year, month):
    return mdays[month] + (month == February and is_leap(year))


def monthrange(year, month):
    """Return weekday (0-6 ~ Mon-Sun) and number of days (28-31) for
    year, month."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _monthlen(year, month)


def _prevmonth(year, month):
    return (year - 1, 12) if month == 1 else (year, month - 1)


def _nextmonth(year, month):
    return (year + 1, 1) if month == 12 else (year, month + 1)


def _weeks(items):
    return [items[i:i + 7] for i in range(0, len(items), 7)]


def _rows(items, width):
    return [items[i:i + width] for i in range(0, len(items), width)]


class Calendar(object):
    """Base calendar class. This class doesn't do any formatting. It simply
    provides data to subclasses."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        """Return an iterator for one week of weekday numbers starting with
        the configured first one."""
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays(self, year, month):
        """Like itermonthdates(), but will yield day numbers. For days
        outside the specified month the day number is 0."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from repeat(0, before)
        yield from range(1, days + 1)
        yield from repeat(0, (self.firstweekday - first - days) % 7)

    def itermonthdays2(self, year, month):
        """Like itermonthdates(), but will yield (day number, weekday
        number) tuples."""
        for i, d in enumerate(self.itermonthdays(year, month),
                              self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        """Like itermonthdates(), but will yield (year, month, day)
        tuples."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        after = (self.firstweekday - first - days) % 7
        y, m = _prevmonth(year, month)
        end = _monthlen(y, m) + 1
        for d in range(end - before, end):
            yield y, m, d
        for d in range(1, days + 1):
            yield year, month, d
        y, m = _nextmonth(year, month)
        for d in range(1, after + 1):
            yield y, m, d

    def itermonthdays4(self, year, month):
        """Like itermonthdates(), but will yield (year, month, day, day of
        week) tuples."""
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def itermonthdates(self, year, month):
        """Return an iterator for one month of datetime.date values, always
        whole weeks."""
        for y, m, d in self.itermonthdays3(year, month):
            yield datetime.date(y, m, d)

    def monthdatescalendar(self, year, month):
        """Return a list of weeks; each is a list of seven dates."""
        return _weeks(list(self.itermonthdates(year, month)))

    def monthdays2calendar(self, year, month):
        """Return a list of weeks of (day number, weekday number)."""
        return _weeks(list(self.itermonthdays2(year, month)))

    def monthdayscalendar(self, year, month):
        """Return a list of weeks of day numbers."""
        return _weeks(list(self.itermonthdays(year, month)))

    def yeardatescalendar(self, year, width=3):
        """Return the year as rows of up to `width` months of weeks of
        dates."""
        return _rows([self.monthdatescalendar(year, m)
                      for m in range(1, 13)], width)

    def yeardays2calendar(self, year, width=3):
        return _rows([self.monthdays2calendar(year, m)
                      for m in range(1, 13)], width)

    def yeardayscalendar(self, year, width=3):
        return _rows([self.monthdayscalendar(year, m)
                      for m in range(1, 13)], width)


class TextCalendar(Calendar):
    """Calendar that outputs a simple plain text calendar."""

    def prweek(self, theweek, width):
        """Print a single week (no newline)."""
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        """Returns a formatted day."""
        text = "" if day == 0 else "%2i" % day
        return text.center(width)

    def formatweek(self, theweek, width):
        """Returns a single week in a string (no newline)."""
        return " ".join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        """Returns a formatted week day name."""
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        """Return a header for a week."""
        return " ".join(self.formatweekday(i, width)
                        for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        """Return a formatted month name."""
        text = month_name[themonth]
        if withyear:
            text = "%s %r" % (text, theyear)
        return text.center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        """Print a month's calendar."""
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        """Return a month's calendar string (multi-line)."""
        w, l = max(2, w), max(1, l)
        title = self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1)
        lines = [title.rstrip(), self.formatweekheader(w).rstrip()]
        for week in self.monthdays2calendar(theyear, themonth):
            lines.append(self.formatweek(week, w).rstrip())
        return "".join(line + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        """Returns a year's calendar as a multi-line string."""
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        out = [repr(theyear).center(width * m + c * (m - 1)).rstrip(),
               "\n" * l]
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            out.append("\n" * l)
            names = (self.formatmonthname(theyear, k, width, False)
                     for k in months)
            out.append(formatstring(names, width, c).rstrip())
            out.append("\n" * l)
            headers = (header for k in months)
            out.append(formatstring(headers, width, c).rstrip())
            out.append("\n" * l)
            for j in range(max(len(cal) for cal in row)):
                weeks = ("" if j >= len(cal) else self.formatweek(cal[j], w)
                         for cal in row)
                out.append(formatstring(weeks, width, c).rstrip())
                out.append("\n" * l)
        return "".join(out)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        """Print a year's calendar."""
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    """This calendar returns complete HTML pages."""

    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday = "noday"
    cssclass_month_head = "month"
    cssclass_month = "month"
    cssclass_year_head = "year"
    cssclass_year = "year"

    def formatday(self, day, weekday):
        """Return a day as a table cell."""
        if day == 0:
            return f'<td class="{self.cssclass_noday}">&nbsp;</td>'
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        """Return a complete week as a table row."""
        cells = "".join(self.formatday(d, wd) for d, wd in theweek)
        return f"<tr>{cells}</tr>"

    def formatweekday(self, day):
        """Return a weekday name as a table header."""
        return (f'<th class="{self.cssclasses_weekday_head[day]}">'
                f"{day_abbr[day]}</th>")

    def formatweekheader(self):
        """Return a header for a week as a table row."""
        cells = "".join(self.formatweekday(i) for i in self.iterweekdays())
        return f"<tr>{cells}</tr>"

    def formatmonthname(self, theyear, themonth, withyear=True):
        """Return a month name as a table row."""
        text = str(month_name[themonth])
        if withyear:
            text = f"{text} {theyear}"
        return (f'<tr><th colspan="7" class="{self.cssclass_month_head}">'
                f"{text}</th></tr>")

    def formatmonth(self, theyear, themonth, withyear=True):
        """Return a formatted month as a table."""
        lines = ['<table border="0" cellpadding="0" cellspacing="0" '
                 f'class="{self.cssclass_month}">',
                 self.formatmonthname(theyear, themonth, withyear=withyear),
                 self.formatweekheader()]
        for week in self.monthdays2calendar(theyear, themonth):
            lines.append(self.formatweek(week))
        lines.append("</table>")
        return "\n".join(lines) + "\n"

    def formatyear(self, theyear, width=3):
        """Return a formatted year as a table of tables."""
        width = max(width, 1)
        out = ['<table border="0" cellpadding="0" cellspacing="0" '
               f'class="{self.cssclass_year}">',
               "\n",
               f'<tr><th colspan="{width}" class="{self.cssclass_year_head}'
               f'">{theyear}</th></tr>']
        for i in range(January, January + 12, width):
            out.append("<tr>")
            for m in range(i, min(i + width, 13)):
                out.append("<td>")
                out.append(self.formatmonth(theyear, m, withyear=False))
                out.append("</td>")
            out.append("</tr>")
        out.append("</table>")
        return "".join(out)

    def formatyearpage(self, theyear, width=3, css="calendar.css",
                       encoding=None):
        """Return a formatted year as a complete HTML page."""
        if encoding is None:
            encoding = sys.getdefaultencoding()
        out = [f'<?xml version="1.0" encoding="{encoding}"?>\n',
               '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
               '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n',
               "<html>\n<head>\n",
               '<meta http-equiv="Content-Type" content="text/html; '
               f'charset={encoding}" />\n']
        if css is not None:
            out.append(f'<link rel="stylesheet" type="text/css" '
                       f'href="{css}" />\n')
        out.append(f"<title>Calendar for {theyear}</title>\n")
        out.append("</head>\n<body>\n")
        out.append(self.formatyear(theyear, width))
        out.append("</body>\n</html>\n")
        return "".join(out).encode(encoding, "xmlcharrefreplace")


class LocaleTextCalendar(TextCalendar):
    """A TextCalendar for a locale; only the C locale exists."""

    def __init__(self, firstweekday=0, locale=None):
        TextCalendar.__init__(self, firstweekday)
        self.locale = ("C", None) if locale is None else locale


class LocaleHTMLCalendar(HTMLCalendar):
    """An HTMLCalendar for a locale; only the C locale exists."""

    def __init__(self, firstweekday=0, locale=None):
        HTMLCalendar.__init__(self, firstweekday)
        self.locale = ("C", None) if locale is None else locale


def _calendar():
    return session_state("calendar", TextCalendar)


def firstweekday():
    return _calendar().getfirstweekday()


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    _calendar().firstweekday = firstweekday


def monthcalendar(year, month):
    return _calendar().monthdayscalendar(year, month)


def prweek(theweek, width):
    return _calendar().prweek(theweek, width)


def week(theweek, width):
    return _calendar().formatweek(theweek, width)


def weekheader(width):
    return _calendar().formatweekheader(width)


def prmonth(theyear, themonth, w=0, l=0):
    return _calendar().prmonth(theyear, themonth, w, l)


def month(theyear, themonth, w=0, l=0):
    return _calendar().formatmonth(theyear, themonth, w, l)


def calendar(theyear, w=2, l=1, c=6, m=3):
    return _calendar().formatyear(theyear, w, l, c, m)


def prcal(theyear, w=0, l=0, c=6, m=3):
    return _calendar().pryear(theyear, w, l, c, m)


def format(cols, colwidth=_colwidth, spacing=_spacing):
    """Prints multi-column formatting for year calendars."""
    print(formatstring(cols, colwidth, spacing))


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    """Returns a string formatted from n strings, centered within n
    columns."""
    return (" " * spacing).join(c.center(colwidth) for c in cols)


def timegm(tuple):
    """Unrelated but handy function to calculate Unix timestamp from
    GMT."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - _EPOCH_ORD + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
