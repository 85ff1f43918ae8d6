import numbers
from numbers import *
from fractions import Fraction

print(numbers.__all__)
for v in (1, True, 1.5, 2j, Fraction(1, 2), "x", None):
    print(v, [c.__name__ for c in (Number, Complex, Real, Rational, Integral) if isinstance(v, c)])
for c in (Number, Complex, Real, Rational, Integral):
    print(c, sorted(c.__abstractmethods__), [b.__name__ for b in c.__mro__])
    try:
        c()
    except TypeError as e:
        print(e)
ns = {n: (lambda self, *a: 7) for n in Integral.__abstractmethods__}
My = type("My", (Integral,), ns)
m = My()
print(int(m), m.numerator, m.denominator, m.imag, m.real, float(m), complex(m), divmod(m, 2), bool(m), m.__index__(), m - 1, 1 - m)
try:
    print(hash(m))
except TypeError as e:
    print(e)
