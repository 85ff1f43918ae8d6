# call_multiline.py: A call over several lines.
# SPDX-License-Identifier: Apache-2.0

def f(a, b, c):
    return a / b / c
result = f(
    1,
    2,
    0,
)
