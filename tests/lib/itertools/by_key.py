"""groupby with keys, compress and tee over built-ins and over anything else."""
from collections import deque
from itertools import chain, compress, count, groupby, islice, pairwise, tee
from operator import attrgetter, itemgetter


class Row:
    def __init__(self, name, size):
        self.name, self.size = name, size

    def __repr__(self):
        return f"{self.name}{self.size}"


class Same:
    def __eq__(self, other):
        return True

    __hash__ = None

    def __repr__(self):
        return "Same"

    def __bool__(self):
        print("asked")
        return False


rows = [Row("a", 1), Row("a", 2), Row("b", 2), Row("a", 2), Row("a", 2.0)]
pairs = [(1, "x", 0), (1.0, "y", 0), (True, "y", 1), (2, "y", 1), (2, "x", 1)]
dicts = [{"k": "u", "v": 1}, {"k": "u", "v": 2}, {"k": "w", "v": 3}, {"v": 4}]
for data, key in ((rows, attrgetter("name")), (rows, attrgetter("size", "name")),
                  (rows, lambda row: row.size), (pairs, itemgetter(0)), (pairs, itemgetter(1, 2)),
                  (tuple(pairs), itemgetter(-1)), ("aAbBb", str.lower), (["x", "yy", "zz", ""], len),
                  ([1, "a", 2.5, "b", None], type), ([1, -1, 2, -2, 2], abs), ([], len), ((), None),
                  (["1", "01", "2"], int), ([[1], [1], [2]], tuple), (range(6), lambda n: n // 4),
                  (iter(pairs), itemgetter(0)), ([Same(), 1], bool), (rows, id and None)):
    try:
        print([(k, list(group)) for k, group in groupby(data, key)])
    except Exception as error:
        print(type(error).__name__, error)
groups = groupby(dicts, itemgetter("k"))
try:
    for key, group in groups:
        print(key, [d["v"] for d in group])
except KeyError as error:
    print("KeyError", error)
groups = groupby(["a", "b", 3, "c"], len)
print(next(groups)[0])
try:
    print(next(groups))
except TypeError as error:
    print(error)
# groups that are not read, read late, and read in part
kept = [(k, g) for k, g in groupby(pairs, itemgetter(0))]
print([(k, list(g)) for k, g in kept])
groups = groupby([1, 1, 1, 2, 2, 3], key=abs)
key, group = next(groups)
print(key, next(group), type(group).__name__, type(groups).__name__)
key, second = next(groups)
print(key, list(group), list(second), [k for k, _ in groups], next(groups, "end"))
print({k: len(list(g)) for k, g in groupby(sorted("mississippi"), key=str)})

print(list(compress("ABCDEF", [1, 0, 1, 0, 1, 1])), list(compress(range(10), (True, False) * 3)))
print(list(compress("AB", ["", "x", "y"])), list(compress([1, 2, 3], [None, [], (0,)])), list(compress([], [1])))
print(list(compress(range(3), [Same(), 1, 1])), list(compress(count(), iter([0, 1, 1]))))
print(list(compress((n for n in range(5)), [1, 0, 0, 1])), list(compress({"a": 1, "b": 2}, [0, 1])))
picked = compress(count(5), [0, 1, 0, 1])
print(next(picked), type(picked).__name__, list(islice(picked, 5)), list(picked))
data, flags = iter(range(6)), [1, 0, 1]
print(list(compress(data, flags)), list(data))
for bad in (lambda: compress(1, [1]), lambda: compress([1], 1), lambda: compress([1]),
            lambda: compress(data=[1, 2], selectors=[0, 1])):
    try:
        print(list(bad()))
    except TypeError as error:
        print(error)

for source in ([1, 2, 3, 4], (5, 6), "text", range(3), {"k": 1, "l": 2}, {7}, (n * n for n in range(4)),
               map(str, range(3)), zip("ab", "cd"), deque([1, 2]), count(3), b"by", iter([8, 9])):
    first, second, third = tee(source, 3)
    print(list(islice(first, 2)), next(second, None), list(islice(chain(first), 3)))
    print(list(islice(second, 4)), list(islice(zip(third, third), 2)))
one, two = tee([3, 1, 2])
next(two, None)
print([b - a for a, b in zip(one, two)], list(pairwise([3, 1, 2])), tee([1], 0), len(tee("a", 1)))
again, more = tee(tee(n for n in range(5))[0])
print(next(again), list(more), list(again))
for bad in (lambda: tee([1], -1), lambda: tee(1), lambda: tee([1], "2")):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(error)
