# _timefmt.py - strftime for the C locale, and calendar arithmetic below it.
#
# Pure functions on integers: no clock, no zone.  `format_time` follows glibc:
# flags `_ - 0 ^ #`, a width, the modifiers E and O; an unknown directive is
# copied unchanged.
#
# SPDX-License-Identifier: Apache-2.0
import _datetime
from intrinsics import _twin

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
        "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July",
          "August", "September", "October", "November", "December")
BEFORE = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
LENGTH = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year, month):
    if month == 2 and is_leap(year):
        return 29
    return LENGTH[month]


def to_ordinal(year, month, day):
    """Days since 0000-12-31 in the proleptic Gregorian calendar."""
    past = year - 1
    n = past * 365 + past // 4 - past // 100 + past // 400
    n += BEFORE[month] + day
    if month > 2 and is_leap(year):
        n += 1
    return n


def from_ordinal(n):  # native candidate
    """The inverse of to_ordinal, as (year, month, day)."""
    # Count days from 1 March of year 0: leap days then end their year.
    n += 305
    era, doe = divmod(n, 146097)
    yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
    mp = (5 * doy + 2) // 153
    day = doy - (153 * mp + 2) // 5 + 1
    year = yoe + era * 400
    if mp < 10:
        return year, mp + 3, day
    return year + 1, mp - 9, day


def iso_week1(year):
    """Ordinal of the Monday that starts ISO week 1 of `year`."""
    first = to_ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


@_twin("_datetime.iso_calendar")
def _iso_calendar(year, ordinal, /):
    """(ISO year, week, weekday 1..7) of the day `ordinal` in `year`."""
    start = iso_week1(year)
    week, day = divmod(ordinal - start, 7)
    if week < 0:
        year -= 1
        week, day = divmod(ordinal - iso_week1(year), 7)
    elif week >= 52 and ordinal >= iso_week1(year + 1):
        year += 1
        week = 0
    return year, week + 1, day + 1


iso_calendar = _datetime.iso_calendar
del _twin


def split_seconds(seconds):
    """UTC fields (y, m, d, H, M, S, weekday, yearday) of a POSIX time."""
    days, rest = divmod(seconds, 86400)
    hour, rest = divmod(rest, 3600)
    minute, second = divmod(rest, 60)
    ordinal = days + 719163
    year, month, day = from_ordinal(ordinal)
    return (year, month, day, hour, minute, second, (ordinal + 6) % 7,
            ordinal - to_ordinal(year, 1, 1) + 1)


class Fields:
    """A broken-down time in the ranges of struct_time, ready to format."""

    __slots__ = ("y", "m", "d", "H", "M", "S", "wday", "yday", "off", "zone")

    def __init__(self, y, m, d, H, M, S, wday, yday, off, zone):
        self.y, self.m, self.d = y, m, d
        self.H, self.M, self.S = H, M, S
        self.wday, self.yday = wday, yday
        self.off, self.zone = off, zone


def iso_parts(t):
    """ISO year and week computed from weekday and day of the year alone."""
    week = (t.yday - 1 - t.wday + 10) // 7
    year = t.y
    if week < 1:
        year -= 1
        return year, (t.yday + 365 + is_leap(year) - 1 - t.wday + 10) // 7
    length = 365 + is_leap(year)
    if week == 53 and t.yday - 1 - t.wday + 3 >= length:
        return year + 1, 1
    return year, week


def zone_text(off):
    if off is None:
        return ""
    sign = "-" if off < 0 else "+"
    minutes = abs(off) // 60
    return f"{sign}{minutes // 60:02d}{minutes % 60:02d}"


