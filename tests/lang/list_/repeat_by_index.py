# A number whose class multiplies, but not sequences, still repeats them.
class I:
    def __init__(self, v):
        self.v = v

    def __index__(self):
        return self.v

    def __mul__(self, other):
        return NotImplemented

    __rmul__ = __mul__


print([1] * I(3), (1,) * I(2), I(2) * [4], "a" * I(2), I(-1) * b"x", bytearray(b"ab") * I(2))
items = [1, 2]
items *= I(2)
print(items)
for f in (lambda: {1} * I(2), lambda: I(2) * I(3), lambda: I(1) * None):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
