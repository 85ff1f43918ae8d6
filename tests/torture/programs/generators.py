# Generators: send, throw, close, yield from, expressions.
def gen(n):
    try:
        for i in range(n):
            got = yield i
            if got:
                yield got * 2
    finally:
        print('closed', n)


g = gen(5)
print(next(g), g.send('x'), next(g))
g.close()
h = gen(3)
next(h)
try:
    h.throw(ValueError('thrown'))
except ValueError as error:
    print(error)


def chain(*its):
    total = []
    for it in its:
        r = yield from it
        total.append(r)
    return total


def ret(v):
    yield v
    return v * 10


def main():
    print((yield from chain(ret(1), [2, 3], ret(4))))


print(list(main()), list(gen(2)), sum(x * x for x in range(10) if x % 2))
print(list(zip(gen(2), range(3))), dict((k, v) for k, v in zip(gen(2), 'ab')))
nested = ((i, j) for i in range(3) for j in range(i))
print(next(nested), list(nested), [y for x in [[1], [2, 3]] for y in x])


# What a generator calls finds its arguments on the stack, again and again.
def shout(word, times=2, *, end='!'):
    return word.upper() * times + end


class Pair:
    def __init__(self, a, b):
        self.both = [a, b]

    def __iter__(self):
        yield from self.both

    def __add__(self, other):
        return Pair(*self, *other)


def caller(words):
    for w in words:
        got = yield shout(w), shout(w, end='?'), shout(w, 1)
        yield list(Pair(w, got)), sorted(c for c in w), ','.join(Pair(w, w))
        yield max((x for x in w), default=''), list(map(str.upper, (c for c in w)))


gen = caller(['ab', 'cd'])
for i in range(6):
    print(gen.send(None if i == 0 else str(i)))
