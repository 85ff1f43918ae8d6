# time.py - clocks through the host, broken-down times in the session's zone.
#
# The session's zone is UTC.  All clocks are os_calls; nothing here keeps
# state.
#
# SPDX-License-Identifier: Apache-2.0
"""Clocks and calendar time."""
from operator import index
from types import SimpleNamespace

import _strptime
from _caisson import os_call
from _structseq import field, hidden, structseq
from _turns import sleep as _sleep_among_threads
from _zone import choose_named, session_zone
from _timefmt import (DAYS, MONTHS, Fields, format_fields, split_seconds,
                      to_ordinal)

timezone = 0
altzone = 0
daylight = 0
tzname = ("UTC", "UTC")
CLOCK_REALTIME = 0
CLOCK_MONOTONIC = 1
CLOCK_PROCESS_CPUTIME_ID = 2
CLOCK_THREAD_CPUTIME_ID = 3
CLOCK_MONOTONIC_RAW = 4
CLOCK_BOOTTIME = 7
CLOCK_TAI = 11

_CLOCKS = {
    0: "time.time_ns",
    1: "time.monotonic_ns",
    2: "time.process_time_ns",
    3: "time.process_time_ns",
    4: "time.perf_counter_ns",
    7: "time.monotonic_ns",
    11: "time.time_ns",
}
_INFO = {
    "time": ("clock_gettime(CLOCK_REALTIME)", False, True),
    "monotonic": ("clock_gettime(CLOCK_MONOTONIC)", True, False),
    "perf_counter": ("clock_gettime(CLOCK_MONOTONIC)", True, False),
    "process_time": ("clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", True, False),
    "thread_time": ("clock_gettime(CLOCK_THREAD_CPUTIME_ID)", True, False),
}


class struct_time(structseq):
    """A moment as year, month, day, hour and so on."""

    n_sequence_fields = 9
    n_fields = 11
    _names = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec",
              "tm_wday", "tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff")
    __match_args__ = _names[:9]
    tm_year = field(0)
    tm_mon = field(1)
    tm_mday = field(2)
    tm_hour = field(3)
    tm_min = field(4)
    tm_sec = field(5)
    tm_wday = field(6)
    tm_yday = field(7)
    tm_isdst = field(8)
    tm_zone = hidden("tm_zone")
    tm_gmtoff = hidden("tm_gmtoff")


def time():
    """Return the current time in seconds since the Epoch."""
    return os_call("time.time_ns", "time.time") / 1_000_000_000


def time_ns():
    return os_call("time.time_ns", "time.time_ns")


def monotonic():
    return os_call("time.monotonic_ns", "time.monotonic") / 1_000_000_000


def monotonic_ns():
    return os_call("time.monotonic_ns", "time.monotonic_ns")


def perf_counter():
    return os_call("time.perf_counter_ns", "time.perf_counter") / 1_000_000_000


def perf_counter_ns():
    return os_call("time.perf_counter_ns", "time.perf_counter_ns")


def process_time():
    return os_call("time.process_time_ns") / 1_000_000_000


def process_time_ns():
    return os_call("time.process_time_ns")


def thread_time():
    return os_call("time.process_time_ns") / 1_000_000_000


def thread_time_ns():
    return os_call("time.process_time_ns")


def clock_gettime(clk_id):
    return clock_gettime_ns(clk_id) / 1_000_000_000


def clock_gettime_ns(clk_id):
    name = _CLOCKS.get(index(clk_id))
    if name is None:
        raise OSError(22, "Invalid argument")
    return os_call(name)


def clock_getres(clk_id):
    if index(clk_id) not in _CLOCKS:
        raise OSError(22, "Invalid argument")
    return 1e-09


def get_clock_info(name):
    if not isinstance(name, str):
        raise TypeError("get_clock_info() argument 1 must be str, not "
                        + type(name).__name__)
    if name not in _INFO:
        raise ValueError("unknown clock")
    how, monotonic_, adjustable = _INFO[name]
    return SimpleNamespace(implementation=how, monotonic=monotonic_,
                           adjustable=adjustable, resolution=1e-09)


def sleep(secs, /):
    """Suspend the session for the given number of seconds."""
    if isinstance(secs, float):
        if secs != secs:
            raise ValueError("Invalid value NaN (not a number)")
    else:
        secs = index(secs)
    if secs < 0:
        raise ValueError("sleep length must be non-negative")
    if secs > 9223372036:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")
    if not _sleep_among_threads(secs):
        os_call("time.sleep", secs)


