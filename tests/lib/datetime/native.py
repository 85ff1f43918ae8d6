# native.py: the forms that C handles, their limits, and the same by subclasses.
# SPDX-License-Identifier: Apache-2.0
from datetime import date, datetime, time, timedelta, timezone


class Day(date):
    pass


class Moment(datetime):
    pass


class Span(timedelta):
    pass


def attempt(f, *args, **words):
    try:
        return f(*args, **words)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


seed = 12345


def pick(low, high):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return low + (seed >> 8) % (high - low + 1)


days = [date(pick(1, 9999), pick(1, 12), pick(1, 28)) for _ in range(40)]
days += [date(2024, 2, 29), date(1900, 3, 1), date(2000, 12, 31), date.min, date.max, Day(2020, 1, 1)]
moments = [datetime(pick(1, 9999), pick(1, 12), pick(1, 28), pick(0, 23), pick(0, 59), pick(0, 59), pick(0, 999999))
           for _ in range(30)]
east = timezone(timedelta(hours=5, minutes=30))
moments += [datetime(2024, 2, 29, 23, 59, 59, 999999), datetime(1999, 12, 31, tzinfo=timezone.utc),
            datetime(1999, 12, 31, 5, 30, tzinfo=east), Moment(2001, 2, 3, 4, 5), datetime.min, datetime.max,
            datetime(2024, 1, 1, fold=1)]
spans = [timedelta(pick(-1000, 1000), pick(-90000, 90000), pick(-10**7, 10**7)) for _ in range(30)]
spans += [timedelta(0), timedelta(days=1), timedelta(-1), timedelta.max, timedelta.min, Span(3, 4, 5),
          timedelta(hours=1.5), timedelta(weeks=2, milliseconds=-1), timedelta(microseconds=-1)]

for d in days:
    print(repr(d), str(d), d.weekday(), d.isoweekday(), d.toordinal(), d.year, d.month, d.day, d.isocalendar()[:])
    print(d.strftime('%d.%m.%Y %j %a %A %b %B %y %p %% %F %T %H'), attempt(d.strftime, '%U|%-d|%e|x%'),
          date.fromordinal(d.toordinal()) == d, date.fromisoformat(d.isoformat()) == d, f'{d:%Y/%m}', f'{d}')
    print([repr(attempt(lambda: d + s)) for s in spans[:3]], [repr(attempt(lambda: d - s)) for s in spans[30:36]])
    print(repr(d - days[0]), d < days[1], d == days[2], d >= days[3], hash(d) == hash(date(d.year, d.month, d.day)))
    print(attempt(d.replace, day=30), attempt(d.replace, 2023), attempt(d.replace, month=13))
for m in moments:
    print(repr(m), m, m.isoformat(), m.isoformat(' '), m.isoformat(timespec='minutes'), m.weekday(), m.date(), m.time())
    print(m.strftime('%Y-%m-%d %H:%M:%S.%f %I %p %A %z %Z'), attempt(lambda: datetime.fromisoformat(m.isoformat())))
    print([str(attempt(lambda: m + s)) for s in spans[28:]], [str(attempt(lambda: s + m)) for s in spans[:3]])
    print([str(attempt(lambda: m - s)) for s in spans[28:]])
    for other in (moments[0], moments[31], moments[32], days[0]):
        print(attempt(lambda: m - other), m == other, m != other, attempt(lambda: m < other), attempt(lambda: m >= other))
    print(attempt(m.replace, hour=3), attempt(m.replace, tzinfo=east), attempt(m.replace, day=32), attempt(m.replace, fold=2))
    print(attempt(m.astimezone, east) if m.tzinfo else None, attempt(lambda: m.timestamp() if m.tzinfo else 0),
          hash(m) == hash(m.replace(fold=0)))
