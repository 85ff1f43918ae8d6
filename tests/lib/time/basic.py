import time

def show(f, *a):
    try:
        print(repr(f(*a)))
    except Exception as e:
        print(type(e).__name__, e)

for s in (0, 1, -1, 1.9, -1.9, 951782400, 1583020799, 4102444800, 253402300799, 1e11, -1e11, 1e30, float("nan"), "x", None and 0):
    if s is None:
        continue
    show(time.gmtime, s)
    show(time.localtime, s)
    show(time.ctime, s)
t = time.gmtime(1583020799)
print(t.tm_year, t.tm_zone, t.tm_gmtoff, t[3:6], len(t), t.n_fields, t.n_sequence_fields, t.n_unnamed_fields, tuple(t))
print(t == tuple(t), t < time.gmtime(1583020800), hash(t) == hash(tuple(t)), isinstance(t, tuple))
show(time.mktime, t)
show(time.mktime, (2020, 14, 35, 25, 61, 61, 0, 0, 0))
show(time.mktime, (2020, 1))
show(time.mktime, [1])
show(time.mktime, (2020, 1, 1, 0, 0, 0, 0, 0, 1.5))
show(time.asctime, t)
show(time.asctime, (5, 1, 1, 0, 0, 0, 0, 0, 0))
for f in ("%a %A %b %B %c %d %H %I %j %m %M %p %S %U %w %W %x %X %y %Y %Z %z %% %e %D %F %G %V %g %u %R %T %r %s %C %h %n %t %k %l %P",
          "%5Y|%-m|%_m|%010d|%^A|%#a|%-H|%_5S|%^b|%#Z|%#p|%Ey|%Od|%-j|%05u|%q|%", "é%Y", ""):
    for x in (t, time.gmtime(0), (1999, 12, 31, 0, 59, 59, 6, 365, 0), (12345, 1, 1, 12, 0, 0, 4, 1, -1), (-5, 1, 1, 0, 0, 0, 0, 1, 0)):
        show(time.strftime, f, x)
for bad in ((2020, 13, 1, 0, 0, 0, 0, 1, 0), (2020, 1, 32, 0, 0, 0, 0, 1, 0), (2020, 1, 1, 24, 0, 0, 0, 1, 0), (2020, 1, 1, 0, 60, 0, 0, 1, 0),
            (2020, 1, 1, 0, 0, 62, 0, 1, 0), (2020, 1, 1, 0, 0, 0, -2, 1, 0), (2020, 1, 1, 0, 0, 0, 0, 367, 0), (0,) * 9, (0,) * 8, 5, "x", (2**40,) + (0,) * 8):
    show(time.strftime, "%Y %m %d %H %M %S %j %w", bad)
    show(time.asctime, bad)
show(time.strptime, "30 Nov 00", "%d %b %y")
print(time.strptime("10 +0130", "%H %z").tm_gmtoff, time.strptime("10 UTC", "%H %Z").tm_zone)
show(time.struct_time, range(9))
show(time.struct_time, range(11))
show(time.struct_time, range(8))
show(time.struct_time, range(12))
show(time.struct_time, 3)
for n in (-1, "x", float("nan"), 1e20):
    show(time.sleep, n)
a = time.monotonic(); b = time.perf_counter_ns(); c = time.time()
time.sleep(0)
print(time.monotonic() >= a, time.perf_counter_ns() >= b, time.time() >= c, isinstance(time.time_ns(), int), isinstance(time.process_time(), float), time.thread_time_ns() >= 0)
print(time.timezone, time.altzone, time.daylight, time.tzname, time.CLOCK_MONOTONIC)
show(time.get_clock_info, "x")
print(time.get_clock_info("monotonic").monotonic, time.clock_gettime(time.CLOCK_MONOTONIC) >= a)
match t:
    case time.struct_time(y, m):
        print(y, m)
