# nan_sign.py: A NaN has no sign.
# SPDX-License-Identifier: Apache-2.0
#
# The engine has one NaN, in the bits that mark its other values.  -nan is nan, and
# to copysign() it counts as positive.
import math

print(math.copysign(1, float("-nan")), math.copysign(1, -math.nan))
#> 1.0 1.0
