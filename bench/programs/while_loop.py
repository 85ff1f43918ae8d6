# while_loop.py: the Collatz walk: while, parity, division.
# SPDX-License-Identifier: Apache-2.0
def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


best = max(range(1, 3_000), key=steps)
print(best, steps(best))
