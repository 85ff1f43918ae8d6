# Iterators of itertools, map, filter and zip are copied and pickled where they
# are.
import copy
import operator
import pickle
from itertools import (accumulate, chain, combinations,
                       combinations_with_replacement, compress, count, cycle,
                       dropwhile, filterfalse, groupby, islice, permutations,
                       product, repeat, starmap, takewhile, zip_longest)


class Own:
    """What C code cannot iterate over."""

    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]


def small(x):
    return x < 3


def add(a, b):
    return a + b


MAKERS = {
    "count": lambda: count(3, 2), "count float": lambda: count(0.5),
    "repeat": lambda: repeat("x", 3), "cycle": lambda: cycle("abc"),
    "cycle own": lambda: cycle(Own(1, 2)),
    "product": lambda: product("ab", range(2)),
    "product empty": lambda: product("ab", ""),
    "permutations": lambda: permutations("abc", 2),
    "combinations": lambda: combinations(range(4), 2),
    "replaced": lambda: combinations_with_replacement("abc", 2),
    "chain": lambda: chain("ab", [1, 2]), "chain own": lambda: chain(Own(1), "b"),
    "islice": lambda: islice("abcdefgh", 1, 7, 2),
    "islice own": lambda: islice(Own(1, 2, 3, 4, 5), 3),
    "starmap": lambda: starmap(operator.add, [(1, 2), (3, 4)]),
    "starmap own": lambda: starmap(add, [(1, 2), (3, 4)]),
    "accumulate": lambda: accumulate([1, 2, 3, 4]),
    "accumulate own": lambda: accumulate(Own(1, 2, 3), add, initial=10),
    "zip_longest": lambda: zip_longest("abc", [1]),
    "zip_longest own": lambda: zip_longest(Own(1, 2), "a", fillvalue=0),
    "compress": lambda: compress("abcd", [1, 0, 1, 1]),
    "compress own": lambda: compress(Own(1, 2, 3), Own(1, 0, 1)),
    "dropwhile": lambda: dropwhile(small, [1, 2, 3, 4, 1]),
    "takewhile": lambda: takewhile(small, [1, 2, 3, 4, 1]),
    "filterfalse": lambda: filterfalse(small, [1, 2, 3, 4, 1]),
    "filter": lambda: filter(small, [1, 2, 5, 1]),
    "filter none": lambda: filter(None, [1, 0, 5, 1]),
    "map": lambda: map(str, [1, 2, 3]), "map own": lambda: map(add, [1, 2], Own(3, 4)),
    "map many": lambda: map(pow, [2, 3, 4], (1, 2, 3)),
    "zip": lambda: zip("abc", Own(1, 2, 3)),
}
for name, make in MAKERS.items():
    print(name, type(make()).__name__)
    for used in range(4):
        it = make()
        for _ in range(used):
            next(it, None)
        for way in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
            other = way(it)
            again = way(other)
            print(" ", used, type(other) is type(it), list(islice(other, 6)),
                  list(islice(again, 6)))

print([(k, list(g)) for k, g in pickle.loads(pickle.dumps(groupby("aabbb")))])
z = zip("abc", "ab", strict=True)
next(z)
try:
    print(list(pickle.loads(pickle.dumps(z))))
except ValueError as e:
    print(e)

from fractions import Fraction

print(next(map(pow, repeat(Fraction(2, 3)), [2])),
      sum(map(operator.mul, (1, 2), map(pow, repeat(Fraction(2, 3)), range(2)))))
