# syntax_unclosed.py: Never closed bracket.
# SPDX-License-Identifier: Apache-2.0

exec('x = (1,\n     2\ny = 3')
