# bound_names.py: Argument errors name the class that defines the method.
# SPDX-License-Identifier: Apache-2.0
#
# CPython names the class of the instance when a bound built-in is called.

try:
    ValueError().add_note(*())
except TypeError as e:
    print(e)
#> BaseException.add_note() takes exactly one argument (0 given)
