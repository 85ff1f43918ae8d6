# binop_spaces_carets.py: Carets around an operator with odd spacing.
# SPDX-License-Identifier: Apache-2.0

left = [1]
right = 'b'
total = (left   +
         right)
