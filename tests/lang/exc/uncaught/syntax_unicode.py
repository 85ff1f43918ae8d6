# syntax_unicode.py: An invalid character.
# SPDX-License-Identifier: Apache-2.0

exec('x = 5 € 3')
