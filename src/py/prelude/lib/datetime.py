# datetime.py - dates, times, durations and fixed zones.
#
# Representation: small integers in slots.  A date is (y, m, d), a time is
# (h, mi, s, us, tz, fold), a datetime both, a timedelta (days, seconds,
# microseconds) normalised so that 0 <= seconds < 86400 and
# 0 <= microseconds < 10**6.  Arithmetic goes through ordinals (day 1 is
# 0001-01-01).  Values never change after construction.
#
# SPDX-License-Identifier: Apache-2.0
"""Dates, times of day, durations and zones."""
from math import modf
from operator import index

import _datetime
import _dt_date
import _dt_datetime
import _dt_time
import _dt_timedelta
import _strptime
from _caisson import os_call
from _zone import session_zone
from _timefmt import (DAYS, MONTHS, Fields, days_in_month,
                      format_fields, from_ordinal, is_leap, iso_calendar,
                      iso_week1, to_ordinal)
from intrinsics import _twin
from time import struct_time

__all__ = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo",
           "MINYEAR", "MAXYEAR", "UTC")

MINYEAR = 1
MAXYEAR = 9999
_MAXORD = 3652059
_EPOCH = 719163
_DAY_US = 86_400_000_000
_REQUIRED = type("_Required", (), {"__slots__": ()})()
_KEEP = type("_Keep", (), {"__slots__": ()})()


def _missing(name, place):
    return TypeError(
        f"function missing required argument '{name}' (pos {place})")


def _int(value):
    """A C int from an argument, with the interpreter's errors."""
    if type(value) is not int:
        value = index(value)
    if not -2147483648 <= value <= 2147483647:
        if value > 0:
            if value < 2**63:
                raise OverflowError(
                    "signed integer is greater than maximum")
        elif value >= -2**63:
            raise OverflowError("signed integer is less than minimum")
        raise OverflowError("Python int too large to convert to C long")
    return value


def _lack_of_day(year, month):
    """The error for a date without a day; wrong parts before it win."""
    if year is _REQUIRED:
        return _missing("year", 1)
    _int(year)
    if month is _REQUIRED:
        return _missing("month", 2)
    _int(month)
    return _missing("day", 3)


def _check_date(y, m, d):
    if not 1 <= y <= 9999:
        raise ValueError(f"year {y} is out of range")
    if not 1 <= m <= 12:
        raise ValueError("month must be in 1..12")
    if d < 1 or d > 28 and d > days_in_month(y, m):
        raise ValueError("day is out of range for month")


def _check_time(h, mi, s, us, fold):
    if not 0 <= h <= 23:
        raise ValueError("hour must be in 0..23")
    if not 0 <= mi <= 59:
        raise ValueError("minute must be in 0..59")
    if not 0 <= s <= 59:
        raise ValueError("second must be in 0..59")
    if not 0 <= us <= 999999:
        raise ValueError("microsecond must be in 0..999999")
    if fold != 0 and fold != 1:
        raise ValueError("fold must be either 0 or 1")


def _check_tz(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo "
                        f"subclass, not type '{type(tz).__name__}'")


def _round_half_even(num, den):
    """num / den rounded to an int; den > 0 or den < 0."""
    if den < 0:
        num, den = -num, -den
    q, r = divmod(num, den)
    r *= 2
    if r > den or r == den and q & 1:
        q += 1
    return q


def _type_name(obj):
    cls = type(obj)
    if cls.__module__ in ("datetime", "decimal"):
        return f"{cls.__module__}.{cls.__name__}"
    return cls.__name__


# --------------------------------------------------------------- timedelta


def _delta(days, seconds, us, cls=None):
    """A timedelta from integers of any size."""
    if not 0 <= us < 1000000:
        carry, us = divmod(us, 1000000)
        seconds += carry
    if not 0 <= seconds < 86400:
        carry, seconds = divmod(seconds, 86400)
        days += carry
    if not -999999999 <= days <= 999999999:
        if not -2**31 <= days < 2**31:
            raise OverflowError("Python int too large to convert to C int")
        raise OverflowError(
            f"days={days}; must have magnitude <= 999999999")
    self = object.__new__(timedelta if cls is None else cls)
    self._days = days
    self._seconds = seconds
    self._us = us
    return self


def _to_us(delta):
    return (delta._days * 86400 + delta._seconds) * 1000000 + delta._us


def _from_us(us):
    seconds, us = divmod(us, 1000000)
    days, seconds = divmod(seconds, 86400)
    return _delta(days, seconds, us)


def _accumulate(tag, total, left, num, factor):
    """Add num * factor microseconds; `left` collects what floats leave."""
    if isinstance(num, int):
        return total + num * factor, left
    if isinstance(num, float):
        frac, whole = modf(num)
        total += int(whole) * factor
        if frac == 0.0:
            return total, left
        frac, whole = modf(frac * float(factor))
        return total + int(whole), left + frac
    raise TypeError(f"unsupported type for timedelta {tag} component: "
                    f"{_type_name(num)}")


