# finalisers.py: __del__, generators left early and weakref callbacks end late.
# SPDX-License-Identifier: Apache-2.0
#
# There are no reference counts: an object is found dead by a collection, so
# `del x` alone calls nothing. __del__ runs soon after a collection, and for
# what is left at the end of the program.  A generator that nobody runs to its
# end is closed then, or in gc.collect(), unless memory is short before; callbacks
# of weak references run in gc.collect().

class A:
    def __init__(self, name): self.name = name
    def __del__(self): print('gone', self.name)


a = A('a')
del a
print('still here')
#> still here
b = A('b')


def numbers():
    try:
        yield 1
    finally:
        print('closed')


for number in numbers():
    break
print('end')
#> end
#> gone a
#> gone b
#> closed