for s in spans:
    print(repr(s), s, s.days, s.seconds, s.microseconds, s.total_seconds(), bool(s), hash(s) == hash(s + timedelta(0)))
    for t in (spans[0], timedelta(hours=1), timedelta(0), Span(3, 4, 5)):
        print(attempt(lambda: s + t), attempt(lambda: s - t), s < t, s == t, s >= t, attempt(lambda: s / t),
              attempt(lambda: s // t), attempt(lambda: s % t), attempt(lambda: divmod(s, t)))
    print(attempt(lambda: s * 3), attempt(lambda: -2 * s), attempt(lambda: s * 1.5), attempt(lambda: s // 7),
          attempt(lambda: s / 7), attempt(lambda: -s), attempt(lambda: abs(s)), attempt(lambda: s * 10**9))

print(hash(datetime(1999, 12, 31, tzinfo=timezone.utc)) == hash(datetime(1999, 12, 31, 5, 30, tzinfo=east)))
print({date(2024, 1, 1): 1}[Day(2024, 1, 1)], Day(2024, 1, 1) in {date(2024, 1, 1)}, type(Day(2024, 1, 1) + timedelta(1)))
print(type(Moment(2024, 1, 1) + timedelta(1)), type(Moment.fromisoformat('2024-01-01')), type(Day.fromordinal(5)))
for text, form in [('2024-05-17', '%Y-%m-%d'), ('17/5/24', '%d/%m/%y'), ('20240517T123045', '%Y%m%dT%H%M%S'),
                   ('2024-05-17 1:2:3.5', '%Y-%m-%d %H:%M:%S.%f'), ('May 5 2024', '%b %d %Y'),
                   ('december 31, 1999', '%B %d, %Y'), ('2024-05-17', '%Y-%m'), ('2024-13-01', '%Y-%m-%d'),
                   ('2024-02-30', '%Y-%m-%d'), ('12:30 PM', '%I:%M %p'), ('  2024', ' %Y'), ('2024  05', '%Y %m'),
                   ('1 100%', '%d 100%%'), ('2024-05-17', '%Y-%m-%d-%Y'), ('x', '%q'), ('111', '%d%m'),
                   ('2024-05-17 10:00 +0200', '%Y-%m-%d %H:%M %z'), ('Fri 2024', '%a %Y'), ('59', '%S'), ('60', '%S'),
                   ('é2024', 'é%Y'), ('A2024', 'a%Y'), ('2024 ', '%Y '), ('7 2024', '%d  %Y')]:
    print(text, form, repr(attempt(datetime.strptime, text, form)))
for text in ['2024-05-17', '20240517', '2024-W20-5', '2024-05-17T12', '2024-05-17T12:30', '2024-05-17 12:30:45.123',
             '2024-05-17T12:30:45.123456', '2024-05-17T12:30:45Z', '2024-05-17T12:30:45+02:00', '2024-5-17',
             '2024-02-30', '2024-05-17T25:00', '2024-05-17T', '', '2024-05-17T12:60', '٢٠٢٤-05-17']:
    print(text, repr(attempt(datetime.fromisoformat, text)), repr(attempt(date.fromisoformat, text)))
print(attempt(date), attempt(date, 2024), attempt(date, 2024, 13, 1), attempt(date, 2024, 2, 30), attempt(date, '1', 1, 1))
print(attempt(date, 2024, 1, 1.5), attempt(date, year=2024, month=2, day=3), attempt(date, True, 1, 1))
print(attempt(datetime, 2024, 1, 1, 24), attempt(datetime, 2024, 1, 1, minute=60), attempt(datetime, 2024, 1, 1, tzinfo=5))
print(repr(datetime(2024, 1, 1, fold=1)), repr(time(1, 2, fold=1)), attempt(time, 25), time(1, 2, 3).hour)
print(repr(datetime.combine(date(2024, 1, 2), time(3, 4, tzinfo=east))), attempt(datetime.combine, 1, time()))
print(repr(datetime.combine(datetime(2024, 1, 2), time(3), timezone.utc)), attempt(timedelta, 10**10), attempt(timedelta, 'x'))
for change in ('year', 'month', 'day'):
    print(attempt(setattr, date(2024, 1, 1), change, 5))
print(attempt(setattr, timedelta(1), 'days', 5), attempt(setattr, datetime(2024, 1, 1), 'hour', 5))
print(attempt(date.fromordinal, 0), attempt(date.fromordinal, 3652060), attempt(lambda: date(1, 1, 1) + 5))
print(attempt(lambda: date(1, 1, 1) < 5), date(1, 1, 1) == 5, attempt(lambda: datetime(1, 1, 1) < date(1, 1, 1)))
print(sorted(moments[:6])[0], max(spans), sum(spans[:5], timedelta()), sorted(days)[3])
