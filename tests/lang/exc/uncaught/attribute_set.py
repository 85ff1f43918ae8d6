# attribute_set.py: Setting an attribute on a builtin object.
# SPDX-License-Identifier: Apache-2.0

x = 5
x.foo = 1
