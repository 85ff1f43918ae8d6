# Parameters survive whatever happens before the first statement.


def every(a, b=2, *c, d, e=5, **f):
    return sorted(locals().items(), key=lambda item: item[0])


def late(a, /, b, c, d, *rest, key=None, **more):
    if a:
        unset = a
    return a, b, c, d, rest, key, more, "unset" in locals()


def passing(*args, **kwargs):
    return late(*args, **kwargs)


print(every(1, d=4), every(1, 2, 3, 4, d=5, x=6))
print(late(1, 2, 3, 4, 5, key=6, z=7), passing(0, 2, 3, 4, key=1, y=2))
print(passing(*range(4), **{"q": "w"}))
