from datetime import *
import datetime as D

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

days = [date(1, 1, 1), date(1, 12, 31), date(4, 2, 29), date(1899, 12, 31),
        date(1900, 3, 1), date(1970, 1, 1), date(2000, 2, 29),
        date(2020, 12, 31), date(2021, 1, 3), date(2024, 2, 29), date.max]
for d in days:
    print(d, repr(d), d.toordinal(), d.weekday(), d.isoweekday(),
          d.isocalendar(), d.ctime(), d.timetuple(), d.isoformat())
    assert date.fromordinal(d.toordinal()) == d
    for f in ("%Y-%m-%d %j %U %W %V %G %g %u %w %a %A %b %B %C %y %e %D %F %x %c "
              "%h %s %n%t%% %I %p %P %r %R %T %X %k %l %H %M %S %Z|%z|%f").split():
        print(f, repr(d.strftime(f)), end=" ")
    print()
for i in range(1, 3652059, 10007):
    d = date.fromordinal(i)
    print(d, d.isocalendar()[:], d.strftime("%U %W %V %G %j"))
for y in range(1, 9999, 131):
    for w in (1, 2, 52, 53):
        show(date.fromisocalendar, y, w, 1 + y % 7)

deltas = [timedelta(0), timedelta(1), timedelta(-1), timedelta(hours=5, microseconds=7),
          timedelta(days=-3, seconds=3661), timedelta.max, timedelta.min,
          timedelta(weeks=2, milliseconds=1500), timedelta(0.1), timedelta(seconds=1e-6),
          timedelta(days=1.5, hours=-0.25), timedelta(minutes=1/3)]
for a in deltas:
    print(repr(a), a, a.days, a.seconds, a.microseconds, a.total_seconds(), bool(a))
    for n in (0, 1, -3, 7, 0.5, -1.1, 1e-7, 2.5):
        show(lambda: a * n)
        show(lambda: a / n)
        if isinstance(n, int):
            show(lambda: a // n)
    show(lambda: abs(a))
    show(lambda: -a)
    for b in deltas:
        show(lambda: a + b)
        show(lambda: a - b)
        show(lambda: a / b)
        show(lambda: divmod(a, b))
        print(a < b, a == b, a >= b, a != b)

e = timezone(timedelta(hours=-5), "EST")
n = timezone(timedelta(hours=5, minutes=45))
odd = timezone(-timedelta(hours=1, minutes=2, seconds=3, microseconds=4))
for z in (e, n, odd, timezone.utc, timezone.min, timezone.max, UTC):
    print(repr(z), z, z.utcoffset(None), z.tzname(None), z.dst(None), z == timezone.utc)
whens = [datetime(2020, 2, 29, 13, 14, 15, 16), datetime(1, 1, 1), datetime.max,
         datetime(2020, 2, 29, 13, 14, 15, tzinfo=e), datetime(2020, 2, 29, 18, 14, 15, tzinfo=UTC),
         datetime(2000, 1, 1, fold=1), datetime(2020, 2, 29, 1, tzinfo=odd)]
for a in whens:
    print(repr(a), a, a.date(), a.time(), repr(a.timetz()), a.tzname(), a.utcoffset())
    show(a.timestamp)
    show(a.utctimetuple)
    show(a.timetuple)
    for z in (None, e, n, UTC):
        show(a.astimezone, z)
    for s in ("auto", "hours", "minutes", "seconds", "milliseconds", "microseconds"):
        print(a.isoformat(" ", s), a.timetz().isoformat(s))
    print(a.strftime("%Y %m %d %H:%M:%S.%f %z %Z %% %j %p %I %:z"), f"{a:%d/%m/%Y}", f"{a}", format(a.time(), "%H~%M"))
    for b in whens:
        show(lambda: a - b)
        show(lambda: a < b)
        show(lambda: a == b)
        show(lambda: a.timetz() < b.timetz())
        show(lambda: a.timetz() == b.timetz())
    for t in deltas:
        show(lambda: a + t)
        show(lambda: a - t)
    show(a.replace, year=4, hour=0, tzinfo=None)
for ts in (0, 1, -1, 1.5, -1.5, 0.0000005, 0.0000015, 1e9 + 0.123456, 253402300799, 253402300800, -62135596800, -62135596801, 1234567890.999999):
    show(datetime.utcfromtimestamp, ts)
    show(datetime.fromtimestamp, ts, e)
    show(datetime.fromtimestamp, ts)
    show(date.fromtimestamp, ts)
print(len({whens[3], whens[4]}), {date(2020, 1, 1): 1}[date(2020, 1, 1)], hash(timedelta(1)) == hash(timedelta(hours=24)))
class DT(datetime):
    def extra(self):
        return "x"
a = DT(2020, 1, 1)
print(repr(a), repr(a + timedelta(1)), type(a - timedelta(1)).__name__, repr(DT.now().__class__), repr(a.date()), repr(DT.fromisoformat("2020-01-01")), repr(DT.combine(date(2020,1,1), time(3))))
class Z(tzinfo):
    def utcoffset(self, dt):
        return timedelta(hours=1 if dt is None or dt.month < 6 else 2)
    def dst(self, dt):
        return timedelta(hours=0 if dt is None or dt.month < 6 else 1)
    def tzname(self, dt):
        return "ZZ%"
z = Z()
print(datetime(2020, 5, 31, 23, 30, tzinfo=UTC).astimezone(z), datetime(2020, 1, 1, tzinfo=z).strftime("%Z %z"), time(3, tzinfo=z).isoformat())
for bad in (3, timedelta(1), "x"):
    class B(tzinfo):
        def utcoffset(self, dt):
            return bad
        tzname = dst = utcoffset
    show(datetime(2020, 1, 1, tzinfo=B()).utcoffset)
    show(datetime(2020, 1, 1, tzinfo=B()).dst)
    show(datetime(2020, 1, 1, tzinfo=B()).tzname)
print(D.__all__, D.MINYEAR, D.MAXYEAR, date.min, date.max, date.resolution, time.min, time.max, datetime.min, datetime.max, timedelta.resolution)
