# Cells, nonlocal, late binding.
def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n
    return step


a, b = counter(), counter()
print(a(), a(5), b(), a(), [c.cell_contents for c in a.__closure__])
fs = [lambda i=i: i * 10 for i in range(4)]
gs = [lambda: i for i in range(4)]
print([f() for f in fs], [g() for g in gs])


def outer(x):
    def middle(y):
        def inner(z):
            return x + y + z
        return inner
    return middle


print(outer(1)(2)(3), sum(outer(i)(i)(i) for i in range(5)))


def late():
    try:
        return missing
    except NameError as error:
        return str(error)
    if 0:
        missing = 1


print(late())
