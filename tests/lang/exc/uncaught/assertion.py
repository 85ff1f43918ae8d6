# assertion.py: AssertionError with message.
# SPDX-License-Identifier: Apache-2.0

x = 3
assert x > 5, f'x is {x}'
