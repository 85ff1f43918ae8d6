"""Comparison of short tuples that numbers or texts decide, and of others."""

nan = float("nan")
values = [(), (1,), (1, 2), (1, 2.0), (1.0, 2), ("a", 1), ("a", 2), ("b",), (nan,),
          (0.0,), (-0.0,), (True, 2), (1, None), ((1, 2), 3), ((1, 3), 3), (10**20,),
          (10**20 + 1,), ("é",), (b"x",), tuple(range(9)), tuple(range(10))]


def ask(a, b):
    yield a == b
    yield a != b
    for compare in (lambda: a < b, lambda: a <= b, lambda: a > b, lambda: a >= b):
        try:
            yield compare()
        except TypeError as error:
            yield str(error)


for a in values:
    print(a, [list(ask(a, b)) for b in values])
