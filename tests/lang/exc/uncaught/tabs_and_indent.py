# tabs_and_indent.py: Source lines are shown without their indentation.
# SPDX-License-Identifier: Apache-2.0

def f():
    if True:
        for i in range(1):
            try:
                value = [1][i + 1] + 2
            finally:
                pass
f()
