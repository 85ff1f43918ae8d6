# _datetime_time.py - times of day.
#
# SPDX-License-Identifier: Apache-2.0
"""Times of day."""
from _datetime_delta import _class_name, _delta, _to_us
from _datetime_iso import _clock_text, _iso_clock, _offset_text, _wrap_format
from _datetime_parts import _KEEP, _check_time, _int, _read_state, _time_state
from _datetime_zone import (_ask_name, _ask_offset, _check_tz, _state_zone,
                            timezone, tzinfo)
from _timefmt import Fields

__name__ = "datetime"


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
        if type(hour) in (bytes, str):
            state = _read_state(hour, 6, None)
            if state is not None and state[0] & 127 < 24:
                tzinfo = _state_zone(minute if minute != 0 else None)
                hour, minute, second, *us = state
                microsecond = int.from_bytes(us, "big")
                hour, fold = hour & 127, hour >> 7
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

    def __reduce_ex__(self, protocol, /):
        # from protocol 4 on the first byte says which of two equal times
        fold = self._fold << 7 if protocol > 3 else 0
        state = _time_state(self._h | fold, self._mi, self._s, self._us)
        return type(self), (state,) if self._tz is None else (state, self._tz)

    def __reduce__(self):
        return self.__reduce_ex__(2)
