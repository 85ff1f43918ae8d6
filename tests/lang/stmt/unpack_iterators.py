# Iterators that C advances, and those whose next item needs Python code.
import itertools


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def two(source):
    a, b = source
    return a, b


class Pair:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __iter__(self):
        return iter((self.x, self.y))


class Slow:
    def __iter__(self):
        yield 1
        yield 2


class Odd:
    def __iter__(self):
        return 5


class Counter:
    n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 3:
            raise StopIteration
        return self.n


def fails(x):
    if x > 1:
        raise KeyError(x)
    return x


for make in (lambda: map(int, "1 2".split()), lambda: map(int, ["1"]), lambda: map(int, "123"),
             lambda: map(lambda x: x * 2, [1, 2]), lambda: map(lambda x: [x], [1, 2, 3]),
             lambda: map(fails, [1, 2]), lambda: map(int, ["1", "x"]), lambda: zip("ab", "cd"),
             lambda: reversed([1, 2]), lambda: enumerate("ab"), lambda: iter("ab"), lambda: iter(()),
             lambda: {"a": 1, "b": 2}, lambda: {"a": 1, "b": 2}.values(), lambda: {"a": 1}.items(),
             lambda: iter({3}), lambda: itertools.count(), lambda: itertools.repeat(5, 2),
             lambda: itertools.cycle([1]), lambda: itertools.chain([1], [2]),
             lambda: itertools.islice(itertools.count(7), 2), lambda: filter(None, [0, 1, 2]),
             lambda: Pair(1, 2), lambda: Pair(1), lambda: Pair(1, 2, 3), lambda: Point(3, 4), Slow, Odd,
             Counter, lambda: (x for x in "ab"), lambda: range(2), lambda: range(9), lambda: 5,
             lambda: itertools.accumulate([1, 2]), lambda: itertools.accumulate([1, 2], lambda a, b: a - b),
             lambda: map(Pair, [1, 2, 3]), lambda: "ab", lambda: b"ab", lambda: None):
    show(lambda: two(make()))
# An iterator keeps what was not asked for: one item is taken to see the end.
it = iter([1, 2, 3, 4, 5])
show(lambda: two(it))
print(list(it))
it = map(lambda x: -x, [1, 2, 3, 4, 5])
show(lambda: two(it))
print(list(it))
it = iter([1])
show(lambda: two(it))
print(list(it))
p, q, r = map(str, (1, 2, 3))
(p, q), r = map(sorted, ["ba", "dc"]), 3
print(p, q, r)
[a, b, c, d, e, f, g, h, i, j] = map(int, "0123456789")
print(a, b, c, d, e, f, g, h, i, j)
for x, y in (Point(1, 2), Point(3, 4)):
    print(x, y, end=" ")
for x, y in [map(int, "12"), map(lambda v: v + v, "34")]:
    print(x, y, end=" ")
print([x + y for x, y in (Pair("a", "b"), Pair("c", "d"))], {x: y for x, y in [Point(1, 2)]})
