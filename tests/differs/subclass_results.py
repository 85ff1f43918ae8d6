# subclass_results.py: dict.copy and str.format of subclasses.
# SPDX-License-Identifier: Apache-2.0
#
# dict.copy of a subclass reads the stored items also when __iter__ is overridden,
# and str.format without fields gives a plain str.

class D(dict):
    def __getitem__(self, k): return 'got'
    def __iter__(self): return iter(['fake'])


class P(str): pass


print(D(a=1).copy(), type(P('hi').format()).__name__)
#> {'a': 1} str
