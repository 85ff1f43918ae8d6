# pair_tuples.py: many small tuples, made and taken apart.
# SPDX-License-Identifier: Apache-2.0
def pairs(n):
    out = []
    for i in range(n):
        out.append((i, n - i))
    return out


acc = 0
for a, b in pairs(100_000):
    acc += a ^ b
print(acc)
