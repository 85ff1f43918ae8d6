# conditional_carets.py: Carets in a conditional expression.
# SPDX-License-Identifier: Apache-2.0

flag = True
x = 1 + None if flag else 2
