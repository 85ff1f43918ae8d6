# rows_of_iterators.py: Rows of combinatoric iterators, nested iterators, dict(zip()).
# SPDX-License-Identifier: Apache-2.0

from itertools import (chain, combinations, combinations_with_replacement, count, cycle, islice, pairwise,
                       permutations, product, repeat, zip_longest)

print(list(product("ab", [1, 2], (True,))), list(product(repeat=2)), list(product([], "a")))
print(list(permutations("abc")), list(permutations("abc", 2)), list(permutations([], 0)), list(permutations("a", 2)))
print(list(combinations("abcd", 2)), list(combinations("ab", 3)), list(combinations("ab", 0)))
print(list(combinations_with_replacement("abc", 2)), list(combinations_with_replacement("", 1)))
rows = product(range(2), repeat=3)
print(next(rows), [a + b + c for a, b, c in rows], next(rows, "end"))
rows = permutations(range(4), 3)
print(next(rows), [x * 100 + y * 10 + z for x, y, z in islice(rows, 5)], sum(x for x, *_ in rows))
for a, b in combinations(range(4), 2):
    print(a, b, end=" ")
print()
mixed = combinations("abc", 2)
print([p for p in mixed][:1], [1 for a, b in mixed])
print(len({"".join(p) for p in permutations("aabb")}), sum(1 for r in product(range(1, 7), repeat=3) if sum(r) == 10))
print([(i, x, y) for i, (x, y) in enumerate(zip("ab", count(5)))], list(enumerate(enumerate(enumerate("ab")))))
print(list(zip(zip("ab", "cd"), enumerate("xy"))), list(zip(chain("ab", [1]), islice(cycle("pq"), 3))))
print(list(islice(chain(zip("ab", "cd"), enumerate("xy")), 1, 4)), list(pairwise(chain("ab", "cd"))))
print(list(islice(islice(islice(range(20), 1, None, 2), 1, None), 3)), list(zip(repeat(1, 2), "abc")))
for a, b, c in zip("abc", [1, 2], (x for x in "xyz")):
    print(a, b, c, end=" ")
for a, b in zip_longest("abc", [1], fillvalue="-"):
    print(a, b, end=" ")
print()
a = b = None
for a, b in zip([1, 2, 3], [4]):
    pass
print(a, b)

# dict() of a zip
print(dict(zip("ab", [1, 2])), dict(zip(["a", "b", "a"], [1, 2, 3])), dict(zip([], [1])), dict(zip((1, 1.0, True), "abc")))
left, right = iter(["k", "l", "m"]), iter([1, 2])
pairs = zip(left, right)
print(next(pairs), dict(pairs), list(left), list(right), list(pairs))
left, right = iter(["k", "l"]), iter([1, 2, 3])
pairs = zip(left, right)
print(dict(pairs), list(left), list(right))
same = iter([1, 2, 3, 4])
print(dict(zip(same, same)), list(same))
grown = [1, 2]
pairs = zip(grown, [5, 6, 7])
grown.append(3)
print(dict(pairs), {**dict(zip("xy", (0, 1)))})


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return self.n == other.n


print([(k.n, v) for k, v in dict(zip([Key(1), Key(3), Key(1)], "abc")).items()])


class D(dict):
    pass


print(D(zip("ab", [1, 2])), type(D(zip("ab", [1, 2]))).__name__)
for bad in (lambda: dict(zip([[]], [1])), lambda: dict(zip("ab", [1, 2], [3, 4])), lambda: dict(zip("ab", [1], strict=True))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
big = dict(zip(range(1000), range(1000, 2000)))
print(len(big), big[999], list(big)[:3])

# sets
a, b = set(range(0, 60, 2)), set(range(0, 60, 3))
print(a & b, a - b, b - a, sorted(a | b)[:5], a ^ b == (a | b) - (a & b))
print({1, 2, 3} & {2.0, True}, {(1, 2), (3, 4)} - {(1, 2)}, frozenset("ab") & {"a", "z"}, set() & a, a - set() == a)
low = set(range(100000))
low -= set(range(10, 100000))
print(low & {3, 4, 11}, low - {1}, len(low & set(range(5))))
print({k.n for k in {Key(1), Key(3), Key(5)} & {Key(3), Key(7)}}, "  a b\tc\nd ".split(), "".split(), " \x1c ".split(), "ab".split())
