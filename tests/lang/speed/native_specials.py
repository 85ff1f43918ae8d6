# Natives as special methods, methodcaller, copies of deques, sorted() of texts.
from collections import OrderedDict, deque
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from operator import methodcaller
import copy
import pickle

D = Decimal
vals = [D('1.5'), 2, D('NaN'), 'x', 1.5, True, D(0), None, timedelta(1)]
ops = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a // b, lambda a, b: a % b,
       lambda a, b: a < b, lambda a, b: a >= b, lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a ** b]


def yes(a, b):
    if a < b:
        return 'lt'
    if a == b:
        return 'eq'
    return 'gt'


def aug(a, b):
    a += b
    a *= 2
    return a


for a in vals:
    for b in vals:
        out = []
        for f in ops + [yes, aug]:
            try:
                r = f(a, b)
                out.append(str(r))
            except Exception as e:
                out.append(type(e).__name__)
        print(out)


class M(Decimal):
    def __add__(self, o):
        return M(super().__add__(o))
    def __radd__(self, o):
        return 'radd'


for i in range(3):
    print(type(M('1') + 1), D('1') + M('2'), M('1') * 2, sum([D('0.1')] * 3), M('2') < D('3'), D('1') < M('2'))
d = datetime(2024, 1, 1)
for other in [timedelta(hours=5), datetime(2023, 1, 1), date(2024, 1, 1), 3]:
    out = []
    for f in [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a < b, lambda a, b: a == b, yes]:
        for x, y in ((d, other), (other, d)):
            try:
                out.append(str(f(x, y)))
            except Exception as e:
                out.append(f'{type(e).__name__} {e}')
    print(out)
up = methodcaller('upper'); rp = methodcaller('replace', 'o', '0', 1); sp = methodcaller('split', sep=',')
print(list(map(up, ['a', 'b'])), rp('foo'), sp('a,b'), sorted('bAc', key=methodcaller('lower')), methodcaller('get', 'k', 3)({}), methodcaller('pop')([1, 2]))
for f, x in [(up, 3), (methodcaller('upper', 1), 'a'), (methodcaller('nope'), 'a'), (methodcaller('index', 5), [1]), (methodcaller('mro'), int)]:
    try:
        print(f(x))
    except Exception as e:
        print(type(e).__name__, e)


class C:
    def hi(self, n=1):
        return n
    def upper(self):
        return 'mine'


print(methodcaller('hi', 4)(C()), methodcaller('hi', n=2)(C()), up(C()), up(type('S', (str,), {'upper': lambda s: 'sub'})('q')), up(type('S', (str,), {})('q')), repr(rp), copy.copy(up)('z'), pickle.loads(pickle.dumps(rp))('oo'))
q = deque([1, 2, 3]); q.appendleft(0); q.append(4); q.popleft()
print(list(q), tuple(q), sorted(q), [*q], set(q), sum(q), list(deque(range(20), 5)), list(deque()), q.copy(), list(reversed(q)))
it = iter(q); next(it); print(list(it), list(it))
it = iter(q); next(it); q.append(5)
try:
    print(list(it))
except RuntimeError as e:
    print(e)
print(sorted('hello'), sorted('héllo'), sorted({'b': 1, 'a': 2}.items()), sorted({'b': 1, 'a': 2}.keys()), sorted({3, 1}), sorted({'b': 1, 'a': 2}), sorted(''), sorted('ba', reverse=True), sorted({'x': 2, 'y': 1}.values()))
print(OrderedDict(), OrderedDict(a=1), OrderedDict([(1, 2)]), type(OrderedDict()), OrderedDict.fromkeys('ab'))


class O(OrderedDict):
    pass


print(O(), O(a=1), O({'b': 1}))
try:
    OrderedDict(1, 2)
except TypeError as e:
    print(e)
