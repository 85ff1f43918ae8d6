# iteration_error.py: Iterating over an int.
# SPDX-License-Identifier: Apache-2.0

def total(xs):
    s = 0
    for x in xs:
        s += x
    return s
total(5)
