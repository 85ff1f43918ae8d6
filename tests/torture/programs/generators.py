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
