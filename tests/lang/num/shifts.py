# shifts.py: Left and right shifts with borders and errors.
# SPDX-License-Identifier: Apache-2.0

for v in (0, 1, -1, 5, -5, 2 ** 31, 2 ** 48, -(2 ** 49), 2 ** 63 - 1, -(2 ** 63), 2 ** 64, -(2 ** 65) + 1):
    print(v, [v << s for s in (0, 1, 7, 31, 48, 49, 63, 64)], [v >> s for s in (0, 1, 7, 31, 48, 49, 63, 64, 65, 200)])
print(1 << 100, (1 << 100) >> 99, -1 >> 1000, 0 << 10 ** 9, 0 >> 10 ** 30, 5 >> 10 ** 30, -5 >> 10 ** 30, 1 << True, True << 3, False >> 5)
for src in ('1 << -1', '1 >> -1', '0 << -1', '1 << 1.0', '1.0 >> 1', '"a" << 1', '1 << "a"', '1 << None', '0 << 10 ** 30', '1 >> -10 ** 30', '[] << 1'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
x = 1
x <<= 70
x >>= 68
print(x)
print([(-7) >> i for i in range(5)], [7 >> i for i in range(5)], [-8 >> i for i in range(5)], [(2 ** 65 + 1) >> i for i in (1, 64, 65, 66)])
print((1 << 49) - 1, -(1 << 49), (1 << 63) - 1, -(1 << 63), 3 << 62, -3 << 62, (3 << 62) >> 62, (-3 << 62) >> 62)


def rot(v, n, bits=64):
    m = (1 << bits) - 1
    return ((v << n) | (v >> (bits - n))) & m


v = 0x0123456789abcdef
print([hex(rot(v, n)) for n in (1, 4, 17, 63)])
h = 0xcbf29ce484222325
for c in b'hash me':
    h = ((h ^ c) * 0x100000001b3) & 0xffffffffffffffff
print(hex(h))
x = 123456789
for _ in range(10):
    x ^= (x << 13) & 0xffffffff
    x ^= x >> 17
    x ^= (x << 5) & 0xffffffff
print(x)
print(bin(0b1010 << 3), bin(-0b1010 >> 2), 1 << 2 << 3, 256 >> 2 >> 1, 1 << 3 + 1, ~0 << 4, -1 << 64)
