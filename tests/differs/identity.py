# identity.py: Equal numbers are identical.
# SPDX-License-Identifier: Apache-2.0
#
# Small integers and floats are immediate values here, so `is` cannot tell equal
# ones apart; two NaN of the same bits are one object, and containers, which
# compare by identity first, call them equal.

a, b = 10 ** 6, int('1000000')
print(a is b, 2.5 is float('2.5'))
#> True True
nan, other = float('nan'), float('nan')
print(nan is other, nan == other, [nan] == [other], [nan].count(other))
#> True False True 1
