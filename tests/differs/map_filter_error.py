# map_filter_error.py: map and filter end at an exception.
# SPDX-License-Identifier: Apache-2.0
#
# They are generators inside (a host call may suspend in the function), and a
# generator that raised is finished.  CPython's go on with the next item.

f = filter(lambda x: 1 // x, [1, 0, 1])
print(next(f))
#> 1
try:
    next(f)
except ZeroDivisionError:
    print(next(f, 'end'))
#> end
