# cause_none.py: Suppressed context.
# SPDX-License-Identifier: Apache-2.0

try:
    1 / 0
except ZeroDivisionError:
    raise ValueError('only this') from None
