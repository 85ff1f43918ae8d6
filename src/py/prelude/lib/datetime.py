# datetime.py - dates, times, durations and fixed zones.
#
# Representation: small integers in slots.  A date is (y, m, d), a time is
# (h, mi, s, us, tz, fold), a datetime both, a timedelta (days, seconds,
# microseconds) normalised so that 0 <= seconds < 86400 and
# 0 <= microseconds < 10**6.  Arithmetic goes through ordinals (day 1 is
# 0001-01-01).  Values never change after construction.  The other classes
# are in _datetime_*.py.
#
# SPDX-License-Identifier: Apache-2.0
"""Dates, times of day, durations and zones."""
from math import modf
from operator import index
from time import struct_time

import _datetime
import _dt_date
import _dt_datetime
import _dt_time
import _dt_timedelta
import _strptime
import _datetime_parts as _parts
from _caisson import os_call
from _datetime_date import _new_date, _ordinal, date
from _datetime_delta import _class_name, _delta, _to_us, timedelta
from _datetime_iso import _clock_text, _iso_date, _offset_text, _wrap_format
from _datetime_parts import (MAXYEAR, MINYEAR, _EPOCH, _KEEP, _MAXORD,
                             _REQUIRED, _check_date, _check_time, _date_state,
                             _int, _lack_of_day, _read_state, _time_state,
                             _type_name)
from _datetime_time import _iso_time, _new_time, time
from _datetime_zone import (_ask_name, _ask_offset, _check_tz, _new_zone,
                            _state_zone, timezone, tzinfo)
from _timefmt import DAYS, Fields, MONTHS, from_ordinal, to_ordinal
from _zone import session_zone
from intrinsics import _twin

__all__ = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo",
           "MINYEAR", "MAXYEAR", "UTC")


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
            state = _read_state(year, 10, 2)
            if state is None:
                raise _lack_of_day(year, month)
            tzinfo = _state_zone(None if month is _REQUIRED else month)
            high, low, month, day, hour, minute, second, *us = state
            year, microsecond = high << 8 | low, int.from_bytes(us, "big")
            month, fold = month & 127, month >> 7
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
        if self._fold:
            text += ", fold=1"
        if self._tz is not None:
            text += f", tzinfo={self._tz!r}"
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

    def __reduce_ex__(self, protocol, /):
        # from protocol 4 on the month says which of two equal times it is
        fold = self._fold << 7 if protocol > 3 else 0
        state = (_date_state(self._y, self._m | fold, self._d)
                 + _time_state(self._h, self._mi, self._s, self._us))
        return type(self), (state,) if self._tz is None else (state, self._tz)

    def __reduce__(self):
        return self.__reduce_ex__(2)


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
_parts.datetime = datetime
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
