# subscript_none.py: Subscripting None in the middle of an expression.
# SPDX-License-Identifier: Apache-2.0

def get():
    return None
x = [1, get()[0], 3]
