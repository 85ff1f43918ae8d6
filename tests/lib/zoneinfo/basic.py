# caisson: options --mount /usr/share/zoneinfo:/usr/share/zoneinfo:ro
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError
from datetime import *

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, str(e)[:80])

zones = ["UTC", "America/New_York", "Europe/London", "Europe/Dublin", "Asia/Kolkata", "Australia/Sydney", "Asia/Tokyo", "America/Sao_Paulo", "Africa/Casablanca", "Pacific/Apia", "Asia/Tehran", "Europe/Berlin", "Etc/GMT+5", "America/St_Johns"]
for z in zones:
    zi = ZoneInfo(z)
    print(repr(zi), str(zi), zi.key, zi is ZoneInfo(z))
    for y in (1850, 1900, 1918, 1945, 1970, 1999, 2007, 2020, 2024, 2037, 2038, 2045, 2100):
        for m in (1, 4, 7, 10):
            dt = datetime(y, m, 1, 12, tzinfo=zi)
            u = datetime(y, m, 1, 12, tzinfo=timezone.utc).astimezone(zi)
            print(y, m, dt.utcoffset(), dt.dst(), dt.tzname(), u.isoformat(), u.fold, end=" | ")
        print()
ny = ZoneInfo("America/New_York")
for z, start in ((ny, datetime(2024, 3, 10, 5)), (ny, datetime(2024, 11, 3, 3)), (ny, datetime(2045, 11, 5, 3)), (ZoneInfo("Europe/London"), datetime(2024, 10, 26, 22)), (ZoneInfo("Australia/Sydney"), datetime(2024, 4, 6, 13)), (ZoneInfo("Europe/Dublin"), datetime(2040, 10, 27, 22))):
    for i in range(12):
        u = (start + timedelta(minutes=30 * i)).replace(tzinfo=timezone.utc).astimezone(z)
        n = (start + timedelta(minutes=30 * i)).replace(tzinfo=z)
        print(u, u.fold, u.tzname(), u.astimezone(timezone.utc), n.utcoffset(), n.replace(fold=1).utcoffset(), n.replace(fold=1).tzname())
print(datetime(2024, 7, 1, tzinfo=ny) - datetime(2024, 1, 1, tzinfo=ny), datetime(2024, 7, 1, tzinfo=ny) - datetime(2024, 1, 1, tzinfo=ZoneInfo("UTC")), (datetime(2024, 3, 9, 12, tzinfo=ny) + timedelta(days=1)).isoformat())
print(time(12, tzinfo=ny).utcoffset(), time(12, tzinfo=ZoneInfo("UTC")).utcoffset(), ny.utcoffset(None), datetime.fromtimestamp(1700000000, ny), datetime(2024, 7, 1, tzinfo=ny).timestamp(), f"{datetime(2024, 7, 1, tzinfo=ny):%Z %z}")
for k in ("No/Such", "/etc/passwd", "../x", "a/../b", "America/New_York/"):
    show(ZoneInfo, k)
show(ny.fromutc, 5)
show(ny.fromutc, datetime(2024, 1, 1))