class timedelta:
    """A duration, kept as days, seconds and microseconds."""

    __slots__ = ("_days", "_seconds", "_us")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0,
                minutes=0, hours=0, weeks=0):
        if (type(days) is int and type(seconds) is int
                and type(microseconds) is int and type(minutes) is int
                and type(hours) is int and type(weeks) is int
                and type(milliseconds) is int):
            return _delta(days + weeks * 7,
                          seconds + minutes * 60 + hours * 3600,
                          microseconds + milliseconds * 1000, cls)
        total, left = 0, 0.0
        for tag, num, factor in (
                ("microseconds", microseconds, 1),
                ("milliseconds", milliseconds, 1000),
                ("seconds", seconds, 1000000),
                ("minutes", minutes, 60000000),
                ("hours", hours, 3600000000),
                ("days", days, _DAY_US),
                ("weeks", weeks, 7 * _DAY_US)):
            if num.__class__ is not int or num:
                total, left = _accumulate(tag, total, left, num, factor)
        if left:
            whole = round(left)
            if abs(whole - left) == 0.5 or abs(left - int(left)) == 0.5:
                odd = total & 1
                whole = int(2.0 * round((left + odd) * 0.5) - odd)
            total += whole
        seconds, us = divmod(total, 1000000)
        days, seconds = divmod(seconds, 86400)
        return _delta(days, seconds, us, cls)

    def total_seconds(self):
        """The whole duration in seconds, as a float."""
        return _to_us(self) / 1000000

    def __repr__(self):
        parts = []
        if self._days:
            parts.append(f"days={self._days}")
        if self._seconds:
            parts.append(f"seconds={self._seconds}")
        if self._us:
            parts.append(f"microseconds={self._us}")
        return f"{_class_name(self)}({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self._seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self._days:
            plural = "" if self._days in (1, -1) else "s"
            text = f"{self._days} day{plural}, {text}"
        if self._us:
            text += f".{self._us:06d}"
        return text

    def __add__(self, other):
        if isinstance(other, timedelta):
            return _delta(self._days + other._days,
                          self._seconds + other._seconds,
                          self._us + other._us)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _delta(self._days - other._days,
                          self._seconds - other._seconds,
                          self._us - other._us)
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, timedelta):
            return other - self
        return NotImplemented

    def __neg__(self):
        return _delta(-self._days, -self._seconds, -self._us)

    def __pos__(self):
        return _delta(self._days, self._seconds, self._us)

    def __abs__(self):
        return -self if self._days < 0 else +self

    def __mul__(self, other):
        if isinstance(other, int):
            return _delta(self._days * other, self._seconds * other,
                          self._us * other)
        if isinstance(other, float):
            num, den = other.as_integer_ratio()
            return _from_us(_round_half_even(_to_us(self) * num, den))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return _to_us(self) // _to_us(other)
        if isinstance(other, int):
            return _from_us(_to_us(self) // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return _to_us(self) / _to_us(other)
        if isinstance(other, int):
            if other == 0:
                raise ZeroDivisionError("integer division or modulo by zero")
            return _from_us(_round_half_even(_to_us(self), other))
        if isinstance(other, float):
            num, den = other.as_integer_ratio()
            if num == 0:
                raise ZeroDivisionError("integer division or modulo by zero")
            return _from_us(_round_half_even(den * _to_us(self), num))
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return _from_us(_to_us(self) % _to_us(other))
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            q, r = divmod(_to_us(self), _to_us(other))
            return q, _from_us(r)
        return NotImplemented

    def __eq__(self, other):
        if isinstance(other, timedelta):
            return (self._us == other._us and self._seconds == other._seconds
                    and self._days == other._days)
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, timedelta):
            return _delta_key(self) < _delta_key(other)
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, timedelta):
            return _delta_key(self) <= _delta_key(other)
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, timedelta):
            return _delta_key(self) > _delta_key(other)
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, timedelta):
            return _delta_key(self) >= _delta_key(other)
        return NotImplemented

    def __hash__(self):
        return hash(_to_us(self))

    def __bool__(self):
        return bool(self._days or self._seconds or self._us)

    def __reduce__(self):
        return type(self), (self._days, self._seconds, self._us)


def _delta_key(delta):
    return delta._days, delta._seconds, delta._us


def _class_name(self):
    """The name a repr starts with."""
    cls = type(self)
    if cls.__module__ == "datetime":
        return "datetime." + cls.__qualname__
    return cls.__qualname__


# -------------------------------------------------------------- ISO texts


def _digits(text):
    """An int from ASCII digits only."""
    if not text.isascii() or not text.isdigit():
        raise ValueError
    return int(text)


def _iso_date(text):
    """(y, m, d) from YYYY-MM-DD, YYYYMMDD, YYYY-Www[-D] or YYYYWww[D]."""
    if len(text) not in (7, 8, 10):
        raise ValueError
    year = _digits(text[:4])
    dashed = text[4] == "-"
    rest = text[5:] if dashed else text[4:]
    if rest[:1] == "W":
        week = _digits(rest[1:3])
        if len(rest[1:3]) != 2:
            raise ValueError
        tail = rest[3:]
        day = 1
        if tail:
            if dashed:
                if tail[0] != "-":
                    raise ValueError
                tail = tail[1:]
            if len(tail) != 1:
                raise ValueError
            day = _digits(tail)
        return _from_iso_week(year, week, day)
    if dashed:
        if len(rest) != 5 or rest[2] != "-":
            raise ValueError
        rest = rest[:2] + rest[3:]
    if len(rest) != 4:
        raise ValueError
    return year, _digits(rest[:2]), _digits(rest[2:])


def _from_iso_week(year, week, day):
    if not 1 <= year <= 9999:
        raise ValueError(f"Year is out of range: {year}")
    if not 0 < week < 53:
        bad = True
        if week == 53:
            # Long years start on a Thursday, or on a Wednesday if leap.
            first = to_ordinal(year, 1, 1) % 7
            bad = not (first == 4 or first == 3 and is_leap(year))
        if bad:
            raise ValueError(f"Invalid week: {week}")
    if not 0 < day < 8:
        raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
    ordinal = iso_week1(year) + (week - 1) * 7 + day - 1
    return from_ordinal(ordinal)  # the year may be 10000: callers check


def _iso_clock(text, zone_follows=False):
    """(h, mi, s, us) from HH[[:]MM[[:]SS[(.|,)f+]]]; before an offset the
    digits after the last mark may be missing."""
    values = [0, 0, 0, 0]
    pos, size = 0, len(text)
    colon = text[2:3] == ":"
    for i in range(3):
        part = text[pos:pos + 2]
        if len(part) != 2:
            raise ValueError
        values[i] = _digits(part)
        pos += 2
        nxt = text[pos:pos + 1]
        if not nxt or i >= 2:
            break
        if colon:
            if nxt != ":":
                raise ValueError
            pos += 1
            if zone_follows and pos == size:
                break
    if pos < size:
        if text[pos] not in ".,":
            raise ValueError
        frac = text[pos + 1:]
        if not frac and zone_follows:
            return values
        if not frac or not frac.isascii() or not frac.isdigit():
            raise ValueError
        values[3] = int(frac[:6].ljust(6, "0"))
    return values


def _iso_time(text):
    """(h, mi, s, us, tz) of an ISO time with an optional offset."""
    for where, c in enumerate(text):
        if c in "+-Z":
            break
    else:
        return (*_iso_clock(text), None)
    clock = _iso_clock(text[:where], True)
    if text[where] == "Z":
        if len(text) != where + 1:
            raise ValueError
        return (*clock, timezone.utc)
    h, m, s, us = _iso_clock(text[where + 1:])
    offset = _delta(0, h * 3600 + m * 60 + s, us)
    if text[where] == "-":
        offset = -offset
    return (*clock, timezone(offset))


