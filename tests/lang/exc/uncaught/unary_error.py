# unary_error.py: Unary operator error.
# SPDX-License-Identifier: Apache-2.0

def neg(v):
    return -v
neg('text')
