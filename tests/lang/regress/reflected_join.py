"""Text + an instance of a subclass of int asks the instance's __radd__ first."""


class I(int):
    def __radd__(self, other):
        return "I", other


class T(tuple):
    def __radd__(self, other):
        return "T", other


class S(str):
    pass


for left in ("s", (1,), [1], b"b", bytearray(b"b"), S("t")):
    for right in (I(3), T((4,))):
        try:
            print(repr(left + right))
        except TypeError as error:
            print(error)
text = "s"
text += I(3)
print(text)
