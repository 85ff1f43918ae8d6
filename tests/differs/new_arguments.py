# new_arguments.py: list.__new__ and dict.__new__ check their arguments.
# SPDX-License-Identifier: Apache-2.0
#
# The constructors fill the object in one step; CPython's ignore everything and
# leave it to __init__.

try:
    list.__new__(list, 1, 2)
except TypeError as e:
    print(e)
#> list expected at most 1 argument, got 2
