# _datetime_parts.py - checks and constants that the classes of datetime share.
#
# SPDX-License-Identifier: Apache-2.0
"""Numbers and their checks."""
from operator import index

from _timefmt import days_in_month

__name__ = "datetime"

datetime = None  # set by datetime.py: days and zones must know it
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


def _date_state(y, m, d):
    """What a pickle holds of a day."""
    return bytes((y >> 8, y & 255, m, d))


def _time_state(h, mi, s, us):
    """What a pickle holds of a time of day."""
    return bytes((h, mi, s, us >> 16, us >> 8 & 255, us & 255))


def _read_state(state, size, month):
    """Bytes of a pickle; Python 2 wrote text.  None if it is no such thing.

    `month` is the place that says so, as nothing else begins like that.
    """
    if type(state) is str and len(state) == size:
        try:
            state = state.encode("latin-1")
        except UnicodeEncodeError:
            return None
    if not isinstance(state, bytes) or len(state) != size:
        return None
    return state if month is None or 1 <= state[month] & 127 <= 12 else None


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
