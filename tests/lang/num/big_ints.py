# big_ints.py: Arithmetic on integers of hundreds of bits.
# SPDX-License-Identifier: Apache-2.0

a = 123456789012345678901234567890123456789
b = -98765432109876543210987654321
c = 2 ** 521 - 1
print(a + b, a - b, a * b, a // b, a % b, divmod(a, b), divmod(-a, b), divmod(-a, -b))
print(a & b, a | b, a ^ b, ~a, ~b, a << 65, a >> 65, b >> 65, b << 3)
print(c, c * c, (c * c) // c == c, (c * c + 5) % c, c // 12345678901234567890, c % 12345678901234567890)
print(3 ** 200, (-3) ** 201, 7 ** 0, 10 ** 50, 2 ** 200 - 2 ** 199, (-2) ** 63, 0 ** 0, 1 ** 10 ** 6)
print(pow(3, 10 ** 20, 10 ** 9 + 7), pow(a, c, 10 ** 30), pow(2, 521, c), pow(a, 65537, 2 ** 127 - 1))
n = 1
for i in range(1, 101):
    n *= i
print(n)
fib = [0, 1]
while len(fib) < 301:
    fib.append(fib[-1] + fib[-2])
print(fib[300], fib[200] % 10 ** 9)


def gcd(x, y):
    while y:
        x, y = y, x % y
    return x


print(gcd(fib[300], fib[200]) == fib[100], gcd(a, b), gcd(2 ** 300, 6 ** 100) == 2 ** 100)


def isqrt(n):
    x = 1 << ((n.bit_length() + 1) // 2)
    while True:
        y = (x + n // x) // 2
        if y >= x:
            return x
        x = y


print(isqrt(2 * 10 ** 100))
pi_digits = []
q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
while len(pi_digits) < 60:
    if 4 * q + r - t < m * t:
        pi_digits.append(m)
        q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
    else:
        q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
print(''.join(map(str, pi_digits)))
print(a == a + 0, a < a + 1, -a < a, a != -a, a > 2 ** 63, b < -2 ** 63, bool(a), hash(a) == hash(a + 0), a is not None)
print(int(str(a)) == a, int(hex(a), 16) == a, int(bin(b), 2) == b, int(oct(a), 8) == a, hex(b), len(bin(c)))
print(a / b, b / a, a / 3, c / c, (10 ** 400) / (10 ** 399), 10 ** 300 / 10 ** 10, float(a), a * 1.0, a + 0.5)
for f in (lambda: float(10 ** 400), lambda: 10 ** 400 / 3, lambda: 10 ** 400 * 1.0, lambda: 10 ** 400 + 0.5, lambda: int('9' * 400) / 1, lambda: round(10 ** 400, -399), lambda: 1 / 10 ** 400, lambda: 10 ** 400 > 1e300):
    try:
        print(f())
    except OverflowError as e:
        print(e)
x = 7 ** 500
y = 3 ** 300
print((x // y) * y + x % y == x, (-x // y) * y + -x % y == -x, (x * y) // y == x, (x << 100) >> 100 == x, (x ^ y) ^ y == x, (x & y) + (x | y) == x + y)
