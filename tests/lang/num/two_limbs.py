"""Operators on ints of one and two limbs, and around their borders."""
edges = [0, 1, 7, 2**49 - 1, 2**49, 2**50 + 3, 2**63 - 1, 2**63, 2**64 - 1,
         2**64, 2**64 + 1, 2**100 + 12345, 2**126 - 1, 2**126, 2**127 - 1,
         2**127, 2**128 - 1, 2**128, 2**200 - 1]
values = edges + [-v for v in edges]
total = 0
for a in values:
    for b in values:
        for r in (a + b, a - b, a * b, a & b, a | b, a ^ b):
            total = (total * 31 + r) % (10**40 + 7)
        if b:
            q, m = divmod(a, b)
            assert q == a // b and m == a % b and q * b + m == a, (a, b)
            assert 0 <= m < b or b < m <= 0, (a, b)
            total = (total * 31 + q * 3 + m) % (10**40 + 7)
        total += (a < b) + 2 * (a == b) + 4 * (a >= b)
    for n in (0, 1, 13, 63, 64, 65, 126, 127, 128, 129, 500):
        total = (total * 31 + (a >> n) + (a << n)) % (10**40 + 7)
print(total)
for bad in (lambda: 2**70 % 0, lambda: 2**70 // 0, lambda: divmod(2**70, 0),
            lambda: 2**70 >> -1):
    try:
        bad()
    except (ZeroDivisionError, ValueError) as e:
        print(type(e).__name__, e)
x = 88172645463325252
for _ in range(5):
    x ^= (x << 13) & 0xFFFFFFFFFFFFFFFF
    x ^= x >> 7
    x ^= (x << 17) & 0xFFFFFFFFFFFFFFFF
    print(x)
