# append_int.py: a list grows by integers.
# SPDX-License-Identifier: Apache-2.0
def collect(n):
    out = []
    for i in range(n):
        out.append(i)
    return out


print(sum(collect(100_000)))
