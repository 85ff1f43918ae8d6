# Forms of text: precision of isoformat(), directives, spans, ISO weeks.
from datetime import date, datetime, timedelta, timezone

zones = [None, timezone.utc, timezone(timedelta(hours=-3, minutes=-30)),
         timezone(timedelta(hours=5, seconds=7)), timezone(timedelta(0), "X")]
for zone in zones:
    for us in (0, 1, 999, 123456, 999999):
        t = datetime(2024, 2, 9, 5, 7, 3, us, zone)
        for spec in ("auto", "hours", "minutes", "seconds", "milliseconds",
                     "microseconds"):
            print(t.isoformat(timespec=spec), t.isoformat(" ", spec))
    print(t.strftime("%a %e %h %R %u %w %z|%Z|%D %X %x %c"))
try:
    t.isoformat(timespec="days")
except ValueError as e:
    print(e)
for y in (1, 2, 1999, 2000, 2004, 2005, 2020, 2026, 9998, 9999):
    for m, d in ((1, 1), (1, 3), (1, 4), (6, 15), (12, 28), (12, 31)):
        day = date(y, m, d)
        week = day.isocalendar()
        print(week, tuple(week), week.week, datetime(y, m, d).isocalendar()[1])
for days in (-400, -1, 0, 1, 2, 999999999):
    for s in (0, 59, 3599, 36000, 86399):
        for us in (0, 5, 999999):
            print(timedelta(days, s, us))
print(str(timedelta.min), -timedelta(microseconds=1))
