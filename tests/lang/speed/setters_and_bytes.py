"""Properties that are set, truth by __bool__, bytes one by one."""


class P:
    def __init__(self):
        self._v = 0

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, value):
        if value < 0:
            raise ValueError(f"{value} is negative")
        self._v = value

    @property
    def fixed(self):
        return 1


p = P()
for i in (1, 2, -1, 5):
    try:
        p.v = i
    except ValueError as error:
        print(error, p.v)
for i in range(2):
    try:
        p.fixed = 1
    except AttributeError as error:
        print(error)
P.v = property(lambda self: "other", lambda self, value: print("set", value))
for i in (3, 4):
    p.v = i
    print(p.v, p._v)
P.v = 7
p.v = 9
print(p.v, P.v)


class B:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return self.value


class G:
    def __bool__(self):
        yield 1


class L:
    def __len__(self):
        return 0


for x in (B(True), B(False), B(3), G(), L()):
    for ask in (lambda: not x, lambda: bool(x), lambda: 1 if x else 2, lambda: x or 5):
        try:
            print(type(ask()).__name__, end=" ")
        except TypeError as error:
            print(error, end=" ")
    print()

data = bytearray(b"hello")
data[0], data[-1] = 200, 1
for index, value in ((0, 256), (9, 1), (-6, 1), (0, -1), (0, "x"), (0, 1.5), ("a", 1)):
    try:
        data[index] = value
    except (ValueError, IndexError, TypeError) as error:
        print(type(error).__name__, error)
print(data, data[0], data[-1], b"abc"[1], b"abc"[-3])
for index in (5, -6):
    try:
        print(data[index])
    except IndexError as error:
        print(error)
    try:
        print(b"abcde"[index])
    except IndexError as error:
        print(error)
it = iter(b"ab")
for byte in it:
    print(byte, end=" ")
print(list(it), [x for x in data], list(zip(b"ab", (1, 2))), list(zip((1, 2, 3), (4, 5))))

for text in ("  a ", "\x1c\x1da\x1e ", "\u00a0 x \u2003", "   ", "", "\t\v\f\x85y", "x\x7f"):
    print(repr(text.strip()), repr(text.lstrip()), repr(text.rstrip()))


class Disguised:
    @property
    def __class__(self):
        return int


class Meta(type):
    def __instancecheck__(cls, value):
        return True


class All(metaclass=Meta):
    pass


class Y:
    pass


class Z(Y):
    pass


print(isinstance(Disguised(), int), isinstance(Disguised(), Disguised), isinstance(Y(), All),
      isinstance(Z(), Y), isinstance(Y(), Z), isinstance(3, Y), isinstance(Y(), (int, Y)))


def broken():
    yield "a"
    raise KeyError("z")


print("-".join(c for c in "abc"), tuple(n + 1 for n in range(3)))
for items in ((i for i in [1]), broken()):
    try:
        print("".join(items))
    except (TypeError, KeyError) as error:
        print(repr(error))

stack = [1, "two", [3]]
while stack:
    print(stack.pop(), len(stack))
try:
    stack.pop()
except IndexError as error:
    print(error)
print(isinstance([], list), isinstance(True, int), isinstance(1, bool), isinstance(int, type),
      isinstance(None, type(None)), isinstance("s", (int, str)), isinstance(Z(), object))
