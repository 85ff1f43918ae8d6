# multiline_condition.py: An if condition over lines.
# SPDX-License-Identifier: Apache-2.0

a = 1
if (a == 1 and
        a.missing == 2):
    pass
