"""Quotients of many lengths: exact ones, rounded ones, at every precision."""
import random
from decimal import Decimal, getcontext, localcontext

random.seed(3)
print([Decimal(1) / n for n in range(1, 60)])
print([Decimal(n) / 8 for n in range(-20, 20) if n], Decimal(10) / 5, Decimal("1.00") / 4, Decimal(100) / 10, Decimal("1e3") / 2)
print(Decimal(2) / 3, Decimal(999999) / 1000000, Decimal("0.001") / 7, Decimal(1) / Decimal("3e10"), Decimal(7) / Decimal("0.0001"))
for prec in (1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 28, 29, 34, 36):
    with localcontext() as context:
        context.prec = prec
        row = []
        for _ in range(12):
            a = Decimal(random.randrange(1, 10 ** random.randint(1, 14))).scaleb(-random.randint(0, 6))
            b = Decimal(random.randrange(1, 10 ** random.randint(1, 14))).scaleb(-random.randint(0, 6))
            row.append((str(a / b), str(-a / b)))
        row.append([str(Decimal(n) / 10 ** 5) for n in (99999, 100000, 123450, 99995, 5)])
        row.append([str(Decimal(9) / n) for n in (9, 10, 11, 95, 1024, 3 ** 10)])
        print(prec, row, sorted(str(k) for k, v in context.flags.items() if v))
getcontext().clear_flags()
print(Decimal(1) / 4, [k.__name__ for k, v in getcontext().flags.items() if v])
print(Decimal(1) / 3, sorted(k.__name__ for k, v in getcontext().flags.items() if v))
