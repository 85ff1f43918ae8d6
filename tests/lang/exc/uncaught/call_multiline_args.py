# call_multiline_args.py: An error in one argument of a call over several lines.
# SPDX-License-Identifier: Apache-2.0

def f(*args):
    return args
f(
    1,
    2 / 0,
    3,
)
