# binop_string_operator_inside.py: The operator is found even if the operand text contains one.
# SPDX-License-Identifier: Apache-2.0

x = 'a+b' + 1 * 2
print(x - 'c-d')
