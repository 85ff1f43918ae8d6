# syntax_print.py: Missing parentheses in call to print.
# SPDX-License-Identifier: Apache-2.0

exec('print "hello"')
