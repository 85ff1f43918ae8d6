# sieve.py: list items read and written by index.
# SPDX-License-Identifier: Apache-2.0
def primes_below(n):
    alive = [True] * n
    alive[0] = alive[1] = False
    p = 2
    while p * p < n:
        if alive[p]:
            for k in range(p * p, n, p):
                alive[k] = False
        p += 1
    return [i for i in range(n) if alive[i]]


found = primes_below(100_000)
print(len(found), found[-1], sum(found))
