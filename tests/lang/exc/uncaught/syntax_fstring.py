# syntax_fstring.py: f-string with an empty expression.
# SPDX-License-Identifier: Apache-2.0

exec("f'{}'")
