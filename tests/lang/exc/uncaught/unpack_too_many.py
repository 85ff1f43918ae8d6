# unpack_too_many.py: Too many values to unpack.
# SPDX-License-Identifier: Apache-2.0

a, (b, c) = 1, [2, 3, 4]
