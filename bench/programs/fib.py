# fib.py: calls and small integers.
# SPDX-License-Identifier: Apache-2.0
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(25))
