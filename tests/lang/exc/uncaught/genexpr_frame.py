# genexpr_frame.py: A generator expression has its own frame.
# SPDX-License-Identifier: Apache-2.0

data = [1, 0]
total = sum(10 // d for d in data)
