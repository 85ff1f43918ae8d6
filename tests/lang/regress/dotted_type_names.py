# Error messages name classes that CPython has in C with their module.
import datetime, decimal, io, collections, functools, re, types, itertools, operator, weakref
for v in (datetime.datetime(2020,1,1), datetime.date(2020,1,1), datetime.timedelta(1), decimal.Decimal(1), io.StringIO(), collections.deque(), collections.OrderedDict(), collections.defaultdict(), functools.partial(int), re.compile('a'), re.match('a','a'), types.SimpleNamespace(), itertools.count(), itertools.chain([1]), operator.itemgetter(1), collections.Counter(), list[int], int|str):
    for f in (lambda: v+"", lambda: v.foo, lambda: v<5, lambda: [][v]):
        try: f()
        except Exception as e: print(type(e).__name__, e)
class S(datetime.date): pass
try: S(2020,1,1).foo
except AttributeError as e: print(e)
