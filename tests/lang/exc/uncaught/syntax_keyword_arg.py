# syntax_keyword_arg.py: Positional argument follows keyword argument.
# SPDX-License-Identifier: Apache-2.0

exec('f(a=1, 2)')
