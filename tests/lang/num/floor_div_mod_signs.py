# floor_div_mod_signs.py: Floor division and modulo for all sign combinations.
# SPDX-License-Identifier: Apache-2.0

for a in (7, -7, 6, -6, 0, 1, -1):
    for b in (3, -3, 7, -7, 1, -1):
        print(a, b, a // b, a % b, divmod(a, b), a - (a // b) * b == a % b)
for a in (7.5, -7.5, 6.0, -0.0, 0.0, 1e-10, -1e-10):
    for b in (2.0, -2.0, 0.5, 1e300):
        print(a, b, a // b, a % b, divmod(a, b))
inf, nan = float('inf'), float('nan')
for a, b in ((5.0, inf), (-5.0, inf), (5.0, -inf), (inf, 5.0), (nan, 1.0), (1.0, nan), (0.0, inf), (-0.0, inf), (inf, inf)):
    print(a, b, a // b, a % b, divmod(a, b))
for a, b in ((1, 0), (0, 0), (1.0, 0), (1, 0.0), (0.0, 0.0), (10 ** 30, 0), (True, False), (1, 0j), (inf, 0.0)):
    for op in (lambda: a // b, lambda: a % b, lambda: divmod(a, b), lambda: a / b):
        try:
            print(op(), end='; ')
        except (ZeroDivisionError, TypeError) as e:
            print(type(e).__name__, e, end='; ')
    print()
print(5 // 2.0, 5 % 2.5, -5 // 2.0, True // 2, 7 // True, 2 ** 70 // 3.0, 2 ** 70 % 3.0, -1 // 10 ** 30, -1 % 10 ** 30, 10 ** 30 // -7, 10 ** 30 % -7)
print(0.3 // 0.1, 0.3 % 0.1, 1.0 // 0.1, 1.0 % 0.1, 6.0 // 0.2, -1e-20 % 1.0, 1e20 % 3.0, 5.5 // 1, -5.5 // 1)
print((-2 ** 63) // -1, (-2 ** 63) % -1, (2 ** 63) // (2 ** 32), -(2 ** 63) // (2 ** 32), (-(2 ** 49)) // 3, (-(2 ** 49)) % 3, 2 ** 64 % (2 ** 63 - 1))
