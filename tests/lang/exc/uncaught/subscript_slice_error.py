# subscript_slice_error.py: A slice with a bad bound.
# SPDX-License-Identifier: Apache-2.0

xs = [1, 2, 3]
print(xs[1:'x'])
