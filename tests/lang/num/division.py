# division.py: True division of ints, correctly rounded, and of mixed numbers.
# SPDX-License-Identifier: Apache-2.0

for a, b in ((1, 3), (2, 3), (10, 5), (7, 2), (-7, 2), (1, 10), (2 ** 53 + 1, 1), (2 ** 53 + 1, 2), (2 ** 63, 3), (10 ** 20, 10 ** 19), (10 ** 400, 10 ** 399), (1, 10 ** 400), (1, 10 ** 320), (2 ** 1023 * 3, 2), (3, 2 ** 1076), (5 ** 30, 3 ** 40), (-(10 ** 30), 7), (0, 5), (0, -5), (True, 4), (2 ** 49 + 1, 2 ** 49), (9007199254740993, 9007199254740992)):
    print(a / b, end=' ')
print()
for a, b in ((10 ** 400, 1), (1, 0), (0, 0), (10 ** 400, 3), (-(10 ** 400), 7), (1.0, 0), (1, 0.0), (True, False), (2 ** 2000, 2 ** 900)):
    try:
        print(a / b)
    except Exception as e:
        print(type(e).__name__, e)
print(7 / 2.0, 7.0 / 2, 1e308 / 1e-308, 1 / 3.0 * 3, 5 / True, 1 / 1e-320, 0.0 / 5, -0.0 / 5, 0 / -5.0)
x = 7
x /= 2
print(x, type(4 / 2).__name__, 4 / 2, 4 // 2, -4 / 2, 4 / -3)
h = 0
for a in range(-20, 21):
    for b in range(-20, 21):
        if b:
            assert a // b * b + a % b == a
            q, r = divmod(a, b)
            h = h * 31 + q * 7 + r
            h %= 2 ** 61 - 1
print(h)
s = 0.0
for a in range(1, 200):
    for b in (3, 7, 2 ** 50 + 1, 10 ** 17 + 3, 10 ** 25 + 7):
        s += a / b + b / a
print(repr(s))
print([(2 ** 54 + i) / 2 for i in range(6)], [(2 ** 55 + i) / 1 for i in range(9)][:5], [(-(2 ** 54) - i) / 1 for i in range(4)])
