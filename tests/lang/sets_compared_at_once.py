# Sets compared by bits and hashes, and where that cannot decide.
class Same:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return isinstance(other, Same) and self.n == other.n


pairs = [
    (set(), set()),
    ({1, 2, 3}, {3, 2, 1}),
    ({1, 2, 3}, {1, 2, 4}),
    ({1, 2}, {1.0, 2.0}),
    ({True, 0}, {1, False}),
    ({"a", "b"}, {"".join(["a"]), "".join(["b"])}),
    ({8, 16, 24, 32}, {32, 24, 16, 8}),
    ({8, 16, 24}, {8, 16, 40}),
    ({(1, 2), (3, 4)}, {(3, 4), (1, 2)}),
    ({(1, (2, 3))}, {(1, (2, 3.0))}),
    ({Same(1), Same(2)}, {Same(2), Same(1)}),
    ({Same(1)}, {1}),
    ({-1, -2}, {-2, -1}),
    ({2**61 - 1, 0}, {0, 2**61 - 1}),
    ({None, ...}, {..., None}),
]
for a, b in pairs:
    print(a == b, b == a, a != b, frozenset(a) == b, a == frozenset(b), [a] == [b])
a, b = set(range(20)), set(range(20))
for n in (3, 11, 7):
    a.discard(n)
    print(a == b, end=" ")
    b.discard(n)
    print(a == b)
a.add(100)
b.add(200)
print(a == b)
nan = float("nan")
print({nan} == {nan}, {nan, 1} == {1, nan})

# keys and a set
d = {"a": 1, "b": 2, 3: 3, (4, 5): 4}
for other in (set(), {"a"}, {"a", "z", 3.0}, {(4, 5), "b"}, set("abcdefgh"), frozenset({3})):
    print(sorted(map(str, d.keys() & other)), sorted(map(str, other & d.keys())), type(d.keys() & other))
print([{1: 0, 2: 0}.keys() & s for s in ({1.0}, {1.0, 2.0}, {1.0, 3}, frozenset({1.0, 2.0, 3.0}))])
print({Same(1): 1}.keys() & {Same(1), Same(2)} == {Same(1)})
print(({}.keys() & {1}), ({1: 1}.keys() & set()))
