# str_of_itself.py: exceptions that hold themselves.
# SPDX-License-Identifier: Apache-2.0
e = ValueError()
e.args = (e,)
try:
    str(e)
except RecursionError as x:
    print(type(x).__name__, x)
try:
    print(e)
except RecursionError as x:
    print(type(x).__name__)
try:
    f"{e}"
except RecursionError as x:
    print(type(x).__name__)
a, b = KeyError(), OSError()
a.args, b.args = (b,), (a,)
for x in (a, b):
    try:
        print(str(x) is not None)
    except RecursionError as y:
        print(type(y).__name__)
try:
    repr(e)
except RecursionError as x:
    print(type(x).__name__)
n = ValueError("innermost")
for _ in range(50):
    n = ValueError(n)
print(n)
