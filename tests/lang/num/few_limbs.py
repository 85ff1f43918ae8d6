"""Ints of a few words with small ones, at the edges of words and of small ints."""

edges = []
for bits in (49, 50, 63, 64, 65, 127, 128, 129, 192, 1024, 1088):
    edges += [(1 << bits) - 1, 1 << bits, (1 << bits) + 1, 3 << bits - 1]
smalls = [0, 1, -1, 7, (1 << 49) - 1, -(1 << 49), 10 ** 9]
for a in edges:
    for b in (a, -a):
        for k in smalls:
            assert (b + k) - k == b and (b - k) + k == b and k - (k - b) == b
            assert b * k == k * b and (k == 0 or b * k // k == b)
            assert b - k == -(k - b) and b + k == k + b
        print(b + 1, b - 1, 1 - b, -1 - b, b * -7, b + smalls[4], smalls[5] - b)

# digits in other bases
for text in ('ff', '0x1f', 'zz', '0b1', '777', '-ff', ' ff ', 'f_f', '', '_', 'ABCdef', 'é', '٣',
             '123456789', '1234567890', 'zzzzzzzzz', 'zzzzzzzzzz'):
    for base in (0, 2, 8, 10, 16, 36):
        try:
            print(text, base, int(text, base))
        except ValueError as error:
            print(error)

# comparisons that have a short way
print({1: 2, 'a': 'b'} == {'a': 'b', 1: 2}, {1: 2} == {1: 3}, {1: 2} == {2: 2}, {1.0: 2} == {1: 2},
      {1: 2.0} == {1: 2}, {(1, 2): 3} == {(1, 2): 3}, {1: [1]} == {1: [1]}, {} == {},
      {1: 'a'} == {1: 'b'}, {True: 1} == {1: 1}, {1: 2} == {1: 2, 3: 4})
print((1, 'b') < (1, 'c'), (1, 'b') < (1, 'b', 0), [2] > [1, 9], ('é',) <= ('z',), [1.5] < [2],
      (1, (2, 3)) < (1, (2, 4)), 'a' < 'b', 'ab' >= 'a', max('pear', 'fig', 'quince'))
print((1 + 2j) * (3 - 1j) + 2, 2 + 1j * 3, 1j ** 2, (1 + 1j) / 2, -(2j), 1j - 1)
print(b'-'.join([b'a', bytearray(b'b'), memoryview(b'c'), b'']), b''.join([]), b''.join((b'x',)))
s = {NotImplemented, None, 1, 2 ** 70}
s.discard(1)
print(NotImplemented in s, 1 in s, 2 ** 70 in s)
s.discard(NotImplemented)
print(NotImplemented in s, len(s), sorted({3, 1, 2} - {1}), {1, 2} <= {1, 2, 3}, {1, 2} ^ {2, 5})
