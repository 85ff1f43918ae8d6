# in_comprehensions.py: Generators feeding comprehensions, unpacking and builtins.
# SPDX-License-Identifier: Apache-2.0

def g(n, tag=''):
    for i in range(n):
        yield f'{tag}{i}'


print([x for x in g(3)], {x for x in g(1)}, {x: y for x, y in zip(g(2), g(2, 'v'))})
print([(a, b) for a in g(2, 'a') for b in g(2, 'b')])
print([*g(2), *g(1, 'z')], (*g(2),), dict(enumerate(g(2))))
a, *b = g(4)
print(a, b)
print(list(zip(g(3), g(2))), list(map(str.upper, g(2, 'q'))), list(filter(lambda s: s > '0', g(3))))
print(','.join(g(3)), sorted(g(3), reverse=True), max(g(3)), min(g(3, 'm')), all(g(2)), any(g(0)), '1' in g(3))
print(list(reversed(list(g(2)))), tuple(g(2)), set(g(1)), frozenset(g(1)), list(enumerate(g(2), 5)))
shared = g(5)
print([x for x in shared if x < '2'], list(shared))
shared = g(5)
print('2' in shared, list(shared))
shared = g(6)
print(list(zip(shared, shared)))
shared = g(5)
print(list(zip(range(2), shared)), list(shared))
shared = g(5)
print(list(zip(shared, range(2))), list(shared))


def pipeline(src):
    doubled = (x * 2 for x in src)
    odd = (x for x in doubled if x % 3)
    return (str(x) for x in odd)


print(list(pipeline(range(6))))


def primes():
    def sieve(it):
        p = next(it)
        yield p
        yield from sieve(x for x in it if x % p)
    n = 2
    def count():
        n = 2
        while True:
            yield n
            n += 1
    return sieve(count())


p = primes()
print([next(p) for _ in range(10)])


def interleave(*its):
    its = [iter(i) for i in its]
    while its:
        for i in its[:]:
            try:
                yield next(i)
            except StopIteration:
                its.remove(i)


print(list(interleave('abc', [1], g(2))))


def window(it, n):
    buf = []
    for x in it:
        buf.append(x)
        if len(buf) == n:
            yield tuple(buf)
            buf.pop(0)


print(list(window(range(5), 3)))


def coroutine_sum():
    total = 0
    while (v := (yield total)) is not None:
        total += v
    return total


def drive(gen, values):
    next(gen)
    for v in values:
        gen.send(v)
    try:
        gen.send(None)
    except StopIteration as e:
        return e.value


print(drive(coroutine_sum(), [1, 2, 3]))
