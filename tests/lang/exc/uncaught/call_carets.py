# call_carets.py: A wrong call inside a larger expression.
# SPDX-License-Identifier: Apache-2.0

def f(a, b):
    return a + b
print(f(1, 2) + f(1) + f(3, 4))
