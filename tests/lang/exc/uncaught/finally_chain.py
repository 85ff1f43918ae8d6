# finally_chain.py: An exception in finally.
# SPDX-License-Identifier: Apache-2.0

def f():
    try:
        raise ValueError('body')
    finally:
        undefined_cleanup()
f()
