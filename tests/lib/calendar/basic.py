import calendar

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

for y, m in ((2020, 2), (2021, 2), (1, 1), (9999, 12), (2024, 9), (2023, 13), (2023, 0)):
    show(calendar.monthrange, y, m)
    show(calendar.monthcalendar, y, m)
    show(calendar.month, y, m)
    show(calendar.month, y, m, 4, 2)
for fw in (6, 0, 3, 7, -1):
    show(calendar.setfirstweekday, fw)
    print(calendar.firstweekday())
    calendar.prmonth(2020, 2)
    print(calendar.weekheader(3), calendar.weekheader(10))
calendar.setfirstweekday(0)
print(calendar.calendar(2023))
calendar.prcal(2020, 3, 2, 4, 5)
c = calendar.Calendar(6)
print(list(c.iterweekdays()), list(c.itermonthdays(2020, 2)), list(c.itermonthdays2(2020, 2)), list(c.itermonthdays3(2020, 2)), list(c.itermonthdays4(2020, 2)))
print([str(d) for d in c.itermonthdates(2020, 12)])
print(c.monthdays2calendar(2020, 5), c.yeardayscalendar(2021, 4)[0], len(c.yeardatescalendar(2021)), c.yeardays2calendar(2021, 2)[5])
h = calendar.HTMLCalendar(2)
print(h.formatmonth(2020, 2))
print(h.formatyear(2020, 5))
print(h.formatyearpage(2020).decode())
print(h.formatyearpage(2020, css=None, encoding="ascii"))
t = calendar.TextCalendar()
print(t.formatyear(2020, m=2))
print(calendar.isleap(1900), calendar.isleap(2000), calendar.leapdays(1900, 2001), calendar.weekday(2020, 2, 29), calendar.weekday(12345, 1, 1))
print(list(calendar.day_name), list(calendar.day_abbr), list(calendar.month_name), list(calendar.month_abbr), calendar.month_name[1:3], len(calendar.month_abbr))
print(calendar.timegm((2020, 2, 29, 1, 2, 3)), calendar.MONDAY, calendar.SUNDAY, calendar.January, calendar.mdays)
print(calendar.week([(1, 0), (2, 1)], 5), calendar.formatstring(["a", "b"]))
l = calendar.LocaleTextCalendar(locale="C")
print(l.formatweekheader(5))
