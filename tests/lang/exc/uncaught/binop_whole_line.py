# binop_whole_line.py: An expression that covers the whole line.
# SPDX-License-Identifier: Apache-2.0

a = 1
b = 0
a / b
