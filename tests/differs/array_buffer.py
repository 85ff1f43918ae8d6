# array_buffer.py: The buffer of an array.array is a copy.
# SPDX-License-Identifier: Apache-2.0
#
# Items are kept as Python numbers, not as machine words: a memoryview sees them
# as they were when it was made and cannot change them.  Where something like
# bytes is asked for, most functions take an array; bytes(a) always works.
from array import array

a = array("i", [1, 2, 3])
view = memoryview(a)
a[0] = 9
print(view.tolist(), view.readonly, bytes(a)[0])
#> [1, 2, 3] True 9
a.append(4)
print(len(a))
#> 4
