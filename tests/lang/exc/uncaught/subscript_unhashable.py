# subscript_unhashable.py: Unhashable key.
# SPDX-License-Identifier: Apache-2.0

d = {}
d[[1, 2]] = 3
