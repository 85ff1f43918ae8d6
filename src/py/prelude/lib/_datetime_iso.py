# _datetime_iso.py - ISO 8601 texts, read and written.
#
# SPDX-License-Identifier: Apache-2.0
"""ISO texts."""
from _timefmt import (format_fields, from_ordinal, is_leap, iso_week1,
                      to_ordinal)

__name__ = "datetime"


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
        raise ValueError(f"Invalid day: {day} (range is [1, 7])")
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
