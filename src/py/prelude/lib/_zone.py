"""The session's time zone: UTC unless its host chose another one.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state


def session_zone():
    """A tzinfo, or None for UTC."""
    found = session_state("zone", list)
    return found[0] if found else None


def choose(zone, data=None):
    """For the host: a zone's name and file, or (offset in seconds, name)."""
    datetime = __import__("datetime")
    if isinstance(zone, str):
        made = __import__("zoneinfo").ZoneInfo.from_file(
            __import__("io").BytesIO(data), key=zone)
    else:
        offset = datetime.timedelta(seconds=zone[0])
        made = datetime.timezone(offset, *zone[1:2]) if zone[
            1] else datetime.timezone(offset)
    _use(made, datetime)


def choose_named(name):
    """For time.tzset(): a name of the database; UTC for all others."""
    datetime = __import__("datetime")
    zoneinfo = __import__("zoneinfo")
    try:
        made = zoneinfo.ZoneInfo(name.removeprefix(":") or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        made = datetime.timezone.utc
    _use(made, datetime)


def _use(zone, datetime):
    session_state("zone", list)[:] = [zone]
    _tell_time(zone, datetime)


def _tell_time(zone, datetime):
    """The constants of the module time, as of this winter and summer."""
    time = __import__("time")
    winter = datetime.datetime(2024, 1, 1, tzinfo=zone)
    summer = datetime.datetime(2024, 7, 1, tzinfo=zone)
    if winter.utcoffset() > summer.utcoffset():
        winter, summer = summer, winter
    time.timezone = -int(winter.utcoffset().total_seconds())
    time.altzone = -int(summer.utcoffset().total_seconds())
    time.daylight = int(time.timezone != time.altzone)
    time.tzname = (winter.tzname(), summer.tzname())
