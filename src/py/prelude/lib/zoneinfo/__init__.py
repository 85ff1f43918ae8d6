# zoneinfo/__init__.py - time zones from the IANA database.
#
# Zone files are read through the host from TZPATH, then from the package
# tzdata; what is in neither comes from _zones.  Zones are kept per session,
# so that equal keys give the same object.
#
# SPDX-License-Identifier: Apache-2.0
"""ZoneInfo: a concrete time zone implementation (RFC 8536 files)."""
from bisect import bisect_right
from datetime import datetime, timedelta, tzinfo

import io
import os
import re

import _zones
from _caisson import session_state

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH",
           "ZoneInfoNotFoundError", "InvalidTZPathWarning"]

_START = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo",
          "/usr/share/lib/zoneinfo", "/etc/zoneinfo")
_EPOCH = 719163
_ZERO = timedelta(0)


class ZoneInfoNotFoundError(KeyError):
    """There is no zone of that name."""


class InvalidTZPathWarning(RuntimeWarning):
    """PYTHONTZPATH names a path that is not absolute."""


ZoneInfoNotFoundError.__module__ = "zoneinfo._common"


class _Kind:
    """A kind of local time: offset, DST shift and name."""

    __slots__ = ("off", "utcoff", "dstoff", "name")

    def __init__(self, off, dst, name):
        self.off = off
        self.utcoff = timedelta(seconds=off)
        self.dstoff = timedelta(seconds=dst)
        self.name = name


def _int(data, pos, size):
    return int.from_bytes(data[pos:pos + size], "big", signed=True)


def _parse_file(data):
    """(transition times, their type numbers, types, footer) of TZif."""
    if data[:4] != b"TZif":
        raise ValueError("Invalid TZif file: magic not found")
    version = data[4:5]
    pos, width = 0, 4
    counts = [_int(data, 20 + 4 * i, 4) for i in range(6)]
    if version >= b"2":
        isut, isstd, leap, times, types, chars = counts
        pos = (44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut)
        counts = [_int(data, pos + 20 + 4 * i, 4) for i in range(6)]
        width = 8
    isut, isstd, leap, times, types, chars = counts
    pos += 44
    when = [_int(data, pos + width * i, width) for i in range(times)]
    pos += width * times
    index = list(data[pos:pos + times])
    pos += times
    raw = [(_int(data, pos + 6 * i, 4), data[pos + 6 * i + 4],
            data[pos + 6 * i + 5]) for i in range(types)]
    pos += 6 * types
    names = data[pos:pos + chars]
    pos += chars + leap * (width + 4) + isstd + isut
    kinds = [(off, isdst, names[at:names.index(b"\0", at)].decode())
             for off, isdst, at in raw]
    footer = ""
    if width == 8:
        footer = data[pos:].strip(b"\n").decode()
    return when, index, kinds, footer


def _dst_shifts(index, kinds):
    """How much of each kind's offset is daylight saving: the difference to
    the standard time next to it, an hour if there is none."""
    shifts = [0] * len(kinds)
    done = [not isdst for _, isdst, _ in kinds]
    for i in range(1, len(index)):
        now, before = index[i], index[i - 1]
        if not done[now] and not kinds[before][1]:
            shift = kinds[now][0] - kinds[before][0]
            if shift:
                shifts[now] = shift
                done[now] = True
    for i in range(len(index) - 2, -1, -1):
        now, after = index[i], index[i + 1]
        if not done[now] and not kinds[after][1]:
            shift = kinds[now][0] - kinds[after][0]
            if shift:
                shifts[now] = shift
                done[now] = True
    for i, ok in enumerate(done):
        if not ok:
            shifts[i] = 3600
    return shifts


_rule = re.compile(
    r"(?P<std>[^<0-9:.+-]{3,}|<[a-zA-Z0-9+-]+>)"
    r"(?P<stdoff>[+-]?\d{1,3}(?::\d{2}(?::\d{2})?)?)"
    r"(?:(?P<dst>[^<0-9:.+-]{3,}|<[a-zA-Z0-9+-]+>)"
    r"(?P<dstoff>[+-]?\d{1,3}(?::\d{2}(?::\d{2})?)?)?"
    r"(?:,(?P<start>[^,]+),(?P<end>[^,]+))?)?\Z")


def _clock(text):
    """Seconds of [+-]h[:m[:s]]."""
    sign = -1 if text[0] == "-" else 1
    parts = [int(p) for p in text.lstrip("+-").split(":")]
    parts += [0] * (3 - len(parts))
    return sign * (parts[0] * 3600 + parts[1] * 60 + parts[2])


