# sort_key.py: An error in a key function.
# SPDX-License-Identifier: Apache-2.0

sorted([1, 'a', None], key=lambda v: v + 1)
