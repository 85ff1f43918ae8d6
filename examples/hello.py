# hello.py: the smallest guest.
# SPDX-License-Identifier: Apache-2.0

print("Hello from inside the caisson:", sum(range(10)))
