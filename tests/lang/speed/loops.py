# Loops that take tuples apart, and what must not be noticed about it.


def pairs(it):
    out = []
    for a, b in it:
        out.append((a, b))
    return out


print(pairs(zip([1, 2, 3], "abc")), pairs(zip(range(0, 9, 4), (7, 8, 9))))
print(pairs(enumerate("xy", 5)), pairs(enumerate([])), pairs({1: 2, "k": None}.items()))
print(pairs(zip([1], {2: 3})), pairs(zip({4, }, "ü")), pairs([(1, 2), [3, 4], "ab"]))


def unequal():
    a = b = "old"
    left = iter([1, 2, 3])
    for a, b in zip(left, [10]):
        pass
    return a, b, list(left)


def shared():
    it = iter(range(7))
    got = []
    for a, b, c in zip(it, it, it):
        got.append(a * 100 + b * 10 + c)
    return got, list(it)


def strict():
    try:
        for a, b in zip([1, 2], [3], strict=True):
            print(a, b)
    except ValueError as e:
        print(e)


def growing():
    d = {1: 1}
    try:
        for k, v in d.items():
            d[k + 1] = v
    except RuntimeError as e:
        print(e)


def wrong(it):
    try:
        for a, b in it:
            print(a, b)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


print(unequal(), shared())
strict()
growing()
wrong(zip([1], [2], [3]))
wrong(enumerate("ab") for _ in range(1))
wrong([(1,), (2, 3)])
wrong([5])
wrong(zip())
big = 2**49 - 2
print(pairs(enumerate("abcd", big)))

for i, (p, q) in enumerate(zip([1, 2], [3, 4])):
    print(i, p, q)
for x, *rest in zip("ab", "cd", "ef"):
    print(x, rest)
print([a + b for a, b in zip(range(3), range(3, 6))], {k: v for k, v in enumerate("hi")})
print(sum(a * b for a, b in zip([1, 2, 3], (4, 5, 6))))


def swap_down(pair):
    a, b = pair
    b, a = pair
    a, b = b, a
    return a, b


print(swap_down((1, 2)))


def through():
    x = [0, 0]
    for x[0], x[1] in zip([1, 2], [3, 4]):
        print(x)
    for x, y in [(x, 1)]:
        return x, y


print(through())


# Continue, break, else; loops in generators that hold temporaries.
def odd(it):
    for i, v in enumerate(it):
        if i % 2:
            continue
        if v == "stop":
            break
        yield i, v
    else:
        yield "end"


print(list(odd("abcde")), list(odd(["a", "b", "stop", "c"])))


def temps(n):
    for i in range(n):
        total = i + (yield i) * 2 + sum([(yield -1), i], start=(yield -2))
        yield total


g = temps(2)
print([g.send(v) for v in (None, 3, 4, 5, None, 6, 7, 8)])


def held():
    try:
        for a, b in zip([1, 2], [3, 4]):
            try:
                yield a + b
            finally:
                print("left", a, b)
    except GeneratorExit:
        print("closed")
        raise


h = held()
print(next(h), next(h))
h.close()


def nested(depth):
    if depth:
        yield from nested(depth - 1)
        for a, b in zip([depth], nested(depth - 1)):
            yield a, b
    yield depth


print(list(nested(3)))
r = range(10, 0, -3)
print([i for i in r], [i for i in iter(r)], list(zip(r, iter([1, 2, 3]))))
