# super_messages.py: super() without a first argument or class has another error text.
# SPDX-License-Identifier: Apache-2.0
#
# Without arguments it is compiled into the method, and the error is that of the
# part that is missing.

class A:
    def f(self): return 'f'


class B(A):
    def deleted(self):
        del self
        return super().f()


def outside(self): return super().f()


for call in (B().deleted, lambda: outside(B())):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e)
#> UnboundLocalError cannot access local variable 'self' where it is not associated with a value
#> RuntimeError super(): no arguments
