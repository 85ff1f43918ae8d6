# round_half_even.py: round() of ints and floats with digits.
# SPDX-License-Identifier: Apache-2.0

for x in (0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5, 0.49999999999999994, 2.675, 1.005, 1e16, 4503599627370496.5, -0.4, 0.0, -0.0):
    print(x, round(x), type(round(x)).__name__, round(x, 0), round(x, 1), round(x, 2), round(x, -1))
for n in (0, 5, 15, 25, 35, -5, -15, -25, 1234, 1250, 1350, 10 ** 20 + 5, 149, 150, 151, 2 ** 49, 2 ** 63 - 1):
    print(n, round(n), round(n, 0), round(n, 2), round(n, -1), round(n, -2), round(n, -3), round(n, -30))
print(round(1.23456789, 3), round(123456.789, -3), round(1e300, -290) == 1e300, round(5e-324, 5), round(1.5, None), round(2.5, None), round(1e22, 2), round(0.1 + 0.2, 20), round(1.1, 400), round(1.1, -400), round(-1.1, -400), round(123.456, -2), round(0.15, 1), round(0.25, 1), round(0.35, 1), round(99.995, 2))
print(round(True), round(True, 1), type(round(True)).__name__, round(number=2.6), round(2.567, ndigits=1), round(10 ** 30, -29), round(55, -1), round(45, -1), round(-45, -1), round(-55, -1))
inf, nan = float('inf'), float('nan')
print(round(inf, 2), round(nan, 2), round(-inf, -5))
for args in ((inf,), (nan,), ('a',), (None,), (1.5, 'a'), (1.5, 1.0), (1, 1.0), (1, 'a'), (), (1, 2, 3), (1j,), ([],), (1.5, None), (1, None)):
    try:
        print(args, round(*args))
    except Exception as e:
        print(args, type(e).__name__, e)


class R:
    def __round__(self, *a): return ('round', a)


class Bad:
    __round__ = None


print(round(R()), round(R(), 2), round(R(), None))
try:
    round(Bad())
except TypeError as e:
    print(e)
try:
    round(1.7976931348623157e308, -308)
except OverflowError as e:
    print(e)
print([round(i / 10) for i in range(-25, 30, 5)], [round(i * 0.05, 1) for i in range(10)], [round(2.5 * 10 ** k, -k) for k in range(4)])
