# literals_in_loops.py: A list or set literal in a for clause is not made a constant.
# SPDX-License-Identifier: Apache-2.0
#
# CPython's compiler turns it into a tuple or frozenset constant, which shows in
# messages and in the order of set items.

async def f():
    [x async for x in [1, 2]]


try:
    f().send(None)
except TypeError as e:
    print(e)
#> 'async for' requires an object with __aiter__ method, got list
print([x for x in {12, 4, 20}] == list({12, 4, 20}))
#> True