def _seconds(secs, caller):
    if secs is None:
        return os_call("time.time_ns", caller) // 1_000_000_000
    if isinstance(secs, float):
        if secs != secs:
            raise ValueError("Invalid value NaN (not a number)")
        if not -2**63 <= secs < 2**63:
            raise OverflowError(
                "timestamp out of range for platform time_t")
        return int(secs // 1)
    secs = index(secs)
    if not -2**63 <= secs < 2**63:
        raise OverflowError("timestamp out of range for platform time_t")
    return secs


def _broken(secs, zone):
    if not -67768040609740800 <= secs < 67768036191676800:
        raise OSError(75, "Value too large for defined data type")
    return struct_time(split_seconds(secs) + (0, zone, 0))


def gmtime(secs=None, /):
    """Convert seconds since the Epoch to a time tuple in UTC."""
    return _broken(_seconds(secs, "time.gmtime"), "GMT")


def localtime(secs=None, /):
    """Convert seconds since the Epoch to a time tuple in local time."""
    return _local(_seconds(secs, "time.localtime"))


def _now(caller):
    """The local time now, for a function that was given none."""
    return _local(_seconds(None, caller))


def _local(secs):
    zone = session_zone()
    if zone is None:
        return _broken(secs, "UTC")
    there = __import__("datetime").datetime.fromtimestamp(secs, zone)
    offset = int(there.utcoffset().total_seconds())
    dst = there.dst()
    return struct_time(split_seconds(secs + offset)
                       + (int(bool(dst)), there.tzname(), offset))


def _nine(t, what):
    """The nine integers of a time tuple."""
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(t) != 9:
        raise TypeError(what + "(): illegal time tuple argument")
    return [_int32(index(x)) for x in t]


def _int32(value):
    if not -2**31 <= value < 2**31:
        if value >= 2**63 or value < -2**63:
            raise OverflowError("Python int too large to convert to C long")
        raise OverflowError("signed integer is greater than maximum"
                            if value > 0 else
                            "signed integer is less than minimum")
    return value


def _fields(t, what):
    """Check a time tuple the way strftime and asctime do."""
    y, m, d, H, M, S, wday, yday, dst = _nine(t, what)
    if not -2**31 <= y - 1900 < 2**31:
        raise OverflowError("year out of range")
    m = m or 1
    d = d or 1
    yday = yday or 1
    wday = wday % 7 if wday >= 0 else wday
    for name, value, low, high in (
            ("month", m, 1, 12), ("day of month", d, 1, 31),
            ("hour", H, 0, 23), ("minute", M, 0, 59),
            ("seconds", S, 0, 61), ("day of week", wday, 0, 6),
            ("day of year", yday, 1, 366)):
        if not low <= value <= high:
            raise ValueError(name + " out of range")
    zone = getattr(t, "tm_zone", None)
    off = getattr(t, "tm_gmtoff", None)
    if zone is None:
        # mktime settles the zone of a plain tuple unless DST is unknown.
        zone, off = ("", None) if dst < 0 else ("UTC", 0)
    return Fields(y, m, d, H, M, S, wday, yday, off, zone)


def strftime(format, t=None, /):
    """Convert a time tuple to a string according to a format."""
    if not isinstance(format, str):
        raise TypeError("strftime() argument 1 must be str, not "
                        + type(format).__name__)
    if t is None:
        t = _now("time.strftime")
    return format_fields(format, _fields(t, "strftime"))


def strptime(data_string, format="%a %b %d %H:%M:%S %Y", /):
    """Parse a string to a time tuple according to a format."""
    got = _strptime.parse(data_string, format)
    zone = got[9]
    if zone is not None:
        zone = zone.upper() if zone.lower() == "utc" else zone
    return struct_time(got[:9] + (zone, got[10]))


def asctime(t=None, /):
    """A moment as text: 'Sat Jun 06 16:26:11 1998'."""
    f = _fields(_now("time.asctime") if t is None else t, "asctime")
    return (f"{DAYS[f.wday][:3]} {MONTHS[f.m - 1][:3]} {f.d:2d} "
            f"{f.H:02d}:{f.M:02d}:{f.S:02d} {f.y}")


def ctime(secs=None, /):
    return asctime(_local(_seconds(secs, "time.ctime")))


def mktime(t, /):
    """Convert a time tuple in local time to seconds since the Epoch."""
    y, m, d, H, M, S, _, _, _ = _nine(t, "mktime")
    m -= 1
    y += m // 12
    days = to_ordinal(y, m % 12 + 1, 1) - 1 + d - 719163
    secs = days * 86400 + H * 3600 + M * 60 + S
    zone = session_zone()
    if zone is not None:
        here = __import__("datetime").datetime(1970, 1, 1).fromordinal(
            days + 719163).replace(hour=0, tzinfo=zone)
        secs -= int(here.utcoffset().total_seconds())
    return float(secs)


def tzset():
    """Take the zone that the environment names, by its name in the database."""
    name = __import__("os").environ.get("TZ")
    if name is not None:
        choose_named(name)


def pthread_getcpuclockid(thread_id):
    return CLOCK_THREAD_CPUTIME_ID


# Helpers that programs do not see.
_hidden_names = (
    "DAYS", "Fields", "MONTHS", "SimpleNamespace", "field",
    "format_fields", "hidden", "index", "session_zone", "choose_named", "split_seconds",
    "structseq", "to_ordinal")
