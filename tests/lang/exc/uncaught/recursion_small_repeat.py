# recursion_small_repeat.py: Repeated lines below the limit.
# SPDX-License-Identifier: Apache-2.0

def f(n):
    if n == 0:
        raise ValueError('bottom')
    f(n - 1)
f(8)