def _clock_text(h, mi, s, us, spec, place=1):
    if spec == "auto":
        spec = "microseconds" if us else "seconds"
    if spec == "seconds":
        return f"{h:02d}:{mi:02d}:{s:02d}"
    if spec == "microseconds":
        return f"{h:02d}:{mi:02d}:{s:02d}.{us:06d}"
    if spec == "milliseconds":
        return f"{h:02d}:{mi:02d}:{s:02d}.{us // 1000:03d}"
    if spec == "minutes":
        return f"{h:02d}:{mi:02d}"
    if spec == "hours":
        return f"{h:02d}"
    if not isinstance(spec, str):
        raise TypeError(f"isoformat() argument {place} must be str, not "
                        + type(spec).__name__)
    raise ValueError("Unknown timespec value")


def _offset_text(offset, sep=":"):
    """+HH:MM[:SS[.ffffff]] of a timedelta, empty for None."""
    if offset is None:
        return ""
    sign = "+"
    if offset._days < 0:
        sign = "-"
        offset = -offset
    minutes, seconds = divmod(offset._seconds, 60)
    text = f"{sign}{minutes // 60:02d}{sep}{minutes % 60:02d}"
    if seconds or offset._us:
        text += f"{sep}{seconds:02d}"
        if offset._us:
            text += f".{offset._us:06d}"
    return text


def _wrap_format(self, fmt, fields, us):
    """strftime with %f, %z and %Z expanded from `self`."""
    if not isinstance(fmt, str):
        raise TypeError("strftime() argument 1 must be str, not "
                        + type(fmt).__name__)
    if "%f" in fmt or "%z" in fmt or "%Z" in fmt:
        out = []
        i, n = 0, len(fmt)
        while i < n:
            c = fmt[i]
            i += 1
            if c != "%" or i >= n:
                out.append(c)
                continue
            c = fmt[i]
            i += 1
            if c == "f":
                out.append(f"{us:06d}")
            elif c == "z":
                if hasattr(self, "utcoffset"):
                    out.append(_offset_text(self.utcoffset(), ""))
            elif c == "Z":
                if hasattr(self, "tzname"):
                    name = self.tzname()
                    if name is not None:
                        out.append(name.replace("%", "%%"))
            else:
                out.append("%" + c)
        fmt = "".join(out)
    return format_fields(fmt, fields)


# -------------------------------------------------------------------- date


def _new_date(cls, y, m, d):
    """A date from checked fields; subclasses get their constructor called."""
    if cls is not date:
        return cls(y, m, d)
    self = object.__new__(date)
    self._y = y
    self._m = m
    self._d = d
    return self


def _date_from_ordinal(cls, n):
    if not 1 <= n <= _MAXORD:
        raise OverflowError("date value out of range")
    y, m, d = from_ordinal(n)
    return _new_date(cls, y, m, d)


def _ordinal(self):
    return to_ordinal(self._y, self._m, self._d)


def _whole_seconds(timestamp):
    """Floor of a timestamp as a POSIX time."""
    if isinstance(timestamp, float):
        if timestamp != timestamp:
            raise ValueError("Invalid value NaN (not a number)")
        if not -2.0**63 <= timestamp < 2.0**63:
            raise OverflowError(
                "timestamp out of range for platform time_t")
        return int(timestamp // 1)
    timestamp = index(timestamp)
    if not -2**63 <= timestamp < 2**63:
        raise OverflowError("timestamp out of range for platform time_t")
    return timestamp


class IsoCalendarDate(tuple):
    """Year, week and weekday of the ISO calendar."""

    __slots__ = ()

    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return (f"{type(self).__module__}.{type(self).__name__}"
                f"(year={self[0]}, week={self[1]}, weekday={self[2]})")

    def __reduce__(self):
        return tuple, (tuple(self),)


class date:
    """A day of the Gregorian calendar."""

    __slots__ = ("_y", "_m", "_d")

    def __new__(cls, year=_REQUIRED, month=_REQUIRED, day=_REQUIRED):
        if day is _REQUIRED:
            raise _lack_of_day(year, month)
        y, m, d = _int(year), _int(month), _int(day)
        _check_date(y, m, d)
        self = object.__new__(cls)
        self._y = y
        self._m = m
        self._d = d
        return self

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        """The day on which a POSIX time falls."""
        seconds = _whole_seconds(timestamp)
        zone = session_zone()
        if zone is not None:
            here = datetime.fromtimestamp(seconds, zone)
            return _new_date(cls, here._y, here._m, here._d)
        days = seconds // 86400 + _EPOCH
        if not 1 <= days <= _MAXORD:
            y = from_ordinal(days)[0]
            raise ValueError(f"year {y} is out of range")
        return _new_date(cls, *from_ordinal(days))

    @classmethod
    def today(cls):
        """The day it is now."""
        ns = os_call("time.time_ns", "date.today")
        return cls.fromtimestamp(ns / 1000000000)

    @classmethod
    def fromordinal(cls, ordinal, /):
        """The day with this number; 0001-01-01 has number 1."""
        n = _int(ordinal)
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        if n > _MAXORD:
            raise ValueError(
                f"year {from_ordinal(n)[0]} is out of range")
        return _new_date(cls, *from_ordinal(n))

    @classmethod
    def fromisoformat(cls, date_string, /):
        """Read what isoformat() writes, and more ISO 8601 forms."""
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            y, m, d = _iso_date(date_string)
        except ValueError:
            raise ValueError(
                f"Invalid isoformat string: {date_string!r}") from None
        _check_date(y, m, d)
        return _new_date(cls, y, m, d)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """The day of an ISO year, week and weekday."""
        try:
            year, week, day = _int(year), _int(week), _int(day)
        except OverflowError:
            raise ValueError("ISO calendar component out of range") from None
        y, m, d = _from_iso_week(year, week, day)
        _check_date(y, m, d)
        return _new_date(cls, y, m, d)

    def __repr__(self):
        return f"{_class_name(self)}({self._y}, {self._m}, {self._d})"

    def isoformat(self):
        """The text YYYY-MM-DD."""
        return f"{self._y:04d}-{self._m:02d}-{self._d:02d}"

    def __str__(self):
        return self.isoformat()

    def ctime(self):
        """Text in the form of the C function of that name."""
        return (f"{DAYS[self.weekday()][:3]} {MONTHS[self._m - 1][:3]} "
                f"{self._d:2d} 00:00:00 {self._y:04d}")

    def _fields(self):
        n = _ordinal(self)
        return Fields(self._y, self._m, self._d, 0, 0, 0, (n + 6) % 7,
                      n - to_ordinal(self._y, 1, 1) + 1, 0, "")

    def strftime(self, format):
        """Text made by a format with % directives."""
        return _wrap_format(self, format, date._fields(self), 0)

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError("__format__() argument 1 must be str, not "
                            + type(spec).__name__)
        return self.strftime(spec) if spec else str(self)

    def timetuple(self):
        """The fields as a time.struct_time."""
        n = _ordinal(self)
        return struct_time((self._y, self._m, self._d, 0, 0, 0, (n + 6) % 7,
                            n - to_ordinal(self._y, 1, 1) + 1, -1))

    def toordinal(self):
        """Number of the day; 0001-01-01 is 1."""
        return to_ordinal(self._y, self._m, self._d)

    def weekday(self):
        """0 for a Monday up to 6 for a Sunday."""
        return (to_ordinal(self._y, self._m, self._d) + 6) % 7

    def isoweekday(self):
        """1 for a Monday up to 7 for a Sunday."""
        return (to_ordinal(self._y, self._m, self._d) + 6) % 7 + 1

    def isocalendar(self):
        """ISO year, week and weekday."""
        return IsoCalendarDate(*iso_calendar(self._y, _ordinal(self)))

    def replace(self, year=_KEEP, month=_KEEP, day=_KEEP):
        """A copy in which the given fields differ."""
        return type(self)(self._y if year is _KEEP else year,
                          self._m if month is _KEEP else month,
                          self._d if day is _KEEP else day)

    def __add__(self, other):
        if isinstance(other, timedelta):
            return _date_from_ordinal(type(self),
                                      _ordinal(self) + other._days)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _date_from_ordinal(type(self),
                                      _ordinal(self) - other._days)
        if isinstance(other, date):
            return _delta(_ordinal(self) - _ordinal(other), 0, 0)
        return NotImplemented

    def __eq__(self, other):
        if isinstance(other, date):
            return (self._d == other._d and self._m == other._m
                    and self._y == other._y)
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, date):
            return _date_key(self) < _date_key(other)
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, date):
            return _date_key(self) <= _date_key(other)
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, date):
            return _date_key(self) > _date_key(other)
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, date):
            return _date_key(self) >= _date_key(other)
        return NotImplemented

    def __hash__(self):
        return hash(_date_key(self))

    def __reduce__(self):
        return type(self), (self._y, self._m, self._d)


