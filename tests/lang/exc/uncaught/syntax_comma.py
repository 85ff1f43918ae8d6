# syntax_comma.py: Perhaps you forgot a comma.
# SPDX-License-Identifier: Apache-2.0

exec('x = [1, 2 3, 4]')
