"""re._constants - names that packages take from inside of re.

SPDX-License-Identifier: Apache-2.0
"""

from re import error

MAXREPEAT = 4294967295
MAXGROUPS = 1073741823
