# unbound_local.py: UnboundLocalError.
# SPDX-License-Identifier: Apache-2.0

def f():
    print(x)
    x = 1
f()
