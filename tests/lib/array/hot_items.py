"""Getting and setting items in loops, with every kind of value and index."""
from array import array

VALUES = (0, 1, -1, 127, 128, 255, 256, -128, -129, 2 ** 31, 2 ** 32 - 1,
          2 ** 63 - 1, 2 ** 63, 2 ** 64 - 1, 2 ** 64, -2 ** 63, True, 1.5, -0.0,
          float("inf"), "x", None)


class Index:
    def __index__(self):
        return 1


class Real:
    def __float__(self):
        return 2.5


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as error:
        return type(error).__name__


def put(a, i, v):
    a[i] = v
    return a[i]


for code in "bBhHiIlLqQfd":
    a = array(code, [1, 2, 3])
    for v in (*VALUES, Index(), Real()):
        shown = v if type(v) in (int, float, bool) else type(v).__name__
        print(code, shown, attempt(put, a, 0, v), attempt(a.append, v), len(a))
        print(attempt(array, code, [v, 1]), attempt(array, code, (1, v)))
    a = array(code, [1, 2, 3])
    for i in (0, 2, 3, -1, -3, -4, True, Index(), 1.0, None, 2 ** 70):
        print(attempt(a.__getitem__, i), attempt(put, a, i, 5))
    for act in (lambda: a[9], lambda: put(a, -9, 1)):
        try:
            act()
        except IndexError as error:
            print(error)
    print(a, a[1:], a * 2, a + a, a[::-1] == array(code, reversed(a)))


class Counted(array):
    def __setitem__(self, i, v):
        super().__setitem__(i, v + 1)

    def __getitem__(self, i):
        return super().__getitem__(i) * 10


def total(a):
    for i in range(len(a)):
        a[i] = i
    return sum([a[i] for i in range(len(a))])


# One place meets several classes.
for a in (array("d", [0] * 5), Counted("i", [0] * 5), [0] * 5, array("B", 5 * [0]),
          {i: 0 for i in range(5)}, bytearray(5)):
    print(type(a).__name__, total(a), total(a))
