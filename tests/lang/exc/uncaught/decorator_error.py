# decorator_error.py: An error in a decorator.
# SPDX-License-Identifier: Apache-2.0

def deco(n):
    def wrap(f):
        return f.missing_attribute
    return wrap
@deco(
    3)
def target():
    pass
