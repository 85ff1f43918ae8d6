"""Hashes of tuples in tuples: the values of CPython, at any depth and width."""
import collections

P = collections.namedtuple("P", "x y")
Q = collections.namedtuple("Q", "p q r")


class Loud(tuple):
    def __hash__(self):
        return 7


class Same(tuple):
    __slots__ = ()

    def __eq__(self, other):
        return tuple.__eq__(self, other)

    __hash__ = tuple.__hash__


class Plain(tuple):
    pass


class Thing:
    pass


def nest(depth, leaf):
    for _ in range(depth):
        leaf = (leaf, depth)
    return leaf


for t in (
    (),
    ((),),
    ((1, 2), (3, (4, (5, 6.5)))),
    P(1, 2),
    Q(P(1, 2), (P(3, 4), 5), P(P(1, 1), P(2, 2))),
    (Plain((1, Plain((2, 3)))), True, 2**70, -1),
    (Loud((1, 2)), 3),
    (Same((1, (2, 3))), 4),
    tuple((i, i + 1) for i in range(100)),
    tuple((i, (i, (i,))) for i in range(20)),
    (frozenset([1, 2, 3]), (frozenset(), 1)),
    (range(3), (range(1, 9, 2), 1)),
):
    print(hash(t), hash(t) == hash(t), {t: 1}[t])

for depth in (1, 3, 4, 5, 6, 7, 20, 60, 63, 64, 65, 200):
    a, b = nest(depth, (1, 2)), nest(depth, (1, 2))
    print(depth, hash(a), hash(a) == hash(b), a in {b})

print(P(1, (2, 3)) in {(1, (2, 3))}, (1, P(2, 3)) in {P(1, (2, 3))})

one = Thing()
key = (one, (one, P(one, 1)))
print({key: "found"}[(one, (one, P(one, 1)))], (Thing(), (one, P(one, 1))) in {key})

words = {("a", ("b", P("c", ("d", ("e", "f"))))): 1}
print(words[("a", ("b", P("c", ("d", ("e", "f")))))])

for bad in ((1, [2]), (1, (2, (3, [4]))), P(1, {2: 3}), (1, P(2, (3, {4})))):
    try:
        hash(bad)
    except TypeError as e:
        print(e)


class Breaks:
    def __hash__(self):
        raise ValueError("no hash")


for depth in (1, 3, 6):
    try:
        hash(nest(depth, Breaks()))
    except ValueError as e:
        print(e)
