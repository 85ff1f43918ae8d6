# inplace_error.py: In-place operator error.
# SPDX-License-Identifier: Apache-2.0

total = 0
for item in [1, 2, 'three']:
    total += item
