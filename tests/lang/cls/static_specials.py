class One:
    @staticmethod
    def __neg__(): return 'neg'
    @staticmethod
    def __abs__(): return 'abs'
    @staticmethod
    def __pos__(): return 'pos'
    @staticmethod
    def __invert__(): return 'inv'
    @staticmethod
    def __len__(): return 5
    @staticmethod
    def __bool__(): return False
    @staticmethod
    def __add__(o): return ('add', o)
    @staticmethod
    def __radd__(o): return ('radd', o)
    @staticmethod
    def __eq__(o): return ('eq', o)
    @staticmethod
    def __lt__(o): return ('lt', o)
    @staticmethod
    def __hash__(): return 5
    @staticmethod
    def __getitem__(k): return ('item', k)
    @staticmethod
    def __contains__(k): return k == 3
    @staticmethod
    def __call__(*a): return a
    @staticmethod
    def __iter__(): return iter([1, 2])
    @staticmethod
    def __str__(): return 'str'
    @staticmethod
    def __repr__(): return 'repr'
    @staticmethod
    def __index__(): return 2
    @staticmethod
    def __int__(): return 3
    @staticmethod
    def __float__(): return 3.5
    @staticmethod
    def __enter__(): return 'in'
    @staticmethod
    def __exit__(*a): print('exit', a)
    @staticmethod
    def __getattr__(n): return 'ga ' + n
    @staticmethod
    def __iadd__(o): return ('iadd', o)
    @staticmethod
    def __setitem__(k, v): print('set', k, v)
    @staticmethod
    def __delitem__(k): print('del', k)
    @staticmethod
    def __round__(n=None): return ('round', n)
    @staticmethod
    def __trunc__(): return 7
    @staticmethod
    def __format__(s): return 'fmt' + s
    @staticmethod
    def __bytes__(): return b'x'
    @staticmethod
    def __divmod__(o): return ('dm', o)
    @staticmethod
    def __pow__(*o): return ('pow', o)
    @staticmethod
    def __reversed__(): return 'rev'
    @staticmethod
    def __next__(): return 'nx'
    @staticmethod
    def __length_hint__(): return 3
    @staticmethod
    def __dir__(): return ['a']
    @staticmethod
    def __complex__(): return 1j
o = One()
import math, operator
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: -o, lambda: abs(o), lambda: +o, lambda: ~o, lambda: len(o), lambda: bool(o), lambda: o + 1, lambda: 1 + o, lambda: o == 2, lambda: o < 2, lambda: hash(o), lambda: o[3], lambda: 3 in o, lambda: o(1, 2), lambda: list(o), lambda: str(o), lambda: repr(o), lambda: [5, 6, 7][o], lambda: int(o), lambda: float(o), lambda: o.zz, lambda: round(o), lambda: round(o, 2), lambda: math.trunc(o), lambda: format(o, 'q'), lambda: f'{o:z}', lambda: bytes(o), lambda: divmod(o, 3), lambda: o ** 2, lambda: pow(o, 2, 3), lambda: reversed(o), lambda: next(o), lambda: operator.length_hint(o), lambda: dir(o), lambda: complex(o), lambda: operator.neg(o), lambda: [o] == [2], lambda: {o: 1}[o], lambda: sorted([o, o]), lambda: '%s %r %d' % (o, o, o), lambda: not o, lambda: 1 if o else 2): t(f)
with o as z: print(z)
o[1] = 2
del o[1]
o += 4
print(o)
