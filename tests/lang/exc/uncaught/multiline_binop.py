# multiline_binop.py: Operands on different lines.
# SPDX-License-Identifier: Apache-2.0

def f():
    return (1
            + 2
            + 'x')
f()
