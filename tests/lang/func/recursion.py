# recursion.py: Direct, mutual and deep recursion; RecursionError is catchable.
# SPDX-License-Identifier: Apache-2.0

def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def fib(n, memo={}):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]


def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def hanoi(n, a='A', b='B', c='C'):
    if n == 0:
        return 0
    return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


def flatten(x):
    for i in x:
        if isinstance(i, list):
            yield from flatten(i)
        else:
            yield i


def perms(s):
    if not s:
        yield ''
    for i in range(len(s)):
        for p in perms(s[:i] + s[i + 1:]):
            yield s[i] + p


print(fact(20), fact(30), fib(80), even(100), odd(101), ack(2, 3), hanoi(6))
print(list(flatten([1, [2, [3, [4]], []], 5])), list(perms('abc')))


def inf(n):
    return inf(n + 1)


try:
    inf(0)
except RecursionError as e:
    print(type(e).__name__, e, isinstance(e, RuntimeError))


class R:
    def __getattr__(self, k):
        return getattr(self, k + 'x')

    def __repr__(self):
        return repr(self)

    def __eq__(self, o):
        return self == o

    def __call__(self):
        return self()


for f in (lambda: R().y, lambda: repr(R()), lambda: R() == 1, lambda: R()(), lambda: str(R())):
    try:
        f()
    except RecursionError as e:
        print('RecursionError', str(e).split(' exceeded')[0])


def depth(n=0):
    try:
        return depth(n + 1)
    except RecursionError:
        return n


print(depth() > 800, depth(0) < 1000)
l = []
l.append(l)
print(l, [l] == [l])
d = {}
d['d'] = d
print(d)
t = ([],)
t[0].append(t)
print(t)
a, b = [], []
a.append(b), b.append(a)
try:
    a == b
except RecursionError as e:
    print(e)
