"""Operators of Decimal between each other, ints, strangers and subclasses."""
from decimal import Decimal, getcontext, localcontext
from datetime import date, timedelta
from fractions import Fraction


class Money(Decimal):
    def __add__(self, other):
        return Money(Decimal.__add__(self, other))

    def __radd__(self, other):
        return "reflected"


class Odd:
    def __radd__(self, other):
        return ("radd", other)

    def __rmul__(self, other):
        return NotImplemented

    def __eq__(self, other):
        return "odd"


class Sum:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Sum(self.n + getattr(other, "n", other))


total = Decimal("0.10")
for i in range(5):
    total += Decimal("0.20")
    total -= 1
    total *= 3
print(total, total == Decimal(total), total != 3, -total)
total /= 7
print(total, getcontext().flags)
total //= Decimal("0.001")
total %= 7
print(total, total < 9, total >= Decimal(3), 3 > total)
print(repr(Money("1") + Decimal(2)), Decimal(2) + Money("1"), Decimal(3) + Odd())
money = Money("1.5")
money += 2
print(repr(money), Decimal(1) == Odd())
for bad in (lambda: Decimal(1) + 1.5, lambda: Decimal(1) * Odd(), lambda: Decimal(1) + "1",
            lambda: Decimal(1) < "1", lambda: Decimal(1) + Fraction(1, 2), lambda: Decimal(1) / 0,
            lambda: Decimal(1) + None):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
with localcontext() as context:
    context.prec = 3
    print(Decimal("1.2345") + 0, Decimal("99999") + 1, Decimal(10) ** 2, Decimal("1e30") + 1)
print(Decimal(10 ** 17) + Decimal("1e-18"), Decimal("123456789012345678") * 10, Decimal("0.1") - Decimal("0.1"))
for places in range(19):
    print(Decimal(1).scaleb(places) + Decimal(1).scaleb(-places // 2), Decimal(3) + Decimal(1).scaleb(-places))
one = Sum(1)
before = one
one += 2
one += Sum(3)
print(one.n, before.n)
day = date(2024, 2, 28)
day += timedelta(days=2)
print(day, day - date(2024, 1, 1), day > date(2024, 1, 1), day == "day")
