# subscript_store.py: Item assignment to a tuple.
# SPDX-License-Identifier: Apache-2.0

t = (1, 2)
t[0] = 5
