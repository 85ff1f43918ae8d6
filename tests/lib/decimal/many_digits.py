"""Decimals of any number of digits: results, roundings and flags."""
import random
from decimal import *

random.seed(7)
ROUNDINGS = (ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_UP,
             ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_05UP)
OPERATIONS = ("a + b", "a - b", "a * b", "a / b", "a < b", "a == b", "a >= b",
              "-a", "abs(b)", "a * k", "k + a", "k - b", "a < k")


def value():
    n = random.choice([1, 5, 14, 15, 20, 35, 37, 40, 60, 100, 300])
    c = random.choice([random.randrange(10 ** n), 10 ** n, 10 ** n - 1,
                       5 * 10 ** n])
    e = random.choice([0, -3, 5, -40, 70, -150, random.randrange(-600, 600)])
    return Decimal((random.randrange(2), tuple(map(int, str(c))), e))


def show(text, names, context):
    if context.prec == MAX_PREC and "/" in text:
        return
    context.clear_flags()
    try:
        result = str(eval(text, None, names))
    except ArithmeticError as error:
        result = type(error).__name__
    flags = sorted(f.__name__ for f, on in context.flags.items() if on)
    print(text, result[:40], result[-40:], len(result), flags)


for prec in (3, 28, 36, 37, 50, 333, MAX_PREC):
    for rounding in ROUNDINGS:
        context = getcontext()
        context.prec, context.rounding = prec, rounding
        if prec == MAX_PREC:
            context.Emax, context.Emin = MAX_EMAX, MIN_EMIN
        print(prec, rounding)
        for i in range(4):
            a, b = value(), value()
            if i == 0:
                digits = b.as_tuple().digits[:3] + (5,)
                b = Decimal((0, digits, a.as_tuple().exponent))
            names = {"a": a, "b": b,
                     "k": random.randrange(-10 ** 30, 10 ** 30)}
            for text in OPERATIONS:
                show(text, names, context)

# What a trap stops, and contexts that hold less.
for more in ({"traps": [Inexact]}, {"traps": [Rounded]},
             {"Emax": 1200, "Emin": -1200}, {"Emax": 90, "Emin": -90},
             {"clamp": 1}):
    context = Context(prec=40, **more)
    setcontext(context)
    names = {"a": Decimal("7" * 50 + "E+1150"), "b": Decimal("3" * 45),
             "k": 10 ** 20 + 1}
    print(sorted(more))
    for text in OPERATIONS:
        show(text, names, context)

setcontext(Context(prec=30))
for text in ("1", "-0", "0", "+1.5", "00012.50", ".", " 1 ", "1.2.3", "1" * 15,
             "-" + "9" * 40 + ".5", "3." + "1" * 1200, "1" * 990,
             "0." + "0" * 8 + "1" * 20, "0.00001" + "2" * 30, "1" * 30 + "e5",
             ".5", "5.", "", "-", "1_000", "\uff11\uff12", "0" * 2000 + "1"):
    try:
        d = Decimal(text)
    except InvalidOperation as error:
        print(text, type(error).__name__)
        continue
    print(repr(d)[:80], str(d)[-40:], bool(d), -d, +d, abs(d))
print([bool(Decimal(x)) for x in ("nan", "inf", "-inf", "0e5", "-0", "1e-900")])
