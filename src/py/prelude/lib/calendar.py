# calendar.py - month and year calendars as iterators, text and HTML.
#
# The first weekday of the module-level functions is per session; everything
# else is computed.
#
# SPDX-License-Identifier: Apache-2.0
"""Months and years, printed."""
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
    """Has the year 366 days?"""
    return is_leap(year)


def leapdays(y1, y2):
    """How many leap years there are from y1 up to, not including, y2."""
    def before(year):
        last = year - 1
        return last // 4 - last // 100 + last // 400

    return before(y2) - before(y1)


def weekday(year, month, day):
    """The weekday of a date: 0 is Monday."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def _monthlen(year, month):
    return mdays[month] + (month == February and is_leap(year))


def monthrange(year, month):
    """The weekday of a month's first day, and its number of days."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _monthlen(year, month)


def _weeks(items):
    return [items[i:i + 7] for i in range(0, len(items), 7)]


def _rows(items, width):
    return [items[i:i + width] for i in range(0, len(items), width)]


class Calendar(object):
    """Months and years as numbers and dates."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        """The numbers of the weekdays, from the first of the week."""
        start = self.firstweekday
        yield from [*range(start, 7), *range(start)]

    def itermonthdays(self, year, month):
        """Day numbers in whole weeks; 0 outside of the month."""
        before, days, after = self._shape(year, month)
        yield from [0] * before
        yield from range(1, days + 1)
        yield from [0] * after

    def _shape(self, year, month):
        """Days before, in and after a month that fill its weeks."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        return before, days, -(before + days) % 7

    def itermonthdays2(self, year, month):
        """Pairs of day number and weekday, in whole weeks."""
        for i, d in enumerate(self.itermonthdays(year, month),
                              self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        """Triples of year, month and day, in whole weeks."""
        before, days, after = self._shape(year, month)
        if before:
            y, m = (year, month - 1) if month > 1 else (year - 1, 12)
            last = _monthlen(y, m)
            yield from ((y, m, last - back)
                        for back in range(before - 1, -1, -1))
        yield from ((year, month, day) for day in range(1, days + 1))
        y, m = (year, month + 1) if month < 12 else (year + 1, 1)
        yield from ((y, m, day) for day in range(1, after + 1))

    def itermonthdays4(self, year, month):
        """Year, month, day and weekday, in whole weeks."""
        weekday = self.firstweekday
        for triple in self.itermonthdays3(year, month):
            yield *triple, weekday
            weekday = (weekday + 1) % 7

    def itermonthdates(self, year, month):
        """Dates in whole weeks."""
        for triple in self.itermonthdays3(year, month):
            yield datetime.date(*triple)

    def monthdatescalendar(self, year, month):
        """The weeks of a month, as lists of dates."""
        return _weeks(list(self.itermonthdates(year, month)))

    def monthdays2calendar(self, year, month):
        """The weeks of a month, as lists of (day, weekday)."""
        return _weeks(list(self.itermonthdays2(year, month)))

    def monthdayscalendar(self, year, month):
        """The weeks of a month, as lists of day numbers."""
        return _weeks(list(self.itermonthdays(year, month)))

    def yeardatescalendar(self, year, width=3):
        """Rows of months of weeks of dates."""
        return _rows([self.monthdatescalendar(year, m)
                      for m in range(1, 13)], width)

    def yeardays2calendar(self, year, width=3):
        return _rows([self.monthdays2calendar(year, m)
                      for m in range(1, 13)], width)

    def yeardayscalendar(self, year, width=3):
        return _rows([self.monthdayscalendar(year, m)
                      for m in range(1, 13)], width)


class TextCalendar(Calendar):
    """Months and years as text."""

    def prweek(self, theweek, width):
        """Print one week, without a newline."""
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        """One day."""
        text = "" if day == 0 else "%2i" % day
        return text.center(width)

    def formatweek(self, theweek, width):
        """One week."""
        return " ".join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        """The name of a weekday."""
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        """The names of all weekdays."""
        return " ".join(self.formatweekday(i, width)
                        for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        """The name of a month."""
        text = month_name[themonth]
        if withyear:
            text = "%s %r" % (text, theyear)
        return text.center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        """Print a month."""
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        """A whole month."""
        w, l = max(2, w), max(1, l)
        title = self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1)
        lines = [title.rstrip(), self.formatweekheader(w).rstrip()]
        for week in self.monthdays2calendar(theyear, themonth):
            lines.append(self.formatweek(week, w).rstrip())
        return "".join(line + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        """A whole year."""
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = 7 * (w + 1) - 1
        title = str(theyear).center(width * m + c * (m - 1))
        lines = [title, ""]
        weekdays = self.formatweekheader(w)
        for row, months in enumerate(self.yeardays2calendar(theyear, m)):
            first = row * m + 1
            names = [self.formatmonthname(theyear, first + k, width, False)
                     for k in range(len(months))]
            lines += [formatstring(names, width, c),
                      formatstring([weekdays] * len(months), width, c)]
            for k in range(max(map(len, months))):
                weeks = [self.formatweek(weeks[k], w) if k < len(weeks)
                         else "" for weeks in months]
                lines.append(formatstring(weeks, width, c))
            lines.append("")
        return "".join([line.rstrip() + "\n" * l for line in lines[:-1]])

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        """Print a year."""
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    """Months and years as HTML tables."""

    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday = "noday"
    cssclass_month_head = "month"
    cssclass_month = "month"
    cssclass_year_head = "year"
    cssclass_year = "year"

    def formatday(self, day, weekday):
        """One day."""
        if day == 0:
            return f'<td class="{self.cssclass_noday}">&nbsp;</td>'
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        """One week."""
        cells = "".join(self.formatday(d, wd) for d, wd in theweek)
        return f"<tr>{cells}</tr>"

    def formatweekday(self, day):
        """The name of a weekday."""
        return (f'<th class="{self.cssclasses_weekday_head[day]}">'
                f"{day_abbr[day]}</th>")

    def formatweekheader(self):
        """The names of all weekdays."""
        cells = "".join(self.formatweekday(i) for i in self.iterweekdays())
        return f"<tr>{cells}</tr>"

    def formatmonthname(self, theyear, themonth, withyear=True):
        """The name of a month."""
        text = str(month_name[themonth])
        if withyear:
            text = f"{text} {theyear}"
        return (f'<tr><th colspan="7" class="{self.cssclass_month_head}">'
                f"{text}</th></tr>")

    def formatmonth(self, theyear, themonth, withyear=True):
        """A whole month."""
        lines = ['<table border="0" cellpadding="0" cellspacing="0" '
                 f'class="{self.cssclass_month}">',
                 self.formatmonthname(theyear, themonth, withyear=withyear),
                 self.formatweekheader()]
        for week in self.monthdays2calendar(theyear, themonth):
            lines.append(self.formatweek(week))
        lines.append("</table>")
        return "\n".join(lines) + "\n"

    def formatyear(self, theyear, width=3):
        """A whole year."""
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
    """Print texts in columns."""
    print(formatstring(cols, colwidth, spacing))


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    """Texts side by side, each in the middle of its column."""
    return (" " * spacing).join(c.center(colwidth) for c in cols)


def timegm(tuple):
    """Seconds since 1970 of a time in UTC."""
    year, month, day, hours, minutes, seconds = tuple[:6]
    # The day may lie outside of the month.
    start = datetime.date(year, month, 1).toordinal() - _EPOCH_ORD
    hours += 24 * (start + day - 1)
    return seconds + 60 * (minutes + 60 * hours)
