# Functions: defaults, keywords, star arguments, recursion.
def f(a, b=2, /, c=3, *args, d, e=5, **more):
    return a, b, c, args, d, e, more


print(f(1, d=4), f(1, 2, 3, 4, 5, d=6, x=7, y=8))
print(f(*[1, 2], **{'d': 9, 'z': 0}))


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print([fib(n) for n in range(10)], f.__defaults__, f.__kwdefaults__)
print((lambda *a, **k: (a, k))(1, b=2), list(map(lambda v: v * 2, range(4))))


def deep(n):
    return [n, deep(n - 1)] if n else []


print(deep(12))
for bad in (lambda: f(), lambda: f(1, d=1, a=2), lambda: fib(), lambda: fib(1, 2)):
    try:
        bad()
    except TypeError as error:
        print(error)
f.attribute = 'set'
print(f.attribute, f.__name__, fib.__qualname__)
