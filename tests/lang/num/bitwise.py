# bitwise.py: Bitwise operators on negative and large ints.
# SPDX-License-Identifier: Apache-2.0

vals = (0, 1, -1, 5, -6, 255, -256, 2 ** 31 - 1, -(2 ** 31), 2 ** 49, -(2 ** 49), 2 ** 63 - 1, -(2 ** 63), 2 ** 64, -(2 ** 64) + 1, 3 ** 50, -(3 ** 50))
for a in vals:
    print(a, ~a, a & 0xff, a | 0xf0, a ^ 0xff, [a & b for b in vals[::4]], [a | b for b in vals[::4]], [a ^ b for b in vals[::4]])
print(all(a & b == ~(~a | ~b) for a in vals for b in vals), all(a ^ b == (a | b) - (a & b) for a in vals for b in vals), all(a & b == b & a and a | b == b | a for a in vals for b in vals), all((a ^ b) ^ b == a for a in vals for b in vals))
print(0b1100 & 0b1010, 0b1100 | 0b1010, 0b1100 ^ 0b1010, ~0b1100 & 0xf, -1 & 0xffffffff, -2 ** 63 & 2 ** 64 - 1, -1 ^ 2 ** 70, ~(2 ** 70), -5 & 2 ** 70, -5 | 2 ** 70)
for src in ('1 & 1.0', '1.5 | 1', '"a" & 1', '1 ^ None', '[1] | [2]', '~"a"', '~1.5', '~None', '1 & "x"', '{1} & [1]', '{} & {}', 'True & True', 'True & 3', '~True', 'None | 1'):
    try:
        print(src, eval(src))
    except TypeError as e:
        print(src, e)


def popcount(n):
    c = 0
    while n:
        n &= n - 1
        c += 1
    return c


print([popcount(n) for n in (0, 1, 255, 2 ** 63 - 1, 2 ** 64 - 1, 3 ** 50)], (3 ** 50).bit_count(), [n & -n for n in (12, 40, 2 ** 63, 3 * 2 ** 70)])
x = 0b1111
x &= 0b1010; x |= 0b10000; x ^= 0b11; x <<= 60; x >>= 58
print(x, bin(x))
crc = 0xffffffff
for byte in b'123456789':
    crc ^= byte
    for _ in range(8):
        crc = (crc >> 1) ^ (0xedb88320 & -(crc & 1))
print(hex(crc ^ 0xffffffff))
gray = [n ^ (n >> 1) for n in range(16)]
print(gray, len(set(gray)), [bin(g) for g in gray[:4]])
seed = 42
out = []
for _ in range(5):
    seed = (seed * 6364136223846793005 + 1442695040888963407) & (2 ** 64 - 1)
    out.append(seed >> 33)
print(out)
