# int_arithmetic_borders.py: Integer arithmetic around 2**31, 2**49, 2**53, 2**63, 2**64.
# SPDX-License-Identifier: Apache-2.0

edges = []
for b in (31, 47, 48, 49, 50, 53, 62, 63, 64):
    for d in (-1, 0, 1):
        edges += [2 ** b + d, -(2 ** b) + d]
small = [0, 1, -1, 2, 3, -7, 10, 2 ** 32, -(2 ** 49), 2 ** 63 - 1, -(2 ** 63)]
for op in ('+', '-', '*', '//', '%', '&', '|', '^'):
    h = 0
    for a in edges:
        for b in small:
            if b == 0 and op in '//%':
                continue
            r = eval(f'a {op} b')
            h = (h * 1000003 + r) % (2 ** 89 - 1)
            r2 = eval(f'b {op} a')
            h = (h * 1000003 + r2) % (2 ** 89 - 1)
    print(op, h)
for a in (2 ** 49 - 1, 2 ** 49, -(2 ** 49), 2 ** 63 - 1, 2 ** 63, -(2 ** 63), -(2 ** 63) - 1, 2 ** 64):
    print(a, a + 1, a - 1, -a, abs(a), ~a, a * a, a << 1, a >> 1, a // -1, a % 7, a % -7, a // 10, a * -1)
print(2 ** 63 - 1 + 1, -2 ** 63 - 1, (2 ** 32) * (2 ** 32), (2 ** 31) * (2 ** 31), (2 ** 63) // -1, -(-2 ** 63))
print((2 ** 49 - 1) + 1 == 2 ** 49, (2 ** 49) - 1 == 2 ** 49 - 1, 2 ** 48 * 2 == 2 ** 49, -(2 ** 49) - 1 < -(2 ** 49))
print([2 ** 49 + i < 2 ** 49 for i in (-1, 0, 1)], [2 ** 63 + i > 2 ** 63 - 1 for i in (-1, 0, 1)], 2 ** 64 == 18446744073709551616)
x = 2 ** 49 - 3
for _ in range(6):
    x += 1
    print(x, end=' ')
print()
x = -(2 ** 49) + 3
for _ in range(6):
    x -= 1
    print(x, end=' ')
print()
x = 2 ** 63 - 2
for _ in range(4):
    x += 1
    print(x, end=' ')
print()
x = 1
for _ in range(70):
    x *= 2
print(x, x == 2 ** 70)
for _ in range(70):
    x //= 2
print(x, x == 1)
f = 1
for i in range(1, 31):
    f *= i
print(f)
print(sum(range(10 ** 5)), sum([2 ** 62] * 4), sum([2 ** 49 - 1, 1]), sum([-(2 ** 63), -1]))
print(max(edges), min(edges), sorted(edges)[:3], len(set(edges)), {2 ** 49: 'a', 2 ** 63: 'b'}[2 ** 63])
