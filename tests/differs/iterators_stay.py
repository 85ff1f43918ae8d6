# iterators_stay.py: Iterators of itertools, map and filter cannot be pickled.
# SPDX-License-Identifier: Apache-2.0
#
# Their state is that of a suspended function.  (CPython 3.14 has given it up,
# too.)  A snapshot of the session keeps them; itertools.tee makes two of one.
import itertools
import pickle

for iterator in map(str, [1]), itertools.chain([1]), itertools.groupby("aab"):
    try:
        pickle.dumps(iterator)
    except TypeError as e:
        print(e)
#> cannot pickle 'map' object
#> cannot pickle 'chain' object
#> cannot pickle 'groupby' object
