"""A number on the left leaves an operator to the instance on the right."""


class V:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return "add", other

    def __radd__(self, other):
        return "radd", other

    def __rmul__(self, other):
        return NotImplemented

    def __rsub__(self, other):
        return other - self.x if isinstance(other, int) else NotImplemented

    def __repr__(self):
        return f"{type(self).__name__}({self.x})"


class R(V):
    def __radd__(self, other):
        return "R", other


class I(int):
    def __radd__(self, other):
        return "I", other


def told(function, a, b):
    try:
        return function(a, b)
    except TypeError as error:
        return str(error)


def added(a, b):
    a += b
    return a


def less(a, b):
    a -= b
    return a


for _ in range(3):
    for a in (1, 2.5, True, None, V(1), R(2), I(3)):
        for b in (V(1), R(2), I(3), 4):
            print(a, b, told(lambda a, b: a + b, a, b), told(lambda a, b: a - b, a, b),
                  told(lambda a, b: a * b, a, b), told(added, a, b), told(less, a, b))

V.__radd__ = lambda self, other: "changed"
print(1 + V(1), 2.5 + V(2), 1 + R(1))
