# reraise.py: Bare raise keeps the traceback.
# SPDX-License-Identifier: Apache-2.0

def inner():
    raise ValueError('v')
def outer():
    try:
        inner()
    except ValueError:
        raise
outer()
