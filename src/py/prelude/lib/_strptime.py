# _strptime.py - strptime for the C locale, shared by time and datetime.
#
# A format becomes one regular expression (so that "%d%m" splits "111" the
# way CPython does); the groups are then turned into numbers.
#
# SPDX-License-Identifier: Apache-2.0
import re

from _timefmt import (DAYS, MONTHS, days_in_month, from_ordinal, is_leap,
                      iso_week1, to_ordinal)

_escape = re.compile(r"([\\.^$*+?\(\){}\[\]|])")
_spaces = re.compile(r"\s+")


def _choice(names, group):
    ordered = sorted((n.lower() for n in names), key=len, reverse=True)
    return f"(?P<{group}>{'|'.join(ordered)})"


_SHORT_DAYS = [d[:3].lower() for d in DAYS]
_SHORT_MONTHS = [m[:3].lower() for m in MONTHS]
_LONG_DAYS = [d.lower() for d in DAYS]
_LONG_MONTHS = [m.lower() for m in MONTHS]
_ZONES = ("utc", "gmt")

_PATTERNS = {
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])",
    "f": r"(?P<f>[0-9]{1,6})",
    "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "I": r"(?P<I>1[0-2]|0[1-9]|[1-9])",
    "G": r"(?P<G>\d\d\d\d)",
    "j": r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|"
         r"0[1-9]|[1-9])",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])",
    "M": r"(?P<M>[0-5]\d|\d)",
    "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "U": r"(?P<U>5[0-3]|[0-4]\d|\d)",
    "w": r"(?P<w>[0-6])",
    "u": r"(?P<u>[1-7])",
    "V": r"(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)",
    "y": r"(?P<y>\d\d)",
    "Y": r"(?P<Y>\d\d\d\d)",
    "z": r"(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))",
    "A": _choice(DAYS, "A"),
    "a": _choice([d[:3] for d in DAYS], "a"),
    "B": _choice(MONTHS, "B"),
    "b": _choice([m[:3] for m in MONTHS], "b"),
    "p": r"(?P<p>am|pm)",
    "Z": r"(?P<Z>utc|gmt)",
    "W": r"(?P<W>5[0-3]|[0-4]\d|\d)",
    "%": "%",
}
_COMPOSED = {
    "c": "%a %b %d %H:%M:%S %Y",
    "x": "%m/%d/%y",
    "X": "%H:%M:%S",
}


def _pattern(fmt):
    """The regular expression text for a format."""
    fmt = _spaces.sub(lambda m: r"\s+", _escape.sub(r"\\\1", fmt))
    out = []
    while "%" in fmt:
        before, _, rest = fmt.partition("%")
        letter = rest[0]  # IndexError: stray %
        out.append(before)
        if letter in _COMPOSED:
            out.append(_pattern(_COMPOSED[letter]))
        else:
            out.append(_PATTERNS[letter])  # KeyError: bad directive
        fmt = rest[1:]
    out.append(fmt)
    return "".join(out)


def _compile(fmt):
    try:
        return re.compile(_pattern(fmt), re.IGNORECASE)
    except KeyError as err:
        bad = err.args[0]
        if bad == "\\":
            bad = "%"
        raise ValueError("'%s' is a bad directive in format '%s'"
                         % (bad, fmt)) from None
    except IndexError:
        raise ValueError("stray %% in format '%s'" % fmt) from None


def _week_to_julian(year, week, day_of_week, monday_first):
    """Day of the year from %U or %W and a weekday (0 = Monday)."""
    first = (to_ordinal(year, 1, 1) + 6) % 7
    if not monday_first:
        first = (first + 1) % 7
        day_of_week = (day_of_week + 1) % 7
    week_0 = (7 - first) % 7
    if week == 0:
        return 1 + day_of_week - first
    return 1 + week_0 + 7 * (week - 1) + day_of_week


def _offset(text):
    """(seconds, microseconds) of a %z group."""
    if text == "Z":
        return 0, 0
    if text[3] == ":":
        text = text[:3] + text[4:]
        if len(text) > 5:
            if text[5] != ":":
                raise ValueError(f"Inconsistent use of : in {text[:3]}:"
                                 f"{text[3:]}")
            text = text[:5] + text[6:]
    seconds = int(text[1:3]) * 3600 + int(text[3:5]) * 60
    seconds += int(text[5:7] or 0)
    micro = int(text[8:].ljust(6, "0") or 0)
    if text[0] == "-":
        return -seconds, -micro
    return seconds, micro


def _hour12(hour, meridian):
    meridian = meridian.lower()
    if meridian in ("", "am"):
        return 0 if hour == 12 else hour
    return 12 if hour == 12 else hour + 12


