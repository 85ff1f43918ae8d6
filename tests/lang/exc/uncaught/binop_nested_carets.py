# binop_nested_carets.py: Carets pick the failing operator in a larger expression.
# SPDX-License-Identifier: Apache-2.0

a, b, c, d = 1, 2, 0, 4
x = (a + b) * (d / c) - (a // d)