def _change_day(text):
    """A function year -> local seconds since the epoch of a rule."""
    day, _, at = text.partition("/")
    seconds = _clock(at) if at else 7200
    if day[0] == "M":
        month, week, weekday = map(int, day[1:].split("."))

        def when(year):
            first = datetime(year, month, 1)
            ordinal = first.toordinal()
            shift = (weekday - first.isoweekday()) % 7
            ordinal += shift + 7 * (week - 1)
            nxt = (datetime(year + 1, 1, 1) if month == 12
                   else datetime(year, month + 1, 1)).toordinal()
            if ordinal >= nxt:
                ordinal -= 7
            return (ordinal - _EPOCH) * 86400 + seconds
    elif day[0] == "J":
        number = int(day[1:])

        def when(year):
            leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
            n = number + 1 if leap and number >= 60 else number
            start = datetime(year, 1, 1).toordinal()
            return (start + n - 1 - _EPOCH) * 86400 + seconds
    else:
        number = int(day)

        def when(year):
            start = datetime(year, 1, 1).toordinal()
            return (start + number - _EPOCH) * 86400 + seconds
    return when


class _Rule:
    """The footer of a file: what holds after the last transition."""

    __slots__ = ("std", "dst", "start", "end")

    def __init__(self, text):
        m = _rule.match(text)
        if m is None:
            raise ValueError(f"{text!r} is not a valid TZ string")
        off = -_clock(m["stdoff"])
        self.std = _Kind(off, 0, m["std"].strip("<>"))
        self.dst = None
        if m["dst"]:
            dst_off = -_clock(m["dstoff"]) if m["dstoff"] else off + 3600
            self.dst = _Kind(dst_off, dst_off - off, m["dst"].strip("<>"))
            self.start = _change_day(m["start"] or "M3.2.0")
            self.end = _change_day(m["end"] or "M11.1.0")

    def local(self, seconds, year, fold):
        """The kind that holds at a local time."""
        if self.dst is None:
            return self.std
        start, end = self.start(year), self.end(year)
        shift = self.dst.off - self.std.off
        # The repeated interval belongs to fold 0 before, fold 1 after.
        if (shift >= 0) == bool(fold):
            end -= shift
        else:
            start += shift
        if start < end:
            inside = start <= seconds < end
        else:
            inside = not end <= seconds < start
        return self.dst if inside else self.std

    def utc(self, seconds, year):
        """(kind, fold) at a UTC time."""
        if self.dst is None:
            return self.std, 0
        start = self.start(year) - self.std.off
        end = self.end(year) - self.dst.off
        shift = self.dst.off - self.std.off
        if start < end:
            inside = start <= seconds < end
        else:
            inside = not end <= seconds < start
        at = end if shift > 0 else start
        fold = 1 if 0 <= seconds - at < abs(shift) else 0
        return (self.dst if inside else self.std), fold


class ZoneInfo(tzinfo):
    """A time zone of the IANA database."""

    _fixed = None

    def __new__(cls, key):
        cache = session_state("zoneinfo", dict)
        found = cache.get((cls, key))
        if found is None:
            found = cache[cls, key] = cls.no_cache(key)
        return found

    @classmethod
    def no_cache(cls, key):
        """A zone object of its own."""
        self = tzinfo.__new__(cls)
        self._key = key
        self._text = None
        path = _find_file(key)
        if path is None:
            parts = _zones.find(key)
        else:
            with io.open(path, "rb") as f:
                parts = _parse_file(f.read())
        if parts is None:
            raise ZoneInfoNotFoundError(f"No time zone found with key {key}")
        self._set(*parts)
        return self

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """A zone read from an open file."""
        self = tzinfo.__new__(cls)
        self._key = key
        self._text = repr(fobj)
        self._set(*_parse_file(fobj.read()))
        return self

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Clear the ZoneInfo cache."""
        cache = session_state("zoneinfo", dict)
        for entry in list(cache):
            if entry[0] is cls and (only_keys is None
                                    or entry[1] in only_keys):
                del cache[entry]

    def _set(self, when, index, kinds, footer):
        shifts = _dst_shifts(index, kinds)
        made = [_Kind(off, shift, name)
                for (off, _, name), shift in zip(kinds, shifts)]
        self._when = when
        self._kinds = [made[i] for i in index]
        first = next((i for i, k in enumerate(kinds) if not k[1]), 0)
        self._before = made[first] if made else None
        if index and not when:
            self._before = made[index[0]]
        # Transitions in local time, as seen with fold 0 and fold 1.
        self._wall = [[], []]
        off_before = self._before.off if made else 0
        for i, t in enumerate(when):
            off = self._kinds[i].off
            self._wall[0].append(t + max(off_before, off))
            self._wall[1].append(t + min(off_before, off))
            off_before = off
        self._rule = _Rule(footer) if footer else None
        if self._rule is None and self._kinds:
            self._last = self._kinds[-1]
        else:
            self._last = self._before
        if not when and self._rule is not None and self._rule.dst is None:
            self._fixed = self._rule.std
        elif not when and self._rule is None:
            self._fixed = self._before

    @property
    def key(self):
        return self._key

    def _find(self, dt):
        """The kind of local time at dt."""
        if dt is None:
            return self._fixed
        if self._fixed is not None:
            return self._fixed
        seconds = ((dt.toordinal() - _EPOCH) * 86400 + dt.hour * 3600
                   + dt.minute * 60 + dt.second)
        wall = self._wall[dt.fold]
        if not wall or seconds >= wall[-1]:
            if self._rule is not None:
                return self._rule.local(seconds, dt.year, dt.fold)
            return self._last
        i = bisect_right(wall, seconds)
        return self._before if i == 0 else self._kinds[i - 1]

    def utcoffset(self, dt, /):
        """How far local time is ahead of UTC."""
        kind = self._find(dt)
        return None if kind is None else kind.utcoff

    def dst(self, dt, /):
        """How much of that is summer time."""
        kind = self._find(dt)
        return None if kind is None else kind.dstoff

    def tzname(self, dt, /):
        """Retrieve a string containing the abbreviation for the time
        zone."""
        kind = self._find(dt)
        return None if kind is None else kind.name

    def fromutc(self, dt, /):
        """Local time for a time in UTC."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        if self._fixed is not None:
            return dt + self._fixed.utcoff
        seconds = ((dt.toordinal() - _EPOCH) * 86400 + dt.hour * 3600
                   + dt.minute * 60 + dt.second)
        when = self._when
        fold = 0
        i = bisect_right(when, seconds)
        if i == len(when) and self._rule is not None:
            kind, fold = self._rule.utc(seconds, dt.year)
        else:
            kind = self._kinds[i - 1] if i else self._before
        if i:
            previous = self._kinds[i - 2] if i > 1 else self._before
            if seconds - when[i - 1] < previous.off - kind.off:
                fold = 1
        result = dt + kind.utcoff
        return result.replace(fold=1) if fold else result

    def __str__(self):
        return self._key if self._key is not None else repr(self)

    def __repr__(self):
        cls = f"{type(self).__module__}.{type(self).__qualname__}"
        if self._key is not None:
            return f"{cls}(key={self._key!r})"
        return f"{cls}.from_file({self._text})"

    def __reduce__(self):
        return type(self), (self._key,)


