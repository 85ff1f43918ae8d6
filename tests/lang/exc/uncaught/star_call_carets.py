# star_call_carets.py: Carets of a call with stars.
# SPDX-License-Identifier: Apache-2.0

def f(*a, **k):
    return a
f(1, *[2, 3], **{'x': 1}, y=5 + '')
