# Keywords of a partial object meet every kind of parameter.
from functools import partial


def plain(a, b, c=3, d=4):
    return a, b, c, d


def only(a, /, b, *, c=5):
    return a, b, c


def many(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, more


calls = [
    (partial(plain, 1, c=7), (2,)), (partial(plain, c=7), (1, 2)),
    (partial(plain, d=8), (1, 2)), (partial(plain, d=8, c=9), (1, 2)),
    (partial(plain, b=8), (1,)), (partial(plain, b=8), (1, 2)),
    (partial(plain, a=1), (2,)), (partial(plain, a=1, b=2), ()),
    (partial(plain, z=1), (1, 2)), (partial(only, b=2), (1,)),
    (partial(only, a=2), (1,)), (partial(only, a=2, b=3), ()),
    (partial(only, 1, c=2), (3,)), (partial(many, 1, b=5), ()),
    (partial(many, b=5), (1, 2)), (partial(many, x=5, c=6), (1, 2, 3)),
    (partial(max, key=abs), ([1, -2],)),
    (partial(plain, *range(4)), (5,)), (partial(dict, a=1), ()),
]
for f, args in calls:
    try:
        print(f(*args))
    except TypeError as e:
        print(e)
    try:
        print(f(*args, c=0))
    except TypeError as e:
        print(e)
f = partial(plain, 1, c=7)
f.keywords['d'] = 9
print(f(2), f(2, d=1), f.keywords)
