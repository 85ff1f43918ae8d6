"""Everyday numbers: results that fit a word, and the borders of that."""
from decimal import (ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal,
                     Inexact, InvalidOperation, Rounded, getcontext,
                     localcontext, setcontext)
from fractions import Fraction

D = Decimal


def show(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)


texts = ["0", "-0", "0.00", "1", "-1", "1.10", "2.50", "-2.5", "00012.340",
         "123456789012.34", "99999999999999", "562949953421311",
         "562949953421312", ".5", "5.", "+7", "1e3", "1E-7", "0.000001",
         "0.0000001", "-0.00000123", "1e200", "1e-200", "9e300"]
values = [D(t) for t in texts]
print([str(v) for v in values])
print([repr(v) for v in values])
for a in values:
    row = []
    for b in values:
        row += [a + b, a - b, a * b]
        if (a < b, a <= b, a > b, a >= b, a == b, a != b) != (
                a.compare(b) < 0, a.compare(b) <= 0, a.compare(b) > 0,
                a.compare(b) >= 0, a.compare(b) == 0, a.compare(b) != 0):
            print("order", a, b)
    print([str(x) for x in row])
for i in (0, 1, -3, 10 ** 14, 10 ** 15, 10 ** 20, True):
    print([(v + i, i + v, v - i, i - v, v * i, i * v) for v in values[:9]])
    print([(v < i, v <= i, v > i, v >= i, v == i, i < v) for v in values])
print(D("1.0") == D("1.00"), D("1") == 1, D("0.5") == 0.5, D("0.5") == Fraction(1, 2),
      D("1") == "1", D("0") == D("-0"), D(1) in [D("1.0")], {D("1.0"): 1}[D("1.00")])
show(lambda: D("1") + 1.5)
show(lambda: D("1") + "1")
show(lambda: D("1") < "1")
show(lambda: D("1") < 1.5)
show(lambda: None - D(1))

for text in ("1.005", "2.675", "-2.675", "1.345", "0.125", "7", "0.001", "0",
             "123456789012.345", "5e-30"):
    a = D(text)
    show(a.quantize, D("0.01"))
    show(a.quantize, D("0.01"), ROUND_HALF_UP)
    show(a.quantize, D("0.01"), rounding=ROUND_DOWN)
    show(a.quantize, D("1"), rounding=ROUND_FLOOR)
    show(a.quantize, 1)
show(D("1e20").quantize, D("1e-10"))
show(D("1").quantize, D("1e-40"))
show(D("1").quantize, D("0.1"), "ROUND_X")
show(D("1").quantize, D("0.1"), context=Context(prec=1))

c = getcontext()
c.clear_flags()
D("1.2") + D("2.30")
print(c.flags[Inexact], c.flags[Rounded])
D("1.20").quantize(D("0.1"))
print(c.flags[Inexact], c.flags[Rounded])
D("1.25").quantize(D("0.1"))
print(c.flags[Inexact], c.flags[Rounded])
with localcontext() as ctx:
    ctx.prec = 3
    print(D("123") + D("0.4"), D("999") + 1, D("12") * D("13"), D("123") * 10,
          D("1.25") - D("1.25"), D("5") - D("4.9999"))
    show(D("123.45").quantize, D("0.1"))
    ctx.rounding = ROUND_FLOOR
    print(D("1") - D("1"), D("-0") + D("0"), D("0.5").quantize(D("1")),
          D("-0.5").quantize(D("1")))
    ctx.traps[Inexact] = True
    show(D("1.25").quantize, D("0.1"))
    show(D("1.20").quantize, D("0.1"))
    ctx.traps[Rounded] = True
    show(D("1.20").quantize, D("0.1"))
with localcontext(Context(prec=5, Emin=-3, Emax=3)):
    show(lambda: D("999") * D("99"))
    show(lambda: D("0.001") * D("0.001"))
    show(lambda: D("9999") + D("1"))
with localcontext(Context(prec=4, clamp=1)):
    show(lambda: D("10") * D("10"))
print(D("1") - D("1"), D("-1") + 1, -D("0") + 0)
print(sum([D("1.10")] * 20), sum([D("0.1")] * 10) == 1, max(D("1.5"), D("1.25")))
print(sorted([D("3"), D("1.5"), D("-2"), D("1.50")]))


class Money(Decimal):
    def __str__(self):
        return "$" + super().__str__()


m = Money("1.50")
print(m, repr(m), type(m + m).__name__, type(D(1) + m).__name__, m + 1, m < 2,
      m.quantize(D("1")), m == D("1.5"), f"{m}", f"{m:.1f}", "%s" % m)
for bad in ("", "-", ".", "1..2", "1 2", "--1", "1_000", " 1.5 ", "१.५", "abc"):
    show(Decimal, bad)
print(D("12345678901234"), D("123456789012345"), D("0.12345678901234567"))
print(f"{D('1234.5'):,.2f}", round(D("2.675"), 2), D("1.10").as_tuple(), hash(D("1.10")) == hash(D("1.1")))
x = D("1.1")
x += D("2.2")
x *= 2
x -= 1
print(x, abs(-x), -x, +x, x ** 2, x / 4, x // 2, x % 2, divmod(x, 2), int(x), float(x))
