# numeric_order.py: Printing order of sets of small numbers follows the hash table.
# SPDX-License-Identifier: Apache-2.0

print({3, 1, 2}, {10, 5, 0}, {8, 0, 16}, {7, 15, 23}, set(range(20)), set(range(20, 0, -1)), {100, 1000, 10}, {-1, -2, 0, 1}, {5, -5, 3, -3}, {2 ** 61 - 1, 0}, {2 ** 61, 1})
print({1.5, 2.5, 0.5}, {1, 2.0, 3}, {0.1, 0.2}, {True, 2, 0}, {2 ** 70, 1, 2 ** 40}, {1000000, 2000000, 3000000}, {(1, 2), (2, 1)}, {(0,), (1,), (2,)}, {-1.0, 1.0}, {1j, 2j, 1})
s = set()
for i in (40, 8, 24, 0, 16, 32):
    s.add(i)
    print(s)
for i in (8, 24):
    s.discard(i)
print(s)
s.add(48)
print(s, s.pop(), s.pop(), s)
print({i * i % 31 for i in range(31)}, {i * 7 % 64 for i in range(10)}, set([9, 1, 17, 33]), {33, 17, 1, 9}, set(range(0, 100, 9)), frozenset([5, 4, 3]))
a, b = set(range(10)), set(range(5, 15))
print(a | b, a & b, a - b, b - a, a ^ b, b | a, b & a, a.union(b), {20, 4, 12} | {28, 36}, {20, 4, 12}.union([28, 36]))
print(list({5, 3, 9}), tuple({7, 6}), [x for x in set((12, 4, 20))], sum({1, 2}), dict.fromkeys({3, 1, 2}), list({1: 0, 0: 0}.keys() | {5}), max({3, 9}), {*range(3), *range(10, 7, -1)}, list(reversed(list({2, 1}))))
c = {1, 2, 3}
c.update(range(30, 20, -1))
print(c, c.copy(), set(c), frozenset(c))
c -= set(range(20, 28))
print(c, {2 ** i for i in range(12)}, {i << 5 for i in range(8)}, {-i for i in range(6)})
d = set(range(100))
for i in range(90):
    d.pop()
print(d, {x % 5 for x in d}, sorted(d))
e = {10, 20, 30}
e.clear()
e |= {3, 2, 1}
print(e, {100, 228, 356}, {4, 4.0, 4 + 0j}, {0, -1}, {-1, -2}, {255, 256, 257, 511, 512})
