# syntax_return.py: Return outside function.
# SPDX-License-Identifier: Apache-2.0

exec('x = 1\nreturn x')
