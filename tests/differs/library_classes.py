# library_classes.py: Classes and modules of the library cannot be changed.
# SPDX-License-Identifier: Apache-2.0
#
# They lie in memory that all sessions share, read-only.  A module's own names
# can be set (the first change gives the session a namespace of its own);
# attributes of its classes and functions cannot.

import json, decimal
json.extra = 1
print(json.extra)
#> 1
try:
    decimal.Decimal.extra = 1
except TypeError as e:
    print(e)
#> cannot set 'extra' attribute of immutable type 'Decimal'
