# comprehension_closures.py: Closures made in loops and comprehensions.
# SPDX-License-Identifier: Apache-2.0

print([f() for f in [lambda: i for i in range(3)]], [f() for f in [lambda i=i: i for i in range(3)]], [f(10) for f in [(lambda n: lambda x: x + n)(n) for n in range(3)]])
fs = []
for i in range(3):
    fs.append(lambda: i)
print([f() for f in fs])
i = 'after'
print([f() for f in fs])
fs = {k: (lambda: k) for k in 'ab'}
print([fs[k]() for k in fs])
gs = list((lambda: j) for j in range(3))
print([g() for g in gs])


def make():
    out = []
    for v in range(3):
        def g():
            return v
        out.append(g)
    return [h() for h in out], out[0].__closure__[0].cell_contents


print(make())


def nested():
    return [[(lambda: (a, b)) for b in range(2)] for a in range(2)]


print([[f() for f in row] for row in nested()])


def outer(x):
    return [x + y for y in range(3)], [(lambda: x + y)() for y in range(3)], {y: x for y in range(2)}, [[x * y * z for z in (1, 2)] for y in (1, 2)]


print(outer(10))


def shadow():
    x = 'outer'
    r = [x for x in range(2)]
    return x, r


print(shadow())


def use_after():
    data = [1, 2, 3]
    k = 2
    r = [d * k for d in data if d != k]
    k = 100
    return r, k


print(use_after())


def walrus():
    r = [(t := x * 2, t + 1) for x in range(3)]
    return r, t


print(walrus())


def cond():
    a = 5
    return [b for b in range(10) if b > a if (lambda: b % 2)()]


print(cond())


def gen_late():
    n = 1
    g = (n * x for x in range(3))
    n = 10
    return list(g)


print(gen_late())


def first_iter():
    n = 3
    g = (x for x in range(n))
    n = 10
    return list(g)


print(first_iter())


class C:
    vals = [1, 2]
    out = [v * 2 for v in vals]
    try:
        bad = [v for v in (1,) for w in vals]
    except NameError as e:
        print(e)
    lam = [(lambda: v)() for v in vals]


print(C.out, C.lam)
print([x for x in [y for y in [z for z in 'ab']]], [[y for y in x] for x in ['ab']], [x for x in 'ab' if [x for x in 'c']], [(x, [x for x in 'z'], x) for x in 'ab'])
x = 1
print([x for _ in 'a'], [x := 5 for _ in 'a'], x, [(x, y) for x, y in [(1, 2)]], x)
print({a: [b for b in range(a)] for a in range(3)}, {frozenset(c for c in w) == frozenset('ab') for w in ('ab', 'ba')})
