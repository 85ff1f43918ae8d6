# str.__add__ joins its operands, whatever __radd__ the class of the second has.
class M(str):
    def __add__(self, other):
        return M(super().__add__(str(other).upper()))

    def __radd__(self, other):
        return ("radd", other)


class L(list):
    def __radd__(self, other):
        return "radd"


class T(tuple):
    def __radd__(self, other):
        return "radd"


class B(bytes):
    def __radd__(self, other):
        return "radd"


print(M("x") + "a", str.__add__(M("a"), M("b")), str.__add__("a", M("b")), "a" + M("b"), "a".__add__(M("c")))
print(list.__add__([1], L([2])), [1] + L([2]), tuple.__add__((1,), T((2,))), (1,) + T((2,)))
print(bytes.__add__(b"a", B(b"b")), b"a" + B(b"b"))
for f in (lambda: str.__add__("a", 1), lambda: "a" + L(), lambda: [] + M("x"), lambda: list.__add__([], "x")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
