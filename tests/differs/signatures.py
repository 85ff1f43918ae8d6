# signatures.py: More built-ins have a signature.
# SPDX-License-Identifier: Apache-2.0
#
# inspect.signature reads the tables that arguments are bound by, which exist for
# every built-in function; CPython knows none for those written by hand.
import inspect

print(inspect.signature(getattr), inspect.signature(iter))
#> (object, name, default=None, /) (object, sentinel=None, /)
