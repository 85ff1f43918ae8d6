# expr.py: the smallest program: what a session costs on top.
# SPDX-License-Identifier: Apache-2.0
1 + 2
