# type_new.py: type.__new__(type) speaks of type().
# SPDX-License-Identifier: Apache-2.0
#
# type() and type.__new__(type) are one function.

try:
    type.__new__(type)
except TypeError as e:
    print(e)
#> type() takes 1 or 3 arguments
