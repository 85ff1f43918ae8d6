# chained_compare_carets.py: Carets in a chained comparison.
# SPDX-License-Identifier: Apache-2.0

a, b, c = 1, 2, 'x'
print(a < b < c)
