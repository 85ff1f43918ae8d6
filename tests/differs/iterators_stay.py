# iterators_stay.py: A groupby that has begun, and its groups, cannot be pickled.
# SPDX-License-Identifier: Apache-2.0
#
# Their state is that of a suspended function; the other iterators of itertools,
# map, filter and zip are pickled where they are.  (CPython 3.14 has given up
# all of them.)  A snapshot of the session keeps them.
import itertools
import pickle

groups = itertools.groupby([1.5, 2.5], key=lambda x: x)
print(next(groups)[0])
try:
    pickle.dumps(groups)
except TypeError as e:
    print(e)
#> 1.5
#> cannot pickle 'groupby' object
