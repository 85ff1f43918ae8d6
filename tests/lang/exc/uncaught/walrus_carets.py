# walrus_carets.py: Carets inside an assignment expression.
# SPDX-License-Identifier: Apache-2.0

if (n := len([1, 2]) / 0) > 1:
    print(n)
