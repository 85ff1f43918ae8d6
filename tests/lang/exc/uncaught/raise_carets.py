# raise_carets.py: A raise statement has no carets.
# SPDX-License-Identifier: Apache-2.0

def check(n):
    if n < 0: raise ValueError('negative: ' + str(n))
check(-5)
