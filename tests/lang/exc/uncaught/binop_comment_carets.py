# binop_comment_carets.py: A comment after the expression line.
# SPDX-License-Identifier: Apache-2.0

a = 5
b = 'x'
c = a - b  # minus - sign - here
