# time.tzset() takes the zone that the environment names.
import datetime
import os
import time

for name in ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Sydney"):
    os.environ["TZ"] = name
    time.tzset()
    print(name, time.tzname, time.timezone, time.altzone, time.daylight)
    for at in (0, 1720000000, 1704067200):
        local = time.localtime(at)
        print(" ", local[:6], local.tm_isdst, local.tm_zone, local.tm_gmtoff, int(time.mktime(local)))
        print(" ", datetime.datetime.fromtimestamp(at), time.strftime("%Z %z", local))
    print(" ", datetime.datetime(2024, 7, 1).astimezone().isoformat())
