# length_hint.py: [*x] does not ask for __length_hint__.
# SPDX-License-Identifier: Apache-2.0
#
# Memory is charged as the list grows, so the hint would be a call without use.  list(x), tuple(x) and operator.length_hint ask.

class H:
    def __iter__(self): return iter([1])
    def __length_hint__(self): print('asked')


print([*H()], max(H()))
#> [1] 1