def _date_key(d):
    return (d._y * 16 + d._m) * 32 + d._d


# ------------------------------------------------------------------ tzinfo


class tzinfo:
    """What a time zone must answer; to be derived from."""

    __slots__ = ()

    def tzname(self, dt):
        """The zone's name at that time."""
        raise NotImplementedError("a tzinfo subclass must implement "
                                  "tzname()")

    def utcoffset(self, dt):
        """How far the local clock is ahead of UTC then."""
        raise NotImplementedError("a tzinfo subclass must implement "
                                  "utcoffset()")

    def dst(self, dt):
        """How much of the offset is daylight saving time."""
        raise NotImplementedError("a tzinfo subclass must implement dst()")

    def fromutc(self, dt):
        """The local time of a UTC time that carries this zone."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt._tz is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError("fromutc: non-None utcoffset() result required")
        dst = dt.dst()
        if dst is None:
            raise ValueError("fromutc: non-None dst() result required")
        standard = offset - dst
        if standard:
            dt = dt + standard
            dst = dt.dst()
            if dst is None:
                raise ValueError("fromutc: tz.dst() gave inconsistent "
                                 "results; cannot convert")
        return dt + dst if dst else dt

    def __reduce__(self):
        getargs = getattr(self, "__getinitargs__", None)
        args = getargs() if getargs is not None else ()
        state = getattr(self, "__dict__", None) or None
        if state is None:
            return type(self), args
        return type(self), args, state


def _ask_offset(tz, method, dt):
    """tz.utcoffset(dt) or tz.dst(dt), checked."""
    if tz is None:
        return None
    offset = getattr(tz, method)(dt)
    if offset is None:
        return None
    if not isinstance(offset, timedelta):
        raise TypeError(f"tzinfo.{method}() must return None or "
                        f"timedelta, not '{_type_name(offset)}'")
    if not -1 <= offset._days <= 0 or (
            offset._days == -1 and not (offset._seconds or offset._us)):
        raise ValueError("offset must be a timedelta strictly between "
                         "-timedelta(hours=24) and timedelta(hours=24).")
    return offset


def _ask_name(tz, dt):
    if tz is None:
        return None
    name = tz.tzname(dt)
    if name is not None and not isinstance(name, str):
        raise TypeError("tzinfo.tzname() must return None or a string, not "
                        f"'{_type_name(name)}'")
    return name


class timezone(tzinfo):
    """A zone that is always the same distance from UTC."""

    __slots__ = ("_offset", "_name")

    def __new__(cls, offset=_REQUIRED, name=_REQUIRED):
        if offset is _REQUIRED:
            raise TypeError("timezone() missing required argument 'offset' "
                            "(pos 1)")
        if not isinstance(offset, timedelta):
            raise TypeError("timezone() argument 1 must be "
                            "datetime.timedelta, not "
                            + type(offset).__name__)
        if name is _REQUIRED:
            if not offset:
                return timezone.utc
            name = None
        elif not isinstance(name, str):
            raise TypeError("timezone() argument 2 must be str, not "
                            + type(name).__name__)
        if not -1 <= offset._days <= 0 or (
                offset._days == -1 and not (offset._seconds or offset._us)):
            raise ValueError(
                "offset must be a timedelta strictly between "
                "-timedelta(hours=24) and timedelta(hours=24), not "
                f"{offset!r}.")
        return _new_zone(offset, name)

    def __init_subclass__(cls, **kwargs):
        raise TypeError("type 'datetime.timezone' is not an acceptable "
                        "base type")

    def utcoffset(self, dt, /):
        """The constant distance."""
        _zone_argument(dt, "utcoffset")
        return self._offset

    def dst(self, dt, /):
        """Nothing: there is no daylight saving here."""
        _zone_argument(dt, "dst")

    def tzname(self, dt, /):
        """The name it was given, or one made of the offset."""
        _zone_argument(dt, "tzname")
        return str(self)

    def fromutc(self, dt, /):
        """The local time of a UTC time that carries this zone."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime instance")
        if dt._tz is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        return dt + self._offset

    def __eq__(self, other):
        if isinstance(other, timezone):
            return self._offset == other._offset
        return NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return f"datetime.timezone({self._offset!r})"
        return f"datetime.timezone({self._offset!r}, {self._name!r})"

    def __str__(self):
        if self._name is not None:
            return self._name
        if not self._offset:
            return "UTC"
        return "UTC" + _offset_text(self._offset)

    def __getinitargs__(self):
        if self._name is None:
            return (self._offset,)
        return self._offset, self._name

    def __reduce__(self):
        return timezone, self.__getinitargs__()


