# _datetime_zone.py - time zones: the base class and fixed offsets.
#
# SPDX-License-Identifier: Apache-2.0
"""Zones."""
import _datetime_parts as _parts
from _datetime_delta import timedelta
from _datetime_iso import _offset_text
from _datetime_parts import _REQUIRED, _type_name

__name__ = "datetime"


def _check_tz(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo "
                        f"subclass, not type '{type(tz).__name__}'")


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
        if not isinstance(dt, _parts.datetime):
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
        if not isinstance(dt, _parts.datetime):
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


def _state_zone(zone):
    """The second argument that comes with the bytes of a pickle."""
    if zone is None or isinstance(zone, tzinfo):
        return zone
    raise TypeError("bad tzinfo state arg")


def _zone_argument(dt, method):
    if not (dt is None or isinstance(dt, _parts.datetime)):
        raise TypeError(f"{method}(dt) argument must be a datetime instance "
                        f"or None, not {type(dt).__name__}")


def _new_zone(offset, name):
    self = object.__new__(timezone)
    self._offset = offset
    self._name = name
    return self
