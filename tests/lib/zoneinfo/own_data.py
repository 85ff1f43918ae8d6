# Zones need no files: the library has its own.
import datetime
import pickle
import zoneinfo
from zoneinfo import ZoneInfo

names = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC', 'GMT',
         'Etc/GMT+5', 'EST5EDT', 'America/Argentina/Buenos_Aires', 'Pacific/Apia', 'Antarctica/Troll', 'Asia/Kathmandu',
         'US/Pacific', 'Europe/Dublin', 'America/Sao_Paulo', 'Africa/Monrovia']
utc = datetime.timezone.utc
for name in names:
    zone = ZoneInfo(name)
    print(repr(zone), zone.key, str(zone), zone is ZoneInfo(name))
    for year in 1900, 1945, 1970, 1999, 2011, 2024, 2037, 2045:
        for month in 1, 7:
            t = datetime.datetime(year, month, 15, 12, tzinfo=zone)
            print(year, month, t.utcoffset(), t.dst(), t.tzname(), t.astimezone(utc).isoformat())
print({'Europe/Berlin', 'UTC', 'Asia/Tokyo'} <= zoneinfo.available_timezones(), len(zoneinfo.available_timezones()) > 500)
for key in 'Mars/Phobos', 'Europe', 'Europe/Berli', '', 'a b', 'UTC 0', '../UTC', '/etc/localtime', 'Europe/../UTC':
    try:
        print(ZoneInfo(key))
    except Exception as e:
        print(type(e).__name__, str(e) if isinstance(e, ValueError) else '')
before = datetime.datetime(2024, 3, 31, 1, 59, tzinfo=ZoneInfo('Europe/Berlin'))
print(before, before + datetime.timedelta(hours=1), (before.astimezone(utc) + datetime.timedelta(hours=1)).astimezone(before.tzinfo))
print(pickle.loads(pickle.dumps(before)) == before, pickle.loads(pickle.dumps(before.tzinfo)) is before.tzinfo)