def _zone_argument(dt, method):
    if not (dt is None or isinstance(dt, datetime)):
        raise TypeError(f"{method}(dt) argument must be a datetime instance "
                        f"or None, not {type(dt).__name__}")


def _new_zone(offset, name):
    self = object.__new__(timezone)
    self._offset = offset
    self._name = name
    return self


# -------------------------------------------------------------------- time


def _new_time(cls, h, mi, s, us, tz, fold):
    """A time from checked fields."""
    if cls is not time:
        if fold:
            return cls(h, mi, s, us, tz, fold=fold)
        return cls(h, mi, s, us, tz)
    self = object.__new__(time)
    self._h = h
    self._mi = mi
    self._s = s
    self._us = us
    self._tz = tz
    self._fold = fold
    return self


def _time_key(t):
    return ((t._h * 60 + t._mi) * 60 + t._s) * 1000000 + t._us


class time:
    """A time of day, with or without a zone."""

    __slots__ = ("_h", "_mi", "_s", "_us", "_tz", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None,
                fold=0):
        h, mi, s = _int(hour), _int(minute), _int(second)
        us, fold = _int(microsecond), _int(fold)
        _check_time(h, mi, s, us, fold)
        if tzinfo is not None:
            _check_tz(tzinfo)
        self = object.__new__(cls)
        self._h = h
        self._mi = mi
        self._s = s
        self._us = us
        self._tz = tzinfo
        self._fold = fold
        return self

    @classmethod
    def fromisoformat(cls, time_string, /):
        """Read what isoformat() writes, and more ISO 8601 forms."""
        if not isinstance(time_string, str):
            raise TypeError("fromisoformat: argument must be str")
        text = time_string[1:] if time_string[:1] == "T" else time_string
        try:
            h, mi, s, us, tz = _iso_time(text)
        except ValueError as err:
            if err.args and "offset must" in str(err.args[0]):
                raise
            raise ValueError(
                f"Invalid isoformat string: {time_string!r}") from None
        return cls(h, mi, s, us, tz)

    def utcoffset(self):
        """What the zone says about the offset; None without one."""
        return _ask_offset(self._tz, "utcoffset", None)

    def dst(self):
        """What the zone says about daylight saving; None without one."""
        return _ask_offset(self._tz, "dst", None)

    def tzname(self):
        """What the zone calls itself; None without one."""
        return _ask_name(self._tz, None)

    def isoformat(self, timespec="auto"):
        """ISO 8601 text; timespec tells how much of it."""
        text = _clock_text(self._h, self._mi, self._s, self._us, timespec)
        if self._tz is None:
            return text
        return text + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        parts = [str(self._h), str(self._mi)]
        if self._s or self._us:
            parts.append(str(self._s))
        if self._us:
            parts.append(str(self._us))
        if self._tz is not None:
            parts.append(f"tzinfo={self._tz!r}")
        if self._fold:
            parts.append("fold=1")
        return f"{_class_name(self)}({', '.join(parts)})"

    def strftime(self, format):
        """Text made by a format with % directives."""
        fields = Fields(1900, 1, 1, self._h, self._mi, self._s, 0, 1, 0, "")
        return _wrap_format(self, format, fields, self._us)

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError("__format__() argument 1 must be str, not "
                            + type(spec).__name__)
        return self.strftime(spec) if spec else str(self)

    def replace(self, hour=_KEEP, minute=_KEEP, second=_KEEP,
                microsecond=_KEEP, tzinfo=_KEEP, *, fold=_KEEP):
        """A copy in which the given fields differ."""
        return type(self)(
            self._h if hour is _KEEP else hour,
            self._mi if minute is _KEEP else minute,
            self._s if second is _KEEP else second,
            self._us if microsecond is _KEEP else microsecond,
            self._tz if tzinfo is _KEEP else tzinfo,
            fold=self._fold if fold is _KEEP else fold)

    def _compare(self, other, equality):
        """Keys to compare, or None when the two can only be unequal."""
        if self._tz is other._tz:
            return _time_key(self), _time_key(other)
        mine, theirs = self.utcoffset(), other.utcoffset()
        if mine == theirs:
            return _time_key(self), _time_key(other)
        if mine is None or theirs is None:
            if equality:
                return None
            raise TypeError("can't compare offset-naive and offset-aware "
                            "times")
        return (_time_key(self) - _to_us(mine),
                _time_key(other) - _to_us(theirs))

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        keys = time._compare(self, other, True)
        return keys is not None and keys[0] == keys[1]

    def __lt__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = time._compare(self, other, False)
        return a < b

    def __le__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = time._compare(self, other, False)
        return a <= b

    def __gt__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = time._compare(self, other, False)
        return a > b

    def __ge__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = time._compare(self, other, False)
        return a >= b

    def __hash__(self):
        t = self.replace(fold=0) if self._fold else self
        offset = t.utcoffset()
        if offset is None:
            return hash((_time_key(self), None))
        return hash((_time_key(self) - _to_us(offset), 0))

    def __reduce__(self):
        args = (self._h, self._mi, self._s, self._us, self._tz)
        return _restore, (type(self), args, self._fold)


def _restore(cls, args, fold):
    return cls(*args, fold=fold) if fold else cls(*args)


