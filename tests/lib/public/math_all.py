"""math, cmath and operator: every function over edge cases, with its errors."""
import math, operator, cmath
from fractions import Fraction
from decimal import Decimal

inf, nan = math.inf, math.nan
ONE = 'acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor frexp gamma isfinite isinf isnan isqrt lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp factorial'
TWO = 'atan2 copysign fmod hypot ldexp pow remainder nextafter log isclose comb perm gcd lcm dist'
values = [0, -0.0, 1, -1, 0.5, 2, 3.75, -2.5, 10, 170, 1e-308, 5e-324, 1e300, 1e308, inf, -inf, nan, True, 10 ** 400, Fraction(1, 3), Decimal('0.25'), 'x', None, 2j]


class Number:
    def __float__(self): return 0.25
    def __index__(self): return 5
    def __ceil__(self): return 'ceil'
    def __floor__(self): return 'floor'
    def __trunc__(self): return 'trunc'


def attempt(f, *args):
    try:
        r = f(*args)
    except Exception as e:
        # how arguments are counted is not what this is about
        return type(e).__name__ if 'argument' in str(e) else f'{type(e).__name__}: {e}'
    if isinstance(r, float):
        return format(r, '.12g')
    if isinstance(r, tuple):
        return tuple(format(x, '.12g') if isinstance(x, float) else x for x in r)
    return r if not isinstance(r, int) or abs(r) < 10 ** 30 else len(str(r))


for name in ONE.split():
    f = getattr(math, name)
    print(name, [attempt(f, v) for v in [*values, Number()]])
    print(name, attempt(f), attempt(f, 1, 2, 3))
pairs = [(0, 0), (1, 0), (0, 1), (-1, 2), (2, -3), (7, 3), (-7.5, 2), (inf, 1), (1, inf), (nan, 1), (0.0, -0.0), (-inf, -inf), (5, 2), (2, 0.5), (-8, 1 / 3), (10, 1000), (1, -2000), (1e308, 10), ('x', 1), (1, 'x'), (True, False), (10 ** 20, 3), ((1, 2), (4, 6)), ([1], [1, 2]), ((nan,), (inf,))]
for name in TWO.split():
    f = getattr(math, name)
    print(name, [attempt(f, *p) for p in pairs])
for args in ((), (3,), (3, 4), (1, 2, 2), (inf, nan), (1e200, 1e200), ('a',)):
    print(attempt(math.hypot, *args), attempt(math.gcd, *args), attempt(math.lcm, *args))
for items in ([], [0.1] * 10, [1e308, 1e308, -1e308], [inf, -inf], [inf, nan], [1, 2, 3], [1e16, 1, -1e16], ['a'], 5):
    print(attempt(math.fsum, items), attempt(math.prod, items))
print(attempt(math.prod, [2, 3], 'x'), math.prod([2, 3], start=4), math.prod([]), math.prod([[1]], start=2) if False else '')
print(attempt(lambda: math.isclose(1, 1 + 1e-10)), attempt(lambda: math.isclose(1, 1.1, rel_tol=0.2)), attempt(lambda: math.isclose(0, 1e-12, abs_tol=1e-9)), attempt(lambda: math.isclose(1, 1, rel_tol=-1)), math.isclose(inf, inf), math.isclose(inf, 1e308))
print([attempt(math.perm, n) for n in (0, 5, -1, 2.5)], attempt(math.perm, 5, None), attempt(math.comb, 5, -1), attempt(math.comb, 3, 7), math.comb(100, 50), attempt(math.factorial, -1), attempt(math.factorial, 2.0))
print([math.nextafter(*p) for p in ((1, 2), (1, 0), (0, 1), (0, -1))], math.tau, math.e, [math.ulp(x) for x in (1, 0, 1e300, -1)])
print([attempt(math.log, *a) for a in ((8, 2), (10 ** 500,), (10 ** 500, 10), (0,), (-1,), (1, 1), (1, 0), (2, -1))], attempt(math.log2, 2 ** 2000), attempt(math.log10, 10 ** 2000))

for name in 'acos acosh asin asinh atan atanh cos cosh exp isfinite isinf isnan log log10 phase polar sin sinh sqrt tan tanh'.split():
    f = getattr(cmath, name)
    def show(z):
        try:
            r = f(z)
        except Exception as e:
            return f'{type(e).__name__}: {e}'
        if isinstance(r, complex):
            return f'{r.real:.9g} {r.imag:.9g}'
        return tuple(format(x, '.9g') for x in r) if isinstance(r, tuple) else r
    print(name, [show(z) for z in (0, 1, -1, 1j, -1j, 2 + 3j, -2.5 - 1j, complex(inf, 1), complex(0.0, -0.0), 'x')])
print(cmath.rect(2, 0), cmath.isclose(1 + 1j, 1 + 1.0000000001j), cmath.infj, cmath.nanj)

BINARY = 'add and_ concat contains countOf eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod imul indexOf ior ipow irshift is_ is_not isub itruediv ixor le lshift lt matmul mod mul ne or_ pow rshift sub truediv xor delitem'
for name in BINARY.split():
    f = getattr(operator, name)
    print(name, [attempt(f, *p) for p in ((7, 3), (7.5, 2), ([1, 2, 1], 1), ('abc', 'b'), ([1], [2]), ({1, 2}, {2}), (1, 0), (None, 1), ((1, 2), 0))])
for name in 'abs index inv invert neg not_ pos truth length_hint'.split():
    f = getattr(operator, name)
    print(name, [attempt(f, v) for v in (5, -3.5, True, None, '', [1, 2], 'abc')])
d = {'a': 1}
operator.setitem(d, 'b', 2)
operator.delitem(d, 'a')
print(d, operator.length_hint(iter([1, 2, 3])), attempt(operator.length_hint, 5, 'x'), operator.length_hint(object(), 7))
f = operator.attrgetter('real', 'imag')
print(f(3 + 4j), operator.attrgetter('__class__.__name__')(1), attempt(operator.attrgetter('nope'), 1), attempt(operator.attrgetter), attempt(operator.attrgetter, 1), f)
g = operator.itemgetter(1, -1)
print(g('abc'), operator.itemgetter(slice(1, 3))('abcd'), attempt(operator.itemgetter(9), 'a'), attempt(operator.itemgetter), g)
m = operator.methodcaller('split', ',', maxsplit=1)
print(m('a,b,c'), attempt(operator.methodcaller('nope'), ''), attempt(operator.methodcaller), attempt(operator.methodcaller, 5), m)
print(operator.call(max, 3, 4), operator.call(sorted, [2, 1], reverse=True))
