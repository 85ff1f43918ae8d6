# int_to_str.py: Decimal, hex, octal and binary text of ints; the digit limit.
# SPDX-License-Identifier: Apache-2.0

for n in (0, 7, -7, 10 ** 15, 2 ** 49, -(2 ** 49), 2 ** 63, -(2 ** 63), 2 ** 64, 10 ** 18, 10 ** 19, 10 ** 20 - 1, -(10 ** 40), 3 ** 100, True):
    print(str(n), repr(n), hex(n), oct(n), bin(n) if abs(n) < 2 ** 70 else len(bin(n)), f'{n:x}', len(str(n)))
print(str(10 ** 100), len(str(2 ** 10000)), str(2 ** 1000)[:20], str(10 ** 500)[-3:], str(10 ** 4299)[:3], len(str(10 ** 4299)))
for f in (lambda: str(10 ** 4300), lambda: repr(10 ** 5000), lambda: int('1' * 4301), lambda: len(str(10 ** 4299 * 9)), lambda: int('1' * 4300) % 1000, lambda: '%d' % (10 ** 4300), lambda: f'{10 ** 4300}', lambda: int('-' + '9' * 4301),
          lambda: len(hex(10 ** 5000)), lambda: int('f' * 5000, 16) % 1000, lambda: int('1' * 5000, 2) % 1000, lambda: int('7' * 5000, 7 + 1) % 997, lambda: int('1' * 4301, 3), lambda: print(10 ** 4300), lambda: len(f'{10 ** 5000:x}'),
          lambda: int('1_' * 4299 + '1') % 1000, lambda: int('0' * 5000 + '1'), lambda: int(' ' * 5000 + '12'), lambda: len(str(-10 ** 4299)), lambda: float('1' * 300), lambda: int('1' * 5000, 32) % 1000, lambda: int('1' * 5000, 10)):
    try:
        print(f())
    except ValueError as e:
        print(e)
print(int('123456789' * 20), -int('987654321' * 20), int(str(7 ** 300)) == 7 ** 300, int(str(-(7 ** 301))) == -(7 ** 301))
print([str(10 ** k) == '1' + '0' * k for k in range(0, 100, 9)], [str(10 ** k - 1) == '9' * k for k in range(1, 60, 7)])
print(hex(-255), oct(-8), bin(-5), hex(2 ** 64), hex(2 ** 49 - 1), hex(-(2 ** 49)), bin(2 ** 49)[:6], oct(2 ** 63))
s = ''
n = 3 ** 150
while n:
    n, d = divmod(n, 10)
    s = str(d) + s
print(s == str(3 ** 150), s)
