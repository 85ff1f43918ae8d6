# base_exception.py: A BaseException subclass is printed the same way.
# SPDX-License-Identifier: Apache-2.0

class Stop(BaseException):
    pass
def f():
    raise Stop('now')
f()
