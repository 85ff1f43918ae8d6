# all.py: every protocol over the data model, hooks, errors.
# SPDX-License-Identifier: Apache-2.0

import collections, copyreg, dataclasses, datetime, decimal, enum, fractions, io, pickle, pathlib, uuid


class Plain:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return type(o) is type(self) and o.__dict__ == self.__dict__
    class Inner:
        pass


class Slots:
    __slots__ = ('a', 'b')
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)


class State:
    def __getstate__(self): return {'kept': 1}
    def __setstate__(self, s): self.got = s


class NewArgs(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    def __getnewargs__(self): return self[0], self[1]


class NewEx:
    def __new__(cls, *, k): self = super().__new__(cls); self.k = k; return self
    def __getnewargs_ex__(self): return (), {'k': self.k}


class Reduced:
    def __reduce__(self): return (Plain, (7,))


class Color(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Data:
    a: int
    b: list


Point = collections.namedtuple('Point', 'x y')
class L(list): pass
class D(dict): pass
class Err(Exception): pass


values = [None, True, False, 0, 1, 255, 256, 65535, 65536, -1, -129, 2 ** 31, -2 ** 31, 2 ** 63, -2 ** 100, 10 ** 400, 1.5, -0.0, float('inf'), 2j,
          '', 'abc', 'é€\n\\u\0\x1a', '\udc80', 'x' * 300, b'', b'ab\xff', b'y' * 300, bytearray(b'q'), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], list(range(5)), {}, {'a': 1}, {1: 2, 'b': [3]},
          set(), {1}, frozenset([2]), range(3), slice(1, 2), ..., NotImplemented, int, type(None), len, Plain(3), Plain.Inner, Color.RED, Data(1, [2]), Point(1, 2),
          decimal.Decimal('1.5'), fractions.Fraction(1, 3), datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, tzinfo=datetime.timezone.utc), datetime.timedelta(1), uuid.UUID(int=5), pathlib.PurePosixPath('a/b'),
          collections.OrderedDict(a=1), collections.defaultdict(list, a=[1]), collections.Counter('aab'), collections.deque([1, 2], 3), L([1]), D(a=1), NewArgs(1, 2)]
for proto in range(6):
    for v in values:
        try:
            r = pickle.loads(pickle.dumps(v, proto))
            assert type(r) is type(v) and (r == v or repr(r) == repr(v)), (proto, v, r)
        except Exception as e:
            print(proto, repr(v)[:40], type(e).__name__, e)
for v in values[:40]:
    print([pickle.dumps(v, p)[:60] for p in (0, 1, 2, 3)])
for v in (1, 'a', [1, 'b', 'b'], {'k': (1,)}, {1, 2}, b'z', Plain(1)):
    print(pickle.dumps(v), pickle.dumps(v, 5))
s = Slots(); s.a, s.b = 1, [2]
for p in (2, 3, 4, 5):
    print(pickle.loads(pickle.dumps(s, p)) == s, pickle.loads(pickle.dumps(State(), p)).got, pickle.loads(pickle.dumps(NewEx(k=5), p)).k, pickle.loads(pickle.dumps(Reduced(), p)).x)
l = [1]; l.append(l); d = {}; d['d'] = d; t = ([],); t[0].append(t)
for p in range(6):
    a, b, c = pickle.loads(pickle.dumps(l, p)), pickle.loads(pickle.dumps(d, p)), pickle.loads(pickle.dumps(t, p))
    print(a[1] is a, b['d'] is b, c[0][0] is c)
    x = [1]; y = pickle.loads(pickle.dumps([x, x, (x,)], p)); print(y[0] is y[1] is y[2][0])
e = pickle.loads(pickle.dumps(Err('a', 2))); print(repr(e), e.args)
e = pickle.loads(pickle.dumps(KeyError('k'))); print(repr(e))
f = io.BytesIO()
p = pickle.Pickler(f, 2); p.dump([1]); p.dump('two'); f.seek(0); u = pickle.Unpickler(f); print(u.load(), u.load())


class P(pickle.Pickler):
    def persistent_id(self, o): return 'id-%d' % o.x if isinstance(o, Plain) else None


class U(pickle.Unpickler):
    def persistent_load(self, pid): return 'loaded ' + pid
    def find_class(self, m, n):
        if m == 'builtins': raise pickle.UnpicklingError('no ' + n)
        return super().find_class(m, n)


for proto in (0, 2, 4):
    f = io.BytesIO(); P(f, proto).dump([Plain(4), 5]); f.seek(0); print(U(f).load())


def err(g):
    try:
        print(g())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: U(io.BytesIO(pickle.dumps(len))).load())
err(lambda: pickle.loads(b'')); err(lambda: pickle.loads(b'\x80\x04')); err(lambda: pickle.loads(b'\xff')); err(lambda: pickle.loads(b'N')); err(lambda: pickle.loads(b'\x80\x09.')); err(lambda: pickle.loads('x')); err(lambda: pickle.dumps(1, 6)); err(lambda: pickle.loads(b'Zabc')); err(lambda: pickle.loads(b'cno_such_mod\nx\n.'))
err(lambda: pickle.loads(pickle.dumps([1, 2])[:-3]))
copyreg.pickle(Plain, lambda o: (Plain, (o.x + 1,)))
print(pickle.loads(pickle.dumps(Plain(1))).x)
bufs = []
data = pickle.dumps(pickle.PickleBuffer(bytearray(b'big')), 5, buffer_callback=bufs.append)
print(len(bufs), bytes(pickle.loads(data, buffers=bufs)), pickle.loads(pickle.dumps(pickle.PickleBuffer(b'in'), 5)))
print(pickle.loads(b"(dp0\nS'a'\np1\nI1\nsS'b'\nL5L\ns."), pickle.loads(b"(lp0\nI1\naF1.5\naV\\u00e9\na."), pickle.loads(b'c__builtin__\nset\n((lI1\natR.'))
print(pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL, issubclass(pickle.PicklingError, pickle.PickleError))
