# binop_carets.py: Carets of a binary operation.
# SPDX-License-Identifier: Apache-2.0

def f(a, b, c):
    return a + b * c
f(1, 'x', None)
