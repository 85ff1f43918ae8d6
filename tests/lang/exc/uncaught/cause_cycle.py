# cause_cycle.py: A cycle of contexts is printed once.
# SPDX-License-Identifier: Apache-2.0

a = ValueError('a')
b = KeyError('b')
a.__cause__ = b
b.__cause__ = a
raise a
