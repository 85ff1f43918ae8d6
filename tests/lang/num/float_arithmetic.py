# float_arithmetic.py: IEEE corner cases of float arithmetic and comparison.
# SPDX-License-Identifier: Apache-2.0

inf, nan = float('inf'), float('nan')
vals = (0.0, -0.0, 1.0, -1.0, inf, -inf, nan)
for a in vals:
    print(a, [a + b for b in vals], [a - b for b in vals], [a * b for b in vals])
for a in vals:
    print(a, [a / b for b in vals if b], [a == b for b in vals], [a < b for b in vals], [a >= b for b in vals], [a != b for b in vals])
print(0.0 == -0.0, str(-0.0), -0.0 + 0.0, -0.0 - 0.0, -0.0 * 1, 0.0 * -1, -(0.0), abs(-0.0), 1 / inf, 1 / -inf, hash(0.0) == hash(-0.0))
print(max(nan, 1.0), max(1.0, nan), min(nan, 1.0), min(1.0, nan), sorted([3.0, nan, 1.0]), max(0.0, -0.0), min(0.0, -0.0), max(-0.0, 0.0))
print(1e308 + 1e308, 1e308 * 10, -1e308 * 10, 5e-324 / 2, 5e-324 * 0.5, 5e-324 * 2, 1e-200 * 1e-200, 1e200 * 1e-200)
print(2.0 ** 53 + 1, 2.0 ** 53 + 2, 0.1 + 0.2 == 0.3, 0.1 + 0.2 - 0.3, 1e16 + 1.0 - 1e16, 1 + 1e-16 == 1, 1 + 2 ** -52 == 1, 9007199254740992.0 + 1.0)
print(-inf < -1e308, inf > 10 ** 400, -inf < -10 ** 400, inf == 10 ** 400, nan == nan, nan != nan, nan < 1, nan > 1, nan == 'x', inf == inf, inf - inf, inf * 0, inf // 1, -7.5 // 2, 7.5 // -2)
print(bool(0.0), bool(-0.0), bool(nan), bool(5e-324), not inf, 0.0 or 'x', nan and 'y')
print(+1.5, -1.5, abs(-1.5), round(-1.5), int(-1.5), divmod(-1.5, 1), 1.5 % 1, -1.5 % 1, 1.5 // 1, 3.7 % -1, 5 % 3.0, 5.0 % 3, 1e100 % 7)
for src in ('1.0 + "a"', '1.0 + None', '"a" + 1.0', '1.0 & 1', '1.0 | 1', '~1.0', '1.0 << 1', '1.0 < "a"', '1.0[0]', '1.0 @ 1.0', '1.0 in 1.0', 'len(1.0)', '"a" * 1.0', 'range(1.0)', 'hex(1.0)', 'chr(65.0)', 'nan_undefined', '1.0 + []', '1.5()', 'round(nan)', 'round(inf)', 'int(nan)', 'int(inf)'):
    try:
        print(src, eval(src.replace('1.0[0]', '(1.0).__getitem__(0)').replace('1.5()', '(lambda v: v())(1.5)')))
    except Exception as e:
        print(src, type(e).__name__, e)
s = 0.0
for i in range(1, 1001):
    s += 1.0 / (i * i)
print(s)
x = 0.5
for _ in range(50):
    x = 3.9 * x * (1 - x)
print(x)
print([i * 0.25 for i in range(8)], [2.0 ** i for i in range(-5, 6)], [1.1 ** i for i in range(6)])