# Directives that print a number: value, default width, default padding.
NUMBERS = {
    "C": (lambda t: t.y // 100, 1, "0"),
    "d": (lambda t: t.d, 2, "0"),
    "e": (lambda t: t.d, 2, " "),
    "g": (lambda t: iso_parts(t)[0] % 100, 2, "0"),
    "G": (lambda t: iso_parts(t)[0], 1, "0"),
    "H": (lambda t: t.H, 2, "0"),
    "I": (lambda t: (t.H + 11) % 12 + 1, 2, "0"),
    "j": (lambda t: t.yday, 3, "0"),
    "k": (lambda t: t.H, 2, " "),
    "l": (lambda t: (t.H + 11) % 12 + 1, 2, " "),
    "m": (lambda t: t.m, 2, "0"),
    "M": (lambda t: t.M, 2, "0"),
    "S": (lambda t: t.S, 2, "0"),
    "s": (lambda t: epoch_seconds(t), 1, "0"),
    "u": (lambda t: t.wday + 1, 1, "0"),
    "U": (lambda t: (t.yday + 6 - (t.wday + 1) % 7) // 7, 2, "0"),
    "V": (lambda t: iso_parts(t)[1], 2, "0"),
    "w": (lambda t: (t.wday + 1) % 7, 1, "0"),
    "W": (lambda t: (t.yday + 6 - t.wday) // 7, 2, "0"),
    "y": (lambda t: t.y % 100, 2, "0"),
    "Y": (lambda t: t.y, 1, "0"),
}

TEXTS = {
    "a": lambda t: DAYS[t.wday][:3],
    "A": lambda t: DAYS[t.wday],
    "b": lambda t: MONTHS[t.m - 1][:3],
    "B": lambda t: MONTHS[t.m - 1],
    "h": lambda t: MONTHS[t.m - 1][:3],
    "p": lambda t: "AM" if t.H < 12 else "PM",
    "P": lambda t: "am" if t.H < 12 else "pm",
    "n": lambda t: "\n",
    "t": lambda t: "\t",
    "%": lambda t: "%",
    "z": lambda t: zone_text(t.off),
    "Z": lambda t: t.zone,
}

COMPOSED = {
    "c": "%a %b %e %H:%M:%S %Y",
    "D": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "r": "%I:%M:%S %p",
    "R": "%H:%M",
    "T": "%H:%M:%S",
    "x": "%m/%d/%y",
    "X": "%H:%M:%S",
}


def epoch_seconds(t):
    days = to_ordinal(t.y, t.m, t.d) - 719163
    return days * 86400 + t.H * 3600 + t.M * 60 + t.S


def pad(text, flag, width, default):
    """Fill `text` on the left to `width` as the flag demands."""
    fill = default
    if flag == "_":
        fill = " "
    elif flag == "0":
        fill = "0"
    if fill == "0" and text[:1] in ("-", "+"):
        return text[0] + text[1:].rjust(width - 1, "0")
    return text.rjust(width, fill)


def directive(t, letter, flag, case, width):
    """The text of one directive, or None when it is unknown."""
    number = NUMBERS.get(letter)
    if number is not None:
        value, normal, fill = number
        text = str(value(t))
        if flag == "-":
            return text if width is None else text.rjust(width, fill)
        return pad(text, flag, normal if width is None else width, fill)
    if letter in COMPOSED:
        text = format_fields(COMPOSED[letter], t)
    elif letter in TEXTS:
        text = TEXTS[letter](t)
        if case == "#" and letter == "Z":
            text = text.lower()
        elif case == "#" and letter == "p":
            text = text.lower()
        elif case == "#" and letter in "aAbBh":
            text = text.upper()
    else:
        return None
    if case == "^":
        text = text.upper()
    if width is not None:
        text = text.rjust(width, "0" if flag == "0" else " ")
    return text


def format_fields(fmt, t):
    """Expand the directives of `fmt` for the time `t`."""
    out = []
    i, n = 0, len(fmt)
    while True:
        j = fmt.find("%", i)
        if j < 0:
            out.append(fmt[i:])
            break
        out.append(fmt[i:j])
        k = j + 1
        flag = case = ""
        while k < n and fmt[k] in "_-0^#":
            if fmt[k] in "^#":
                case = fmt[k]
            else:
                flag = fmt[k]
            k += 1
        start = k
        while k < n and "0" <= fmt[k] <= "9":
            k += 1
        width = int(fmt[start:k]) if k > start else None
        if k < n and fmt[k] in "EO":
            k += 1
        text = None
        if k < n:
            text = directive(t, fmt[k], flag, case, width)
            k += 1
        out.append(fmt[j:k] if text is None else text)
        i = k
    return "".join(out)
