# power.py: Power with ints, floats, negatives and three arguments.
# SPDX-License-Identifier: Apache-2.0

for a, b in ((2, 10), (2, 0), (0, 0), (0, 5), (-2, 3), (-2, 4), (2, -1), (-2, -3), (10, -2), (1, -5), (-1, 10 ** 20), (-1, 10 ** 20 + 1), (1, 10 ** 30), (2, 64), (3, 40), (True, 2), (2, True)):
    print(a, b, a ** b, pow(a, b))
for a, b in ((2.0, 3), (2, 0.5), (0.0, 0), (-8, 1 / 3), (-8.0, 2), (4, -0.5), (10.0, 2), (float('inf'), 0), (float('nan'), 0), (1.0, float('inf')), (0.5, float('inf')), (float('-inf'), 3), (-2.0, 3.0), (0.0, 1.5), (1, float('nan'))):
    print(a, b, a ** b)
for src in ('0 ** -1', '0.0 ** -1', '0.0 ** -0.5', '10.0 ** 400', '2 ** "a"', '"a" ** 2', 'None ** 1', '(-1.5) ** 10001', '0j ** -1', '0j ** 1j', '1e200 ** 2', '(-1e200) ** 3'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
print((-1) ** 0.5, (-4) ** 0.5, (1j) ** 2, 2 ** 1j, 1j ** 1j, (1 + 2j) ** 3, (1 + 2j) ** -1, (0j) ** 0)
for args in ((2, 10, 1000), (2, 10, -7), (3, -1, 7), (2, -3, 11), (10, 0, 1), (10, 0, 3), (0, 0, 5), (-3, 3, 5), (3, 100, 7), (2, 2 ** 70, 97), (2 ** 70, 3, 1), (5, 3, 2 ** 64), (-5, 3, -7)):
    print(args, pow(*args))
for args in ((2, 3, 0), (2, -1, 4), (2.0, 3, 5), (2, 3.0, 5), (2, 3, 5.0), (2, 'a', 3), (0, -1, 5), (2, -1, 0), (6, -1, 3), (1j, 2, 3), (2, 3, None), ('a', 2, 3)):
    try:
        print(args, pow(*args))
    except Exception as e:
        print(args, type(e).__name__, e)
print(pow(base=2, exp=5), pow(2, exp=5, mod=7), pow(3, 4, mod=None))
print([pow(38, -1, m) for m in (97, 101, 7)], pow(2 ** 100, -1, 10 ** 9 + 7), pow(7, -2, 10 ** 20 + 39))
print(2 ** 49, 2 ** 63, 2 ** 62 * 2, 3 ** 33, 7 ** 22, 7 ** 23, -3 ** 40, (-3) ** 41, 10 ** 15, 10 ** 18, 10 ** 19)
print(1.1 ** 10, 2.5 ** -3, 1e-10 ** 2, 9 ** 0.5, 27 ** (1 / 3), 2 ** 0.1, 1.0000001 ** 10000000)


class P:
    def __pow__(self, o, m='none'): return ('pow', o, m)
    def __rpow__(self, o): return ('rpow', o)


print(P() ** 2, pow(P(), 2), pow(P(), 2, 3), 2 ** P(), pow(2, P()))
try:
    pow(2, P(), 3)
except TypeError as e:
    print(e)
