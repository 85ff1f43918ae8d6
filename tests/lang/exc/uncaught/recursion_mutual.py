# recursion_mutual.py: Mutual recursion is not collapsed.
# SPDX-License-Identifier: Apache-2.0

def a(n):
    if n == 0:
        raise ValueError('end')
    return b(n - 1)
def b(n):
    return a(n)
a(4)
