"""Sorting, extremes and sums of dates; text with a time zone."""
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

ds = [date(2024, 1, 1) + timedelta(i * 37 % 11) for i in range(11)]
print(sorted(ds) == sorted(ds, key=lambda d: d.toordinal()), min(ds), max(ds), sorted(ds, reverse=True)[0], sorted((x, 1) for x in ds)[0], (ds[0], 2) < (ds[0], 3), [ds[0]] < [ds[1]])
try: sorted([datetime(2020,1,1), datetime(2020,1,1,tzinfo=timezone.utc)])
except TypeError as e: print(e)
try: sorted([date(2020,1,1), 3])
except TypeError as e: print(e)
try: (1, date(2020,1,1)) < (1, 3)
except TypeError as e: print(e)
for s in ('2024-05-17T12:30:00Z', '2024-05-17T12:30:00.123456+00:00', '2024-05-17 12:30+02:00', '2024-05-17T12:30:01.500-05:30', '2024-05-17T12:30:00+00:00:30', '2024-05-17T12:30:00+24:00', '2024-05-17T12:30:00.1234+01:00', '2024-05-17T12:30:00+02', '2024-05-17T12:30Z', '2024-05-17T12Z', '2024-05-17T12:30:00-00:00', '2024-05-17T12:30:00.123', '2024-05-17T12:30:60', '2024-05-17T12:30:00+01:00x', '2024-05-17T12:30:', '2024-05-17T12:30:00.'):
    try: d = datetime.fromisoformat(s); print(repr(d), d.tzinfo is timezone.utc)
    except ValueError as e: print(e)
v = [timedelta(days=1, seconds=i) for i in range(5)]
print(sum(v, timedelta()), sum([Decimal('1.1'), Decimal('2.2')]), sum([Decimal(1)], 2))
try: print(sum(v))
except TypeError as e: print(e)
try: print(sum([date(2020,1,1)], timedelta(3)))
except TypeError as e: print(e)
east = timezone(timedelta(hours=5, minutes=30), 'east')
for stamp in (0, 1, -1, 1e9, 1.5, -1.5, 0.0000005, 0.0000015, 2.0000025, -0.0000005,
              1715948400.123456, 1715948400.9999996, 253402300799, 253402300800,
              -62135596800, -62135596801, 61999999999, 62000000000, 10 ** 30, True,
              float('nan'), float('inf'), '1', None):
    for zone in (timezone.utc, east, timezone(timedelta(hours=-23)), 5):
        try:
            print(repr(datetime.fromtimestamp(stamp, zone)))
        except (ValueError, TypeError, OverflowError) as error:
            print(stamp, type(error).__name__, error)
    try:
        print(repr(datetime.utcfromtimestamp(stamp)))
    except (ValueError, TypeError, OverflowError) as error:
        print(stamp, type(error).__name__, error)
class Mine(datetime):
    pass
print(repr(Mine.fromtimestamp(5, tz=east)), repr(Mine.utcfromtimestamp(7)))
