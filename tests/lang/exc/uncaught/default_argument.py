# default_argument.py: An error in a default argument.
# SPDX-License-Identifier: Apache-2.0

def f(a, b=1 / 0,
      c=3):
    pass
