# syntax_equals.py: Maybe you meant == here.
# SPDX-License-Identifier: Apache-2.0

exec('if x = 3:\n    pass')
