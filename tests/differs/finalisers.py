# finalisers.py: __del__ and weakref callbacks run late.
# SPDX-License-Identifier: Apache-2.0
#
# There are no reference counts: an object is found dead by a collection, so
# `del x` alone calls nothing. __del__ runs soon after a collection, and for
# what is left at the end of the program; callbacks of weak references run in
# gc.collect().

class A:
    def __init__(self, name): self.name = name
    def __del__(self): print('gone', self.name)


a = A('a')
del a
print('still here')
#> still here
b = A('b')
print('end')
#> end
#> gone a
#> gone b
