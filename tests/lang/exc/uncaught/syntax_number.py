# syntax_number.py: Invalid decimal literal.
# SPDX-License-Identifier: Apache-2.0

exec('x = 12abc')
