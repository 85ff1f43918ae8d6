# syntax_manual.py: A SyntaxError raised by hand.
# SPDX-License-Identifier: Apache-2.0

raise SyntaxError('made by hand', ('source.txt', 3, 5, 'abc def ghi\n', 3, 8))
