# Decimal() by one native; conversions and membership by natives.
from collections import deque
from decimal import Decimal as D, getcontext, localcontext, InvalidOperation, Context
import copy, datetime, pickle
x = D('1.5')
print(D(), D(3), D('2.50'), D(x) is x, D(value='7'), D('1', None), D('1e5'), D(' 12 '), D('1_0'), D(True), D(1.5), D((0, (1, 2), -1)), D('NaN'), D('-Infinity'), D(10 ** 30), D(-7), D('-0'), D('123456789012345678901'))
for f in [lambda: D('abc'), lambda: D([]), lambda: D(None), lambda: D(1, 2), lambda: D('1', context=3), lambda: D({})]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class M(D):
    def __new__(cls, v, unit='x'):
        self = super().__new__(cls, v); self.unit = unit; return self
m = M('2.5', 'kg'); print(m, m.unit, m + 1, type(m), D(m), type(D(m)), type(M(x)))
class P(D): pass
print(P('1.1'), type(P(1)), P(x) is x, type(D(P('1'))), isinstance(P(1), D))
print(list(map(D, ['1', '2.5', 3])), sum(map(D, ['0.1'] * 3)), copy.copy(x) is x, copy.deepcopy([x]), pickle.loads(pickle.dumps(x)))
with localcontext() as c:
    c.prec = 3
    print(D('1.23456'), D('1.23456') + 0, str(D(1) / 3), int(D('7.9')), float(D('7.9')), round(D('7.987'), 2))
print(str(x), repr(x), int(x), float(x), f'{x}', '%s' % x, '{}'.format(x), int(D('-3.7')), float(D('1e3')), str(D('1E+20')), str(D('0E-10')), hash(x) == hash(1.5), bool(D(0)), str(P('9')))
for f in [lambda: int(D('NaN')), lambda: int(D('Infinity')), lambda: float(D('sNaN')), lambda: D('1') / 0, lambda: [1, 2][x], lambda: range(x)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(str(datetime.date(2024, 1, 2)), str(datetime.timedelta(1, 2)), str(datetime.datetime(2024, 1, 2, 3)), str(datetime.time(4, 5)), repr(datetime.date(2024, 1, 2)))
q = deque([1, 'a', None, 2.0])
class E:
    def __eq__(self, o): return o == 'a'
print(1 in q, 'a' in q, 5 in q, 2 in q, E() in q, None not in q, 3 not in q, [k for k in (1, 9) if k in q], 'yes' if 9 in q else 'no')
print(D('1.5') in [1.5], 1.5 in {x}, x in deque([1.5]), {x: 1}[1.5])
