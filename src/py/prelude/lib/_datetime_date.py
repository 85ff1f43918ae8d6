# _datetime_date.py - calendar days.
#
# SPDX-License-Identifier: Apache-2.0
"""Days."""
from operator import index
from time import struct_time

import _datetime_parts as _parts
from _caisson import os_call
from _datetime_delta import _class_name, _delta, timedelta
from _datetime_iso import _from_iso_week, _iso_date, _wrap_format
from _datetime_parts import (_EPOCH, _KEEP, _MAXORD, _REQUIRED, _check_date,
                             _date_state, _int, _lack_of_day, _read_state)
from _timefmt import (DAYS, Fields, MONTHS, from_ordinal, iso_calendar,
                      to_ordinal)
from _zone import session_zone

__name__ = "datetime"


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


_new_tuple = tuple.__new__


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
            state = _read_state(year, 4, 2)
            if state is None or month is not _REQUIRED:
                raise _lack_of_day(year, month)
            year, month, day = state[0] << 8 | state[1], state[2], state[3]
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
            here = _parts.datetime.fromtimestamp(seconds, zone)
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
        return _new_tuple(IsoCalendarDate,
                          iso_calendar(self._y, _ordinal(self)))

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
        if isinstance(other, date) and not isinstance(other, _parts.datetime):
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
        return type(self), (_date_state(self._y, self._m, self._d),)


def _date_key(d):
    return (d._y * 16 + d._m) * 32 + d._d
