# _datetime_delta.py - durations.
#
# SPDX-License-Identifier: Apache-2.0
"""Durations."""
from math import modf

from _datetime_parts import _DAY_US, _round_half_even, _type_name

__name__ = "datetime"


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
