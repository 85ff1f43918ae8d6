# higher_order.py: Functions as values: composition, currying, partial evaluation by hand.
# SPDX-License-Identifier: Apache-2.0

def compose(*fs):
    def run(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return run


def curry(f, n, *got):
    return f(*got) if n == len(got) else lambda x: curry(f, n, *got, x)


def partial(f, *a, **k):
    def call(*a2, **k2):
        return f(*a, *a2, **{**k, **k2})
    call.func = f
    return call


print(compose(str, abs, lambda x: x - 10)(3))
print(curry(lambda a, b, c: (a, b, c), 3)(1)(2)(3))
p = partial(lambda *a, **k: (a, k), 1, x=2)
print(p(3), p(x=5, y=6), p())
print(list(map(lambda f: f(4), [abs, str, float, hex, lambda n: n ** n])))
print([f.__name__ for f in (abs, len, print, compose, str, [].sort)])
ops = {'+': int.__add__, '-': int.__sub__, '*': int.__mul__}
print({k: f(7, 3) for k, f in ops.items()})


def memo(f):
    cache = {}

    def inner(*a):
        if a not in cache:
            cache[a] = f(*a)
        return cache[a]
    inner.cache = cache
    return inner


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(50), len(fib.cache))


def reduce(f, seq, *init):
    it = iter(seq)
    acc = init[0] if init else next(it)
    for x in it:
        acc = f(acc, x)
    return acc


print(reduce(lambda a, b: a * b, range(1, 10)), reduce(max, [3, 9, 2]), reduce(str.__add__, 'abc', '>'))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(Y(lambda me: lambda n: 1 if n == 0 else n * me(n - 1))(12))
church = lambda n: lambda f: lambda x: x if n == 0 else f(church(n - 1)(f)(x))
print(church(5)(lambda x: x + 1)(0))


def apply(f, *a, **k):
    return f(*a, **k)


print(apply(apply, apply, sorted, [3, 1, 2], reverse=True))
print((lambda *fs: [f() for f in fs])(lambda: 1, lambda: 2, list, dict))


def counter():
    counter.n = getattr(counter, 'n', 0) + 1
    return counter.n


print(counter(), counter(), counter.n)
print(sorted(['b', 'A', 'c'], key=str.lower), sorted([(1, 'b'), (0, 'z')], key=lambda t: t[1]))
print(list(filter(None, [0, 1, '', 'a', None, [], [0]])), all(map(callable, [print, int, lambda: 0])))
