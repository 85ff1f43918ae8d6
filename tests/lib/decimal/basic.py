import decimal, math, copy
from decimal import *
from fractions import Fraction

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

for v in ["1", " 1.50 ", "-0", "1e5", "1E-7", ".5", "5.", "1_000.5", "", "x", "1.2.3", "NaN", "snan123", "-inf", "Infinity", "nan12", "1e", "٣", "0e-10", "--1", "1 2",
          5, -7, True, 10**50, 0.1, -0.0, float("inf"), float("nan"), 1.5, (0, (1, 2, 3), -2), (1, (), 0), (0, (1,), "F"), (0, (1, 2), "n"), (2, (1,), 0), (0, (10,), 0), (0, (1,), "x"), (0, 1), [1, [2, 5], 3], None, 1j, b"1", Decimal("2.50")]:
    show(Decimal, v)
show(Decimal)
vals = [Decimal(x) for x in ("0", "-0", "1", "-2.5", "1.10", "123E+3", "1E-10", "NaN", "Infinity", "-Infinity", "sNaN")]
others = [2, -1, 0, 0.5, 1.5, Fraction(1, 2), float("nan"), 1j, "x", None]
import operator as o
for a in vals:
    for f in (str, repr, bool, int, float, complex, round, math.floor, math.ceil, math.trunc, abs, o.neg, o.pos, hash, Decimal.as_tuple, Decimal.adjusted, Decimal.as_integer_ratio, Decimal.normalize, Decimal.sqrt, Decimal.is_signed, Decimal.to_eng_string, copy.copy, copy.deepcopy):
        if f is hash and a.is_nan() and not a.is_snan():
            continue
        show(f, a)
    show(round, a, 2)
    show(round, a, -1)
    for b in vals + others:
        for op in (o.add, o.sub, o.mul, o.truediv, o.floordiv, o.mod, divmod, o.eq, o.ne, o.lt, o.ge, o.pow):
            if isinstance(b, (float, complex, str, Fraction)) or b is None:
                if op not in (o.eq, o.ne, o.lt, o.ge):
                    continue
                if op in (o.lt, o.ge) and not isinstance(b, (float, Fraction)):
                    continue
            show(op, a, b)
            if not isinstance(b, Decimal):
                show(op, b, a)
show(pow, Decimal(3), 5, 7)
show(pow, Decimal(3), -5, 7)
show(pow, Decimal("1.5"), 5, 7)
print(hash(Decimal("0.5")) == hash(0.5), hash(Decimal(10**20)) == hash(10**20), Decimal("1.0") == 1, {Decimal("1.00"): "x"}[1])
show(Decimal.from_float, 0.1)
show(Decimal.from_float, 3)
show(Decimal.from_float, "x")
print(getcontext(), repr(BasicContext), repr(ExtendedContext))
with localcontext() as c:
    c.prec = 5
    print(Decimal(1) / 3, +Decimal("123456789"), c)
with localcontext(prec=3, rounding=ROUND_UP) as c:
    print(Decimal(1) / 3, c)
print(Decimal(1) / 3)
with localcontext(ExtendedContext):
    print(Decimal(1) / 0, Decimal(0) / 0, Decimal("x"), getcontext().flags)
show(localcontext, 3)
show(localcontext, foo=1)
for name, val in [("prec", 0), ("prec", "x"), ("rounding", "x"), ("Emin", 1), ("Emax", -1), ("capitals", 2), ("clamp", 3), ("flags", []), ("traps", {})]:
    show(setattr, getcontext(), name, val)
    show(Context, **{name: val})
getcontext().traps[FloatOperation] = True
show(Decimal, 1.5)
show(lambda: Decimal(1) < 1.5)
show(lambda: Decimal(1) == 1.5)
getcontext().traps[FloatOperation] = False
getcontext().traps[Inexact] = True
show(lambda: Decimal(1) / 3)
getcontext().traps[Inexact] = False
show(Decimal("7.325").quantize, Decimal(".01"), rounding=ROUND_DOWN)
show(Decimal("7.325").quantize, Decimal("1."), ROUND_UP)
show(Decimal("7.325").quantize, Decimal("1e-40"))
show(Decimal("7.325").quantize, 1, "x")
show(Decimal("7.325").quantize, 1, context=3)
for d in ("2", "3", "10", "0.1", "99.5"):
    getcontext().prec = 40
    print(Decimal(d).sqrt(), Decimal(d).ln(), Decimal(d).exp(), Decimal(d).log10(), Decimal(d) ** Decimal("0.5"), Decimal(d) ** -3)
getcontext().prec = 28
print(sum([Decimal("0.1")] * 10), max(Decimal(1), 2, Decimal("3.5")), sorted([Decimal(3), 1, Decimal("2.5")]), f"{Decimal('1234567.891'):,.2f}", "%.2f" % Decimal("2.675"), f"{Decimal('0.00001')}", f"{Decimal(5)!r:>15}")
getcontext().capitals = 0
print(Decimal("1E+10"), repr(Decimal("1E-10")))
getcontext().capitals = 1
class S(Decimal):
    pass
print(repr(S(1)), type(S(1) + 1).__name__, type(S.from_float(1.5)).__name__, isinstance(S(1), Decimal))
print(decimal.MAX_PREC, decimal.MIN_ETINY, decimal.HAVE_THREADS, ROUND_05UP, DecimalTuple(1, (2,), 3))
print([x.__mro__[1].__name__ for x in (Clamped, InvalidOperation, DivisionByZero, Inexact, Overflow, Underflow, FloatOperation)])
c = Context(prec=7, flags=[Inexact], traps=[Overflow])
d = c.copy()
print(c, d.flags == c.flags, d.traps == c.traps, c.Etiny(), c.Etop(), c.radix(), c.power(2, 100), c.power(a=2, b=5, modulo=7), c.divmod(7, 2), c.fma(2, 3, 4), c.create_decimal("1.23456789"), c.create_decimal_from_float(0.1))
show(c.add, 1, "x")
show(c.add, 1.5, 2)
c.clear_flags(); c.clear_traps()
print(c, c.flags[Inexact], len(c.flags), Inexact in c.flags)
