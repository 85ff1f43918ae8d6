# Dates in pickles have the form that CPython writes, both ways.
import copy
import itertools
import pickle
from datetime import date, datetime, time, timedelta, timezone

here = timezone(timedelta(hours=2), 'X')
values = [date(2024, 2, 29), time(1, 2, 3, 4), time(1, 2, 3, 456789, here, fold=1),
          datetime(2024, 2, 29, 1, 2, 3, 4), datetime(9999, 12, 31, 23, 59, 59, 999999, here, fold=1)]
for v in values:
    print(v.__reduce__(), v.__reduce_ex__(2), v.__reduce_ex__(4))
    for protocol in range(6):
        back = pickle.loads(pickle.dumps(v, protocol))
        print(back == v, repr(back), type(back) is type(v))
    print(copy.copy(v) == v, copy.deepcopy([v]) == [v])

# written by CPython 3.11
print(pickle.loads(b'\x80\x04\x95*\x00\x00\x00\x00\x00\x00\x00\x8c\x08datetime\x94\x8c\x08datetime\x94'
                   b'\x93\x94C\n\x07\xe5\x81\x03\x00\x00\x00\x00\x00\x00\x94\x85\x94R\x94.').fold)
for cls, args in [(date, (b'\x07\xe5\x0d\x01',)), (date, (b'\x07\xe5',)), (date, (b'\x07\xe5\x01\x01', 2)),
                  (date, ('abcd',)), (date, ('\x07\xe5\x01\x01',)), (datetime, (b'\x07\xe5\r\x01\1\1\1\1\1\1',)),
                  (datetime, (b'\x07\xe5',)), (datetime, (b'\x07\xe5\x01\x01\1\1\1\1\1\1', 2)),
                  (datetime, (b'\x07\xe5\x01\x01\1\1\1\1\1\1', None)), (datetime, ('\x07\xe5\x01\x01\1\1\1\1\1\1', here)),
                  (time, (b'\x07\1\1\1\1\1',)), (time, (b'\x07\1\1\1\1\1', 2)), (time, (b'\x87\1\1\1\1\1', None)),
                  (time, (b'\x07\xe5\x01\x20',)), (time, ('\x07\1\1\1\1\1', here)), (time, ('abc',))]:
    try:
        print(repr(cls(*args)))
    except TypeError as e:
        print(cls.__name__, args, e)


class Day(date):
    def __new__(cls, *args):
        self = super().__new__(cls, *args)
        self.note = 'n'
        return self


print(pickle.loads(pickle.dumps(Day(2020, 1, 2))).note)

# A day has no distance from a time.
for a, b in itertools.product([date(2024, 1, 2), datetime(2024, 1, 3), datetime(2024, 1, 3, tzinfo=here), timedelta(1)],
                              repeat=2):
    try:
        print(a - b)
    except TypeError as e:
        print(e)
for week, day in itertools.product((0, 8, 54), (0, 7, 8)):
    try:
        print(date.fromisocalendar(2024, week, day))
    except ValueError as e:
        print(e)
