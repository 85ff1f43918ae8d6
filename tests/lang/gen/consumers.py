# Loops that only collect, add or test what a generator yields.


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def numbers(n, bad=None):
    for i in range(n):
        if i == bad:
            raise ValueError(i)
        got = yield i
        if got is not None:
            print("sent", got)
    return "end"


def log_of(gen, log):
    for x in gen:
        log.append(x)
        yield x


for n in (0, 1, 2, 3, 4, 5, 9, 17, 40):
    print(sum(numbers(n)), list(numbers(n)), [x for x in numbers(n)], sum(x / 4 for x in range(n)))
print(sum(x for x in [1, 2.5, 3]), sum(x for x in [0.5, 2, True]), sum((x for x in [True, True]), 2.0))
print(sum(x for x in [2 ** 48, 2 ** 48, 2 ** 48, 2 ** 70]), sum(([x] for x in range(3)), []))
show(lambda: sum(x for x in [1, "a"]))
show(lambda: [x for x in numbers(5, 3)])
show(lambda: sum(numbers(5, 3)))
show(lambda: any(x > 9 for x in numbers(5, 3)))
print(any(x == 3 for x in range(9)), all(x < 3 for x in range(9)), any(x for x in ()), all(x for x in ()))
print(any(x for x in [0, "", None, [], 0.0]), all(x for x in [1, "a", (0,), 0.5]))
log = []
print(any(x > 2 for x in log_of(numbers(9), log)), log)
log.clear()
print(all(x < 2 for x in log_of(numbers(9), log)), log, list(log_of(numbers(3), log)), log)

# The loop variable, the sum and the generator are as they should be.
g = numbers(6)
total = 0
for x in g:
    total = total + x
print(total, x, list(g))
g = numbers(6)
total = 0.5
for x in g:
    total += x
    if x == 3:
        break
print(total, x, next(g), g.send("hello"), [y for y in g])
g = numbers(6, 4)
out = []
try:
    for x in g:
        out = out + [x]
except ValueError as e:
    print(out, x, e, list(g))
total = 1
for total in numbers(4):
    total = total + total
print(total)


def states():
    yield g2.gi_running
    yield g2.gi_frame is not None
    try:
        next(g2)
    except ValueError as e:
        yield str(e)


g2 = states()
print([s for s in g2], g2.gi_frame)


def handled():
    try:
        raise KeyError(1)
    except KeyError:
        import sys
        for i in range(3):
            yield sys.exc_info()[0].__name__, i


def outer():
    import sys
    try:
        raise OSError
    except OSError:
        got = [x for x in handled()]
        return got, sys.exc_info()[0].__name__


print(outer())


def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)


print([x for x in tree(4)], sum(tree(5)), max(tree(3)), sorted(tree(3)), ",".join(str(x) for x in tree(3)))
nested = [[y for y in numbers(x)] for x in numbers(4)]
print(nested, [sum(numbers(k)) for k in numbers(5)])
print({x: sum(numbers(x)) for x in numbers(4)}, {x % 3 for x in numbers(9)}, dict((x, x) for x in numbers(3)))


def grows(items):
    for x in items:
        if x < 40:
            items.append(x * 2)
        yield x


print([x for x in grows([1, 3])])
collected = []


def sees():
    for i in range(4):
        yield len(collected)


collected = [x for x in sees()]
print(collected)

# --- classes that map() calls ---------------------------------------------------


class Point:
    def __init__(self, x, y=0):
        if x == 3:
            raise StopIteration
        self.x, self.y = x, y

    def __repr__(self):
        return f"P({self.x}, {self.y})"


class Odd:
    def __init__(self, x):
        return x


class Made(Exception):
    def __init__(self, x):
        super().__init__(x, x)


print(list(map(Point, [1, 2])), list(map(Point, [1, 2], "ab")), [p for p in map(Point, range(9))])
show(lambda: list(map(Odd, [1])))
show(lambda: list(map(Odd, [None, 1])))
show(lambda: list(map(Point, [1], [2], [3])))
print(list(map(Made, [1, 2])), max(map(Point, [1, 2]), key=lambda p: p.x))
print([p.x for p in sorted([Point(2), Point(1)], key=lambda p: Point(p.x).x)])
from functools import reduce
print(reduce(Point, [1, 2]), next(map(Point, [7])), [*map(Point, (4, 5))], dict(a=Point(1)))
