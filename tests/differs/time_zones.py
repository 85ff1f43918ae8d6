# time_zones.py: Time zones need files that the host grants.
# SPDX-License-Identifier: Apache-2.0
#
# A session sees no files of the machine.  With /usr/share/zoneinfo mounted at
# the same place zoneinfo works as in CPython; UTC is always there.
import zoneinfo

print(zoneinfo.ZoneInfo("UTC"))
#> UTC
try:
    zoneinfo.ZoneInfo("Europe/Berlin")
except zoneinfo.ZoneInfoNotFoundError as e:
    print(e)
#> 'No time zone found with key Europe/Berlin; this session has no time zone files (the host can mount /usr/share/zoneinfo), use timezone(timedelta(hours=...))'
