# sort_key.py: sorting 10000 rows by a key function, twice.
# SPDX-License-Identifier: Apache-2.0
rows = [(i * 7919 % 10_007, f"n{i * 31 % 1_000}") for i in range(10_000)]
by_name = sorted(rows, key=lambda r: (r[1], -r[0]))
by_tail = sorted(rows, key=lambda r: r[0] % 100)
print(by_name[0], by_name[-1], by_tail[0], by_tail[-1])
