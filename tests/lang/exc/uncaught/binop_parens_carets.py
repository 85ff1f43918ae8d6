# binop_parens_carets.py: Carets with parentheses around the operands.
# SPDX-License-Identifier: Apache-2.0

a = 1
b = None
print(a + (b))