# ---------------------------------------------------------------- datetime


def _new_datetime(cls, y, m, d, h, mi, s, us, tz, fold):  # native candidate
    """A datetime from checked fields."""
    if cls is not datetime:
        if fold:
            return cls(y, m, d, h, mi, s, us, tz, fold=fold)
        return cls(y, m, d, h, mi, s, us, tz)
    self = object.__new__(datetime)
    self._y = y
    self._m = m
    self._d = d
    self._h = h
    self._mi = mi
    self._s = s
    self._us = us
    self._tz = tz
    self._fold = fold
    return self


def _from_parts(cls, ordinal, seconds, us, tz):
    """A datetime from an ordinal and carries of any size."""
    if not 0 <= us < 1000000:
        carry, us = divmod(us, 1000000)
        seconds += carry
    if not 0 <= seconds < 86400:
        carry, seconds = divmod(seconds, 86400)
        ordinal += carry
    if not 1 <= ordinal <= _MAXORD:
        raise OverflowError("date value out of range")
    y, m, d = from_ordinal(ordinal)
    minutes, s = divmod(seconds, 60)
    return _new_datetime(cls, y, m, d, minutes // 60, minutes % 60, s, us,
                         tz, 0)


def _day_seconds(self):
    return (self._h * 60 + self._mi) * 60 + self._s


def _split_timestamp(timestamp):
    """(seconds, microseconds) rounded half to even."""
    if isinstance(timestamp, float):
        if timestamp != timestamp:
            raise ValueError("Invalid value NaN (not a number)")
        if not -2.0**63 <= timestamp < 2.0**63:
            raise OverflowError(
                "timestamp out of range for platform time_t")
        frac, whole = modf(timestamp)
        us = round(frac * 1e6)
        carry, us = divmod(us, 1000000)
        return int(whole) + carry, us
    timestamp = index(timestamp)
    if not -2**63 <= timestamp < 2**63:
        raise OverflowError("timestamp out of range for platform time_t")
    return timestamp, 0


def _from_posix(cls, seconds, us, tz):
    days, rest = divmod(seconds, 86400)
    ordinal = days + _EPOCH
    if not 1 <= ordinal <= _MAXORD:
        if not -67768040609740800 <= seconds < 67768036191676800:
            raise OSError(75, "Value too large for defined data type")
        raise ValueError(f"year {from_ordinal(ordinal)[0]} is out of range")
    return _from_parts(cls, ordinal, rest, us, tz)


def _check_local(t):
    """Local conversions look one day back, so the first day fails."""
    if t._y == 1 and t._m == 1 and t._d == 1:
        raise ValueError("year 0 is out of range")


def _local_zone(at=None):
    """The session's zone as a tzinfo, of one offset if a local time is given."""
    zone = session_zone()
    if zone is None:
        return timezone(timedelta(0), "UTC")
    if at is None:
        return zone
    at = at.replace(tzinfo=zone)
    return timezone(at.utcoffset(), at.tzname())


def _as_local(utc):
    """A time in UTC, without a zone, as clocks here show it."""
    zone = session_zone()
    if zone is None:
        return utc
    return zone.fromutc(utc.replace(tzinfo=zone)).replace(tzinfo=None)


