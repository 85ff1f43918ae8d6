# rows_and_bound_natives.py: loops that take rows apart; bound methods of
# built-ins; reversed lists that change; case of single characters.
# SPDX-License-Identifier: Apache-2.0
from itertools import (combinations, combinations_with_replacement,
                       permutations, product, zip_longest)

for a, b in combinations("abcd", 2):
    print(a, b, end=" ")
for a, b in combinations_with_replacement([1, 2, 3], 2):
    print(a, b, end=" ")
for a, b, c in permutations(range(3)):
    print(a, b, c, end=" ")
for a, b in product("xy", [1, 2]):
    print(a, b, end=" ")
for (a,) in combinations([5, 6], 1):
    print(a, end=" ")
print()
it = combinations(range(3), 2)
for a, b in it:
    print(a, b, next(it, None))
print(list(it), a, b)
for empty in (combinations([1], 2), product([], [1]), permutations([], 1)):
    for a, b in empty:
        print("never")
try:
    for a, b, c in combinations(range(4), 2):
        print("never")
except ValueError as e:
    print(e)
for a, b in zip_longest([1, 2, 3], "ab", fillvalue="-"):
    print(a, b, end=" ")
for a, b in zip_longest(range(2), ()):
    print(a, b, end=" ")
for a, b, c in zip_longest([], (), ""):
    print("never")
print()
shared = iter([1, 2, 3, 4, 5])
for a, b in zip_longest(shared, shared):
    print(a, b)


def grow():
    items = [1, 2, 3, 4]
    for x in reversed(items):
        print(x, end=" ")
        if x == 3:
            del items[1:]
    back = reversed([1, 2])
    for x in back:
        print(x, end=" ")
    print(list(back))


grow()


class Sized:
    def __index__(self):
        return 1


def bound():
    out = []
    push, pop, get = out.append, out.pop, {1: "one"}.get
    for i in range(5):
        push(i)
    print(pop(), pop(Sized()), out, get(1), get(2), get(3, "no"))
    up, cut = "abc".upper, "a,b".split
    print(up(), cut(","), cut(sep=","), "x".join(["1", "2"]))
    for call in (lambda: push(), lambda: push(1, 2), lambda: pop("x"),
                 lambda: get([])):
        try:
            call()
        except TypeError as e:
            print(e)
    order = [3, 1, 2].sort
    print(order(key=lambda v: -v), order())
    find = [Sized(), 2].index
    try:
        find(7)
    except ValueError as e:
        print(e)

    def gen():
        got = yield 1
        while True:
            got = yield got

    send = gen().send
    print(send(None), send(5), send(6))


bound()
print([c.lower() + c.upper() + c.title() + c.swapcase() + c.casefold()
       + c.capitalize() for c in "aZ1 [`{@é"])