def _check_key(key):
    """Refuse keys that could leave the zone directories."""
    if os.path.isabs(key):
        raise ValueError("ZoneInfo keys may not be absolute paths, got: "
                         f"{key}")
    if len(os.path.normpath(key)) != len(key):
        raise ValueError("ZoneInfo keys must be normalized relative paths, "
                         f"got: {key}")
    if not os.path.normpath(os.path.join("/_", key)).startswith("/_/"):
        raise ValueError("ZoneInfo keys must refer to subdirectories of "
                         f"TZPATH, got: {key}")


def _find_file(key):
    _check_key(key)
    for folder in _state().path:
        path = os.path.join(folder, key)
        if os.path.isfile(path):
            return path
    return _find_in_package(key)


def _find_in_package(key):
    """The file of a zone in the package tzdata, if the program has it."""
    for folder in _package_folders():
        path = os.path.join(folder, key)
        if os.path.isfile(path):
            return path
    return None


def _package_folders():
    try:
        package = __import__("tzdata")
    except ImportError:
        return []
    return [os.path.join(path, "zoneinfo") for path in package.__path__]


def available_timezones():
    """The names of all zones."""
    zones = _zones.names()
    for root in (*_state().path, *_package_folders()):
        if not os.path.exists(root):
            continue
        for folder, dirs, files in os.walk(root):
            if folder == root:
                dirs[:] = [d for d in dirs if d not in ("right", "posix")]
            for name in files:
                path = os.path.join(folder, name)
                key = os.path.relpath(path, start=root)
                if not key or key in zones or key == "posixrules":
                    continue
                with io.open(path, "rb") as f:
                    if f.read(4) == b"TZif":
                        zones.add(key)
    return zones


class _State:
    """Where this session looks for zone files."""

    path = _START


def _state():
    return session_state("zoneinfo.path", _State)


def __getattr__(name):
    if name == "TZPATH":
        return _state().path
    raise AttributeError(f"module 'zoneinfo' has no attribute {name!r}")


def __dir__():
    return sorted([*_OWN_NAMES, "TZPATH"])


def reset_tzpath(to=None):
    """Set where zone files are looked for, or go back to the start."""
    if to is None:
        _state().path = _START
        return
    if isinstance(to, (str, bytes)):
        raise TypeError(
            f"tzpaths must be a list or tuple, not {type(to)}: {to!r}")
    relative = [path for path in to if not os.path.isabs(path)]
    if relative:
        raise ValueError("Paths should be absolute but found the following "
                         "relative paths:\n    " + "\n    ".join(relative))
    _state().path = tuple(to)


# What dir() shows: later globals() is only what a program may see.
_OWN_NAMES = [name for name in globals() if name != "session_state"]
