# plain_names.py: Attribute and keyword names are plain strings.
# SPDX-License-Identifier: Apache-2.0
#
# A subclass of str used as a name is stored as the str it holds: shapes of
# instances and argument binding compare names by identity.

class S(str): pass


class A: pass


a = A()
setattr(a, S('x'), 1)
print(type([*vars(a)][0]).__name__)
#> str
print(type([*(lambda **k: k)(**{S('k'): 1})][0]).__name__)
#> str
