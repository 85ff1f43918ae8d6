# raise_non_exception.py: Raising something that is no exception.
# SPDX-License-Identifier: Apache-2.0

def f():
    raise 'text'
f()
