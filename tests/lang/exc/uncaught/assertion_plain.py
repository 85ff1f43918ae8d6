# assertion_plain.py: AssertionError without message.
# SPDX-License-Identifier: Apache-2.0

x = [1, 2]
assert len(x) == 3
