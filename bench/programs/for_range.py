# for_range.py: a counted loop with integer arithmetic.
# SPDX-License-Identifier: Apache-2.0
def total(n):
    acc = 0
    for i in range(n):
        acc += i & 7
        if i % 3 == 0:
            acc -= 1
    return acc


print(total(300_000))
