# mixed_comparisons.py: Comparing ints and floats at 2**53 and beyond.
# SPDX-License-Identifier: Apache-2.0

for i, f in ((2 ** 53, 2.0 ** 53), (2 ** 53 + 1, 2.0 ** 53), (2 ** 53 - 1, 2.0 ** 53), (2 ** 53 + 1, 2.0 ** 53 + 2), (2 ** 63, 2.0 ** 63), (2 ** 63 - 1, 2.0 ** 63), (2 ** 63 + 1, 2.0 ** 63), (-(2 ** 63), -(2.0 ** 63)), (-(2 ** 63) - 1, -(2.0 ** 63)),
             (10 ** 22, 1e22), (10 ** 23, 1e23), (10 ** 400, float('inf')), (-(10 ** 400), float('-inf')), (10 ** 308, 1e308), (0, -0.0), (1, 1.0), (1, 1.0000000000000002), (-1, -0.9999999999999999), (3, 3.5), (-3, -3.5), (2 ** 49, 2.0 ** 49), (2 ** 49 - 1, 2.0 ** 49 - 0.5), (5, float('nan')), (2 ** 1024, 1.7976931348623157e308), (True, 1.0)):
    print(i if abs(i) < 10 ** 30 else 'big', f, i == f, i != f, i < f, i <= f, i > f, i >= f, f == i, f < i, f > i)
print(1 == 1.0 == True == (1 + 0j), 2 ** 53 == 2 ** 53 + 1.0, 2 ** 53 + 1 == float(2 ** 53 + 1), sorted([2 ** 53 + 1, 2.0 ** 53, 2 ** 53 - 1]))
print(hash(1) == hash(1.0) == hash(True) == hash(1 + 0j), hash(2 ** 70) == hash(2.0 ** 70), hash(0.5) == hash(0.5), hash(10 ** 22) == hash(1e22), hash(-1), hash(-2), hash(-1.0), hash(2 ** 61 - 1), hash(2 ** 61), hash(float('inf')), hash(float('-inf')))
print(hash(0), hash(1), hash(2 ** 31), hash(2 ** 49), hash(-(2 ** 49)), hash(2 ** 63), hash(2 ** 64), hash(-(2 ** 63)), hash(10 ** 30), hash(1.5), hash(0.1), hash(-0.0), hash(1e300), hash(5e-324), hash(1j), hash(1 + 2j), hash(True), hash(0.25), hash(3.75e10))
print(hash(()), hash((1,)), hash((1, 2)), hash((1.0, 2.0)) == hash((1, 2)), hash(((1, 2), 3)), hash((0,)), hash((0, 0)), hash((-1,)), hash((2 ** 70, 0.5)), hash((True, None)) == hash((1, None)))
print({1: 'a', 1.0: 'b', True: 'c'}, {2 ** 53: 'x'}.get(2.0 ** 53), {2 ** 53 + 1: 'x'}.get(2.0 ** 53), {10 ** 22: 'y'}.get(1e22), {0: 'z'}.get(-0.0), len({0, 0.0, -0.0, False, 0j}))
print(1 < 1.5 < 2, 1 < 2.0 <= 2 < 3.5, max(1, 1.0), max(1.0, 1), min(True, 1), sorted([1.0, True, 1]), [1, 2.0] == [1.0, 2], (1, 'a') == (1.0, 'a'), 1 in [1.0], 1.0 in {1}, 3 in range(5), 3.0 in range(5), 3.5 in range(5))
for src in ('1 < "a"', '1.5 > None', '1 < 1j', '1.0 <= []', '2 ** 70 < "x"', '2 ** 70 > {}'):
    try:
        print(eval(src))
    except TypeError as e:
        print(src, e)
