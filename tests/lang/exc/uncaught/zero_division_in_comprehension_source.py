# zero_division_in_comprehension_source.py: The iterable of a comprehension is outside its frame.
# SPDX-License-Identifier: Apache-2.0

x = [i for i in range(1 // 0)]
