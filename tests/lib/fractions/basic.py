from fractions import Fraction as F
from decimal import Decimal as D
import math

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

for a in [(), (3,), (6, 4), (6, -4), (0, 5), (1, 0), ("3/4",), (" -3/4 ",), ("1.25",), ("1e-3",), ("-.5E2",), ("1_000/3_0",), ("1_0.2_5",), ("3/ 4",), ("a",), ("",), ("1/0",), ("1.",), ("1e1_0",), ("١",), ("/3",), ("3/4.0",), (1.5,), (0.1,), (float("nan"),), (float("inf"),), (D("1.1"),), (D("Infinity"),), (None,), ([],), (1, 2.5), (F(1, 2), F(3, 4)), (1j,), (True,), ("1", 2)]:
    show(F, *a)
vals = [F(0), F(1), F(-1), F(1, 2), F(-7, 3), F(22, 7), F(10**20, 3), 2, -3, 0, 0.5, -1.25, float("inf"), float("nan"), 1j, True, "x", None]
ops = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a // b, lambda a, b: a % b, divmod, lambda a, b: a ** b if abs(b) < 50 else 0,
       lambda a, b: a == b, lambda a, b: a < b, lambda a, b: a >= b, lambda a, b: a != b]
for a in vals:
    for b in vals:
        if isinstance(a, F) or isinstance(b, F):
            for op in ops:
                show(op, a, b)
for f in vals[:7]:
    print(f, repr(f), hash(f), bool(f), +f, -f, abs(f), int(f), math.trunc(f), math.floor(f), math.ceil(f), round(f), round(f, 2), round(f, -1), float(f), f.numerator, f.denominator, f.as_integer_ratio(), f.is_integer() if hasattr(f, "is_integer") else "", complex(f), f.real, f.imag, f.conjugate())
print(hash(F(5)) == hash(5), hash(F(1, 2)) == hash(0.5), round(F(5, 2)), round(F(7, 2)), round(F(-5, 2)))
print(F("3.1415926535897932").limit_denominator(1000), F(math.pi).limit_denominator(), F(4321, 8765).limit_denominator(10000), F(-1, 3).limit_denominator(1))
show(F(1, 3).limit_denominator, 0)
show(F.from_float, 0.75)
show(F.from_float, 3)
show(F.from_float, "x")
show(F.from_decimal, D("0.75"))
show(F.from_decimal, 3)
show(F.from_decimal, 1.5)
show(math.gcd, 3, F(1, 2))
print(sum([F(1, n) for n in range(1, 30)]), math.prod([F(n, n + 1) for n in range(1, 10)]), sorted([F(1, 3), 0.25, F(1, 2), 1]), max(F(1, 3), 0.3), F(3, 4) in {0.75})
print("%s %r" % (F(1, 2), F(1, 2)), f"{F(1, 2)!s:>5}", str(F(4, 2)))
class S(F):
    pass
print(repr(S(1, 2)), repr(S(1, 2) + 1), type(S.from_float(0.5)).__name__)