def parse(text, fmt):
    """Parse; return (y, m, d, H, M, S, wday, yday, dst, zone name, offset
    seconds, microseconds, offset microseconds)."""
    for i, arg in enumerate((text, fmt)):
        if not isinstance(arg, str):
            raise TypeError("strptime() argument {} must be str, not {}"
                            .format(i, type(arg)))
    found = _compile(fmt).match(text)
    if not found:
        raise ValueError("time data %r does not match format %r"
                         % (text, fmt))
    if len(text) != found.end():
        raise ValueError("unconverted data remains: %s"
                         % text[found.end():])
    got = found.groupdict()
    return _assemble(got, text, fmt)


def _assemble(got, text, fmt):
    year = iso_year = None
    month = day = 1
    hour = minute = second = micro = 0
    zone_dst, offset, offset_us = -1, None, 0
    iso_week = week = None
    monday_first = False
    weekday = julian = None
    for key, value in got.items():
        if key == "y":
            year = int(value)
            year += 2000 if year <= 68 else 1900
        elif key == "Y":
            year = int(value)
        elif key == "G":
            iso_year = int(value)
        elif key == "m":
            month = int(value)
        elif key == "B":
            month = _LONG_MONTHS.index(value.lower()) + 1
        elif key == "b":
            month = _SHORT_MONTHS.index(value.lower()) + 1
        elif key == "d":
            day = int(value)
        elif key == "H":
            hour = int(value)
        elif key == "I":
            hour = _hour12(int(value), got.get("p") or "")
        elif key == "M":
            minute = int(value)
        elif key == "S":
            second = int(value)
        elif key == "f":
            micro = int(value.ljust(6, "0"))
        elif key == "A":
            weekday = _LONG_DAYS.index(value.lower())
        elif key == "a":
            weekday = _SHORT_DAYS.index(value.lower())
        elif key == "w":
            weekday = (int(value) + 6) % 7
        elif key == "u":
            weekday = int(value) - 1
        elif key == "j":
            julian = int(value)
        elif key in ("U", "W"):
            week = int(value)
            monday_first = key == "W"
        elif key == "V":
            iso_week = int(value)
        elif key == "z":
            offset, offset_us = _offset(value)
        elif key == "Z":
            zone_dst = 0
    _check_iso(iso_year, iso_week, year, julian, weekday)
    leap_fix = False
    if year is None and month == 2 and day == 29:
        year = 1904  # so that 29 February is accepted
        leap_fix = True
    elif year is None and iso_year is None:
        year = 1900
    if julian is None and weekday is not None:
        if week is not None:
            julian = _week_to_julian(year, week, weekday, monday_first)
        elif iso_year is not None and iso_week is not None:
            ordinal = iso_week1(iso_year) + (iso_week - 1) * 7 + weekday
            year, month, day = from_ordinal(ordinal)
            julian = ordinal - to_ordinal(year, 1, 1) + 1
        if julian is not None and julian <= 0:
            year -= 1
            julian += 366 if is_leap(year) else 365
    if julian is None:
        if day > days_in_month(year, month):
            raise ValueError("day is out of range for month")
        julian = to_ordinal(year, month, day) - to_ordinal(year, 1, 1) + 1
    else:
        year, month, day = from_ordinal(julian - 1 + to_ordinal(year, 1, 1))
    if weekday is None:
        weekday = (to_ordinal(year, month, day) + 6) % 7
    if leap_fix:
        year = 1900
    return (year, month, day, hour, minute, second, weekday, julian,
            zone_dst, got.get("Z"), offset, micro, offset_us)


def _check_iso(iso_year, iso_week, year, julian, weekday):
    if iso_year is not None:
        if iso_week is None or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with "
                             "the ISO week directive '%V' and a weekday "
                             "directive ('%A', '%a', '%w', or '%u').")
        if julian is not None:
            raise ValueError("Day of the year directive '%j' is not "
                             "compatible with ISO year directive '%G'. "
                             "Use '%Y' instead.")
    elif iso_week is not None:
        if weekday is None:
            raise ValueError("ISO week directive '%V' must be used with "
                             "the ISO year directive '%G' and a weekday "
                             "directive ('%A', '%a', '%w', or '%u').")
        raise ValueError("ISO week directive '%V' is incompatible with the "
                         "year directive '%Y'. Use the ISO year '%G' "
                         "instead.")


def _strptime_datetime(cls, data_string, format="%a %b %d %H:%M:%S %Y"):
    return cls.strptime(data_string, format)