class datetime(date):
    """A day and a time of day in one."""

    __slots__ = ("_h", "_mi", "_s", "_us", "_tz", "_fold")

    def __new__(cls, year=_REQUIRED, month=_REQUIRED, day=_REQUIRED, hour=0,
                minute=0, second=0, microsecond=0, tzinfo=None, fold=0):
        if day is _REQUIRED:
            raise _lack_of_day(year, month)
        y, m, d = _int(year), _int(month), _int(day)
        h, mi, s = _int(hour), _int(minute), _int(second)
        us, fold = _int(microsecond), _int(fold)
        _check_date(y, m, d)
        _check_time(h, mi, s, us, fold)
        if tzinfo is not None:
            _check_tz(tzinfo)
        self = object.__new__(cls)
        self._y = y
        self._m = m
        self._d = d
        self._h = h
        self._mi = mi
        self._s = s
        self._us = us
        self._tz = tzinfo
        self._fold = fold
        return self

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """The local time of a POSIX time, here or in tz."""
        _check_tz(tz)
        seconds, us = _split_timestamp(timestamp)
        result = _from_posix(cls, seconds, us, tz)
        if tz is None:
            _check_local(result)
            return _as_local(result)
        return tz.fromutc(result)

    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        """The UTC time of a POSIX time, without a zone."""
        seconds, us = _split_timestamp(timestamp)
        return _from_posix(cls, seconds, us, None)

    @classmethod
    def now(cls, tz=None):
        """What clocks show here, or in tz."""
        _check_tz(tz)
        now = os_call("time.time_ns", "datetime.now", tz)
        seconds, ns = divmod(now, 1000000000)
        result = _from_posix(cls, seconds, ns // 1000, tz)
        return _as_local(result) if tz is None else tz.fromutc(result)

    @classmethod
    def utcnow(cls):
        """What clocks show in UTC, without a zone."""
        now = os_call("time.time_ns", "datetime.now", None)
        seconds, ns = divmod(now, 1000000000)
        return _from_posix(cls, seconds, ns // 1000, None)

    @classmethod
    def combine(cls, date, time, tzinfo=_KEEP):
        """Put a day and a time of day together."""
        if not isinstance(date, _date):
            raise TypeError("combine() argument 1 must be datetime.date, "
                            "not " + type(date).__name__)
        if not isinstance(time, _time):
            raise TypeError("combine() argument 2 must be datetime.time, "
                            "not " + type(time).__name__)
        if tzinfo is _KEEP:
            tzinfo = time._tz
        else:
            _check_tz(tzinfo)
        return _new_datetime(cls, date._y, date._m, date._d, time._h,
                             time._mi, time._s, time._us, tzinfo,
                             time._fold)

    @classmethod
    def fromisoformat(cls, date_string, /):
        """Read what isoformat() writes, and more ISO 8601 forms."""
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        fields = _iso_datetime(date_string)
        return cls(*fields)

    @classmethod
    def strptime(cls, date_string, format, /):
        """Read a text by a format with % directives."""
        for place, arg in enumerate((date_string, format), 1):
            if not isinstance(arg, str):
                raise TypeError(f"strptime() argument {place} must be str, "
                                f"not {type(arg).__name__}")
        got = _strptime.parse(date_string, format)
        name, offset = got[9], got[10]
        tz = None
        if offset is not None:
            delta = _delta(0, offset, got[12])
            tz = timezone(delta, name) if name else timezone(delta)
        args = got[:6] + (got[11],)
        return cls(*args) if tz is None else cls(*args, tz)

    def date(self):
        """The day alone."""
        return _new_date(date, self._y, self._m, self._d)

    def time(self):
        """The time of day alone, without the zone."""
        return _new_time(time, self._h, self._mi, self._s, self._us, None,
                         self._fold)

    def timetz(self):
        """The time of day alone, with the zone."""
        return _new_time(time, self._h, self._mi, self._s, self._us,
                         self._tz, self._fold)

    def utcoffset(self):
        """What the zone says about the offset; None without one."""
        return _ask_offset(self._tz, "utcoffset", self)

    def dst(self):
        """What the zone says about daylight saving; None without one."""
        return _ask_offset(self._tz, "dst", self)

    def tzname(self):
        """What the zone calls itself; None without one."""
        return _ask_name(self._tz, self)

    def timestamp(self):
        """Seconds since 1970 in UTC."""
        offset = self.utcoffset() if self._tz is not None else None
        us = ((_ordinal(self) - _EPOCH) * 86400 + _day_seconds(self))
        us = us * 1000000 + self._us
        if offset is not None:
            return (us - _to_us(offset)) / 1000000
        _check_local(self)
        zone = session_zone()
        if zone is not None:
            return self.replace(tzinfo=zone).timestamp()
        return us // 1000000 + self._us / 1e6

    def timetuple(self):
        """The fields as a time.struct_time."""
        dst = -1
        if self._tz is not None:
            shift = self.dst()
            if shift is not None:
                dst = 1 if shift else 0
        return _struct(self, dst)

    def utctimetuple(self):
        """The UTC fields as a time.struct_time."""
        offset = self.utcoffset()
        if offset:
            self = _from_parts_loose(self, offset)
        return _struct(self, 0)

    def astimezone(self, tz=None):
        """The same moment as clocks in tz show it."""
        _check_tz(tz)
        mine = self._tz
        if mine is tz and mine is not None:
            return self
        offset = None
        if mine is not None:
            offset = mine.utcoffset(self)
            if offset is not None and not isinstance(offset, timedelta):
                raise TypeError(
                    "utcoffset() returned "
                    f"{type(offset).__name__}, expected timedelta or None")
        if offset is None:
            _check_local(self)
            mine = _local_zone(self)
            if tz is None:
                return self.replace(tzinfo=mine, fold=0)
            offset = mine.utcoffset(self)
        fixed = tz is None
        if fixed:
            tz = _local_zone()
        utc = _from_parts(type(self), _ordinal(self) - offset._days,
                          _day_seconds(self) - offset._seconds,
                          self._us - offset._us, tz)
        there = tz.fromutc(utc)
        return there.replace(tzinfo=_local_zone(there)) if fixed else there

    def ctime(self):
        """Text in the form of the C function of that name."""
        return (f"{DAYS[self.weekday()][:3]} {MONTHS[self._m - 1][:3]} "
                f"{self._d:2d} {self._h:02d}:{self._mi:02d}:{self._s:02d} "
                f"{self._y:04d}")

    def isoformat(self, sep="T", timespec="auto"):
        """ISO 8601 text, sep between day and time of day."""
        if not isinstance(sep, str):
            raise TypeError("isoformat() argument 1 must be a unicode "
                            "character, not " + type(sep).__name__)
        if len(sep) != 1:
            raise TypeError("isoformat() argument 1 must be a unicode "
                            "character, not str")
        text = (f"{self._y:04d}-{self._m:02d}-{self._d:02d}{sep}"
                + _clock_text(self._h, self._mi, self._s, self._us,
                              timespec, 2))
        if self._tz is None:
            return text
        return text + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self._y, self._m, self._d, self._h, self._mi]
        if self._us:
            parts += self._s, self._us
        elif self._s:
            parts.append(self._s)
        text = ", ".join(map(str, parts))
        if self._tz is not None:
            text += f", tzinfo={self._tz!r}"
        if self._fold:
            text = text + ", fold=1"
        return f"{_class_name(self)}({text})"

    def strftime(self, format):
        """Text made by a format with % directives."""
        n = _ordinal(self)
        fields = Fields(self._y, self._m, self._d, self._h, self._mi,
                        self._s, (n + 6) % 7,
                        n - to_ordinal(self._y, 1, 1) + 1, 0, "")
        return _wrap_format(self, format, fields, self._us)

    def replace(self, year=_KEEP, month=_KEEP, day=_KEEP, hour=_KEEP,
                minute=_KEEP, second=_KEEP, microsecond=_KEEP, tzinfo=_KEEP,
                fold=_KEEP):
        """A copy in which the given fields differ."""
        return type(self)(
            self._y if year is _KEEP else year,
            self._m if month is _KEEP else month,
            self._d if day is _KEEP else day,
            self._h if hour is _KEEP else hour,
            self._mi if minute is _KEEP else minute,
            self._s if second is _KEEP else second,
            self._us if microsecond is _KEEP else microsecond,
            self._tz if tzinfo is _KEEP else tzinfo,
            fold=self._fold if fold is _KEEP else fold)

    def __add__(self, other):
        if isinstance(other, timedelta):
            return _from_parts(type(self), _ordinal(self) + other._days,
                               _day_seconds(self) + other._seconds,
                               self._us + other._us, self._tz)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _from_parts(type(self), _ordinal(self) - other._days,
                               _day_seconds(self) - other._seconds,
                               self._us - other._us, self._tz)
        if not isinstance(other, datetime):
            return NotImplemented
        shift = None
        if self._tz is not other._tz:
            mine, theirs = self.utcoffset(), other.utcoffset()
            if (mine is None) != (theirs is None):
                raise TypeError("can't subtract offset-naive and "
                                "offset-aware datetimes")
            if mine is not None and mine != theirs:
                shift = theirs - mine
        result = _delta(_ordinal(self) - _ordinal(other),
                        _day_seconds(self) - _day_seconds(other),
                        self._us - other._us)
        return result if shift is None else result + shift

    def _keys(self, other, equality):
        """Keys to compare, or None when the two can only be unequal."""
        if self._tz is other._tz:
            return _full_key(self), _full_key(other)
        mine, theirs = self.utcoffset(), other.utcoffset()
        if equality and (_in_fold(self, mine) or _in_fold(other, theirs)):
            return None
        if mine == theirs:
            return _full_key(self), _full_key(other)
        if mine is None or theirs is None:
            if equality:
                return None
            raise TypeError("can't compare offset-naive and offset-aware "
                            "datetimes")
        return _utc_key(self, mine), _utc_key(other, theirs)

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return False if isinstance(other, date) else NotImplemented
        keys = datetime._keys(self, other, True)
        return keys is not None and keys[0] == keys[1]

    def __ne__(self, other):
        result = datetime.__eq__(self, other)
        return result if result is NotImplemented else not result

    def __lt__(self, other):
        if not isinstance(other, datetime):
            return _cannot_compare(self, other)
        a, b = datetime._keys(self, other, False)
        return a < b

    def __le__(self, other):
        if not isinstance(other, datetime):
            return _cannot_compare(self, other)
        a, b = datetime._keys(self, other, False)
        return a <= b

    def __gt__(self, other):
        if not isinstance(other, datetime):
            return _cannot_compare(self, other)
        a, b = datetime._keys(self, other, False)
        return a > b

    def __ge__(self, other):
        if not isinstance(other, datetime):
            return _cannot_compare(self, other)
        a, b = datetime._keys(self, other, False)
        return a >= b

    def __hash__(self):
        t = self.replace(fold=0) if self._fold else self
        offset = t.utcoffset()
        if offset is None:
            return hash(_full_key(self))
        return hash(_utc_key(self, offset))

    def __reduce__(self):
        args = (self._y, self._m, self._d, self._h, self._mi, self._s,
                self._us, self._tz)
        return _restore, (type(self), args, self._fold)


def _full_key(t):
    """Microseconds since 0001-01-01 of the wall clock."""
    days = to_ordinal(t._y, t._m, t._d)
    seconds = days * 86400 + (t._h * 60 + t._mi) * 60 + t._s
    return seconds * 1000000 + t._us


def _utc_key(t, offset):
    return _full_key(t) - _to_us(offset)


def _in_fold(t, offset):
    """Whether fold decides the offset of `t`: such times equal no other."""
    if t._tz is None:
        return False
    return offset != t.replace(fold=not t._fold).utcoffset()


def _cannot_compare(self, other):
    if isinstance(other, date):
        raise TypeError(f"can't compare {_type_name(self)} to "
                        f"{_type_name(other)}")
    return NotImplemented


def _struct(t, dst):
    n = _ordinal(t)
    return struct_time((t._y, t._m, t._d, t._h, t._mi, t._s, (n + 6) % 7,
                        n - to_ordinal(t._y, 1, 1) + 1, dst))


def _from_parts_loose(t, offset):
    """t - offset for utctimetuple, where the result must stay in range."""
    return _from_parts(datetime, _ordinal(t) - offset._days,
                       _day_seconds(t) - offset._seconds,
                       t._us - offset._us, None)


def _iso_separator(text):
    """Where the date of an ISO datetime ends, for every accepted form."""
    size = len(text)
    if size == 7:
        return 7
    if text[4] == "-":
        if text[5] == "W":
            if size < 8:
                raise ValueError
            if size > 8 and text[8] == "-":
                if size == 9:
                    raise ValueError
                if size > 10 and text[10].isdigit() and text[10].isascii():
                    # YYYY-Www- then a one-character separator and a time.
                    return 8
                return 10
            return 8
        return 10
    if text[4] == "W":
        pos = 7
        while pos < size and text[pos].isdigit() and text[pos].isascii():
            pos += 1
        if pos < 9:
            return pos
        return 7 if pos % 2 == 0 else 8
    return 8


def _iso_datetime(text):
    """The arguments of a datetime from an ISO text."""
    try:
        if len(text) < 7:
            raise ValueError
        cut = _iso_separator(text)
        ymd = _iso_date(text[:cut])
        rest = text[cut + 1:]
        if len(text) > cut + 1:
            clock = _iso_time(rest)
        elif len(text) == cut:
            clock = (0, 0, 0, 0, None)
        else:
            raise ValueError
    except ValueError as err:
        if err.args and str(err.args[0]).startswith("offset must"):
            raise
        raise ValueError(f"Invalid isoformat string: {text!r}") from None
    return (*ymd, *clock)


# ----------------------------------------------------------------- natives


def _adopt(cls, natives, owner, members):
    """Put natives in front of the methods, which become their twins, and
    give the slots their public names."""
    for name, native in vars(natives).items():
        method = cls.__dict__.get(name)
        if method is None or name in ("__name__", "__doc__"):
            continue
        bound = isinstance(method, classmethod)
        plain = bound or isinstance(method, staticmethod)
        _twin(f"{owner}.{name}")(method.__func__ if plain else method)
        setattr(cls, name, classmethod(native) if bound else native)
    for slot, name in members.items():
        setattr(cls, name, _datetime._member(cls.__dict__[slot], name,
                                             cls is timedelta))


_CLOCK = {"_h": "hour", "_mi": "minute", "_s": "second",
          "_us": "microsecond", "_tz": "tzinfo", "_fold": "fold"}
_datetime._setup(timedelta, date, time, datetime, timezone)
_adopt(timedelta, _dt_timedelta, "_dt_timedelta",
       {"_days": "days", "_seconds": "seconds", "_us": "microseconds"})
_adopt(date, _dt_date, "_dt_date", {"_y": "year", "_m": "month", "_d": "day"})
_adopt(time, _dt_time, "_dt_time", _CLOCK)
_adopt(datetime, _dt_datetime, "_dt_datetime", _CLOCK)
_date, _time = date, time
timedelta.min = _delta(-999999999, 0, 0)
timedelta.max = _delta(999999999, 86399, 999999)
timedelta.resolution = _delta(0, 0, 1)
date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = _delta(1, 0, 0)
time.min = time(0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta.resolution
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta.resolution
timezone.utc = _new_zone(timedelta(0), None)
timezone.min = _new_zone(timedelta(days=-1, minutes=1), None)
timezone.max = _new_zone(timedelta(hours=23, minutes=59), None)
UTC = timezone.utc
